#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The scheduling of the processor's threads.
enum Processor {
  /// Yields the processor to another thread that is ready to run.
  static func yield() { _ = sched_yield() }
}
