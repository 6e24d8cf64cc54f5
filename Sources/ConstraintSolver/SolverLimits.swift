/// How much a solver takes on before it refuses; what is beyond is an error that names the limit.
public struct SolverLimits: Equatable, Sendable {
  /// Variables, and the bound of their identifiers.
  public var variables: Int
  /// Constraints, and the bound of their identifiers.
  public var constraints: Int
  /// Terms of one constraint, as the caller gives them.
  public var terms: Int
  /// Exchanges of the simplex method that one call may need.
  public var pivots: Int
  /// Entries of the tableau that the exchanges of one call may touch; ten million take about a tenth of a second.
  public var work: Int
  /// Entries of the tableau, each of some 24 bytes; for a moment it may have twice as many.
  public var entries: Int

  /// The limits of a large window: 4,096 variables, 8,192 constraints of 64 terms, 20,000 pivots, some seconds, and 400 MB.
  public init(
    variables: Int = 4096, constraints: Int = 8192, terms: Int = 64, pivots: Int = 20_000, work: Int = 1_000_000_000,
    entries: Int = 16_000_000
  ) {
    self.variables = variables
    self.constraints = constraints
    self.terms = terms
    self.pivots = pivots
    self.work = work
    self.entries = entries
  }
}

/// The solver's tolerances, in one place.
enum Tolerance {
  /// How far a required constraint may be off, for values up to a million; also the least contradiction that is one.
  static let violation = 1e-8
  /// The same as a share of the largest value.
  static let relativeViolation = 1e-13
  /// A rate of cost below this is none.
  static let cost = 1e-10
  /// What is left of a difference, as a share of its larger part, when the parts are taken for equal.
  static let cancellation = 1e-12
  /// What is left of an exact value, as a share of the largest, when it is taken for zero.
  static let zero = 0x1p-80
  /// Larger numbers are refused at the door: sums and products of them would lose all sense.
  static let largestNumber = 1e12
}
