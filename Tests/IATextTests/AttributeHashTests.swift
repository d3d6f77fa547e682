import IATestSupport
import IAText
import Testing

/// Tables of attribute sets stay fast, whichever attributes differ in a document.
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
    ("horizontalScale", { $0.horizontalScale = $1 + 1 }),
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
    ("shading", { $0.shading = Color(UInt32($1)) }),
    ("border width", { $0.borders.top = Border(width: Double($1)) }),
    ("border colour", { $0.borders.left = Border(color: Color(UInt32($1))) }),
    ("border spacing", { $0.borderSpacing.bottom = Double($1) }),
    ("leader", { $0.tabStops = [.init(Double($1), leader: .dots)] }),
    ("number of an item", { $0.blocks = [Block(id: 1, .listItem(.init(ordinal: $1)))] }),
    ("column of a cell", { $0.blocks = [Block(id: 1, .tableCell(.init(column: $1)))] }),
    ("blocks", { $0.blocks = [Block(id: $1, .blockQuote), Block(id: 0, .blockQuote)] }),
  ]

  @Test(arguments: inline.map(\.0)) func `Inline sets that differ in one value differ in hash`(
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
  func `Paragraphs' sets that differ in one value differ in hash`(
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

  @Test func `A set is plain if it equals the default, and not with any field set`() {
    var random = RandomDocument(seed: 41)
    var counts = (plain: 0, other: 0)
    for _ in 0..<3000 {
      let inline = random.inlineAttributes()
      #expect(inline.isPlain == (inline == InlineAttributes()))
      let paragraph = random.paragraphAttributes()
      #expect(paragraph.isPlain == (paragraph == ParagraphAttributes()))
      if inline.isPlain { counts.plain += 1 } else { counts.other += 1 }
    }
    #expect(counts.plain > 100 && counts.other > 100)
    // Each field alone; the lists must cover all fields.
    let inline = Self.singleInline
    #expect(inline.count == Mirror(reflecting: InlineAttributes()).children.count)
    #expect(inline.allSatisfy { !$0.isPlain && $0 != InlineAttributes() })
    let paragraphs = Self.singleParagraphs
    #expect(paragraphs.count == Self.paragraphFieldCount)
    #expect(paragraphs.allSatisfy { !$0.isPlain && $0 != ParagraphAttributes() })
  }

  @Test func `Values that are set and removed make no difference`() {
    let plain = ParagraphAttributes()
    for var set in Self.singleParagraphs {
      #expect(set.isSetInItself == set.blocks.isEmpty)
      set.alignment = nil
      (set.firstLineIndent, set.headIndent, set.tailIndent) = (nil, nil, nil)
      (set.spacingBefore, set.spacingAfter, set.lineHeight) = (nil, nil, nil)
      (set.tabStops, set.direction, set.pageBreakBefore) = ([], nil, false)
      (set.keepTogether, set.keepWithNext, set.widowControl) = (false, nil, nil)
      (set.borders, set.borderSpacing, set.shading) = (Sides(), Sides(), nil)
      set.section = nil
      set.blocks = []
      #expect(set.isPlain && !set.isSetInItself && set == plain && plain == set)
      #expect(set.hashValue == plain.hashValue)
      set.blocks = [Block(id: 1, .blockQuote)]
      #expect(set == ParagraphAttributes(blocks: [Block(id: 1, .blockQuote)]))
    }
  }

  /// The number of fields: the blocks and the fields of the settings.
  private static var paragraphFieldCount: Int {
    var set = ParagraphAttributes()
    set.alignment = .left
    let children = Mirror(reflecting: set).children
    let settings = children.first { $0.label == "settings" }.map { Mirror(reflecting: $0.value) }
    let setting = settings?.children.first.map { Mirror(reflecting: $0.value) }
    // The borders, their spacing and the shading are one value.
    return children.count - 1 + (setting?.children.count ?? 0) + 2
  }

  /// Attribute sets with one field each.
  private static var singleInline: [InlineAttributes] {
    let changes: [(inout InlineAttributes) -> Void] = [
      { $0.fontSize = 1 }, { $0.bold = true }, { $0.italic = true }, { $0.underline = .init() },
      { $0.strikethrough = .single }, { $0.script = .superscript }, { $0.baselineOffset = 0 },
      { $0.fontFamily = "" }, { $0.fontWeight = 400 }, { $0.foreground = Color(0) },
      { $0.background = Color(0) }, { $0.letterSpacing = 0 }, { $0.capitals = .all },
      { $0.outline = true }, { $0.shadow = true }, { $0.horizontalScale = 100 },
      { $0.emphasisMark = .dot },
      { $0.hidden = true }, { $0.language = "" }, { $0.direction = .leftToRight },
      { $0.code = true }, { $0.link = .init("") }, { $0.tags = [.init("")] },
    ]
    return changes.map { change in
      var set = InlineAttributes()
      change(&set)
      return set
    }
  }

  /// Attribute sets with one field each.
  private static var singleParagraphs: [ParagraphAttributes] {
    let changes: [(inout ParagraphAttributes) -> Void] = [
      { $0.alignment = .left }, { $0.firstLineIndent = 0 }, { $0.headIndent = 0 },
      { $0.tailIndent = 0 }, { $0.spacingBefore = 0 }, { $0.spacingAfter = 0 },
      { $0.lineHeight = .multiple(1) }, { $0.tabStops = [.init(1)] },
      { $0.direction = .leftToRight }, { $0.pageBreakBefore = true },
      { $0.keepTogether = true }, { $0.keepWithNext = true },
      { $0.widowControl = false },
      { $0.borders.left = Border.none }, { $0.borderSpacing.top = 0 }, { $0.shading = .white },
      { $0.section = PageSection() }, { $0.blocks = [Block(id: 1, .blockQuote)] },
    ]
    return changes.map { change in
      var set = ParagraphAttributes()
      change(&set)
      return set
    }
  }
}
