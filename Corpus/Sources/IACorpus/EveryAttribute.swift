import IAText

extension CorpusDocument {
  /// Returns a document with each inline attribute alone in a paragraph that names it, then all of
  /// them together.
  static func everyInlineAttribute() -> IADocument {
    var writer = BlockWriter()
    for (index, sample) in inlineSamples.enumerated() {
      writer.append("plain, ")
      writer.append(sample.name, intensity: UInt8(index * 100 / inlineSamples.count), sample.set)
      writer.append(", plain")
      writer.endParagraph()
    }
    writer.append("all at once", intensity: 100) { attributes in
      for sample in inlineSamples { sample.set(&attributes) }
    }
    writer.endParagraph()
    return IADocument(
      writer.builder.finish(), metadata: DocumentMetadata(title: "Every inline attribute"))
  }

  private struct InlineSample: Sendable {
    var name: String
    var set: @Sendable (inout InlineAttributes) -> Void
    init(_ name: String, _ set: @escaping @Sendable (inout InlineAttributes) -> Void) {
      self.name = name
      self.set = set
    }
  }

  private static let inlineSamples: [InlineSample] =
    [
      InlineSample("size 1") { $0.fontSize = 1 },
      InlineSample("size 11.5") { $0.fontSize = 11.5 },
      InlineSample("size 255") { $0.fontSize = 255 },
      InlineSample("bold") { $0.bold = true },
      InlineSample("italic") { $0.italic = true },
      InlineSample("hidden") { $0.hidden = true },
      InlineSample("code") { $0.code = true },
      InlineSample("raised 3") { $0.baselineOffset = 3 },
      InlineSample("lowered 2.5") { $0.baselineOffset = -2.5 },
      InlineSample("family") { $0.fontFamily = "DejaVu Serif" },
      InlineSample("family with quotes") { $0.fontFamily = "Ann's \"Own\" <Hand>" },
      InlineSample("weight 300") { $0.fontWeight = 300 },
      InlineSample("foreground") { $0.foreground = Color(0x1D6F42) },
      InlineSample("foreground, half clear") {
        $0.foreground = Color(red: 0, green: 0, blue: 255, alpha: 128)
      },
      InlineSample("background") { $0.background = Color(0xFFF3B0) },
      InlineSample("spaced out") { $0.letterSpacing = 2 },
      InlineSample("spaced in") { $0.letterSpacing = -0.5 },
      InlineSample("language") { $0.language = "de-CH" },
      InlineSample("right to left") { $0.direction = .rightToLeft },
      InlineSample("left to right") { $0.direction = .leftToRight },
      InlineSample("link") { $0.link = .init("https://example.org/a?b=c&d=%20#e") },
      InlineSample("link with title") {
        $0.link = .init("mailto:someone@example.org", title: "Write \"now\" <please>")
      },
      InlineSample("tags") {
        $0[tag: "html.kbd"] = ""
        $0[tag: "rtf.animtext"] = "4"
      },
    ]
    + InlineAttributes.Underline.Style.allCases.map { style in
      InlineSample("underline \(style.rawValue)") { $0.underline = .init(style) }
    }
    + [
      InlineSample("underline coloured") {
        $0.underline = .init(.wavy, color: Color(0xCC0000))
      }
    ]
    + InlineAttributes.Strikethrough.allCases.map { line in
      InlineSample("strikethrough \(line.rawValue)") { $0.strikethrough = line }
    }
    + InlineAttributes.Script.allCases.map { script in
      InlineSample(script.rawValue) { $0.script = script }
    }
    + InlineAttributes.Capitals.allCases.map { capitals in
      InlineSample("capitals \(capitals.rawValue)") { $0.capitals = capitals }
    }

  /// Returns a document with each paragraph attribute alone in a paragraph that names it, then all
  /// of them together.
  static func everyParagraphAttribute() -> IADocument {
    var writer = BlockWriter()
    for sample in paragraphSamples { writer.paragraph(sample.name, sample.set) }
    writer.paragraph("all at once") { attributes in
      for sample in paragraphSamples { sample.set(&attributes) }
    }
    return IADocument(
      writer.builder.finish(), metadata: DocumentMetadata(title: "Every paragraph attribute"))
  }

  private struct ParagraphSample: Sendable {
    var name: String
    var set: @Sendable (inout ParagraphAttributes) -> Void
    init(_ name: String, _ set: @escaping @Sendable (inout ParagraphAttributes) -> Void) {
      self.name = name
      self.set = set
    }
  }

  private static let paragraphSamples: [ParagraphSample] =
    ParagraphAttributes.Alignment.allCases.map { alignment in
      ParagraphSample("aligned \(alignment.rawValue)") { $0.alignment = alignment }
    } + [
      ParagraphSample("first line 20 points in") { $0.firstLineIndent = 20 },
      ParagraphSample("hanging by 18 points") {
        $0.firstLineIndent = -18
        $0.headIndent = 18
      },
      ParagraphSample("36 points from the trailing side") { $0.tailIndent = 36 },
      ParagraphSample("6 points above") { $0.spacingBefore = 6 },
      ParagraphSample("12.5 points below") { $0.spacingAfter = 12.5 },
      ParagraphSample("lines of 1.5") { $0.lineHeight = .multiple(1.5) },
      ParagraphSample("lines of at least 24 points") { $0.lineHeight = .atLeast(24) },
      ParagraphSample("lines of just 18 points") { $0.lineHeight = .exactly(18) },
      ParagraphSample("tabs\tleft\tcentre\t12.5\tright") {
        $0.tabStops = [
          .init(72), .init(144, .center), .init(216, .decimal), .init(288, .right),
        ]
      },
      ParagraphSample("from the right") { $0.direction = .rightToLeft },
      ParagraphSample("from the left") { $0.direction = .leftToRight },
      ParagraphSample("on a new page") { $0.pageBreakBefore = true },
    ]
}
