import JSON
import KeyboardGuide
import KeyguideAPI
import Providers
import Varlink
import VarlinkServer

/// Carries out the calls of `io.keyguide.Provider`.
struct ProviderInterface {
  let seats: SeatDirectory
  let access: AccessControl

  var methods: [String: VarlinkMethod] {
    [
      "Register": register, "List": list, "ReportKeyboard": reportKeyboard, "ReportScreens": reportScreens,
      "ReportWindows": reportWindows, "ReportBarContent": reportBarContent, "ReportLanguage": reportLanguage,
      "Finish": finish,
    ]
  }

  /// What a call costs. What is reported moves windows, and is read by all of them: so a report is as much as 16 calls, and
  /// one more for each 64 bytes. By the limits as they are, that is a hundred keyboards a second, or two of 512 windows.
  static func weight(of method: Substring, bytes: Int) -> Int {
    method.hasPrefix("Report") ? 16 + bytes / 64 : 1
  }

  private func register(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var seat: String?
    var name: String?
    var version: String?
    var apiVersion: Int?
    var roles: [ProviderRole] = []
    var former: (id: ProviderID?, reports: [(method: String, parameters: [UInt8])]) = (nil, [])
    try call.readParameters { (member, value) throws(JSONError) in
      switch member {
      case "seat": seat = try value.readOptional()
      case "name": name = try value.readLabel()
      case "version": version = value.readNull() ? nil : try value.readLabel()
      case "apiVersion": apiVersion = try value.readInt()
      case "roles": roles = try value.read()
      // Only this daemon itself says these, of a provider that a former process had.
      case "provider" where call.resumedAt != nil: former.id = ProviderID(name: try value.readString())
      case "reports" where call.resumedAt != nil:
        try value.readObject { (method, value) throws(JSONError) in
          former.reports.append((method, Array(try value.readText())))
        }
      default: break
      }
    }
    guard call.more, !call.oneway else { throw .expectedMore }
    guard let name else { throw .invalidParameter("name") }
    guard let apiVersion else { throw .invalidParameter("apiVersion") }
    guard !roles.isEmpty else { throw .invalidParameter("roles") }
    guard let session = seats.session(named: seat) else {
      throw VarlinkError("io.keyguide.Provider.UnknownSeat", ("seat", seat ?? ""))
    }
    try access.require(.provide, on: session.name, of: peer)
    for role in roles { try access.require(role, on: session.name, of: peer) }
    if let confinement = peer.confinement, confinement.name != name { throw .invalidParameter("name") }
    guard apiVersion == providerVersion else {
      throw VarlinkError("io.keyguide.Provider.UnsupportedVersion") { $0.member("supported", [providerVersion]) }
    }
    let stream = ProviderStream(
      id: former.id ?? seats.nextProvider(), peer: peer, servesAll: access.isPrivileged(peer.userID), session: session,
      resumedAt: call.resumedAt)
    do throws(RoleConflict) {
      try session.providers.register(
        stream, Registration(name: name, version: version, apiVersion: apiVersion, roles: Set(roles)),
        resumedAt: call.resumedAt)
    } catch {
      throw VarlinkError("io.keyguide.Provider.RoleTaken") { writer in
        writer.member("role", error.role)
        writer.member("by", error.holder)
      }
    }
    for report in former.reports { takeAgain(report.method, report.parameters, peer) }
    return .stream(stream)
  }

