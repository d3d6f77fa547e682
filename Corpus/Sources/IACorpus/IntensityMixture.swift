/// Simulated intensities of typed text, for text that has none.
///
/// Each message is of one of four kinds, with the shares that Specs/benchmarks.md assumes: 35 % raw
/// (a value for each unit, correlated with the previous one), 30 % averaged by word, 15 % constant
/// with some emphasised words, 20 % constant.
public struct IntensityMixture: Sendable {
  /// One of the four kinds.
  public enum Kind: Hashable, Sendable, CaseIterable { case raw, byWord, emphasised, constant }

  private var dice: SeededGenerator

  /// Creates a generator for a sequence of messages.
  public init(seed: UInt64) { dice = SeededGenerator(seed: seed) }

  /// Returns the randomly chosen kind of the next message.
  public mutating func kind() -> Kind {
    switch dice.below(100) {
    case 0..<35: .raw
    case 35..<65: .byWord
    case 65..<80: .emphasised
    default: .constant
    }
  }

  /// Returns the intensities of the next message, of a randomly chosen kind.
  public mutating func intensities(for units: [UInt16]) -> [UInt8] {
    let kind = kind()
    return intensities(for: units, kind: kind)
  }

  /// Returns the intensities of the next message, of a given kind.
  public mutating func intensities(for units: [UInt16], kind: Kind) -> [UInt8] {
    let level = dice.normal(mean: 45, deviation: 8)
    switch kind {
    case .constant: return [UInt8](repeating: Self.clamped(level), count: units.count)
    case .emphasised: return emphasised(units, level: level)
    case .raw: return raw(units, level: level)
    case .byWord: return averagedByWord(units, raw(units, level: level))
    }
  }

  /// Returns a value for each unit by a first-order autoregression with factor 0.75; one word in
  /// eight is emphasised.
  private mutating func raw(_ units: [UInt16], level: Double) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(units.count)
    var drift = 0.0
    var force = 0.0
    for (index, unit) in units.enumerated() {
      if index == 0 || Self.isSpace(units[index - 1]), !Self.isSpace(unit) {
        force = dice.chance(12) ? dice.normal(mean: 25, deviation: 10) : 0
      }
      drift = 0.75 * drift + dice.normal(mean: 0, deviation: 7)
      result.append(Self.clamped(level + drift + force))
    }
    return result
  }

  private mutating func emphasised(_ units: [UInt16], level: Double) -> [UInt8] {
    var result = [UInt8](repeating: Self.clamped(level), count: units.count)
    for word in Self.words(of: units) where dice.chance(6) {
      let stressed = Self.clamped(level + 30)
      for index in word { result[index] = stressed }
    }
    return result
  }

  private func averagedByWord(_ units: [UInt16], _ raw: [UInt8]) -> [UInt8] {
    var result = raw
    for word in Self.words(of: units) {
      let sum = raw[word].reduce(0) { $0 + Int($1) }
      let mean = UInt8(sum / word.count)
      for index in word { result[index] = mean }
    }
    return result
  }

  /// Returns the ranges of words with the spaces after them, which cover all units.
  private static func words(of units: [UInt16]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start = 0
    for index in units.indices.dropFirst()
    where isSpace(units[index - 1]) && !isSpace(units[index]) {
      words.append(start..<index)
      start = index
    }
    if start < units.count { words.append(start..<units.count) }
    return words
  }

  private static func isSpace(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x0A }

  private static func clamped(_ level: Double) -> UInt8 {
    UInt8(max(0, min(100, level.rounded())))
  }
}
