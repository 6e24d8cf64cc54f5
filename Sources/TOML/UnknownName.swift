/// What to say of a name that nothing has: the nearest one that there is, or all of them.
public enum UnknownName {
  /// Longer names are cut where they are quoted: a file can have any.
  private static let mostShown = 64

  /// As in `'Polcy' is no key of [Keyboard]; did you mean 'Policy'?`.
  public static func problem(_ name: String, _ what: String, known: [String]) -> String {
    if let nearest = nearest(to: name, of: known) {
      return "'\(shown(name))' is no \(what); did you mean '\(nearest)'?"
    }
    return "'\(shown(name))' is no \(what); there are \(known.joined(separator: ", "))"
  }

  private static func shown(_ name: String) -> String {
    name.count <= mostShown ? name : "\(name.prefix(mostShown))…"
  }

  /// The name that a person can have meant: at most a third of its letters are other ones, whatever their case.
  static func nearest(to name: String, of known: [String]) -> String? {
    guard name.utf8.count <= mostShown else { return nil }
    let distances = known.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, best.name.count / 3) ? best.name : nil
  }

  /// Letters to insert, leave out or change, or neighbours to swap, until one is the other (optimal string alignment).
  static func distance(_ first: String, _ second: String) -> Int {
    let first = Array(first)
    let second = Array(second)
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for row in 0..<first.count {
      var current = [row + 1]
      for column in 0..<second.count {
        let change = last[column] + (first[row] == second[column] ? 0 : 1)
        var least = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
