import Geometry
import Testing

@Suite struct RectangleTests {
  @Test(
    "the intersection is what both cover",
    arguments: [
      (
        Rectangle(x: 0, y: 0, width: 10, height: 10), Rectangle(x: 5, y: 6, width: 10, height: 10),
        Optional(Rectangle(x: 5, y: 6, width: 5, height: 4))
      ),
      (
        Rectangle(x: 0, y: 0, width: 10, height: 10), Rectangle(x: 2, y: 3, width: 4, height: 5),
        Rectangle(x: 2, y: 3, width: 4, height: 5)
      ),
      (Rectangle(x: 0, y: 0, width: 10, height: 10), Rectangle(x: 10, y: 0, width: 5, height: 5), nil),
      (Rectangle(x: 0, y: 0, width: 10, height: 10), Rectangle(x: 2, y: 2, width: 0, height: 5), nil),
    ])
  func intersection(first: Rectangle, second: Rectangle, expected: Rectangle?) {
    #expect(first.intersection(second) == expected)
    #expect(second.intersection(first) == expected)
  }

  @Test("R135 a rectangle without width or height is empty")
  func empty() {
    #expect(Rectangle(x: 5, y: 5, width: 0, height: 5).isEmpty)
    #expect(Rectangle(x: 5, y: 5, width: 5, height: 0).isEmpty)
    #expect(Rectangle(x: 0, y: 0, width: .nan, height: 5).isEmpty)
    #expect(!Rectangle(x: 0, y: 0, width: 1, height: 1).isEmpty)
  }

  @Test("R80 edges have UIKit's raw values")
  func edges() {
    #expect([Edges.top, .leading, .bottom, .trailing].map(\.rawValue) == [1, 2, 4, 8])
    #expect(Edges.all.rawValue == 15)
  }
}
