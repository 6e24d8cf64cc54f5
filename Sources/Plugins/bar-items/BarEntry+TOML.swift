import KeyguideAPI
import PluginSupport
import TOML

extension BarEntry {
  /// As the daemon has them: groups on a side, buttons in a group, bytes of an id, a title or a name.
  static let mostGroups = 16
  static let mostItems = 16
  static let mostText = 128

  private static let keys = ["application", "language", "allows-hiding", "leading", "trailing"]

  /// Reads one `[[bar]]`.
  init(_ value: TOMLValue) throws(TOMLError) {
    self.init(content: BarContentReport.Content())
    for member in try value.table("a 'bar'") {
      switch member.key {
      case "application": application = try Self.text(member)
      case "language": language = try Self.text(member)
      case "allows-hiding": content.allowsHiding = try member.value.boolean("'allows-hiding'")
      case "leading": content.leading = try Self.groups(member)
      case "trailing": content.trailing = try Self.groups(member)
      default: throw TOMLError(UnknownName.problem(member.key, "key here", known: Self.keys), at: member.place)
      }
    }
  }

  private static func groups(_ member: TOMLValue.Member) throws(TOMLError) -> [BarContentReport.Group] {
    let values = try member.value.array("'\(member.key)'")
    guard values.count <= mostGroups else {
      throw TOMLError("'\(member.key)' has \(values.count) groups; \(mostGroups) are the most", at: member.place)
    }
    var groups: [BarContentReport.Group] = []
    for value in values { groups.append(try group(value)) }
    return groups
  }

  private static func group(_ value: TOMLValue) throws(TOMLError) -> BarContentReport.Group {
    var group = BarContentReport.Group(items: [])
    for member in try value.table("a group") {
      switch member.key {
      case "items":
        for item in try member.value.array("'items'") { group.items.append(try Self.item(item)) }
      case "representative": group.representative = try item(member.value)
      default:
        throw TOMLError(
          UnknownName.problem(member.key, "key here", known: ["items", "representative"]), at: member.place)
      }
    }
    guard (1...mostItems).contains(group.items.count) else {
      throw TOMLError("a group needs 1 to \(mostItems) 'items', and has \(group.items.count)", at: value.place)
    }
    if let id = group.representative?.id, group.items.contains(where: { $0.id == id }) {
      throw TOMLError("the 'representative' must be none of the group's items, and '\(id)' is one", at: value.place)
    }
    return group
  }

  private static func item(_ value: TOMLValue) throws(TOMLError) -> BarContentReport.Item {
    var item = BarContentReport.Item(id: "")
    for member in try value.table("an item") {
      switch member.key {
      case "id": item.id = try text(member)
      case "title": item.title = try text(member)
      case "width": item.width = try member.value.number("'width'", in: 1...10_000)
      default:
        throw TOMLError(UnknownName.problem(member.key, "key here", known: ["id", "title", "width"]), at: member.place)
      }
    }
    guard !item.id.isEmpty else { throw TOMLError("an item needs an 'id'", at: value.place) }
    return item
  }

  private static func text(_ member: TOMLValue.Member) throws(TOMLError) -> String {
    let text = try member.value.string("'\(member.key)'")
    guard (1...mostText).contains(text.utf8.count) else {
      throw TOMLError("'\(member.key)' must have 1 to \(mostText) bytes", at: member.value.place)
    }
    return text
  }
}
