/// What people write to each other in one language, in pieces that fit together in any order.
///
/// All of it was written for this corpus.
struct Phrases: Sendable {
  /// The language as a BCP 47 tag.
  var language: String
  /// Whether words are set apart by spaces.
  var hasSpaces = true
  /// Short pieces a message may start with.
  var openings: [String]
  /// Whole sentences.
  var sentences: [String]
  /// Short pieces a message may end with.
  var closings: [String]

  /// Puts a message together: perhaps an opening, one to three sentences, perhaps a closing.
  func message(_ dice: inout SeededGenerator) -> String {
    var parts: [String] = []
    if dice.chance(45) { parts.append(dice.pick(openings)) }
    for _ in 0...dice.below(3) { parts.append(dice.pick(sentences)) }
    if dice.chance(30) { parts.append(dice.pick(closings)) }
    if dice.chance(15) { parts.append(dice.pick(Self.emoji)) }
    return parts.joined(separator: hasSpaces ? " " : "")
  }

  /// Single emoji of every build: one unit, two units, with a variation selector, a skin tone,
  /// joined families, flags, keycaps.
  static let emoji = [
    "😀", "🎉", "☕️", "❤️", "👍🏽", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇨🇭", "🇯🇵", "4️⃣", "🧑🏿‍🚀", "✍🏻", "🐈‍⬛", "☂", "🫱🏼‍🫲🏾",
    "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  ]
}
