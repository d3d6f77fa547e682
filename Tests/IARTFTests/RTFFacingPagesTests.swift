import IAFormats
import IARTF
import IAText
import Testing

/// Headers and footers of all pages in documents whose left and right pages differ.
@Suite struct RTFFacingPagesTests {
  private struct Case: Sendable {
    var kinds: [Block.Kind]
    var words: [String]
    var isShown = true
  }

  private static let cases: [Case] = [
    Case(kinds: [.pageHeader(), .pageFooter()], words: ["header", "footer"]),
    Case(kinds: [.pageHeader(), .pageFooter(on: .first)], words: ["header", "footerf"]),
    Case(
      kinds: [.pageHeader(), .pageFooter(on: .even)], words: ["headerr", "headerl", "footerl"]),
    Case(
      kinds: [.pageHeader(on: .odd), .pageFooter()], words: ["headerr", "footerr", "footerl"]),
    Case(kinds: [.pageHeader(), .pageHeader(on: .even)], words: ["header", "headerl"]),
    Case(
      kinds: [.pageHeader(on: .odd), .pageHeader()], words: ["headerr", "headerl"], isShown: false),
    Case(
      kinds: [.pageHeader(on: .odd), .pageHeader(on: .even), .pageHeader()],
      words: ["headerr", "headerl", "header"], isShown: false),
    Case(
      kinds: [.pageHeader(on: .odd), .pageHeader(on: .even)], words: ["headerr", "headerl"]),
  ]

  /// Returns a document with one paragraph in each block, all with the same text, and a paragraph
  /// after them.
  private static func document(_ kinds: [Block.Kind]) -> IADocument {
    let text = String(repeating: "same\n", count: kinds.count) + "body\n"
    var document = IADocument(IAString(text))
    for (index, kind) in kinds.enumerated() {
      var set = ParagraphAttributes()
      set.blocks = [Block(id: index + 1, kind)]
      document.string.setParagraphAttributes(set, in: 5 * index..<5 * index + 5)
    }
    return document
  }

  private static func words(_ text: String) -> [String] {
    text.matches(of: /\{\\((?:header|footer)[lrf]?)[\\{]/).map { String($0.1) }
  }

  @Test(arguments: cases.indices, [true, false])
  func `A header of all pages is on left and right pages`(index: Int, isHidden: Bool) throws {
    let example = Self.cases[index]
    let document = Self.document(example.kinds)
    let (text, report) = try writtenRTF(
      document, WriteOptions(profile: "word", keepsHiddenData: isHidden))
    #expect(Self.words(text) == example.words)
    #expect(report.kinds.map(\.feature) == (example.isShown ? [] : [.pageHeader]))
    let back = try readRTF(text)
    #expect(back.report.isLossless)
    if isHidden { #expect(back.document.string == document.string, "\(text)") }
    if example.isShown {
      // Without hidden data, footers are after the text.
      #expect(Set(back.document.string.blockKinds) == Set(document.string.blockKinds))
      #expect(back.document.string.paragraphs.count == document.string.paragraphs.count)
    }
  }

  @Test func `Sections inherit the header of one side`() throws {
    let sections = try readRTF(
      "{\\rtf1\\facingp{\\headerl E\\par}a\\par\\sect\\sectd{\\header H\\par}b\\par\\sect\\sectd"
        + "{\\footer F\\par}c\\par}"
    ).document
    let (text, report) = try writtenRTF(sections, WriteOptions(keepsHiddenData: false))
    #expect(Self.words(text) == ["headerl", "header", "footerr", "footerl"])
    #expect(report.isLossless)
    #expect(try readRTF(text).document.string == sections.string)
  }

  @Test func `The same header on both sides is one of all pages`() throws {
    func kinds(_ headers: String) throws -> [Block.Kind?] {
      try readRTF("{\\rtf1\\facingp\(headers)a\\par}").document.string.blockKinds.map(\.first)
    }
    #expect(
      try kinds("{\\headerl{\\b H}\\par I}{\\headerr{\\b H}\\par I}")
        == [.pageHeader(), .pageHeader(), nil])
    #expect(
      try kinds("{\\headerl H}{\\headerr I}") == [
        .pageHeader(on: .even), .pageHeader(on: .odd), nil,
      ])
    #expect(
      try kinds("{\\headerl H}{\\headerr H\\par I}")
        == [.pageHeader(on: .even), .pageHeader(on: .odd), .pageHeader(on: .odd), nil])
    #expect(
      try kinds("{\\headerl H}{\\headerr H") == [.pageHeader(on: .even), .pageHeader(on: .odd)])
    let again = try readRTF(
      "{\\rtf1\\facingp{\\footerr H}{\\footerl H}{\\footer I}{\\footerl J}{\\footerr K}a\\par}")
    #expect(again.document.string.blockKinds.map(\.first) == [nil, .pageFooter()])
    #expect(again.report.notes.map(\.detail) == ["a second one", "a second one", "a second one"])
  }
}
