#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The processor that runs a thread.
enum Processor {
  /// Lets another thread that is ready run.
  static func yield() { _ = sched_yield() }
}
