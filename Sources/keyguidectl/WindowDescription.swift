import KeyguideAPI

/// Says in words what a window was told.
enum WindowDescription {
  static func line(_ reply: LayoutReply) -> String {
    let near = reply.guide.near.map(\.rawValue).joined(separator: ", ")
    var line = "guide \(SeatDescription.rectangle(reply.guide.frame)), near \(near.isEmpty ? "no edge" : near)"
    if !reply.notifications.isEmpty {
      line += "; " + reply.notifications.map(\.rawValue).joined(separator: ", ")
    }
    if let transition = reply.transition, reply.notifications.contains(where: { $0.rawValue.hasPrefix("will") }) {
      line += " in \(transition.duration) s"
    }
    return line
  }
}
