#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
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

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
