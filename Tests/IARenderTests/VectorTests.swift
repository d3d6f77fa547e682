import Foundation
import IALayout
import IATestSupport
import IAText
import Testing

@testable import IARender

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The texts and element names of an SVG picture.
private final class SVGReader: NSObject, XMLParserDelegate {
  private(set) var texts: [String] = []
  private(set) var names: [String: Int] = [:]
  private(set) var error: (any Error)?
  private var isInText = false

  init(_ svg: String) {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    if !parser.parse() { error = parser.parserError }
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    names[elementName, default: 0] += 1
    isInText = elementName == "text"
    if isInText { texts.append("") }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if isInText { texts[texts.count - 1] += string }
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    isInText = false
  }
}

/// Returns a text without white space, default-ignorable characters and U+FFFC.
private func compact(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.filter { scalar in
        !scalar.properties.isWhitespace && scalar != "\u{FFFC}" && scalar != "\u{FEFF}"
          && !scalar.properties.isDefaultIgnorableCodePoint
      }))
}

@Suite struct VectorTests {
  private static let names = [
    "chat-en", "chat-ru", "chat-ja", "chat-th", "chat-hi", "chat-ar", "chat-he", "emoji",
    "mixed-scripts",
  ]

  @Test(arguments: names)
  func `The text of an SVG picture is the document's`(name: String) throws {
    let renderer = try Drawings.renderer()
    let document = try Corpus.document(name)
    let svg = renderer.svg(try Drawings.page(document, renderer), title: "a < b & c")
    let read = SVGReader(svg)
    #expect(read.error == nil)
    #expect(compact(read.texts.joined()) == compact(document.string.text))
    #expect(read.names["title"] == 1)
  }

  @Test func `An SVG picture has outlines once and no script`() throws {
    let renderer = try Drawings.renderer()
    let svg = renderer.svg(
      try Drawings.page(IADocument(IAString("aaaaaaaaaa bbbbbbbbbb")), renderer))
    let read = SVGReader(svg)
    #expect(read.names["path"] == 2)
    #expect(read.names["use"] == 20)
    #expect(read.names["script"] == nil)
  }

  @Test func `Characters that XML does not allow are replaced`() {
    #expect(SVGPainter.escaped("a\u{1}<&>\"\u{FFFF}é") == "a\u{FFFD}&lt;&amp;&gt;&quot;\u{FFFD}é")
  }

  @Test(
    arguments: zip(
      [0, 1, -1, 0.5, 1.0004, -2.3456, 1e20, .nan],
      ["0", "1", "-1", "0.5", "1", "-2.346", "1000000000", "0"]))
  func `Numbers are short`(value: Double, text: String) {
    #expect(SVGPainter.number(value) == text)
  }

