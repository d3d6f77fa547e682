import IATestSupport
import IAText

@testable import IAConvert

/// A document with one feature that a format may or may not support.
struct LossProbe: Sendable {
  var section: String
  var name: String
  var document: IADocument
  /// Whether the probe is about dates and the generator, which are not part of a document's
  /// identity.
  var isAboutOrigin = false

  /// Returns all probes in the order of the matrix.
  static func all() -> [LossProbe] {
    text() + inline() + paragraphs() + blocks() + attachments() + whole()
  }

  private static let plain = "plain marked plain\n"

  private static func edited(
    _ section: String, _ name: String, _ edit: (inout IADocument) -> Void
  ) -> LossProbe {
    var document = IADocument(IAString(plain))
    edit(&document)
    return LossProbe(section: section, name: name, document: document)
  }

  private static func text() -> [LossProbe] {
    let texts: [(String, [UInt16])] = [
      ("letters", Array(plain.utf16)),
      ("emoji, scripts, marks", Array("\u{1F469}\u{200D}\u{1F680} \u{5B57} e\u{301}\n".utf16)),
      ("right to left", Array("\u{5E9}\u{5DC}\u{5D5}\u{5DD}\n".utf16)),
      ("tab", Array("a\tb\n".utf16)), ("consecutive spaces", Array("a   b\n".utf16)),
      ("leading and trailing space", Array(" a \n".utf16)),
      ("no-break space", Array("a\u{A0}b\n".utf16)),
      ("line break", Array("a\u{2028}b\n".utf16)), ("empty paragraphs", Array("a\n\n\nb\n".utf16)),
      ("no final line end", Array("a".utf16)), ("no text", []),
      ("control character", [0x61, 0x01, 0x62, 0x0A]), ("U+0000", [0x61, 0x00, 0x62, 0x0A]),
      ("carriage return", [0x61, 0x0D, 0x62, 0x0A]),
      ("lone surrogate", [0x61, 0xD800, 0x62, 0x0A]),
      ("noncharacter", [0x61, 0xFFFE, 0x62, 0x0A]),
      ("U+FFFC without attachment", [0x61, 0xFFFC, 0x62, 0x0A]),
      ("bidi override", Array("a\u{202E}b\u{202C}\n".utf16)),
      ("markup characters", Array("*a* <b> {\\b c} [d](e) &amp; `f` # | ~~\n".utf16)),
    ]
    return texts.map { name, units in
      LossProbe(section: "Text", name: name, document: IADocument(IAString(units: units)))
    } + [
      edited("Text", "intensity") { $0.string.setIntensity(85, in: 6..<12) }
    ]
  }

  private static func inline() -> [LossProbe] {
    func probe(_ name: String, _ set: (inout InlineAttributes) -> Void) -> LossProbe {
      var attributes = InlineAttributes()
      set(&attributes)
      return edited("Inline attributes", name) {
        $0.string.setAttributes(attributes, in: 6..<12)
      }
    }
    return [
      probe("fontSize") { $0.fontSize = 17.5 }, probe("bold") { $0.bold = true },
      probe("italic") { $0.italic = true }, probe("underline") { $0.underline = .init() },
      probe("underline: wavy, coloured") {
        $0.underline = .init(.wavy, color: Color(red: 200, green: 0, blue: 0))
      },
      probe("strikethrough") { $0.strikethrough = .single },
      probe("strikethrough: double") { $0.strikethrough = .double },
      probe("script") { $0.script = .superscript },
      probe("baselineOffset") { $0.baselineOffset = 2.5 },
      probe("fontFamily") { $0.fontFamily = "Georgia" },
      probe("fontWeight") { $0.fontWeight = 300 },
      probe("foreground") { $0.foreground = Color(red: 0, green: 90, blue: 200) },
      probe("background") { $0.background = Color(red: 255, green: 240, blue: 100) },
      probe("letterSpacing") { $0.letterSpacing = 1.5 }, probe("capitals") { $0.capitals = .small },
      probe("outline") { $0.outline = true }, probe("shadow") { $0.shadow = true },
      probe("horizontalScale") { $0.horizontalScale = 80 },
      probe("emphasisMark") { $0.emphasisMark = .comma },
      probe("hidden") { $0.hidden = true }, probe("language") { $0.language = "de" },
      probe("direction") { $0.direction = .rightToLeft }, probe("code") { $0.code = true },
      probe("link") { $0.link = .init("https://example.org/a?b=c#d", title: "A title") },
      probe("link: active scheme") { $0.link = .init("javascript:void(0)") },
      probe("tags") { $0.tags = [.init("own.thing", "value")] },
      probe("tags: insertion") {
        $0.insertion = TrackedChange(author: "Ada", date: "2024-02-29T10:20:00Z")
      },
      probe("tags: deletion") { $0.deletion = TrackedChange() },
      probe("tags: form") { $0.formField = FormField(.text, name: "Name", defaultText: "-") },
    ]
  }

