import KeyguideAPI
import KeyguidePlugin
import SwayIPC

/// What the daemon is told of a layout: each whole truth once, and again when it has changed.
struct LayoutReports {
  /// See `SwayOptions`: the compositor does not say which part of what is taken is there for good.
  let bottomBar: Double?
  private var screens: [ScreenReport]?
  private var windows: [WindowReport]?

  init(bottomBar: Double? = nil) {
    self.bottomBar = bottomBar
  }

  /// The reports that differ from what was reported before.
  mutating func update(_ layout: SwayLayout) -> [PluginReport] {
    let newScreens = layout.screens.map { screen in
      ScreenReport(
        name: screen.name, frame: screen.frame, scale: screen.scale, bottomSafeArea: bottomBar, usable: screen.usable)
    }
    let newWindows = layout.windows.map { window in
      WindowReport(
        id: String(window.id), pid: window.processID, application: window.application, screen: window.screen,
        frame: window.frame, focused: window.isFocused)
    }
    var reports: [PluginReport] = []
    // Screens first: windows are on them.
    if newScreens != screens { reports.append(.screens(newScreens)) }
    if newWindows != windows { reports.append(.windows(newWindows)) }
    (screens, windows) = (newScreens, newWindows)
    return reports
  }

  /// All of it anew, for a daemon that knows nothing.
  var all: [PluginReport] {
    [screens.map { .screens($0) }, windows.map { .windows($0) }].compactMap(\.self)
  }
}
