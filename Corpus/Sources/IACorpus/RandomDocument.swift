public import IAText

/// Generates random documents that use all features of the model.
///
/// The same seed gives the same documents on every machine. Features that a format does not support
/// can be disabled. Tests should print the seed on failure.
public struct RandomDocument {
  /// Whether the text contains lone surrogates.
  public var hasLoneSurrogates = true
  /// Whether the text contains control characters, including U+0000; tabs and line ends always
  /// occur.
  public var hasControls = true
  /// Whether the document contains attachments.
  public var hasAttachments = true
  /// Whether paragraphs are in blocks.
  public var hasBlocks = true
  /// Whether text and paragraphs have attributes.
  public var hasAttributes = true
  /// The maximum number of paragraphs; small numbers are more frequent.
  public var maximumParagraphs = 12

  var random: SeededGenerator
  var nextBlockID = 1
  var path: [Block] = []

  /// Creates a generator for a sequence of documents.
  public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns the next document; one in sixteen is empty.
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
        // Equal adjacent attachments remain two attachments.
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
  /// Returns `true` with a probability of 1/`count`.
  mutating func chance(_ count: Int) -> Bool { random.below(count) == 0 }

  /// Returns a randomly chosen value.
  mutating func one<Value>(of values: [Value]) -> Value { values[random.below(values.count)] }

  /// Returns a value with a probability of 1/`count`, otherwise `nil`.
  mutating func maybe<Value>(_ count: Int, _ make: (inout Self) -> Value) -> Value? {
    chance(count) ? make(&self) : nil
  }

  /// Returns a length in points, which may be negative or fractional.
  mutating func length() -> Double {
    Double(random.below(4000) - 1000) / one(of: [1, 2, 4, 10, 7])
  }

  /// Returns a positive length in points.
  mutating func size() -> Double { Double(1 + random.below(2000)) / one(of: [1, 2, 10]) }

  mutating func color() -> Color {
    var color = Color(UInt32(random.below(1 << 24)))
    if chance(4) { color.alpha = UInt8(random.below(256)) }
    return color
  }

  /// Returns a short text: letters of many scripts, marks, quotes, backslashes or spaces.
  mutating func word() -> String {
    one(of: Self.words)
  }

  /// Returns UTF-16 code units without a line feed.
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
