private import Foundation

/// The number of random inputs of a test.
public enum RandomInputs {
  private static let triesAll = ProcessInfo.processInfo.environment["IA_LONG_TESTS"] == "1"

  /// Returns the number of inputs for this run: all with `IA_LONG_TESTS=1` (`Scripts/test --long`),
  /// otherwise a quarter, but at least one.
  public static func count(ofAll count: Int) -> Int { triesAll ? count : max(count / 4, 1) }
}
