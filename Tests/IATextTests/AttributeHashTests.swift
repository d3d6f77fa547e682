import IAText
import Testing

/// Tables of attribute sets stay quick whatever documents make them differ in.
@Suite struct AttributeHashTests {
  typealias Inline = @Sendable (inout InlineAttributes, Int) -> Void
  typealias OfParagraph = @Sendable (inout ParagraphAttributes, Int) -> Void

  static let inline: [(String, Inline)] = [
    ("fontSize", { $0.fontSize = Double($1 + 1) }),
    ("underline", { $0.underline = .init(.wavy, color: Color(UInt32($1))) }),
    ("baselineOffset", { $0.baselineOffset = Double($1) }),
    ("letterSpacing", { $0.letterSpacing = Double($1) }),
    ("fontFamily", { $0.fontFamily = "Family \($1 + 1000)" }),
    ("fontWeight", { $0.fontWeight = $1 + 1 }),
    ("foreground", { $0.foreground = Color(UInt32($1)) }),
    ("background", { $0.background = Color(UInt32($1)) }),
    ("language", { $0.language = "x-\($1 + 1000)" }),
    ("link", { $0.link = .init("https://example.org/\($1)") }),
    ("link title", { $0.link = .init("https://example.org/", title: "\($1)") }),
    ("tag name", { $0.tags = [.init("t\($1)")] }),
    ("second tag", { $0.tags = [.init("a", "b"), .init("c", "\($1)")] }),
    (
      "two numbers that would cancel out",
      {
        $0.fontSize = Double(1 + $1)
        $0.baselineOffset = Double(-1 - $1)
      }
    ),
  ]

  static let ofParagraph: [(String, OfParagraph)] = [
    ("firstLineIndent", { $0.firstLineIndent = Double($1) }),
    ("headIndent", { $0.headIndent = Double($1) }),
    ("tailIndent", { $0.tailIndent = Double($1) }),
    ("spacingBefore", { $0.spacingBefore = Double($1) }),
    ("spacingAfter", { $0.spacingAfter = Double($1) }),
    ("lineHeight", { $0.lineHeight = .exactly(Double($1)) }),
    ("tabStops", { $0.tabStops = [.init(Double($1)), .init(5000)] }),
    ("blocks", { $0.blocks = [Block(id: $1, .blockQuote), Block(id: 0, .blockQuote)] }),
  ]

  @Test(arguments: inline.map(\.0)) func `Inline sets that differ in one value hash apart`(
    name: String
  ) throws {
    let change = try #require(Self.inline.first { $0.0 == name }).1
    let hashes = (0..<1000).map { number in
      var attributes = InlineAttributes()
      change(&attributes, number)
      return attributes.hashValue
    }
    #expect(Set(hashes).count == 1000)
  }

  @Test(arguments: ofParagraph.map(\.0))
  func `Paragraphs' sets that differ in one value hash apart`(
    name: String
  ) throws {
    let change = try #require(Self.ofParagraph.first { $0.0 == name }).1
    let hashes = (0..<1000).map { number in
      var attributes = ParagraphAttributes()
      change(&attributes, number)
      return attributes.hashValue
    }
    #expect(Set(hashes).count == 1000)
  }
}
