private import Foundation

/// The number of random inputs that tests try.
public enum RandomInputs {
  private static let triesAll = ProcessInfo.processInfo.environment["IA_LONG_TESTS"] == "1"

  /// Returns the number of inputs of this run: all with `IA_LONG_TESTS=1` (`Scripts/test --long`), otherwise a quarter,
  /// at least one.
  public static func count(ofAll count: Int) -> Int { triesAll ? count : max(count / 4, 1) }
}