  private static func paragraphs() -> [LossProbe] {
    func probe(_ name: String, _ set: (inout ParagraphAttributes) -> Void) -> LossProbe {
      var attributes = ParagraphAttributes()
      set(&attributes)
      return edited("Paragraph attributes", name) {
        $0.string.setParagraphAttributes(attributes, in: 0..<1)
      }
    }
    return [
      probe("alignment") { $0.alignment = .center },
      probe("firstLineIndent") { $0.firstLineIndent = 18 },
      probe("headIndent") { $0.headIndent = 36 }, probe("tailIndent") { $0.tailIndent = 24 },
      probe("spacingBefore") { $0.spacingBefore = 6 },
      probe("spacingAfter") { $0.spacingAfter = 12 },
      probe("lineHeight") { $0.lineHeight = .multiple(1.5) },
      probe("lineHeight: exactly") { $0.lineHeight = .exactly(15) },
      probe("tabStops") { $0.tabStops = [.init(90, .decimal)] },
      probe("direction") { $0.direction = .rightToLeft },
      probe("tabStops: leader") { $0.tabStops = [.init(90, leader: .dots)] },
      probe("pageBreakBefore") { $0.pageBreakBefore = true },
      probe("keepTogether") { $0.keepTogether = true },
      probe("keepWithNext") { $0.keepWithNext = true },
      probe("keepWithNext: false") { $0.keepWithNext = false },
      probe("widowControl") { $0.widowControl = true },
      probe("widowControl: false") { $0.widowControl = false },
      probe("borders") {
        $0.borders = Sides(all: Border(width: 1.5, color: Color(red: 0, green: 90, blue: 200)))
      },
      probe("borders: one side") { $0.borders.left = Border(.double, width: 3) },
      probe("borderSpacing") {
        $0.borders = Sides(all: Border())
        $0.borderSpacing = Sides(all: 4)
      },
      edited("Paragraph attributes", "section") {
        var attributes = ParagraphAttributes()
        attributes.section = PageSection(.page, page: PageLayout(width: 842))
        // The first paragraph of a text starts no section in RTF.
        $0.string.append("of a section\n")
        let end = $0.string.utf16Count
        $0.string.setParagraphAttributes(attributes, in: end - 1..<end)
      },
      probe("shading") { $0.shading = Color(red: 230, green: 230, blue: 230) },
    ]
  }

  /// Returns a document with one paragraph for each block path.
  private static func blocks(_ name: String, _ paths: [[Block]]) -> LossProbe {
    var builder = IAStringBuilder()
    for (number, path) in paths.enumerated() {
      let isBreak = path.last?.kind == .thematicBreak
      if !isBreak { builder.append("part \(number + 1)") }
      builder.endParagraph(ParagraphAttributes(blocks: path))
    }
    return LossProbe(section: "Blocks", name: name, document: IADocument(builder.finish()))
  }

