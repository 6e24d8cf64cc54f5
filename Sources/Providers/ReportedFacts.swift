import KeyboardGuide
import KeyguideAPI

/// One report of a provider: the whole truth of its kind.
public enum ProviderReport: Equatable, Sendable {
  case keyboard(SoftwareKeyboardReport)
  case screens([ScreenReport])
  case windows([WindowReport])
  /// nil: there is no content.
  case barContent(ProvidedBarContent?)

  /// The role that it needs.
  public var role: ProviderRole {
    switch self {
    case .keyboard: .softwareKeyboard
    case .screens, .windows: .compositor
    case .barContent: .barContent
    }
  }
}

/// What one provider has reported, the newest of each kind.
public struct ReportedFacts: Equatable, Sendable {
  public var keyboard: SoftwareKeyboardReport?
  public var screens: [ScreenReport] = []
  public var windows: [WindowReport] = []
  public var barContent: ProvidedBarContent?

  public init() {}

  mutating func take(_ report: ProviderReport) {
    switch report {
    case .keyboard(let keyboard): self.keyboard = keyboard
    case .screens(let screens): self.screens = screens
    case .windows(let windows): self.windows = windows
    case .barContent(let content): barContent = content
    }
  }
}
