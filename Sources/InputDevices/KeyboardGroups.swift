import KeyboardGuide

/// Which nodes make up which hardware keyboards, and what that means for the seats.
///
/// A composite device brings several nodes; its seat sees one keyboard, from the first node to the last.
struct KeyboardGroups {
  private struct Node {
    var seat: String
    var keyboard: KeyboardID
    /// Whether the node makes the keyboard present; a further node of it does not.
    var counts: Bool
    var held = Modifiers()
  }

  private var nodes: [String: Node] = [:]

  /// Adds a node, named by its syspath, to the keyboard that it is part of; a known node is left alone.
  ///
  /// A node that does not count tells of modifiers only while one that counts is there.
  mutating func add(
    node: String, of keyboard: KeyboardID, seat: String, counts: Bool = true
  ) -> [DeviceChange] {
    guard nodes[node] == nil else { return [] }
    let isFirst = counts && !isPresent(keyboard, seat: seat)
    nodes[node] = Node(seat: seat, keyboard: keyboard, counts: counts)
    return isFirst ? [DeviceChange(seat: seat, input: .keyboardAttached(keyboard))] : []
  }

  /// Says what is held on one node now; nothing follows when the keyboard as a whole holds the same as before.
  mutating func hold(_ modifiers: Modifiers, on node: String) -> [DeviceChange] {
    guard let former = nodes[node] else { return [] }
    let before = held(on: former.keyboard, seat: former.seat)
    nodes[node]?.held = modifiers
    let after = held(on: former.keyboard, seat: former.seat)
    guard before != after else { return [] }
    return [DeviceChange(seat: former.seat, input: .modifiersHeld(after, on: former.keyboard))]
  }

  /// Removes a node; what was held on it is released, and the keyboard goes with its last node.
  mutating func remove(node: String) -> [DeviceChange] {
    guard let former = nodes[node] else { return [] }
    let released = hold([], on: node)
    nodes[node] = nil
    if !former.counts || isPresent(former.keyboard, seat: former.seat) { return released }
    return [DeviceChange(seat: former.seat, input: .keyboardDetached(former.keyboard))]
  }

  private func isPresent(_ keyboard: KeyboardID, seat: String) -> Bool {
    nodes.values.contains { $0.counts && $0.seat == seat && $0.keyboard == keyboard }
  }

  private func held(on keyboard: KeyboardID, seat: String) -> Modifiers {
    nodes.values.reduce(into: Modifiers()) { held, node in
      if node.seat == seat, node.keyboard == keyboard { held.formUnion(node.held) }
    }
  }
}
