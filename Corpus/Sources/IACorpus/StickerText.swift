extension CorpusDocument {
  /// Chat text in which stickers stand as `[name]`, as a server would see it.
  ///
  /// - Parameters:
  ///   - lines: How many messages, one a line.
  ///   - density: How many of a hundred places between words have a sticker.
  ///   - seed: The seed of all choices.
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
