/// The methods of averaging the intensities of a segment.
public enum IntensityAveraging: Hashable, Sendable {
  /// Each character has the same weight, whatever its number of UTF-16 units; the mean is rounded
  /// to the nearest integer, halves up.
  case byCharacter
  /// Each UTF-16 unit has the same weight and the mean is truncated, as in the source system.
  case legacy

  /// Returns the mean of some intensities.
  ///
  /// - Parameters:
  ///   - sum: The sum of the intensities.
  ///   - count: The number of intensities, at least 1.
  func mean(sum: Int, count: Int) -> UInt8 {
    switch self {
    case .byCharacter: UInt8((2 * sum + count) / (2 * count))
    case .legacy: UInt8(sum / count)
    }
  }
}
