#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Clocks and resources of this process.
package enum ProcessTime {
  /// Nanoseconds of the monotonic clock.
  static var wallNanoseconds: UInt64 { nanoseconds(CLOCK_MONOTONIC) }

  /// Seconds of the monotonic clock.
  package static var wallSeconds: Double { Double(wallNanoseconds) / 1e9 }

  /// The CPU time of this thread in nanoseconds.
  static var threadNanoseconds: UInt64 { nanoseconds(CLOCK_THREAD_CPUTIME_ID) }

  /// Seconds since 1970.
  static var secondsSince1970: Int { Int(nanoseconds(CLOCK_REALTIME) / 1_000_000_000) }

  /// Nanoseconds since 1970.
  static var nanosecondsSince1970: Int { Int(nanoseconds(CLOCK_REALTIME)) }

  /// Milliseconds since 1970.
  static var millisecondsSince1970: Int { Int(nanoseconds(CLOCK_REALTIME) / 1_000_000) }

  /// The peak resident memory of the process in KiB.
  package static var peakKiB: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss >> 10
    #elseif canImport(Musl)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss
    #endif
  }

  /// The identifier of this process.
  static var processID: Int { Int(getpid()) }

  private static func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return UInt64(max(0, time.tv_sec)) * 1_000_000_000 + UInt64(max(0, time.tv_nsec))
  }
}
