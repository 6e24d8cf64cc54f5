import Geometry
import JSON
import ViewLayout

/// What a window's whole layout costs with the documents of a folder: solved, rounded, and compared.
enum LayoutBenchmark {
  static func run(_ folder: String) throws(BenchmarkError) {
    for path in try jsonFiles(in: folder) {
      do {
        var reader = JSONReader(try bytes(of: path))
        try measure(try LayoutDocument(from: &reader), path)
      } catch {
        throw BenchmarkError(description: "\(path): \(error)")
      }
    }
  }

  private static func measure(_ document: LayoutDocument, _ path: String) throws(LayoutError) {
    let build = Measurement(rounds: 300) { _ in _ = try? WindowLayout(document, in: geometry(0, near: .bottom)) }
    print("\(path), \(document.views.count) views\n  build   \(build.text)")
    var layout = try WindowLayout(document, in: geometry(0, near: .bottom))
    var failure: LayoutError?
    var changed = 0
    func update(_ geometry: LayoutGeometry) {
      do throws(LayoutError) { changed += try layout.update(geometry).count } catch { failure = error }
    }
    let rising = Measurement(rounds: 2000) { update(geometry(Double($0 % 120) * 2.5, near: .bottom)) }
    if let failure { throw failure }
    print("  moves   \(rising.text), \(Measurement.rounded(Double(changed) / 2200)) views changed")
    guard !document.trackedSets.isEmpty else { return }
    let switching = Measurement(rounds: 1000) { update(geometry(100, near: $0 % 2 == 0 ? .bottom : .trailing)) }
    if let failure { throw failure }
    print("  switch  \(switching.text)")
  }

  /// A phone's window, with the keyboard so far out of the bottom edge.
  private static func geometry(_ height: Double, near: Edges) -> LayoutGeometry {
    LayoutGeometry(
      width: 390, height: 844, bottomSafeArea: 34,
      keyboard: Rectangle(x: 0, y: 844 - height, width: 390, height: height),
      near: near, followsUndockedKeyboard: true, scale: 3)
  }
}
