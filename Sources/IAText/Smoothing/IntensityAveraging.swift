/// How the intensities of a unit become one number.
public enum IntensityAveraging: Hashable, Sendable {
  /// Every composed character counts once, however many UTF-16 units it takes; the mean is rounded
  /// to the nearest whole number, halves up.
  case byCharacter
  /// Every UTF-16 unit counts once and the mean is truncated: what the source system does.
  case legacy

  /// Returns the mean of some intensities.
  ///
  /// - Parameters:
  ///   - sum: Their sum.
  ///   - count: How many there are, at least 1.
  func mean(sum: Int, count: Int) -> UInt8 {
    switch self {
    case .byCharacter: UInt8((2 * sum + count) / (2 * count))
    case .legacy: UInt8(sum / count)
    }
  }
}