  /// Takes a report that a former process had taken; one that does not count any more is left out.
  private func takeAgain(_ method: String, _ parameters: [UInt8], _ peer: Peer) {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("method", method)
      writer.key("parameters")
      writer.verbatim(parameters)
    }
    guard let call = try? VarlinkCall(message: writer.bytes, resumedAt: 0) else { return }
    _ = try? methods[String(method.dropFirst(call.interface.count + 1))]?(call, peer)
  }

  private func list(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    try call.readParameters { (_, _) throws(JSONError) in }
    try access.require(.monitor, on: nil, of: peer)
    // Processes of others are nobody's business.
    let user = access.isPrivileged(peer.userID) ? nil : peer.userID
    if call.more {
      return .stream(ProviderListStream(seats: seats, showingProcessesOf: user, resumedAt: call.resumedAt))
    }
    let list = seats.providerList(showingProcessesOf: user)
    return .reply { list.encodeMembers(to: &$0) }
  }

  // MARK: Reports

  private func reportKeyboard(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var report = SoftwareKeyboardReport(kind: .none)
    var kind: SeatParts.Keyboard.Kind?
    return try take(call, peer, role: .softwareKeyboard) { (member, value) throws(JSONError) in
      switch member {
      case "kind": kind = try value.readSoftwareKeyboardKind()
      case "screen": report.screen = value.readNull() ? nil : try value.readLabel()
      case "frame": report.frame = value.readNull() ? nil : try value.readFrame()
      case "interactive": report.interactive = try value.readOptional() ?? false
      case "duration": report.duration = value.readNull() ? nil : try value.readNumber(in: 0...60)
      default: break
      }
    } report: { () throws(VarlinkError) in
      guard let kind else { throw .invalidParameter("kind") }
      report.kind = kind
      return .keyboard(report)
    }
  }

  private func reportScreens(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var screens: [ScreenReport]?
    return try take(call, peer, role: .compositor) { (member, value) throws(JSONError) in
      if member == "screens" { screens = try value.readList(atMost: Self.mostScreens) }
    } report: { () throws(VarlinkError) in
      guard let screens else { throw .invalidParameter("screens") }
      guard screens.count <= Self.mostScreens else {
        throw .limitExceeded("providerScreens", maximum: Self.mostScreens)
      }
      guard screens.allSatisfy(\.isSound) else { throw .invalidParameter("screens") }
      return .screens(screens)
    }
  }

  private func reportWindows(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var windows: [WindowReport]?
    return try take(call, peer, role: .compositor) { (member, value) throws(JSONError) in
      if member == "windows" { windows = try value.readList(atMost: Self.mostWindows) }
    } report: { () throws(VarlinkError) in
      guard let windows else { throw .invalidParameter("windows") }
      guard windows.count <= Self.mostWindows else {
        throw .limitExceeded("providerWindows", maximum: Self.mostWindows)
      }
      guard windows.allSatisfy(\.isSound) else { throw .invalidParameter("windows") }
      return .windows(windows)
    }
  }

  private func reportBarContent(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var provided = ProvidedBarContent(content: BarContent())
    var hasContent = false
    return try take(call, peer, role: .barContent) { (member, value) throws(JSONError) in
      switch member {
      case "application": provided.application = value.readNull() ? nil : try value.readLabel()
      case "language": provided.language = value.readNull() ? nil : try value.readLabel()
      case "content":
        guard let content: BarContent = try value.readOptional() else { break }
        (provided.content, hasContent) = (content, true)
      default: break
      }
    } report: { () throws(VarlinkError) in
      .barContent(hasContent ? provided : nil)
    }
  }

  private func reportLanguage(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var language: String?
    var request: Int?
    let stream = try provider(call, peer) { (member, value) throws(JSONError) in
      switch member {
      case "language": language = try value.readOptional()
      case "request": request = try value.readOptional()
      default: break
      }
    }
    try require(.language, of: stream)
    let available = stream.session.seat.configuration.languages.map(\.id)
    if let language, !available.contains(language) {
      throw VarlinkError("io.keyguide.Provider.UnknownLanguage") { writer in
        writer.member("language", language)
        writer.member("available", available)
      }
    }
    let providers = stream.session.providers
    if let request { providers.answer(request, by: stream.id) }
    providers.choose(language, by: stream.id)
    return .reply { _ in }
  }

  private func finish(_ call: VarlinkCall, _ peer: Peer) throws(VarlinkError) -> VarlinkAnswer {
    var request: Int?
    var problem: String?
    let stream = try provider(call, peer) { (member, value) throws(JSONError) in
      switch member {
      case "request": request = try value.readInt()
      case "problem": problem = value.readNull() ? nil : try value.readLabel(atMost: 256)
      default: break
      }
    }
    guard let request else { throw .invalidParameter("request") }
    stream.session.providers.answer(request, problem: problem, by: stream.id)
    return .reply { _ in }
  }

  // MARK: Common to reports

  /// Screens and windows of one report.
  static let mostScreens = 16
  static let mostWindows = 512

  /// Takes a report whose members the closure reads, and what it answers.
  private func take(
    _ call: VarlinkCall, _ peer: Peer, role: ProviderRole,
    read: (String, inout JSONReader) throws(JSONError) -> Void,
    report: () throws(VarlinkError) -> ProviderReport
  ) throws(VarlinkError) -> VarlinkAnswer {
    var request: Int?
    let stream = try provider(call, peer) { (member, value) throws(JSONError) in
      if member == "request" { request = try value.readOptional() } else { try read(member, &value) }
    }
    try require(role, of: stream)
    let providers = stream.session.providers
    providers.report(try report(), by: stream.id, isAnswer: request != nil)
    stream.note(call)
    // What a former process asked is answered, or asked anew.
    if let request, call.resumedAt == nil { providers.answer(request, by: stream.id) }
    return .reply { _ in }
  }

  private func require(_ role: ProviderRole, of stream: ProviderStream) throws(VarlinkError) {
    guard stream.session.providers.board.provider(stream.id)?.registration.roles.contains(role) == true else {
      throw VarlinkError("io.keyguide.Provider.MissingRole") { $0.member("role", role) }
    }
  }

  /// The registration that the call names, if it is the caller's; other parameters go to the closure.
  private func provider(
    _ call: VarlinkCall, _ peer: Peer, _ read: (String, inout JSONReader) throws(JSONError) -> Void
  ) throws(VarlinkError) -> ProviderStream {
    var name: String?
    try call.readParameters { (member, value) throws(JSONError) in
      if member == "provider" { name = try value.readString() } else { try read(member, &value) }
    }
    guard let name else { throw .invalidParameter("provider") }
    guard let id = ProviderID(name: name), let stream = seats.provider(id), stream.belongs(to: peer) else {
      throw VarlinkError("io.keyguide.Provider.UnknownProvider", ("provider", name))
    }
    // One whose session is active no more leaves what it has reported as it is.
    try access.require(.provide, on: stream.session.name, of: peer)
    return stream
  }
}
