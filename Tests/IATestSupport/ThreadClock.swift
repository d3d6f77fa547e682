#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The processor time of one thread, which does not include the work of other tests.
public enum ThreadClock {
  /// Returns the processor time of a closure in seconds: the minimum of several runs.
  public static func seconds(runs: Int = 3, _ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<runs {
      let start = now()
      try body()
      least = min(least, now() - start)
    }
    return least
  }

  /// Returns the ratio of the processor times of a large and a small input.
  ///
  /// Both are measured in turn, up to eight times while the ratio exceeds `bound`, because other
  /// work of the machine can slow down one of them. The result is the smallest ratio.
  public static func ratio(
    upTo bound: Double, small: () throws -> Void, large: () throws -> Void
  ) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<8 where least > bound {
      let before = try seconds(runs: 1, small)
      least = min(least, try seconds(runs: 1, large) / before)
    }
    return least
  }

  /// The allowed ratio for eight times the input: 2.2 for each of three doublings.
  public static let linearForEight = 2.2 * 2.2 * 2.2

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