  private static let pdftotext = ["/usr/bin/pdftotext", "/opt/homebrew/bin/pdftotext"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Returns the text that `pdftotext` extracts.
  private func text(of pdf: [UInt8]) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "ia-\(UUID().uuidString).pdf")
    try Data(pdf).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: Self.pdftotext ?? "")
    process.arguments = ["-raw", file.path, "-"]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }

  /// The visible text of a document, and the list markers that are drawn.
  private struct DrawnText: DrawingSink {
    var markers = ""
    var text = ""

    init(_ document: IADocument, _ renderer: Renderer) {
      let all = document.string
      for run in all.attributeRuns(in: all.utf16Range) where !run.attributes.hidden {
        text += all.text(in: run.utf16Range)
      }
      for entry in all.attachments {
        text += entry.attachment.textBacking ?? entry.attachment.altText ?? ""
      }
      let content = renderer.laidOut(Drawings.source(document), width: 276)
      content.manager.draw(
        in: Rectangle(x: 0, y: 0, width: 276, height: content.height), to: &self)
    }

    mutating func draw(_ run: borrowing GlyphRun) {
      if run.role == .listMarker { markers += String(decoding: run.units, as: UTF16.self) }
    }

    mutating func fill(_ rectangle: Rectangle, color: Color, role: FillRole) {}
    mutating func stroke(_ stroke: Stroke) {}
    mutating func draw(_ attachment: AttachmentBox) {}
  }

  /// Documents whose characters a PDF does not contain one by one, and the reasons.
  private static let uncarried = [
    "odd-units": "control characters, noncharacters and lone surrogates become U+FFFD or nothing"
  ]

  /// Whether `pdftotext` prints the text in the order of the document.
  ///
  /// It reorders text from right to left and text of boxes; list markers are not in the document.
  private static func keepsOrder(_ document: IADocument, _ drawn: DrawnText) -> Bool {
    drawn.markers.isEmpty && document.string.attachments.isEmpty
      && !document.string.text.unicodeScalars.contains {
        (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFEFC).contains($0.value)
      }
  }

  /// Returns a document without its headers and footers, which are artifacts of pages.
  private static func withoutRunningTexts(_ document: IADocument) -> IADocument {
    var document = document
    for paragraph in document.string.paragraphs.reversed() {
      switch paragraph.attributes.blocks.first?.kind {
      case .pageHeader, .pageFooter: document.string.remove(paragraph.utf16Range)
      default: break
      }
    }
    return document
  }

  @Test(
    .enabled(if: pdftotext != nil, "needs pdftotext"),
    arguments: try Corpus.documents().filter { uncarried[$0.name] == nil })
  func `The text of a PDF is the document's`(entry: Corpus.Entry) throws {
    let renderer = try Drawings.renderer()
    let pages = try renderer.pages(
      of: Drawings.source(entry.document), size: Size(width: 300, height: 400),
      margins: Drawings.margins)
    let found = compact(try text(of: try renderer.pdf(pages)))
    let drawn = DrawnText(Self.withoutRunningTexts(entry.document), renderer)
    let running = pages.compactMap { $0.drawable as? DocumentDrawing }.flatMap(\.runningTexts)
      .map { DrawnText($0.content.document, renderer) }.map { $0.text + $0.markers }.joined()
    if running.isEmpty, Self.keepsOrder(entry.document, drawn) {
      #expect(found == compact(drawn.text))
    } else {
      let wanted = compact(drawn.text + drawn.markers + running)
      #expect(found.unicodeScalars.sorted() == wanted.unicodeScalars.sorted())
    }
  }

  @Test(.enabled(if: pdftotext != nil, "needs pdftotext"))
  func `A PDF has names of stickers in place of pictures`() throws {
    var string = IAString("a")
    string.append(Attachment.sticker("sun"))
    string.append(Attachment.sticker("sun"))
    string.append("b")
    let renderer = try Drawings.renderer()
    let pdf = try renderer.pdf([try Drawings.page(IADocument(string), renderer)])
    #expect(compact(try text(of: pdf)) == "a[sun][sun]b")
  }

  @Test func `Links can be followed`() throws {
    let renderer = try Drawings.renderer()
    var source = Drawings.source(IADocument(IAString("some words that lead somewhere")))
    source.links = [(5..<10, "https://example.org/?a='b'&c=(é)")]
    let page = try renderer.page(of: source, width: 300, margins: Drawings.margins)
    #expect(
      renderer.svg(page).contains("<a href=\"https://example.org/?a='b'&amp;c=(é)\"><rect "))
    let pdf = String(decoding: try renderer.pdf([page]), as: Unicode.ASCII.self)
    #expect(pdf.contains("/URI (https://example.org/?a='b'&c=\\(%C3%A9\\))"))
    let box = try #require(pdf.firstMatch(of: /QuadPoints \[ ([0-9. ]+) \]/))
    let sides = box.1.split(separator: " ").compactMap { Double($0) }
    try #require(sides.count == 8)
    let word = try #require(
      renderer.laidOut(source, width: 276).manager.selectionRects(for: 5..<10).first)
    #expect(abs(sides[0] - word.x - 12) < 0.01)
    #expect(abs(sides[2] - word.maxX - 12) < 0.01)
    #expect(abs(sides[1] - (page.size.height - 12 - word.y)) < 0.01)
  }

  @Test func `The headings of a document are the outline of its PDF`() throws {
    var string = IAString("One\ntext\nTwo\ntext\n  \nThree")
    for (range, level) in [(0..<4, 1), (9..<13, 2), (18..<21, 2), (21..<26, 1)] {
      let heading = ParagraphAttributes(
        blocks: [Block(id: range.lowerBound + 1, .header(level: level))])
      string.setParagraphAttributes(heading, in: range)
    }
    string.updateParagraphAttributes(in: 21..<26) { $0.pageBreakBefore = true }
    let renderer = try Drawings.renderer()
    let pages = try renderer.pages(
      of: Drawings.source(IADocument(string)), size: Size(width: 300, height: 400),
      margins: Drawings.margins)
    #expect(pages.map { $0.drawable.headings.map(\.title) } == [["One", "Two"], ["Three"]])
    #expect(pages[0].drawable.headings.map(\.level) == [1, 2])
    let pdf = String(decoding: try renderer.pdf(pages), as: Unicode.ASCII.self)
    #expect(pdf.contains("/Title (Two)"))
    #expect(pdf.matches(of: /\/Parent \d+ 0 R/).count >= 3)
    #expect(pdf.contains("/Outlines"))
  }

  @Test func `A PDF has the known metadata and no time`() throws {
    let renderer = try Drawings.renderer()
    var facts = DocumentFacts()
    facts.title = "Letters"
    facts.created = "2024-02-29T12:00:00Z"
    let page = try Drawings.page(IADocument(IAString("a")), renderer)
    let text = String(decoding: try renderer.pdf([page], facts: facts), as: Unicode.ASCII.self)
    #expect(text.contains("/Title (Letters)"))
    #expect(text.contains("(D:20240229120000Z)"))
    #expect(text.contains("/CreationDate ("))
    #expect(throws: RenderError.self) { try renderer.pdf([]) }
  }
}

