import JSON

/// What a seat wants of a provider; it is answered by a report that names it, or by `Finish`.
public struct ProviderRequest: Equatable, Sendable {
  public struct Kind: WireName {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Show the on-screen keyboard, or show it with another language.
    public static let show = Kind(rawValue: "show")
    /// Hide it, whether or not it is shown.
    public static let hide = Kind(rawValue: "hide")
    /// It is to have another form, or to be on another screen.
    public static let move = Kind(rawValue: "move")
    /// Say what the bar is to have.
    public static let barContent = Kind(rawValue: "barContent")
    /// The person has chosen this language.
    public static let language = Kind(rawValue: "language")
  }

  /// Counts the requests of a provider, from 1.
  public var id: Int
  public var kind: Kind
  /// In how many seconds it counts as unanswered.
  public var timeout: Double
  /// For `show` and `move`: `docked`, `undocked`, `split` or `floating`.
  public var form: SeatParts.Keyboard.Kind?
  /// The language to type in; nil where none is configured.
  public var language: String?
  /// For `show` and `move`: the screen of the window with the focus; nil where nobody has said which there are.
  public var screen: String?
  /// For `barContent`: the application of the window with the focus; nil where it is not known.
  public var application: String?

  public init(
    id: Int, kind: Kind, timeout: Double, form: SeatParts.Keyboard.Kind? = nil, language: String? = nil,
    screen: String? = nil, application: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.timeout = timeout
    self.form = form
    self.language = language
    self.screen = screen
    self.application = application
  }
}

extension ProviderRequest: JSONEncodable, JSONDecodable {
  public func encode(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.member("kind", kind)
      writer.member("timeout", timeout)
      writer.member("form", form)
      writer.member("language", language)
      writer.member("screen", screen)
      writer.member("application", application)
    }
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    var id: Int?
    var kind: Kind?
    self.init(id: 0, kind: .hide, timeout: 0)
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "id": id = try value.read()
      case "kind": kind = try value.read()
      case "timeout": timeout = try value.read()
      case "form": form = try value.readOptional()
      case "language": language = try value.readOptional()
      case "screen": screen = try value.readOptional()
      case "application": application = try value.readOptional()
      default: break
      }
    }
    self.id = try id.required("id", in: reader)
    self.kind = try kind.required("kind", in: reader)
  }
}

/// One reply of `io.keyguide.Provider.Register`.
public struct RegistrationReply: Equatable, Sendable {
  /// Names the life of the daemon's state.
  public var epoch: String
  /// Counts the states of the registration's requests.
  public var seq: Int
  /// How many were passed over; nil for none.
  public var missed: Int?
  /// Whether nothing is known of the provider any more, though the call goes on.
  public var resync: Bool
  /// Names the registration for reports.
  public var provider: String
  /// Requests that are new for this reader.
  public var requests: [ProviderRequest]
  /// Requests that it had, and that are not to be carried out any more.
  public var cancelled: [Int]

  public init(
    epoch: String, seq: Int, missed: Int? = nil, resync: Bool = false, provider: String, requests: [ProviderRequest],
    cancelled: [Int]
  ) {
    self.epoch = epoch
    self.seq = seq
    self.missed = missed
    self.resync = resync
    self.provider = provider
    self.requests = requests
    self.cancelled = cancelled
  }
}

extension RegistrationReply: JSONDecodable {
  /// Writes the reply's parameters, as members of the object that is being written.
  public func encodeMembers(to writer: inout JSONWriter) {
    writer.member("epoch", epoch)
    writer.member("seq", seq)
    writer.member("missed", missed)
    if resync { writer.member("resync", true) }
    writer.member("provider", provider)
    writer.member("requests", requests)
    writer.member("cancelled", cancelled)
  }

  public init(from reader: inout JSONReader) throws(JSONError) {
    self.init(epoch: "", seq: 0, provider: "", requests: [], cancelled: [])
    var provider: String?
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "epoch": epoch = try value.read()
      case "seq": seq = try value.read()
      case "missed": missed = try value.readOptional()
      case "resync": resync = try value.readOptional() ?? false
      case "provider": provider = try value.read()
      case "requests": requests = try value.read()
      case "cancelled": cancelled = try value.read()
      default: break
      }
    }
    self.provider = try provider.required("provider", in: reader)
  }
}