  private static func blocks() -> [LossProbe] {
    func item(
      _ list: Block.Kind, from start: Int = 1, task: Block.ListItem.TaskState? = nil
    ) -> [[Block]] {
      [
        [Block(id: 1, list), Block(id: 2, .listItem(.init(ordinal: start, task: task)))],
        [Block(id: 1, list), Block(id: 3, .listItem(.init(ordinal: start + 1, task: task)))],
      ]
    }
    func table(
      _ table: Block.Table = .init(columns: [.init(), .init()]),
      second: Block.TableCell = .init(column: 1), hasHeader: Bool = true
    ) -> [[Block]] {
      let start = Block(id: 1, .table(table))
      return [
        [
          start, Block(id: 2, .tableRow(isHeader: hasHeader)),
          Block(id: 3, .tableCell(.init(column: 0))),
        ],
        [
          start, Block(id: 2, .tableRow(isHeader: hasHeader)),
          Block(id: 4, .tableCell(.init(column: 1))),
        ],
        [
          start, Block(id: 5, .tableRow(isHeader: false)),
          Block(id: 6, .tableCell(.init(column: 0))),
        ],
        [start, Block(id: 5, .tableRow(isHeader: false)), Block(id: 7, .tableCell(second))],
      ]
    }
    let list = Block.Kind.unorderedList(marker: nil)
    var placed = Block.Table(columns: [.init(), .init()])
    placed.alignment = .center
    placed.width = .percent(50)
    var boxed = Block.TableCell(column: 1)
    boxed.borders = Sides(top: Border(.double, width: 3, color: .black), left: Border.none)
    boxed.padding = Sides(left: 6)
    boxed.verticalAlignment = .center
    return [
      blocks("header", [[Block(id: 1, .header(level: 2))], []]),
      blocks("header: level 8", [[Block(id: 1, .header(level: 8))], []]),
      blocks("block-quote", [[Block(id: 1, .blockQuote)], []]),
      blocks("code-block", [[Block(id: 1, .codeBlock(language: "swift"))], []]),
      blocks("ordered-list", item(.orderedList(.init(start: 3)), from: 3)),
      blocks("ordered-list: roman", item(.orderedList(.init(numbering: .lowerRoman)))),
      blocks("ordered-list: prefix", item(.orderedList(.init(prefix: "2.")))),
      blocks("unordered-list", item(list)),
      blocks("unordered-list: marker", item(.unorderedList(marker: "\u{2713}"))),
      blocks("definition list", [[]] + item(.unorderedList(marker: ":"))),
      blocks("list-item", item(list)), blocks("list-item: task", item(list, task: .done)),
      blocks(
        "nested list",
        [
          [Block(id: 1, list), Block(id: 2, .listItem(.init(ordinal: 1)))],
          [
            Block(id: 1, list), Block(id: 2, .listItem(.init(ordinal: 1))), Block(id: 3, list),
            Block(id: 4, .listItem(.init(ordinal: 1))),
          ],
        ]),
      blocks("thematic-break", [[], [Block(id: 1, .thematicBreak)], []]),
      blocks("table", table()),
      blocks(
        "table: widths, borders",
        table(.init(columns: [.init(width: 90), .init()], borderWidth: 2))),
      blocks("table: position, width", table(placed)),
      blocks("table: alignment", table(.init(columns: [.init(alignment: .right), .init()]))),
      blocks("table-row: no header", table(hasHeader: false)),
      blocks("table-row", table()), blocks("table-cell", table()),
      blocks(
        "table-cell: shading",
        table(second: .init(column: 1, shading: Color(red: 230, green: 230, blue: 230)))),
      blocks("table-cell: borders, padding", table(second: boxed)),
      blocks(
        "table-cell: span",
        [
          [
            Block(id: 1, .table(.init(columns: [.init(), .init()]))),
            Block(id: 2, .tableRow(isHeader: true)),
            Block(id: 3, .tableCell(.init(column: 0, columnSpan: 2))),
          ],
          [
            Block(id: 1, .table(.init(columns: [.init(), .init()]))),
            Block(id: 4, .tableRow(isHeader: false)), Block(id: 5, .tableCell(.init(column: 0))),
          ],
          [
            Block(id: 1, .table(.init(columns: [.init(), .init()]))),
            Block(id: 4, .tableRow(isHeader: false)), Block(id: 6, .tableCell(.init(column: 1))),
          ],
        ]),
      blocks("footnote", [[], [Block(id: 1, .footnote(label: "n"))]]),
      blocks("endnote", [[], [Block(id: 1, .endnote(label: "n"))]]),
      blocks(
        "annotation", [[], [Block(id: 1, .annotation(.init(author: "Ada", date: "2024-02-29")))]]),
      blocks("page-header", [[Block(id: 1, .pageHeader())], []]),
      blocks("page-header: first", [[Block(id: 1, .pageHeader(on: .first))], []]),
      blocks("page-footer", [[Block(id: 1, .pageFooter())], []]),
      blocks("text-box", [[Block(id: 1, .textBox())], []]),
      blocks("text-box: place", [[], [Block(id: 1, .textBox(placedBox))]]),
      blocks("text-box: frame", [[Block(id: 1, .textBox(frame))], []]),
      blocks("text-box: float", [[Block(id: 1, .textBox(float))], []]),
      blocks("text-box: lines and colour", [[Block(id: 1, .textBox(card))], []]),
    ]
  }

