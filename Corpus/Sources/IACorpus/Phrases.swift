/// Phrases of chat messages in one language, which can be combined in any order.
///
/// All phrases were written for this corpus.
struct Phrases: Sendable {
  /// The language as a BCP 47 tag.
  var language: String
  /// Whether spaces separate words.
  var hasSpaces = true
  /// Short phrases with which a message may start.
  var openings: [String]
  /// Whole sentences.
  var sentences: [String]
  /// Short pieces a message may end with.
  var closings: [String]

  /// Returns a message: an optional opening, one to three sentences, an optional closing and an
  /// optional emoji.
  func message(_ dice: inout SeededGenerator) -> String {
    var parts: [String] = []
    if dice.chance(45) { parts.append(dice.pick(openings)) }
    for _ in 0...dice.below(3) { parts.append(dice.pick(sentences)) }
    if dice.chance(30) { parts.append(dice.pick(closings)) }
    if dice.chance(15) { parts.append(dice.pick(Self.emoji)) }
    return parts.joined(separator: hasSpaces ? " " : "")
  }

  /// Single emoji of each kind: one unit, two units, with a variation selector, with a skin tone,
  /// joined sequences, flags, keycaps.
  static let emoji = [
    "😀", "🎉", "☕️", "❤️", "👍🏽", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇨🇭", "🇯🇵", "4️⃣", "🧑🏿‍🚀", "✍🏻", "🐈‍⬛", "☂", "🫱🏼‍🫲🏾",
    "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  ]
}
