#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The processor time of one thread: what other tests do meanwhile does not count.
public enum ThreadClock {
  /// The seconds that the calling thread computes for a body; the least of several runs.
  public static func seconds(runs: Int = 3, _ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<runs {
      let start = now()
      try body()
      least = min(least, now() - start)
    }
    return least
  }

  /// How many times longer the calling thread computes for a large input than for a small one.
  ///
  /// Both run one after the other, again while the ratio is over a bound: a machine has other things to do, and what
  /// it does slows one of the two. The least ratio of eight such pairs is returned.
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

  /// 2.2 times the time for each doubling, three times: what eight times an input may take.
  public static let linearForEight = 2.2 * 2.2 * 2.2

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
