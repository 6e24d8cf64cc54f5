import PluginSupport
import TOML

/// The files `bar-items.d/*.toml` of the administrator and of the person; the person's come last, and count more.
struct BarFolder: Equatable {
  let folders: ConfigurationFolders

  /// Reads all files anew, which takes a moment: it is done when buttons are asked for. A file with an error counts for
  /// nothing, and the others do.
  func read() -> (items: BarItems, problems: [SettingsFileError]) {
    var items = BarItems()
    var problems: [SettingsFileError] = []
    for folder in folders.paths.reversed() {
      for path in paths(matching: "\(folder)/bar-items.d/*.toml") {
        do throws(SettingsFileError) {
          guard let document = try ConfigurationFolders.document(at: path) else { continue }
          try located(in: path) { () throws(TOMLError) in try items.add(document) }
        } catch {
          problems.append(error)
        }
      }
    }
    return (items, problems)
  }
}
