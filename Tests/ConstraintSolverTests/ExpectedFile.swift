import Foundation
import JSON
import SolverWorkloads
import Testing

/// What is known of one step.
struct Expected {
  var violations: [Int: Double] = [:]
  var values: [Double?] = []
  var isConflict = false
  var nonNegative: [Int] = []
}

/// What a file of workloads says of their steps.
struct ExpectedFile: JSONDecodable {
  /// By case, then step.
  var cases: [[Int: Expected]] = []

  /// The workloads of a file in `Fixtures`, each with what is known of its steps.
  static func fixture(_ name: String) throws -> [(Workload, [Int: Expected])] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name).json")
    let text = [UInt8](try Data(contentsOf: file))
    let workloads = try WorkloadFile(text: text).cases
    var reader = JSONReader(text)
    let expectations = try reader.read(ExpectedFile.self).cases
    try #require(workloads.count == expectations.count && workloads.count > 30)
    return Array(zip(workloads, expectations))
  }

  init(from reader: inout JSONReader) throws(JSONError) {
    var cases: [[Int: Expected]] = []
    try reader.readObject { (name, value) throws(JSONError) in
      guard name == "cases" else { return }
      try value.readArray { (element) throws(JSONError) in
        var steps: [Int: Expected] = [:]
        try element.readObject { (name, value) throws(JSONError) in
          guard name == "expected" else { return }
          try value.readArray { (element) throws(JSONError) in
            let (step, expected) = try Self.readStep(&element)
            steps[step] = expected
          }
        }
        cases.append(steps)
      }
    }
    self.cases = cases
  }

  private static func readStep(_ reader: inout JSONReader) throws(JSONError) -> (Int, Expected) {
    var step = -1
    var expected = Expected()
    try reader.readObject { (name, value) throws(JSONError) in
      switch name {
      case "step": step = try value.readInt()
      case "conflict": expected.isConflict = try value.readBool()
      case "violations":
        try value.readObject { (priority, value) throws(JSONError) in
          expected.violations[Int(priority) ?? 0] = try value.readDouble()
        }
      case "values":
        try value.readArray { (element) throws(JSONError) in
          expected.values.append(try element.readOptional(Double.self))
        }
      default: break
      }
    }
    return (step, expected)
  }
}
