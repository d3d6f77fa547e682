extension CorpusDocument {
  /// Returns chat text with stickers in the form `[name]`, as a server receives it.
  ///
  /// - Parameters:
  ///   - lines: The number of messages, one per line.
  ///   - density: The probability in per cent, below 100, of a sticker after each word and each
  ///     sticker.
  ///   - seed: The seed of all random choices.
  public static func stickerText(lines: Int, density: Int, seed: UInt64) -> String {
    var dice = SeededGenerator(seed: seed)
    var text = ""
    for _ in 0..<lines {
      let phrases = dice.pick(Phrases.all)
      for word in phrases.message(&dice).split(separator: " ") {
        text += word
        while dice.chance(density) { text += "[\(dice.pick(stickerNames))]" }
        text += " "
      }
      if dice.chance(10) {
        text += dice.pick(["[not a sticker]", "\\[sun]", "[sun", "a[0] = b[1]"])
      }
      text += "\n"
    }
    return text
  }
}
