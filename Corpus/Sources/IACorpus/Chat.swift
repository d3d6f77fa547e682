public import IAText

extension CorpusDocument {
  /// Returns a document of messages in one language, one per paragraph, with random intensity
  /// patterns.
  static func chat(_ phrases: Phrases, messages: Int, seed: UInt64) -> IADocument {
    var dice = SeededGenerator(seed: seed)
    var builder = IAStringBuilder()
    for _ in 0..<messages {
      append(phrases.message(&dice), in: phrases.language, to: &builder, dice: &dice)
      builder.endParagraph()
    }
    return IADocument(
      builder.finish(options: DisplayOptions(renderScheme: "WeightScheme", smoothing: .word)),
      metadata: DocumentMetadata(title: "Chat (\(phrases.language))", language: phrases.language))
  }

  /// Returns separate messages that alternate between all languages, as in an archive of messages.
  ///
  /// - Parameters:
  ///   - count: The number of messages.
  ///   - seed: The seed of all random choices.
  public static func messages(count: Int, seed: UInt64) -> [IADocument] {
    var dice = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      let phrases = Phrases.all[index % Phrases.all.count]
      var builder = IAStringBuilder()
      append(phrases.message(&dice), in: phrases.language, to: &builder, dice: &dice)
      return IADocument(
        builder.finish(), metadata: DocumentMetadata(language: phrases.language))
    }
  }

  /// Returns a document of messages with stickers of the pack, some of them adjacent and equal.
  static func stickerChat(messages: Int, seed: UInt64) -> IADocument {
    var dice = SeededGenerator(seed: seed)
    var builder = IAStringBuilder()
    for _ in 0..<messages {
      let phrases = dice.pick(Phrases.all)
      append(phrases.message(&dice), in: phrases.language, to: &builder, dice: &dice)
      let sticker = dice.pick(stickerNames)
      for _ in 0...dice.below(3) {
        builder.append(.sticker(sticker), intensity: UInt8(dice.below(101)))
      }
      if dice.chance(40) { builder.append(.sticker(dice.pick(stickerNames))) }
      builder.append(" " + dice.pick(Phrases.emoji))
      builder.endParagraph()
    }
    return IADocument(builder.finish(), metadata: DocumentMetadata(title: "Stickers"))
  }

  /// The distinct sticker names in `stickers/pack.json`.
  public static let stickerNames = [
    "sun", "moon", "star", "rain", "leaf", "rocket", "猫", "кит", "شاي", "gâteau d’anniversaire",
    "❤️", "boo!",
  ]

  private static func append(
    _ text: String, in language: String, to builder: inout IAStringBuilder,
    dice: inout SeededGenerator
  ) {
    var attributes = InlineAttributes()
    attributes.language = language
    switch dice.below(10) {
    case 0: attributes.bold = true
    case 1: attributes.italic = true
    case 2: attributes.underline = .init()
    default: break
    }
    let units = Array(text.utf16)
    let start = builder.utf16Count
    builder.append(units: units, attributes: builder.intern(attributes))
    let mood = dice.pick(Pressure.allCases)
    builder.setIntensities(mood.intensities(for: units, dice: &dice), at: start)
  }
}
