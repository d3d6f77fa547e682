internal import Foundation

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Tells on standard error what a run measures, because a full run takes the better part of an hour.
///
/// A terminal shows the comparison at work in a line that is overwritten. Elsewhere each suite that took seconds has a
/// line when it ends.
public struct RunProgress {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var suiteStart: ContinuousClock.Instant

  /// Starts the time of the run.
  public init() {
    start = clock.now
    suiteStart = start
  }

  /// Starts the time of a suite.
  public mutating func begin() { suiteStart = clock.now }

  /// Shows the comparison that is measured now.
  public func show(_ comparison: String) {
    guard isTerminal else { return }
    let name = comparison.count > 60 ? comparison.prefix(59) + "…" : comparison[...]
    write("\r\u{1B}[K\(Self.time(clock.now - start))  \(name)")
  }

  /// Tells that a suite ended, and how many figures it found.
  public func end(_ suite: String, figures: Int) {
    if isTerminal { write("\r\u{1B}[K") }
    let time = clock.now - suiteStart
    guard figures > 0, isTerminal || time >= .seconds(5) else { return }
    write("measured \(suite): \(figures) figures in \(Self.time(time))\n")
  }

  /// Returns a time as minutes and seconds.
  static func time(_ duration: Duration) -> String {
    let seconds = duration.components.seconds
    return seconds < 60
      ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60 < 10 ? "0" : "")\(seconds % 60) s"
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
