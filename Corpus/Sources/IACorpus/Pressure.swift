/// A pattern of the pressure of the keys from the first to the last unit of a message.
enum Pressure: CaseIterable {
  /// Constant, with small variations.
  case calm
  /// Increasing.
  case rising
  /// Decreasing.
  case fading
  /// Increasing to the middle, then decreasing.
  case swelling
  /// Decreasing from the start of each word.
  case hammered
  /// Near the maximum.
  case shouted

  /// Returns the intensities of units.
  func intensities(for units: [UInt16], dice: inout SeededGenerator) -> [UInt8] {
    let last = max(units.count - 1, 1)
    var sinceSpace = 0
    return units.indices.map { index in
      sinceSpace = index == 0 || units[index - 1] == 0x20 ? 0 : sinceSpace + 1
      let level =
        switch self {
        case .calm: 38
        case .rising: 15 + 75 * index / last
        case .fading: 90 - 75 * index / last
        case .swelling: 20 + 280 * index * (last - index) / (last * last)
        case .hammered: max(30, 85 - 12 * sinceSpace)
        case .shouted: 98
        }
      return UInt8(max(0, min(100, level + dice.below(7) - 3)))
    }
  }
}
