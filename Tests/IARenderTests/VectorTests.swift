import Foundation
import IALayout
import IATestSupport
import IAText
import Testing

@testable import IARender

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What the elements of an SVG picture hold.
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

/// Text without what ends lines and paragraphs, the spaces at which lines were broken, and the places
/// of attachments.
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

  @Test func `Characters that XML has not are replaced`() {
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

  /// The text that `pdftotext` finds.
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

  @Test(
    .enabled(if: pdftotext != nil, "needs pdftotext"),
    arguments: ["chat-en", "chat-de", "chat-ru", "chat-ja", "chat-zh", "chat-th", "emoji"])
  func `The text of a PDF is the document's`(name: String) throws {
    let renderer = try Drawings.renderer()
    let document = try Corpus.document(name)
    let pages = try renderer.pages(
      of: Drawings.source(document), size: Size(width: 300, height: 400),
      margins: Drawings.margins)
    let found = try text(of: try renderer.pdf(pages))
    #expect(compact(found) == compact(document.string.text))
  }

  @Test(.enabled(if: pdftotext != nil, "needs pdftotext"))
  func `Names of stickers stand in a PDF for their pictures`() throws {
    var string = IAString("a")
    string.append(Attachment.sticker("sun"))
    string.append(Attachment.sticker("sun"))
    string.append("b")
    let renderer = try Drawings.renderer()
    let pdf = try renderer.pdf([try Drawings.page(IADocument(string), renderer)])
    #expect(compact(try text(of: pdf)) == "a[sun][sun]b")
  }

  @Test func `A PDF says what is known and no time of day`() throws {
    let renderer = try Drawings.renderer()
    var facts = DocumentFacts()
    facts.title = "Letters"
    facts.created = "2024-02-29T12:00:00Z"
    let page = try Drawings.page(IADocument(IAString("a")), renderer)
    let text = String(decoding: try renderer.pdf([page], facts: facts), as: Unicode.ASCII.self)
    #expect(text.contains("/Title (Letters)"))
    #expect(text.contains("(20240229120000Z)"))
    #expect(text.contains("/CreationDate ("))
    #expect(throws: RenderError.self) { try renderer.pdf([]) }
  }
}

@Suite struct PaginationTests {
  private func parts(_ document: IADocument, height: Double) throws -> [Range<Double>] {
    let renderer = try Drawings.renderer()
    let content = renderer.laidOut(Drawings.source(document), width: 276)
    return Pagination.parts(of: content, pageHeight: height)
  }

  @Test(arguments: ["chat-en", "every-block", "every-paragraph", "attachments", "empty"])
  func `Pages follow on each other`(name: String) throws {
    let document = try Corpus.document(name)
    for height in [60.0, 200, 500] {
      let parts = try parts(document, height: height)
      #expect(parts.first?.lowerBound == 0)
      for (part, next) in zip(parts, parts.dropFirst()) {
        #expect(part.upperBound == next.lowerBound)
      }
    }
  }

  @Test func `A line is on one page, and on the page in whole`() throws {
    let document = try Corpus.document("chat-en")
    let renderer = try Drawings.renderer()
    let content = renderer.laidOut(Drawings.source(document), width: 276)
    let parts = Pagination.parts(of: content, pageHeight: 300)
    for line in content.manager.lineFragments() {
      let homes = parts.filter {
        $0.lowerBound <= line.rect.y + 0.01 && line.rect.maxY <= $0.upperBound + 0.01
      }
      #expect(homes.count == 1)
      #expect(homes.allSatisfy { line.rect.maxY - $0.lowerBound <= 300.01 })
    }
  }

  @Test func `A heading goes with what it heads`() throws {
    var string = IAString("a\nb\nc\nHeading\nd\n")
    var heading = ParagraphAttributes()
    heading.blocks = [Block(id: 1, .header(level: 1))]
    string.setParagraphAttributes(heading, in: 6..<13)
    let renderer = try Drawings.renderer()
    let content = renderer.laidOut(Drawings.source(IADocument(string)), width: 276)
    let head = try #require(content.manager.lineFragment(at: 7))
    let parts = Pagination.parts(of: content, pageHeight: head.rect.maxY + 1)
    #expect(parts.first?.upperBound == head.rect.y)
  }

  @Test func `A paragraph can begin a page`() throws {
    var string = IAString("a\nb\nc\n")
    string.updateParagraphAttributes(in: 2..<3) { $0.pageBreakBefore = true }
    let parts = try parts(IADocument(string), height: 500)
    #expect(parts.count == 2)
  }
}
