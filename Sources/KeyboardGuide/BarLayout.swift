/// The full shortcut bar, laid out: which buttons there are, and where (R40, R283, R284, R288, R289).
public struct BarLayout: Equatable, Sendable {
  /// Where in the bar a button comes from.
  public enum Section: String, CaseIterable, Sendable {
    /// Buttons that every text view has, as undo and paste (R282).
    case system
    /// The application's, before and after the suggestions.
    case leading, trailing
  }

  /// A button in its place.
  public struct Button: Equatable, Sendable {
    public var item: BarItem
    public var section: Section
    /// Distance from the bar's left edge, and width, in points.
    public var x: Double
    public var width: Double
    /// Whether it stands for a group that has collapsed to it.
    public var isRepresentative: Bool
  }

  /// Of the whole bar, in points.
  public private(set) var width = 0.0
  /// From the leading to the trailing end.
  public private(set) var buttons: [Button] = []

  /// A group, and how much of it is shown.
  private struct Block {
    var section: Section
    var group: BarGroup
    var isCollapsed = false

    var items: [BarItem] { isCollapsed ? group.representative.map { [$0] } ?? [] : group.items }
  }

  /// Lays out a bar; nil when there is nothing to show, so that there is none (R287).
  ///
  /// Where room is short, groups collapse to their representatives, the last one first; then the suggestions give way;
  /// then whole groups go, the last one first.
  init?(
    _ content: BarContent?, configuration: SeatConfiguration, language: Language?, available: Double,
    isRightToLeft: Bool
  ) {
    var blocks: [Block] = []
    if !configuration.systemItems.isEmpty {
      blocks.append(Block(section: .system, group: BarGroup(items: configuration.systemItems)))
    }
    blocks += (content?.leading ?? []).map { Block(section: .leading, group: $0) }
    blocks += (content?.trailing ?? []).map { Block(section: .trailing, group: $0) }
    var suggestions = language?.suggestionsWidth ?? configuration.suggestionsWidth
    guard !blocks.isEmpty || suggestions > 0 else { return nil }

    let metrics = Metrics(configuration: configuration)
    func needed() -> Double { metrics.width(blocks.map(\.items), suggestions) }
    for index in blocks.indices.reversed() where needed() > available {
      blocks[index].isCollapsed = metrics.canCollapse(blocks[index].group)
    }
    suggestions -= min(suggestions, max(0, needed() - available))
    while needed() > available, !blocks.isEmpty { blocks.removeLast() }

    width = min(needed(), available)
    place(blocks, suggestions, metrics)
    if isRightToLeft {
      for index in buttons.indices { buttons[index].x = width - buttons[index].x - buttons[index].width }
    }
  }

  private mutating func place(_ blocks: [Block], _ suggestions: Double, _ metrics: Metrics) {
    var x = metrics.spacing
    for block in blocks where block.section != .trailing { place(block, &x, metrics) }
    if suggestions > 0 { x += suggestions + metrics.spacing }
    for block in blocks where block.section == .trailing { place(block, &x, metrics) }
  }

  private mutating func place(_ block: Block, _ x: inout Double, _ metrics: Metrics) {
    for item in block.items {
      let width = metrics.width(of: item)
      buttons.append(
        Button(item: item, section: block.section, x: x, width: width, isRepresentative: block.isCollapsed))
      x += width
    }
    x += metrics.spacing
  }
}

/// How wide the parts of a bar are.
private struct Metrics {
  let itemWidth: Double
  /// Around every group and the suggestions.
  let spacing: Double

  init(configuration: SeatConfiguration) {
    itemWidth = configuration.barItemWidth
    spacing = configuration.barSpacing
  }

  func width(of item: BarItem) -> Double { item.width ?? itemWidth }

  /// Whether the group is narrower as its representative.
  func canCollapse(_ group: BarGroup) -> Bool {
    guard let representative = group.representative else { return false }
    return width(of: representative) < group.items.reduce(0) { $0 + width(of: $1) }
  }

  func width(_ groups: [[BarItem]], _ suggestions: Double) -> Double {
    let parts = groups.count + (suggestions > 0 ? 1 : 0)
    let items = groups.joined().reduce(0) { $0 + width(of: $1) }
    return Double(parts + 1) * spacing + items + suggestions
  }
}
