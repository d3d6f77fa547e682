import IABytes
import IAFiles
import IAFormats
import IAHiddenData
import IAMarkdown
import IATestSupport
import IAText
import Testing

/// Hidden text is not in the Markdown text, but in its hidden data.
@Suite struct MarkdownHiddenTextTests {
  private static func hidden(_ text: String, _ ranges: Range<Int>...) -> IADocument {
    var document = IADocument(IAString(text))
    for range in ranges { document.string.set(\.hidden, to: true, in: range) }
    return document
  }

  private static func back(
    _ document: IADocument
  ) throws -> (text: String, report: ConversionReport, document: IADocument) {
    let (text, report) = try MarkdownRoundTripTests.write(document, keepsHiddenData: true)
    return (text, report, try MarkdownReader().read(BytesSource(text)).document)
  }

  @Test(arguments: [
    ("one two three\n", 4..<8), ("one two three\n", 0..<4), ("one two three\n", 8..<13),
    ("one\ntwo\nthree\n", 4..<8), ("one\ntwo\nthree\n", 0..<4), ("one\ntwo\nthree\n", 8..<14),
    ("one\ntwo\nthree\n", 0..<14), ("one\ntwo\nthree", 8..<13), ("one\n two\nthree\n", 2..<4),
    ("one \ntwo\nthree\n", 4..<7), ("one\ntwo\nthree\n", 0..<6), ("one\ntwo", 2..<7),
  ])
  func hiddenTextComesBackHidden(_ text: String, _ range: Range<Int>) throws {
    let document = Self.hidden(text, range)
    let (markdown, report, back) = try Self.back(document)
    #expect(report.isLossless)
    #expect(report.kinds.contains(.init(effect: .hidden, feature: .hiddenText)))
    #expect(back.string == document.string)
    let visible = try #require(markdown.split(separator: "<!--", maxSplits: 1).first)
    #expect(!visible.contains("two") || !range.contains(4))
    #expect(try MarkdownRoundTripTests.write(back, keepsHiddenData: true).0 == markdown)
  }

  @Test(arguments: [2..<6, 3..<4]) func hiddenLineEndsDivideNoWord(_ range: Range<Int>) throws {
    let (_, report, back) = try Self.back(Self.hidden("one\ntwo\nthree\n", range))
    #expect(report.kinds.contains(.init(effect: .approximated, feature: .hiddenText)))
    #expect(back.string.text == "one\u{2028}two\nthree\n")
    #expect(range.allSatisfy { back.string.attributes(at: $0).hidden })
  }

  @Test func hiddenTextKeepsAttributesIntensitiesAndBlocks() throws {
    var document = Self.hidden("title\nfirst\nsecond\nthird\nend\n", 6..<12, 14..<17, 19..<25)
    document.string.set(\.bold, to: true, in: 7..<9)
    document.string.setIntensity(90, in: 8..<16)
    document.string.set(\.link, to: .init("https://example.org/"), in: 15..<16)
    document.string.setParagraphAttributes(
      ParagraphAttributes(blocks: [.init(id: 1, .header(level: 1))]), in: 0..<6)
    let list = Block(id: 2, .unorderedList(marker: nil))
    // In a list without numbers, the first item that Markdown shows has the number 1.
    for (number, start) in [(0, 6), (0, 12), (1, 19)] {
      document.string.setParagraphAttributes(
        ParagraphAttributes(
          blocks: [list, .init(id: 2 + start, .listItem(.init(ordinal: number + 1)))]),
        in: start..<start + 1)
    }
    let (markdown, report, back) = try Self.back(document)
    #expect(report.isLossless)
    #expect(!markdown.contains("first") && !markdown.contains("third"))
    #expect(back.string == document.string)
  }

