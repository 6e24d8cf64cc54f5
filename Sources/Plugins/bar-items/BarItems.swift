import KeyguideAPI
import PluginSupport
import TOML

/// Buttons of the shortcut bar, and for what they are.
struct BarEntry: Equatable {
  /// The application id; nil: any.
  var application: String?
  /// A language tag, which stands for its variants too, as "de" for "de-CH"; nil: any.
  var language: String?
  var content: BarContentReport.Content

  /// Whether the buttons are for this; what is not known is matched by entries for any alone.
  func matches(application: String?, language: String?) -> Bool {
    (self.application == nil || self.application == application) && (self.language == nil || isOf(language))
  }

  /// An application counts more than a language, and a longer tag more than a shorter one.
  var rank: (Int, Int) { (application == nil ? 0 : 1, language?.utf8.count ?? 0) }

  private func isOf(_ other: String?) -> Bool {
    guard let language = language?.lowercased(), let other = other?.lowercased() else { return false }
    return other == language || other.hasPrefix(language + "-")
  }
}

/// The buttons of a folder's files: of all entries that fit, the one that says most; of equals, the last.
struct BarItems: Equatable {
  /// Of all files together.
  static let mostEntries = 1000

  var entries: [BarEntry] = []

  func content(application: String?, language: String?) -> BarContentReport.Content? {
    let fitting = entries.filter { $0.matches(application: application, language: language) }
    // `max` takes the first of equals.
    return fitting.reversed().max { $0.rank < $1.rank }?.content
  }

  /// Adds the entries of one document, all or none.
  mutating func add(_ document: TOMLValue) throws(TOMLError) {
    var added: [BarEntry] = []
    for member in try document.table("the file") {
      guard member.key == "bar" else {
        throw TOMLError(UnknownName.problem(member.key, "key here", known: ["bar"]), at: member.place)
      }
      for value in try member.value.array("'bar' is written [[bar]], once for each entry: it") {
        added.append(try BarEntry(value))
      }
    }
    guard entries.count + added.count <= Self.mostEntries else {
      throw TOMLError("there are more than \(Self.mostEntries) entries in all files together", at: document.place)
    }
    entries += added
  }
}
