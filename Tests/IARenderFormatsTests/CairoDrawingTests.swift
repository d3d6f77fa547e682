import IAConvert
import IAFiles
import IAFormats
import IARender
import IARenderFormats
import IATestSupport
import IAText
import Testing

@Suite struct CairoDrawingTests {
  private func write(
    _ document: IADocument, _ id: String, _ options: DrawingOptions = DrawingOptions(),
    looks: WriteOptions = WriteOptions()
  ) throws -> (bytes: [UInt8], report: ConversionReport) {
    let registry = FormatRegistry.standard.drawing(CairoDrawing().entries(options))
    let writer = try registry.writer(id: FormatID(id))
    var sink = BytesSink()
    let report = try writer.write(document, to: &sink, options: looks)
    return (sink.bytes, report)
  }

  @Test func `The small registry knows the drawn formats and draws none`() throws {
    for descriptor in FormatDescriptor.drawn {
      let entry = try #require(FormatRegistry.standard.entry(id: descriptor.id))
      #expect(entry.isWritable && entry.isDrawnElsewhere)
      #expect(throws: FormatError.drawnElsewhere(descriptor.id.rawValue)) {
        try FormatRegistry.standard.writer(id: descriptor.id)
      }
    }
    let drawing = FormatRegistry.standard.drawing(CairoDrawing().entries(DrawingOptions()))
    #expect(drawing.entries.allSatisfy { !$0.isDrawnElsewhere })
    #expect(drawing.entries.count == FormatRegistry.standard.entries.count)
  }

  @Test(
    arguments: zip(["png", "apng", "svg", "pdf"], ["\u{89}PNG", "\u{89}PNG", "<?xml", "%PDF-"]))
  func `Every drawn format is written`(id: String, start: String) throws {
    let (bytes, _) = try write(try Corpus.document("options"), id)
    #expect(bytes.starts(with: start.unicodeScalars.map { UInt8($0.value) }))
  }

  @Test func `Width, scale and height are as requested`() throws {
    var options = DrawingOptions()
    options.width = 200
    options.scale = 1.5
    options.pageSize = .init(width: 100, height: 300)
    let (bytes, _) = try write(IADocument(IAString("a")), "png", options)
    let size = try PictureHeader(bytes).size
    #expect(size == PixelSize(width: 300, height: 450))
  }

  @Test func `Profiles are themes, and a theme in the options has priority`() throws {
    let document = IADocument(IAString("a"))
    func corner(_ options: DrawingOptions, _ profile: String) throws -> UInt32 {
      let looks = WriteOptions(profile: profile)
      return try Picture.decode(try write(document, "png", options, looks: looks).bytes)
        .bitmap[0, 0]
    }
    #expect(try corner(DrawingOptions(), "light") == 0xFFFF_FFFF)
    #expect(try corner(DrawingOptions(), "dark") == 0xFF17_181A)
    var options = DrawingOptions()
    options.theme = .dark
    #expect(try corner(options, "light") == 0xFF17_181A)
  }

  @Test func `What cannot be seen is reported`() throws {
    var string = IAString("a link")
    var link = InlineAttributes()
    link.link = .init("https://example.org")
    string.setAttributes(link, in: 0..<6)
    string.setBookmark("here", at: 2)
    var document = IADocument(string)
    document.metadata.title = "Title"
    document.metadata.custom = [.init("color", "red")]
    func kinds(_ id: String) throws -> [String] {
      try write(document, id).report.kinds.map { "\($0.effect.rawValue) \($0.feature)" }
    }
    #expect(try kinds("png") == ["approximated link", "dropped bookmark", "dropped metadata"])
    #expect(try kinds("svg") == ["dropped bookmark", "dropped metadata"])
    #expect(try kinds("pdf") == ["dropped bookmark", "dropped metadata"])
    #expect(try write(document, "png").report.counts.values.reduce(0, +) == 4)
    #expect(try write(document, "pdf").report.counts.values.reduce(0, +) == 2)
  }

  @Test(arguments: ["png", "svg", "pdf"])
  func `Lines that a row of an exact height cuts off are reported`(id: String) throws {
    func report(_ height: Block.RowHeight) throws -> [ConversionNote] {
      var builder = IAStringBuilder()
      for text in ["one", "two", "three"] {
        builder.append(text)
        builder.endParagraph(
          ParagraphAttributes(
            blocks: [
              Block(id: 1, .table(Block.Table(columns: [.init(width: 100)]))),
              Block(id: 2, .tableRow(isHeader: false, height: height)),
              Block(id: 3, .tableCell(Block.TableCell(column: 0))),
            ]))
      }
      return try write(IADocument(builder.finish()), id).report.notes.filter {
        $0.kind == .init(effect: .dropped, feature: .clipped)
      }
    }
    #expect(try report(.exactly(40)).map(\.utf16Range) == [4..<8, 8..<14])
    #expect(try report(.exactly(400)).isEmpty)
    #expect(try report(.atLeast(10)).isEmpty)
  }

  @Test func `Boxes around text that messages do not show are reported`() throws {
    var box = InlineBox()
    box.fill = Color(0xFFEEAA)
    var document = IADocument(IAString("one two three"))
    document.printedPlacement.inlineBoxes = [.init(0..<3, box), .init(4..<7, box)]
    func ranges(_ style: DrawingOptions.Style) throws -> [Range<Int>?] {
      var options = DrawingOptions()
      options.style = style
      return try write(document, "png", options).report.notes.filter {
        $0.kind.feature == .padding && $0.kind.effect == .dropped
      }.map(\.utf16Range)
    }
    #expect(try ranges(.kit) == [0..<3, 4..<7])
    #expect(try ranges(.article).isEmpty && ranges(.message).isEmpty)
  }

  @Test func `Tables deeper than layouts draw them are reported`() throws {
    func notes(depth: Int) throws -> [ConversionNote] {
      let blocks = (0..<depth).flatMap { level in
        [
          Block(id: 3 * level + 1, .table(Block.Table(columns: []))),
          Block(id: 3 * level + 2, .tableRow(isHeader: false)),
          Block(id: 3 * level + 3, .tableCell(Block.TableCell(column: 0))),
        ]
      }
      var builder = IAStringBuilder()
      builder.append("deep")
      builder.endParagraph(ParagraphAttributes(blocks: blocks))
      return try write(IADocument(builder.finish()), "png").report.notes.filter {
        $0.kind == .init(effect: .approximated, feature: .table)
      }
    }
    #expect(try notes(depth: 16).isEmpty)
    #expect(try notes(depth: 17).map(\.detail) == ["in more than 16 tables"])
  }

  @Test func `Attachments that cannot be shown are reported with the reason`() throws {
    let (_, report) = try write(try Corpus.document("attachments"), "png")
    let dropped = report.notes.filter {
      $0.kind.effect == .dropped && $0.kind.feature == .attachment
    }
    #expect(dropped.contains { $0.detail == "still loading" })
    #expect(dropped.allSatisfy { $0.utf16Range?.count == 1 })
  }

  @Test func `An invalid picture is drawn as a frame and reported`() throws {
    var document = IADocument(IAString("a"))
    document.append(Array("no picture".utf8), as: .image, name: "a.png")
    let (bytes, report) = try write(document, "png")
    #expect(!bytes.isEmpty)
    #expect(report.notes.contains { $0.detail == "picture.kind" })
  }

  @Test func `Stickers get their pictures from packs`() throws {
    var string = IAString()
    string.append(Attachment.sticker("sun"))
    let document = IADocument(string)
    let packs = try Corpus.stickerPacks()
    let bare = try write(document, "png")
    let (bytes, report) = try write(
      document, "png", looks: WriteOptions(stickerPacks: packs))
    #expect(bytes != bare.bytes)
    #expect(bare.report.kinds.contains { $0.effect == .dropped })
    #expect(!report.kinds.contains { $0.effect == .dropped })
  }

  @Test func `Marks beyond the text are refused, those up to its end are drawn`() throws {
    let document = IADocument(IAString("one two"))
    for id in ["png", "svg", "pdf"] {
      var options = DrawingOptions()
      options.caret = 7
      options.found = [0..<3]
      options.misspelt = [4..<7]
      #expect(try write(document, id, options).bytes != write(document, id).bytes)
      options.caret = 8
      #expect(throws: Failure.self) { try write(document, id, options) }
      options = DrawingOptions()
      options.selection = 4..<7
      #expect(try write(document, id, options).bytes != write(document, id).bytes)
      options.selection = 4..<8
      #expect(throws: Failure.self) { try write(document, id, options) }
    }
  }

  @Test func `A folder without fonts is an error`() {
    var options = DrawingOptions()
    options.fonts.folder = "/nowhere"
    #expect(throws: Failure.self) { try write(IADocument(IAString("a")), "png", options) }
  }

  @Test func `Each replaced family is reported once with the number of its runs`() throws {
    var string = IAString("one two three four")
    string.set(\.fontFamily, to: "No Such Family", in: 0..<3)
    string.set(\.fontFamily, to: "No Such Family", in: 8..<13)
    string.set(\.fontFamily, to: "monospace", in: 14..<18)
    let notes = try write(IADocument(string), "png").report.notes
      .filter { $0.kind.feature == .fontFamily }
    #expect(notes.count == 1)
    let note = try #require(notes.first)
    #expect(note.kind.effect == .approximated)
    #expect(note.detail.hasPrefix("No Such Family \u{2192} "))
    #expect(note.detail.hasSuffix(" (2 runs)"))
    let lines = LossSummary(of: try write(IADocument(string), "png").report).lines(for: "a.rtf")
    #expect(lines.contains("iaconv: a.rtf: approximated: font-family: No Such Family"))
  }

  @Test func `Text without a size has that of its style`() throws {
    func height(_ format: String?, _ style: DrawingOptions.Style? = nil) throws -> Int {
      var options = DrawingOptions()
      options.style = style
      options.scale = 1
      var looks = WriteOptions()
      looks.sourceFormat = format.map { FormatID($0) }
      return try PictureHeader(
        write(IADocument(IAString("a\nb\nc\nd\ne\nf\ng\nh")), "png", options, looks: looks).bytes
      ).size.height
    }
    #expect(try height("markdown") < height("html"))
    #expect(try height("html") < height("json"))
    #expect(try height("json") == height(nil))
    #expect(try height("text") == height("markdown"))
    #expect(try height("json", .article) == height("markdown"))
    #expect(try height("markdown", .kit) == height("json"))
  }

  @Test func `Pictures without a size have that of their pixels on pages`() throws {
    var options = DrawingOptions()
    options.scale = 1
    options.width = 300
    let lines = Array(repeating: "a line", count: 20).joined(separator: "\n")
    let picture = try write(IADocument(IAString(lines)), "png", options).bytes
    let pixels = try PictureHeader(picture).size
    try #require(pixels.width == 300 && pixels.height > 300)
    var document = IADocument()
    document.append(picture, as: .image)
    options.width = 400
    func height(_ format: String, _ style: DrawingOptions.Style? = nil) throws -> Double {
      options.style = style
      var looks = WriteOptions()
      looks.sourceFormat = FormatID(format)
      let bytes = try write(document, "png", options, looks: looks).bytes
      return Double(try PictureHeader(bytes).size.height)
    }
    let shown = Double(pixels.height) * 0.75
    for format in ["html", "markdown", "rtf"] {
      #expect(abs(try height(format) - shown) < 80, "\(format)")
    }
    #expect(try height("json") < 240)
    #expect(try height("markdown", .message) < 240)
  }

  @Test func `Documents from RTF have the pages and the font of RTF`() throws {
    func drawn(_ format: String, _ document: IADocument) throws -> String {
      var looks = WriteOptions()
      looks.sourceFormat = FormatID(format)
      return String(decoding: try write(document, "pdf", looks: looks).bytes, as: UTF8.self)
    }
    var document = IADocument(IAString("text"))
    #expect(try drawn("text", document).contains("/MediaBox [ 0 0 595 842 ]"))
    #expect(try drawn("rtf", document).contains("/MediaBox [ 0 0 612 792 ]"))
    #expect(try drawn("rtf", document) != drawn("rtfd", IADocument(IAString("other"))))
    document.string.options.page = PageLayout(width: 400, height: 500)
    #expect(try drawn("rtf", document).contains("/MediaBox [ 0 0 400 500 ]"))
  }

  @Test func `Pages are turned and numbered on request`() throws {
    func text(_ options: DrawingOptions) throws -> [UInt8] {
      let lines = Array(repeating: "a line", count: 90).joined(separator: "\n")
      return try write(IADocument(IAString(lines)), "pdf", options).bytes
    }
    var options = DrawingOptions()
    let plain = try text(options)
    options.numbersPages = true
    let numbered = try text(options)
    #expect(numbered.count > plain.count)
    options.isLandscape = true
    let turned = String(decoding: try text(options), as: UTF8.self)
    #expect(turned.contains("/MediaBox [ 0 0 842 595 ]"))
    options = DrawingOptions()
    options.style = .article
    options.fonts.size = 20
    options.numbersPages = false
    #expect(try text(options).count < numbered.count)
  }

  @Test func `Pages have the size and margins of the document, unless options state others`() throws
  {
    var document = IADocument(IAString("a\n"))
    var page = PageLayout(width: 612, height: 396, leftMargin: 100)
    document.string.options.page = page
    func pdf(_ options: DrawingOptions) throws -> (String, [String]) {
      let (bytes, report) = try write(document, "pdf", options)
      return (String(decoding: bytes, as: UTF8.self), report.kinds.map(\.feature.rawValue))
    }
    let (own, losses) = try pdf(DrawingOptions())
    #expect(own.contains("/MediaBox [ 0 0 612 396 ]") && losses.isEmpty)
    var options = DrawingOptions()
    options.pageSize = .init(width: 300, height: 200)
    #expect(try pdf(options).0.contains("/MediaBox [ 0 0 300 200 ]"))
    options = DrawingOptions()
    options.isLandscape = true
    page = PageLayout(width: 396, height: 612)
    page.columns = 2
    document.string.options.page = page
    let (turned, missing) = try pdf(options)
    #expect(turned.contains("/MediaBox [ 0 0 612 396 ]") && missing.isEmpty)
    page.columns = 64
    document.string.options.page = page
    #expect(try pdf(DrawingOptions()).1 == ["columns"])
    // A page size without a width is ignored, and so are margins without space between them.
    document.string.options.page = PageLayout(height: 100, topMargin: 400, bottomMargin: 500)
    let (usual, unused) = try pdf(DrawingOptions())
    #expect(usual.contains("/MediaBox [ 0 0 595") && unused == ["page-margins"])
    #expect(
      try write(document, "png").report.kinds.map(\.feature.rawValue) == [
        "page-margins", "page-size",
      ])
  }

  @Test func `Fonts are listed, and their digest does not depend on their place`() throws {
    let drawing = CairoDrawing()
    let list = try drawing.fontList(.init())
    #expect(list.split(separator: "\n").allSatisfy { $0.contains("\t") })
    let digest = try drawing.fontDigest(.init())
    #expect(digest == (try drawing.fontDigest(.init())))
    #expect(
      digest.split(separator: "\n").map { $0.split(separator: " ")[0] } == [
        "fonts", "harfbuzz", "fontconfig", "cairo", "freetype",
      ])
    var fonts = DrawingOptions.Fonts()
    fonts.folder = "/nowhere"
    let failure = #expect(throws: Failure.self) { try drawing.fontList(fonts) }
    #expect(failure?.detail.contains("fonts-noto-core") == true)
  }

  @Test(arguments: ["every-block", "every-attribute", "every-paragraph", "odd-units", "empty"])
  func `Every document of the corpus is drawn in every format`(name: String) throws {
    let document = try Corpus.document(name)
    for descriptor in FormatDescriptor.drawn {
      #expect(throws: Never.self) { try write(document, descriptor.id.rawValue) }
    }
  }

  @Test func `A gathering is drawn as one`() throws {
    let documents = [("a", try Corpus.document("options")), ("b", try Corpus.document("emoji"))]
      .map { (name: $0.0, document: $0.1) }
    for arrangement in Gathering.Arrangement.allCases {
      for descriptor in FormatDescriptor.drawn {
        var sink = BytesSink()
        _ = try CairoDrawing().write(
          Gathering(arrangement, documents), as: descriptor.id, to: &sink,
          options: DrawingOptions(), looks: WriteOptions())
        #expect(sink.bytes.isEmpty == false)
      }
    }
  }

  @Test func `Pages and margins are read from arguments`() {
    typealias PageSize = DrawingOptions.PageSize
    #expect(PageSize(argument: "A4") == .a4)
    #expect(PageSize(argument: "390x844") == PageSize(width: 390, height: 844))
    for wrong in ["", "x", "390", "390x", "0x5", "1e9x5", "390x844x2", "nanx100"] {
      #expect(PageSize(argument: wrong) == nil, "\(wrong)")
    }
    typealias Margins = DrawingOptions.Margins
    #expect(Margins(argument: "24") == Margins(24))
    #expect(Margins(argument: "1,2,3,4") == Margins(top: 1, right: 2, bottom: 3, left: 4))
    for wrong in ["", "1,2", "-1", "a", "1,2,3,", "inf"] {
      #expect(Margins(argument: wrong) == nil, "\(wrong)")
    }
  }
}