  @Test func withoutHiddenDataHiddenTextIsDroppedWithANote() throws {
    let (text, report) = try MarkdownRoundTripTests.write(
      Self.hidden("one two three\n", 4..<8), keepsHiddenData: false)
    #expect(text == "one three\n")
    #expect(
      report.notes.map { "\($0.kind.effect) \($0.kind.feature.rawValue) \($0.utf16Range as Any)" }
        == ["dropped hidden-text Optional(Range(4..<8))"])
  }

  @Test func hiddenTextIsShownOnRequest() throws {
    var sink = BytesSink()
    var options = WriteOptions()
    options.showsHiddenText = true
    let report = try MarkdownWriter().write(
      Self.hidden("one two three\n", 4..<8), to: &sink, options: options)
    #expect(sink.text == "one two three\n")
    #expect(report.kinds == [.init(effect: .approximated, feature: .hiddenText)])
  }

  @Test func aHiddenParagraphInANoteIsDroppedWithANote() throws {
    var document = Self.hidden("a1\nnote\nmore\n", 8..<13)
    document.string.updateAttributes(in: 1..<2) {
      $0[tag: "footnote"] = "1"
      $0.script = .superscript
    }
    document.string.setParagraphAttributes(
      ParagraphAttributes(blocks: [.init(id: 1, .footnote(label: "1"))]), in: 3..<13)
    let (text, report, back) = try Self.back(document)
    #expect(text.hasPrefix("a[^1]\n\n[^1]: note\n") && !text.contains("more"))
    #expect(report.kinds == [.init(effect: .dropped, feature: .hiddenText)])
    #expect(back.string.text == "a1\nnote\n")
  }

  @Test func hiddenTextOfAnEditedParagraphIsStale() throws {
    let (text, _, _) = try Self.back(Self.hidden("one two\nthree four\n", 4..<7, 8..<14))
    let result = try MarkdownReader().read(BytesSource(text.replacing("one", with: "1")))
    #expect(result.document.string.text == "1 \nthree four\n")
    #expect((0..<14).filter { result.document.string.attributes(at: $0).hidden } == Array(3..<9))
    let losses = result.report.notes.filter(\.kind.effect.isLoss)
    #expect(losses.map(\.kind.feature) == [.staleHiddenData])
  }

  @Test func anyAbsentTextIsHidden() throws {
    var block = HiddenDocument()
    var evil = InlineAttributes()
    evil.link = .init("javascript:alert(1)")
    evil.tags = [.init("markdown.html", "inline"), .init("insertion", "-")]
    block.inline = [evil]
    var part = HiddenParagraph(visible: Array("ab".utf16))
    part.isTerminated = false
    part.patch = .init(prefix: 1, replaced: 0, units: Array("99".utf16))
    part.intensities = [.init(count: 2, value: 100)]
    part.inline = [.init(count: 2, value: 1)]
    block.absent = [.init(paragraph: 0, blocksBefore: 0, blocksAfter: 0, part: part)]
    let string = try Self.read("ab", with: block).document.string
    #expect(string.text == "a99b\n")
    var attributes = InlineAttributes()
    attributes.hidden = true
    #expect(string.attributes(at: 1) == attributes && string.attributes(at: 2) == attributes)
    #expect(!string.attributes(at: 0).hidden && !string.attributes(at: 3).hidden)
  }

  @Test("Parts that do not fit are refused", arguments: 0..<6) func refused(_ number: Int) throws {
    var block = HiddenDocument()
    var part = HiddenParagraph(visible: Array("a\u{1F600}".utf16))
    part.isTerminated = false
    part.patch = .init(prefix: 1, replaced: 0, units: Array("99".utf16))
    part.intensities = [.init(count: 2, value: 40)]
    switch number {
    case 0: part.patch?.prefix = 2
    case 1: part.patch?.prefix = 9
    case 2: part.patch?.units = [0x39, 0x0A]
    case 3: part.intensities = [.init(count: 3, value: 40)]
    case 4: part.inline = [.init(count: 2, value: 7)]
    default:
      part.paragraph = 1
      block.paragraphs = [ParagraphAttributes(blocks: [.init(id: 1, .footnote(label: "1"))])]
    }
    block.absent = [.init(paragraph: 0, blocksBefore: 0, blocksAfter: 0, part: part)]
    let result = try Self.read("a\u{1F600}", with: block)
    #expect(result.document.string.text == "a\u{1F600}\n")
    #expect(result.report.kinds == [.init(effect: .dropped, feature: .refusedHiddenData)])
  }

  private static func read(_ text: String, with block: HiddenDocument) throws -> ReadResult {
    let json = block.json
    let encoded = Base64.encode(json.span)
    return try MarkdownReader().read(BytesSource("\(text)\n\n<!-- ia:1 1\n\(encoded)\n-->\n"))
  }
}
