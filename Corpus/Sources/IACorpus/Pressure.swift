/// How hard the keys of one message are hit from its first to its last unit.
enum Pressure: CaseIterable {
  /// Even, with small steps.
  case calm
  /// From quiet to loud.
  case rising
  /// From loud to quiet.
  case fading
  /// Quiet, loud in the middle, quiet.
  case swelling
  /// Each word starts hard and eases off.
  case hammered
  /// All of it as hard as can be.
  case shouted

  /// The intensities of some units.
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
