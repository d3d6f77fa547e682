public import IAText

/// Makes documents at random that use everything the model has.
///
/// The same seed gives the same document on every machine. What a format cannot hold can be
/// switched off. Print the seed where a test fails.
public struct RandomDocument {
  /// Whether surrogates without their other half occur in the text.
  public var hasLoneSurrogates = true
  /// Whether control characters occur in the text, U+0000 included; tabs and line ends always do.
  public var hasControls = true
  /// Whether attachments occur.
  public var hasAttachments = true
  /// Whether paragraphs stand in blocks.
  public var hasBlocks = true
  /// Whether inline and paragraph attributes occur.
  public var hasAttributes = true
  /// The largest number of paragraphs; small numbers are the more frequent.
  public var maximumParagraphs = 12

  var random: SeededGenerator
  var nextBlockID = 1
  var path: [Block] = []

  /// Starts a sequence of documents.
  public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Makes the next document; one in sixteen is empty.
  public mutating func next() -> IADocument {
    var document = IADocument()
    var builder = IAStringBuilder()
    nextBlockID = 1
    path = []
    if !chance(16) {
      let count = 1 + random.below(1 + random.below(maximumParagraphs))
      for index in 0..<count {
        addRuns(to: &builder, in: &document)
        let terminated = index + 1 < count || chance(2)
        builder.endParagraph(paragraphAttributes(), terminated: terminated)
      }
    }
    document.string = builder.finish(options: options())
    addIntensities(to: &document.string)
    addBookmarks(to: &document.string)
    document.metadata = metadata()
    return document
  }

  private mutating func addRuns(to builder: inout IAStringBuilder, in document: inout IADocument) {
    for _ in 0..<random.below(5) {
      let attributes = builder.intern(hasAttributes ? inlineAttributes() : InlineAttributes())
      let intensity = UInt8(random.below(101))
      if hasAttachments, chance(6) {
        let attachment = attachment(in: &document)
        // Equal neighbours are two attachments.
        for _ in 0...random.below(2) {
          builder.append(attachment, intensity: intensity, attributes: attributes)
        }
      } else {
        builder.append(units: units(), intensity: intensity, attributes: attributes)
      }
    }
  }

  private mutating func addIntensities(to string: inout IAString) {
    guard !string.isEmpty, chance(2) else { return }
    let start = random.below(string.utf16Count)
    let count = random.below(string.utf16Count - start + 1)
    let levels = (0..<count).map { _ in UInt8(random.below(101)) }
    string.setIntensities(levels, at: start)
  }

  private mutating func addBookmarks(to string: inout IAString) {
    for index in 0..<random.below(3) {
      string.setBookmark("place \(index) \(word())", at: random.below(string.utf16Count + 1))
    }
  }
}

extension RandomDocument {
  /// Whether something happens that happens once in so many times.
  mutating func chance(_ count: Int) -> Bool { random.below(count) == 0 }

  /// One of some values.
  mutating func one<Value>(of values: [Value]) -> Value { values[random.below(values.count)] }

  /// A value once in so many times.
  mutating func maybe<Value>(_ count: Int, _ make: (inout Self) -> Value) -> Value? {
    chance(count) ? make(&self) : nil
  }

  /// A length in points, whole or not, negative too.
  mutating func length() -> Double {
    Double(random.below(4000) - 1000) / one(of: [1, 2, 4, 10, 7])
  }

  /// A length in points above 0.
  mutating func size() -> Double { Double(1 + random.below(2000)) / one(of: [1, 2, 10]) }

  mutating func color() -> Color {
    var color = Color(UInt32(random.below(1 << 24)))
    if chance(4) { color.alpha = UInt8(random.below(256)) }
    return color
  }

  /// A word or a few: letters of many scripts, marks, quotes, backslashes, spaces.
  mutating func word() -> String {
    one(of: Self.words)
  }

  /// UTF-16 units without a line feed.
  mutating func units() -> [UInt16] {
    var units: [UInt16] = []
    for _ in 0...random.below(6) {
      switch random.below(8) {
      case 0: units += Array(one(of: Self.oddities).utf16)
      case 1 where hasLoneSurrogates: units.append(UInt16(0xD800 + random.below(0x800)))
      case 2 where hasControls: units.append(one(of: [0, 1, 7, 0x0C, 0x0D, 0x1B, 0x7F, 0x85]))
      default: units += Array(word().utf16) + [0x20]
      }
    }
    return units
  }

  mutating func tags() -> [InlineAttributes.Tag] {
    var names = Set(
      (0..<random.below(3)).map { _ in one(of: ["html.kbd", "rtf.x", "z", "a \"b\""]) })
    if chance(3) { names.insert("") }
    return names.sorted().map { InlineAttributes.Tag($0, word()) }
  }

  private static let words = [
    "a", "word", "Intensity", "two words", "don't", "\"quoted\"", "back\\slash", "<b>&amp;",
    "*stars*", "[doge]", "{\\rtf", "100%", "Grüße", "naïve", "Ωμέγα", "привет", "日本語",
    "한국어", "שלום", "مرحبا", "ไทย", "ẞ", "🎉", "👨‍👩‍👧‍👦", "🇩🇪", "e\u{301}", "fi", "…", "",
  ]

  private static let oddities = [
    "\u{202E}", "\u{2066}isolate\u{2069}", "\u{200F}", "\u{FEFF}", "\u{200D}", "\u{00AD}",
    "\u{2028}", "\u{2029}", "\u{A0}", "\t", "\u{FFFC}", "\u{FFFD}", "\u{FFFF}", "\u{E000}",
    "\u{10FFFF}", "\u{FE0F}", "\u{301}", "\u{3000}", "𐍈",
  ]
}
