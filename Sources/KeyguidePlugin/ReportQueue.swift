import JSON
import KeyguideAPI

/// What a plugin reports: the whole truth of its kind, which takes the place of what it has reported before.
public nonisolated enum PluginReport: Equatable, Sendable {
  /// What the on-screen keyboard shows.
  case keyboard(SoftwareKeyboardReport)
  /// All screens; the first one is the seat's main screen.
  case screens([ScreenReport])
  /// All windows.
  case windows([WindowReport])
  /// Buttons for the bar.
  case barContent(BarContentReport)
  /// The language that the person has chosen on the plugin's own keyboard; nil: the choice is taken back.
  case language(String?)

  fileprivate var method: String {
    switch self {
    case .keyboard: "ReportKeyboard"
    case .screens: "ReportScreens"
    case .windows: "ReportWindows"
    case .barContent: "ReportBarContent"
    case .language: "ReportLanguage"
    }
  }
}

/// Calls that wait for the one before to be answered: one report of each kind, and the ends of some requests.
nonisolated struct ReportQueue: Equatable {
  struct Call: Equatable {
    fileprivate enum Content: Equatable {
      case report(PluginReport)
      case finish(problem: String?)
    }

    fileprivate var content: Content
    fileprivate var request: Int?

    var method: String {
      switch content {
      case .report(let report): report.method
      case .finish: "Finish"
      }
    }

    /// Writes the parameters but the provider's name, as members of the object that is being written.
    func encodeMembers(to writer: inout JSONWriter) {
      switch content {
      case .report(.keyboard(let report)): report.encodeMembers(to: &writer)
      case .report(.screens(let screens)): writer.member("screens", screens)
      case .report(.windows(let windows)): writer.member("windows", windows)
      case .report(.barContent(let report)): report.encodeMembers(to: &writer)
      case .report(.language(let language)): writer.member("language", language)
      case .finish(let problem): writer.member("problem", problem)
      }
      writer.member("request", request)
    }
  }

  /// Ends of requests that wait; more than a daemon can have open, so that one too many is an old one.
  private static let mostFinishes = 16

  private var waiting: [Call] = []
  private var isBusy = false

  mutating func add(_ report: PluginReport, answering request: Int?) {
    let call = Call(content: .report(report), request: request)
    guard let index = waiting.firstIndex(where: { $0.method == report.method }) else { return waiting.append(call) }
    let former = waiting[index].request
    waiting[index] = call
    // What the former one would have answered is answered all the same.
    if let former, former != request { finish(former, problem: nil) }
  }

  mutating func finish(_ request: Int, problem: String?) {
    waiting.removeAll { $0.method == "Finish" && $0.request == request }
    waiting.append(Call(content: .finish(problem: problem), request: request))
    let finishes = waiting.indices.filter { waiting[$0].method == "Finish" }
    if finishes.count > Self.mostFinishes { waiting.remove(at: finishes[0]) }
  }

  /// The call to send now; nil while one is not answered yet, or when there is none.
  mutating func next() -> Call? {
    guard !isBusy, !waiting.isEmpty else { return nil }
    isBusy = true
    return waiting.removeFirst()
  }

  /// The call is answered.
  mutating func hasSent() {
    isBusy = false
  }
}
