import Foundation
import IALayout
import IAText
import Testing

@testable import IARender

@Suite(.enabled(if: Drawings.fonts != nil, "the test fonts are not installed"))
struct TagTests {
  private static func tool(_ name: String) -> String? {
    ["/usr/bin/", "/opt/homebrew/bin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private static let pdfinfo = tool("pdfinfo")
  private static let pdftotext = tool("pdftotext")
  private static let qpdf = tool("qpdf")

  /// Returns the output of a program that examines a PDF.
  private func run(_ program: String?, _ arguments: [String], on pdf: [UInt8]) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "ia-\(UUID().uuidString).pdf")
    try Data(pdf).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program ?? "")
    process.arguments = arguments.map { $0 == "FILE" ? file.path : $0 }
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: data, as: UTF8.self))")
    return String(decoding: data, as: UTF8.self)
  }

  private func pdf(
    _ string: IAString, _ links: [(utf16Range: Range<Int>, url: String)] = [],
    facts: DocumentFacts = DocumentFacts(), height: Double = 400
  ) throws -> [UInt8] {
    let renderer = try Drawings.renderer()
    var source = Drawings.source(IADocument(string))
    source.links = links
    let pages = try renderer.pages(
      of: source, size: Size(width: 300, height: height), margins: Drawings.margins, numbers: .all)
    return try renderer.pdf(pages, facts: facts)
  }

  /// Returns a text with the kinds of blocks that become structure elements.
  private func sample() -> IAString {
    var builder = IAStringBuilder()
    func add(_ text: String, _ kinds: (Int, Block.Kind)...) {
      builder.append(text)
      builder.endParagraph(
        ParagraphAttributes(blocks: kinds.map { Block(id: $0.0, $0.1) }))
    }
    add("Title", (1, .header(level: 2)))
    add("Some words.")
    add("Deep", (2, .header(level: 6)))
    let list = (3, Block.Kind.orderedList(.init(numbering: .lowerRoman)))
    add("one", list, (4, .listItem(.init(ordinal: 1))))
    add("two", list, (5, .listItem(.init(ordinal: 2))))
    let table = (6, Block.Kind.table(.init(columns: [.init(), .init()])))
    add("head", table, (7, .tableRow(isHeader: true)), (8, .tableCell(.init(column: 0))))
    add("", table, (7, .tableRow(isHeader: true)), (9, .tableCell(.init(column: 1))))
    add(
      "wide", table, (10, .tableRow(isHeader: false)),
      (11, .tableCell(.init(column: 0, columnSpan: 2))))
    add("said", (12, .blockQuote))
    add("let x", (13, .codeBlock(language: nil)))
    add("A note.", (14, .footnote(label: "1")))
    return builder.finish()
  }

  /// Returns the types of the structure elements with their depth, as `pdfinfo` prints them.
  private func outline(_ pdf: [UInt8]) throws -> [String] {
    try run(Self.pdfinfo, ["-struct", "FILE"], on: pdf).split(separator: "\n")
      .filter { !$0.contains("/") && !$0.trimmingCharacters(in: .whitespaces).isEmpty }
      .map { line in
        let depth = line.prefix { $0 == " " }.count / 2
        let name = line.trimmingCharacters(in: .whitespaces).prefix { !" (:\"".contains($0) }
        return "\(depth) \(name)"
      }
  }

  @Test(.enabled(if: pdfinfo != nil, "needs pdfinfo"))
  func `The structure of a PDF is that of the text`() throws {
    let found = try outline(try pdf(sample()))
    #expect(
      found == [
        "0 Document", "1 H1", "1 P", "1 H2", "1 L", "2 LI", "3 Lbl", "3 LBody", "4 P", "2 LI",
        "3 Lbl", "3 LBody", "4 P", "1 Table", "2 TR", "3 TH", "4 P", "3 TH", "2 TR", "3 TD", "4 P",
        "1 BlockQuote", "2 P", "1 P", "2 Code", "1 Note", "2 P",
      ])
  }

  @Test(.enabled(if: pdfinfo != nil, "needs pdfinfo"))
  func `Cells, lists and figures have attributes`() throws {
    var string = sample()
    var picture = Attachment(.image, state: .missing, altText: "A sun (rising)")
    picture.displayWidth = 40
    picture.displayHeight = 40
    string.append(picture)
    let found = try run(Self.pdfinfo, ["-struct", "FILE"], on: try pdf(string))
    for expected in ["/Scope /Column", "/ColSpan 2", "/ListNumbering /LowerRoman", "/BBox"] {
      #expect(found.contains(expected), "\(expected) in \(found)")
    }
    let file = String(decoding: try pdf(string), as: Unicode.ASCII.self)
    #expect(file.contains("/S /Figure") && file.contains("/Alt (A sun \\(rising\\))"))
  }

  @Test(.enabled(if: pdfinfo != nil, "needs pdfinfo"))
  func `The text of elements is in the order of the document over several pages`() throws {
    var text = ""
    for number in 0..<60 { text += "Paragraph \(number) has words for more than one line.\n" }
    let file = try pdf(IAString(text), height: 120)
    let found = try run(Self.pdfinfo, ["-struct-text", "FILE"], on: file)
    // `pdfinfo` prints each part of an element in quotes; page numbers are not in the output.
    let words = found.matches(of: /"((?:[^"\\]|\\.)*)"/).map { String($0.1) }.joined(separator: " ")
    #expect(
      words.split(whereSeparator: \.isWhitespace) == text.split(whereSeparator: \.isWhitespace))
  }

  @Test(.enabled(if: pdfinfo != nil, "needs pdfinfo"))
  func `A link is an element with its annotation`() throws {
    let string = IAString("some words that lead somewhere")
    let file = try pdf(string, [(5..<10, "https://example.org/")])
    let text = String(decoding: file, as: Unicode.ASCII.self)
    #expect(try outline(file).prefix(3) == ["0 Document", "1 P", "2 Link"])
    #expect(text.contains("/Type /OBJR"))
    #expect(text.contains("/Tabs /S"))
    #expect(text.contains("/F 4 /Contents (https://example.org/)"))
  }

  @Test func `The file states its language and shows its title`() throws {
    var facts = DocumentFacts()
    facts.title = "Größe & Maß"
    facts.language = "de"
    var attributes = InlineAttributes()
    attributes.language = "fr"
    var string = IAString("Wort mot Wort")
    string.setAttributes(attributes, in: 5..<8)
    let text = String(decoding: try pdf(string, facts: facts), as: UTF8.self)
    #expect(text.hasPrefix("%PDF-1.7\n"))
    #expect(text.contains("/Lang (de)"))
    #expect(text.contains("/S /Span") && text.contains("/Lang (fr)"))
    #expect(text.contains("/DisplayDocTitle true"))
    #expect(text.contains("/Marked true"))
    #expect(text.contains("<rdf:li xml:lang=\"x-default\">Größe &amp; Maß</rdf:li>"))
  }

  @Test(.enabled(if: qpdf != nil, "needs qpdf"))
  func `All content is in an element or an artifact, and the file is without errors`() throws {
    let file = try pdf(sample(), height: 90)
    #expect(try run(Self.qpdf, ["--check", "FILE"], on: file).contains("No syntax or stream"))
    let plain = try run(Self.qpdf, ["--qdf", "--object-streams=disable", "FILE", "-"], on: file)
    var depth = 0
    var unmarked = 0
    var artifacts = 0
    for line in plain.split(separator: "\n") {
      if line.hasSuffix(" BDC") || line.hasSuffix(" BMC") { depth += 1 }
      if line == "/Artifact BMC" { artifacts += 1 }
      if line == "EMC" { depth -= 1 }
      let paints = line.hasSuffix("Tj") || line.hasSuffix("TJ") || line.hasSuffix(" f")
      if paints, depth == 0 { unmarked += 1 }
    }
    #expect(depth == 0 && unmarked == 0 && artifacts > 0)
  }

  @Test func `A page can start with an emoji`() throws {
    let file = try pdf(IAString("\u{1F600}\n\u{1F600}"))
    let text = String(decoding: file, as: Unicode.ASCII.self)
    #expect(text.contains("/StructTreeRoot"))
    let pictures = text.matches(of: /\/x\d+ \d+ 0 R/).map { String($0.0) }
    #expect(!pictures.isEmpty && Set(pictures).count == pictures.count)
  }
}
