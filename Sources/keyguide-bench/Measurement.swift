import CAllocations
import Glibc

/// What one round of some work cost.
struct Measurement {
  /// Microseconds: the median round, and the one that 99 of 100 are faster than.
  var median: Double
  var p99: Double
  /// Allocations of a round, on average.
  var allocations: Double

  /// Measures the work after some rounds that count for nothing; what prepares a round and ends it does not count either.
  init(
    rounds: Int, prepare: (Int) -> Void = { _ in }, finish: (Int) -> Void = { _ in }, _ work: (Int) -> Void
  ) {
    for round in 0..<rounds / 10 {
      prepare(round)
      work(round)
      finish(round)
    }
    var times = [Double](repeating: 0, count: rounds)
    var counted: UInt64 = 0
    for round in 0..<rounds {
      prepare(round)
      let before = allocations_so_far()
      let start = Self.now
      work(round)
      times[round] = Self.now - start
      counted += allocations_so_far() - before
      finish(round)
    }
    allocations = Double(counted) / Double(rounds)
    times.sort()
    median = times[rounds / 2]
    p99 = times[min(rounds - 1, rounds * 99 / 100)]
  }

  /// Microseconds of the monotonic clock.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
