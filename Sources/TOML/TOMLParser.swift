import CToml

extension TOMLValue {
  /// Parses a document with toml++; the result is a table. Its keys come in alphabetical order.
  public init(parsing text: [UInt8]) throws(TOMLError) {
    let builder = Builder()
    var error = ctoml_error()
    let succeeded = text.withUnsafeBytes { bytes in
      ctoml_parse(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, &error,
        { node, context in
          guard let node, let context else { return }
          Unmanaged<Builder>.fromOpaque(context).takeUnretainedValue().visit(node.pointee)
        }, Unmanaged.passUnretained(builder).toOpaque())
    }
    guard succeeded == 1 else {
      let message = withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      throw TOMLError(message, at: TOMLPlace(line: Int(error.line), column: Int(error.column)))
    }
    self = builder.finish()
  }

  /// Puts the nodes of the walk together: parents come before their children.
  private final class Builder {
    private struct Open {
      var depth: Int
      var key: String?
      var keyPlace: TOMLPlace
      var value: TOMLValue
    }

    /// The path from the document to where the walk is.
    private var path: [Open] = []

    func visit(_ node: ctoml_node) {
      close(to: Int(node.depth))
      let place = TOMLPlace(line: Int(node.line), column: Int(node.column))
      let key = node.key.map { Self.string($0, node.key_length) }
      path.append(
        Open(
          depth: Int(node.depth), key: key,
          keyPlace: TOMLPlace(line: Int(node.key_line), column: Int(node.key_column)),
          value: TOMLValue(content: Self.content(node), place: place)))
    }

    func finish() -> TOMLValue {
      close(to: 1)
      return path.first?.value ?? TOMLValue(content: .table([]), place: TOMLPlace(line: 1, column: 1))
    }

    /// Hands every value at this depth and below to its parent.
    private func close(to depth: Int) {
      while let last = path.last, last.depth >= depth, path.count > 1 {
        path.removeLast()
        switch path[path.count - 1].value.content {
        case .table(let members):
          let member = Member(key: last.key ?? "", place: last.keyPlace, value: last.value)
          path[path.count - 1].value.content = .table(members + [member])
        case .array(let elements):
          path[path.count - 1].value.content = .array(elements + [last.value])
        default: break
        }
      }
    }

    private static func content(_ node: ctoml_node) -> Content {
      switch node.kind {
      case CTOML_TABLE: .table([])
      case CTOML_ARRAY: .array([])
      case CTOML_STRING: .string(node.text.map { string($0, node.text_length) } ?? "")
      case CTOML_INTEGER: .integer(Int(node.integer))
      case CTOML_FLOAT: .float(node.number)
      case CTOML_BOOLEAN: .boolean(node.boolean != 0)
      default: .date
      }
    }

    private static func string(_ text: UnsafePointer<CChar>, _ length: Int) -> String {
      String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)
    }
  }
}
