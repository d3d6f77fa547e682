import IASyntax
import IATestSupport
import IAText

/// Random documents, with useful and with unusual values, from a seed.
struct RandomDocument {
  private var random: SeededGenerator
  private var text = Paragraphs()
  private var path: [Block] = []

  static let pieces = [
    "word ", "a  b", "\tt", "<b>&amp;", "\"'>", "\u{A0}\u{AD}", "\u{2028}", "שלום", "\u{202E}x",
    "👩🏽‍🚀",
    "\u{0}\u{1B}", "\r", "\u{FFFE}", "日本", "\u{FFFC}", "]]>", "-->", "</p></style>", "javascript:",
    "",
  ]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Creates the document.
  mutating func make() -> IADocument {
    var document = IADocument()
    let digest = document.attachments.insert(Showcase.gif)
    for _ in 0..<random.below(40) {
      changePath()
      for _ in 0..<random.below(6) { addPiece(digest) }
      var attributes = paragraphAttributes()
      attributes.blocks = path
      text.build { $0.endParagraph(attributes) }
    }
    var options = DisplayOptions(renderScheme: name(of: random.below(6)))
    if random.below(2) == 0 {
      options.fontFamily = ["Georgia", "\"};</style><script>", "a:b;c"][random.below(3)]
      options.fontSize = [11, 0.1, .infinity][random.below(3)]
      options.paragraphSpacing = [0, 6, .nan][random.below(3)]
    }
    document.string = text.string(options: options)
    if random.below(2) == 0 { document.metadata.title = Self.pieces.joined() }
    document.metadata.keywords = ["<x>", "\"y\""]
    return document
  }

  private func name(of number: Int) -> String? {
    let schemes = RenderScheme.builtIn()
    return schemes.indices.contains(number) ? schemes[number].name : nil
  }

  private mutating func addPiece(_ digest: SHA256Digest) {
    let attributes = inlineAttributes()
    let level = UInt8(random.below(101))
    let piece = Self.pieces[random.below(Self.pieces.count)]
    var units = Array(piece.utf16)
    if random.below(12) == 0 { units.append(0xD800 + UInt16(random.below(0x800))) }
    let attachment = random.below(6) == 0 ? self.attachment(digest) : nil
    if random.below(10) == 0 { text.build { [n = random.below(99)] in $0.bookmark("m \(n)") } }
    text.build { builder in
      for unit in units {
        builder.append(
          unit: unit, intensity: min(100, level &+ UInt8(units.count % 7)),
          attributes: builder.intern(attributes))
      }
      if let attachment { builder.append(attachment) }
    }
  }

  private mutating func attachment(_ digest: SHA256Digest) -> Attachment {
    var made =
      switch random.below(4) {
      case 0: Attachment.sticker("<i>")
      case 1: Attachment(.image, content: .blob(digest), altText: "\"><script>")
      case 2: Attachment(.image, content: .url("https://example.org/\"><x>"), name: "<n>")
      default: Attachment(.location, name: "place")
      }
    if random.below(2) == 0 { made.content = .blob(digest) }
    made.displayWidth = random.below(2) == 0 ? Double(random.below(300)) - 20 : nil
    made.displayHeight = random.below(2) == 0 ? .nan : nil
    if made.kind == .location { made.location = .init(latitude: .infinity, longitude: -1e300) }
    return made
  }

  private mutating func inlineAttributes() -> InlineAttributes {
    var attributes = InlineAttributes()
    func chance() -> Bool { random.below(8) == 0 }
    attributes.bold = chance()
    attributes.italic = chance()
    attributes.hidden = chance()
    attributes.code = chance()
    if chance() { attributes.underline = .init(.wavy, color: Color(0x123456)) }
    if chance() { attributes.strikethrough = .double }
    if chance() { attributes.script = .superscript }
    if chance() { attributes.fontSize = [0, -1, .nan, .infinity, 1e300, 12.5][random.below(6)] }
    if chance() { attributes.fontFamily = ["Noto Sans", "x;}</style>", "\"\\"][random.below(3)] }
    if chance() { attributes.fontWeight = Int.max }
    if chance() { attributes.foreground = Color(red: 1, green: 2, blue: 3, alpha: 4) }
    if chance() { attributes.background = .white }
    if chance() { attributes.letterSpacing = -.infinity }
    if chance() { attributes.language = ["de", "\"><x", ""][random.below(3)] }
    if chance() { attributes.direction = .rightToLeft }
    if chance() {
      attributes.link = .init(
        ["https://x/?a&b", "java\nscript:1", "#m 1"][random.below(3)], title: "\"<")
    }
    if chance() { attributes[tag: "footnote"] = "1" }
    return attributes
  }

  private mutating func paragraphAttributes() -> ParagraphAttributes {
    var attributes = ParagraphAttributes()
    guard random.below(3) == 0 else { return attributes }
    attributes.alignment = .center
    attributes.headIndent = [12, .nan, -1e9][random.below(3)]
    attributes.lineHeight = [.multiple(.nan), .atLeast(12), .exactly(0)][random.below(3)]
    attributes.tabStops = [.init(.nan), .init(72, .right)]
    attributes.direction = random.below(2) == 0 ? .rightToLeft : nil
    attributes.pageBreakBefore = random.below(2) == 0
    return attributes
  }

  private mutating func changePath() {
    path.removeLast(random.below(path.count + 1))
    while path.count < 6, random.below(2) == 0 { path.append(text.block(kind())) }
  }

  private mutating func kind() -> Block.Kind {
    switch random.below(17) {
    case 0: .header(level: random.below(9) - 1)
    case 1: .blockQuote
    case 2: .codeBlock(language: ["swift", "a b", "\"><x"][random.below(3)])
    case 3, 4: .orderedList(.init(numbering: .upperRoman, start: .max, delimiter: "\";}"))
    case 5: .unorderedList(marker: "</style>")
    case 6, 7: .listItem(.init(ordinal: .min, task: random.below(2) == 0 ? .done : nil))
    case 8: .thematicBreak
    case 9: .table(.init(columns: [.init(width: .nan), .init(alignment: .right)], borderWidth: -1))
    case 10, 11: .tableRow(isHeader: random.below(2) == 0)
    case 12: .tableCell(.init(column: random.below(9) - 2, columnSpan: .max, rowSpan: .min))
    case 13: .footnote(label: "1")
    case 14: .annotation(.init(author: "<a>", date: "\""))
    case 15: .pageHeader()
    default: .textBox()
    }
  }
}