  private static var placedBox: Block.TextBox {
    var box = Block.TextBox()
    box.placement = Placement(
      across: .init(.page, offset: 100), down: .init(.text, offset: 12.5), wrap: .topAndBottom,
      distance: Sides(all: 9))
    (box.width, box.height) = (144, .atLeast(72))
    (box.fill, box.border) = (Color(0xFFFFCC), Border(width: 0.75, color: .black))
    box.padding = Sides(top: 3.6, right: 7.2, bottom: 3.6, left: 7.2)
    return box
  }

  private static var frame: Block.TextBox {
    var box = Block.TextBox()
    box.placement = Placement(
      across: .init(.margin, edge: .end), down: .init(.margin, offset: 72), belongsToNext: true)
    (box.width, box.height) = (144, .exactly(72))
    return box
  }

  private static var float: Block.TextBox {
    var box = Block.TextBox()
    box.placement = Placement(across: .init(edge: .end), belongsToNext: true)
    box.width = 144
    return box
  }

  private static var card: Block.TextBox {
    var box = Block.TextBox()
    (box.fill, box.borders) = (Color(0xFFFFCC), Sides(left: Border(width: 3)))
    (box.padding, box.margin) = (Sides(all: 6), Sides(top: 9, bottom: 9))
    return box
  }