@Suite struct OverhangTests {
  private func page(_ blocks: [Block.Kind], indent: Double? = nil) throws -> (Bitmap, Bitmap) {
    var attributes = ParagraphAttributes()
    attributes.blocks = blocks.enumerated().map { Block(id: $0.offset + 1, $0.element) }
    attributes.firstLineIndent = indent
    var string = IAString("item")
    string.setParagraphAttributes(attributes, in: 0..<4)
    let renderer = try Drawings.renderer()
    let source = Drawings.source(IADocument(string))
    let narrow = try renderer.page(of: source, width: 300, margins: Drawings.margins)
    let wide = Insets(top: 12, left: 300, bottom: 12, right: 12)
    let roomy = try renderer.page(of: source, width: 588, margins: wide)
    return (try renderer.bitmap(narrow, scale: 1), try renderer.bitmap(roomy, scale: 1))
  }

  private func ink(_ bitmap: Bitmap) -> Int {
    bitmap.pixels.reduce(0) { $0 + 255 - Int($1 & 0xFF) }
  }

  @Test func `Markers and lines beyond the margin are drawn as a whole`() throws {
    let roman = Block.OrderedListStyle(numbering: .lowerRoman)
    let cases: [([Block.Kind], Double?)] = [
      ([.orderedList(roman), .listItem(.init(ordinal: 3888))], nil),
      ([.footnote(label: "note 12")], nil),
      ([], -60),
    ]
    for (blocks, indent) in cases {
      let (narrow, roomy) = try page(blocks, indent: indent)
      #expect(narrow.size.width == 300)
      // The same letters at other subpixel positions.
      let (drawn, wanted) = (Double(ink(narrow)), Double(ink(roomy)))
      #expect(abs(drawn - wanted) < wanted * 0.02, "\(blocks)")
      #expect((0..<narrow.size.height).allSatisfy { narrow[0, $0] == 0xFFFF_FFFF })
    }
  }
}
