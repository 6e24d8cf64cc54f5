import KeyboardGuide

/// Numbers instead of names: serial numbers, and the names of text views, documents, buttons and applications, are nobody's
/// business.
struct RecordedNames {
  private var devices: [DeviceID: DeviceID] = [:]
  private var contexts: [String: String] = [:]
  private var applications: [String: String] = [:]
  private var lastView: String?
  private var viewNumber = 0

  mutating func replace(in input: SeatInput) -> SeatInput {
    switch input {
    case .deviceChanged(let id, let device):
      let name = name(of: id)
      if device == nil { devices[id] = nil }
      return .deviceChanged(name, device)
    case .modifiersHeld(let held, let id): return .modifiersHeld(held, on: name(of: id))
    case .typed(let id): return .typed(on: name(of: id))
    case .performed(let action, let id): return .performed(action, on: id.map { name(of: $0) })
    case .languageChosen(let language, let context):
      return .languageChosen(language, context: context.map { name(of: $0) })
    case .windowOpened(let id, let window, let view):
      return .windowOpened(id, unnamed(window), focus: view.map { renamed($0) })
    case .windowChanged(let id, let window): return .windowChanged(id, unnamed(window))
    case .windowPlaced(let id, var place):
      if let application = place?.application { place?.application = name(ofApplication: application) }
      return .windowPlaced(id, place)
    case .barContentProvided(var provided):
      if let application = provided?.application { provided?.application = name(ofApplication: application) }
      if let content = provided?.content { provided?.content = unnamed(content) }
      return .barContentProvided(provided)
    case .focused(let id, let view): return .focused(window: id, view: view.map { renamed($0) })
    default: return input
    }
  }

  private mutating func name(of id: DeviceID) -> DeviceID {
    if let known = devices[id] { return known }
    // The lowest number that is free, so that names do not run away while devices come and go.
    let taken = Set(devices.values)
    let free = (1...).lazy.map { DeviceID("d\($0)") }.first { !taken.contains($0) } ?? id
    devices[id] = free
    return free
  }

  /// Contexts that a recording tells apart; the seat remembers fewer, so that more make no difference.
  private static let mostContexts = 1024

  private mutating func name(of context: String) -> String {
    if let known = contexts[context] { return known }
    guard contexts.count < Self.mostContexts else { return "c0" }
    let name = "c\(contexts.count + 1)"
    contexts[context] = name
    return name
  }

  private mutating func name(ofApplication application: String) -> String {
    if let known = applications[application] { return known }
    guard applications.count < Self.mostContexts else { return "a0" }
    let name = "a\(applications.count + 1)"
    applications[application] = name
    return name
  }

  /// Another name than before where the view is another one; which one it is, nobody needs.
  private mutating func renamed(_ view: TextView) -> TextView {
    if view.name != lastView { viewNumber += 1 }
    lastView = view.name
    return TextView("v\(viewNumber)", context: view.context.map { name(of: $0) })
  }

  private mutating func unnamed(_ window: Window) -> Window {
    var window = window
    if let application = window.application { window.application = name(ofApplication: application) }
    window.barContent = unnamed(window.barContent)
    return window
  }

  /// The content with numbers on its buttons, which are as wide as before.
  private func unnamed(_ content: BarContent) -> BarContent {
    var content = content
    var number = 0
    func replace(_ item: inout BarItem) {
      number += 1
      item = BarItem(id: "b\(number)", title: "b\(number)", width: item.width)
    }
    func replace(_ groups: inout [BarGroup]) {
      for index in groups.indices {
        for item in groups[index].items.indices { replace(&groups[index].items[item]) }
        if var representative = groups[index].representative {
          replace(&representative)
          groups[index].representative = representative
        }
      }
    }
    replace(&content.leading)
    replace(&content.trailing)
    return content
  }
}