  /// A picture of one pixel.
  private static let picture: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0xFF, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0, 0, 0, 0]
    + [1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

  private static func attachments() -> [LossProbe] {
    func probe(
      _ name: String, _ bytes: [UInt8]? = picture, _ kind: Attachment.Kind = .image,
      _ set: (inout Attachment, inout IADocument) -> Void = { _, _ in }
    ) -> LossProbe {
      edited("Attachments", name) { document in
        var attachment = Attachment(kind)
        if let bytes { attachment = document.attachment(holding: bytes, as: kind) }
        set(&attachment, &document)
        document.string = IAString("see ")
        document.string.append(attachment)
        document.string.append(" there\n")
      }
    }
    return [
      probe("image"), probe("image: alternative text") { one, _ in one.altText = "A dot" },
      probe("image: name") { one, _ in one.name = "dot.gif" },
      probe("image: display size") { one, _ in (one.displayWidth, one.displayHeight) = (30, 30) },
      probe("image: place") { one, _ in
        (one.displayWidth, one.displayHeight) = (30, 30)
        one.placement = Placement(across: .init(edge: .end), distance: Sides(left: 9))
      },
      probe("image: external address", nil) { one, _ in
        (one.content, one.state) = (.url("https://example.org/a.png"), .missing)
      },
      probe("image: failed", nil) { one, _ in one.state = .failed },
      probe("video", Array("film".utf8), .video) { one, _ in
        (one.mediaType, one.name) = ("video/mp4", "film.mp4")
      },
      probe("video: preview", Array("film".utf8), .video) { one, document in
        one.preview = document.attachments.insert(picture)
      },
      probe("file", Array("bytes".utf8), .file) { one, _ in one.name = "notes.bin" },
      probe("location", nil, .location) { one, _ in
        one.location = .init(latitude: 52.5, longitude: 13.4, placename: "Berlin")
      },
      probe("sticker", nil) { one, _ in one = .sticker("cat") },
      probe("sticker: picture") { one, _ in
        (one.textBacking, one.altText) = ("[cat]", "cat")
      },
    ]
  }

  private static func whole() -> [LossProbe] {
    func option(_ name: String, _ set: (inout DisplayOptions) -> Void) -> LossProbe {
      edited("Options", name) { set(&$0.string.options) }
    }
    func metadata(
      _ name: String, isOrigin: Bool = false, _ set: (inout DocumentMetadata) -> Void
    ) -> LossProbe {
      var probe = edited("Metadata", name) { set(&$0.metadata) }
      probe.isAboutOrigin = isOrigin
      return probe
    }
    return [
      option("renderScheme") { $0.renderScheme = "HueGYRScheme" },
      edited("Options", "schemeDefinition") {
        var scheme = RenderScheme(name: "Traffic", steps: 3)
        scheme.weights = [400, 500, 700]
        $0.setScheme(scheme)
      },
      option("smoothing") { $0.smoothing = .sentence }, option("animates") { $0.animates = false },
      option("animation") {
        $0.animation = .init(
          duration: 1.5, topLayerFrom: 0, topLayerTo: 0.5, bottomLayerFrom: 0.5, bottomLayerTo: 1)
      },
      option("fontFamily") { $0.fontFamily = "Times New Roman" },
      option("fontSize") { $0.fontSize = 11 },
      option("paragraphSpacing") { $0.paragraphSpacing = 12 },
      option("page: size") { $0.page = PageLayout(width: 595.3, height: 841.9) },
      option("page: margins") {
        $0.page = PageLayout(topMargin: 72, rightMargin: 54, bottomMargin: 90, leftMargin: 60.5)
      },
      // An empty page is treated as no page, so these fields are set first.
      option("page: header distance") {
        var page = PageLayout()
        page.headerDistance = 30
        $0.page = page
      },
      option("page: columns") {
        var page = PageLayout()
        (page.columns, page.columnSpacing) = (2, 24)
        $0.page = page
      },
      option("page: first number") {
        var page = PageLayout()
        page.firstPageNumber = 5
        $0.page = page
      },
      option("page: widow control") {
        var page = PageLayout()
        page.widowControl = true
        $0.page = page
      },
      metadata("title") { $0.title = "A title" },
      metadata("authors") { $0.authors = ["Ada", "Bob, Jr."] },
      metadata("subject") { $0.subject = "What it is about" },
      metadata("keywords") { $0.keywords = ["one", "two, three"] },
      metadata("language") { $0.language = "en-GB" },
      metadata("created", isOrigin: true) { $0.created = "2024-02-29T23:59:59Z" },
      metadata("modified", isOrigin: true) { $0.modified = "2024-03-01T08:00:00Z" },
      metadata("custom") { $0.custom = [.init("project", "suite")] },
      edited("Places", "bookmarks") { $0.string.setBookmark("here", at: 6) },
    ]
  }
}
