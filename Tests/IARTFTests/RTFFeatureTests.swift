import IAFiles
import IAFormats
import IATestSupport
import IAText
import Testing

@testable import IARTF

/// The RTF of single features.
struct RTFFeatureTests {
  private func text(
    _ document: IADocument, profile: String = "word", keepsHiddenData: Bool = false
  ) throws -> String {
    String(
      decoding: try RTFWriterTests.rtf(
        document, profile: profile, keepsHiddenData: keepsHiddenData), as: UTF8.self)
  }

  private func paragraph(_ text: String, _ blocks: [Block] = []) -> IAString {
    var builder = IAStringBuilder()
    builder.append(text)
    builder.endParagraph(ParagraphAttributes(blocks: blocks))
    return builder.finish()
  }

  /// Returns the lines after the head.
  private func body(_ document: IADocument, profile: String = "word") throws -> [String] {
    let lines = try text(document, profile: profile).split(separator: "\n")
    let start = try #require(lines.lastIndex { $0.contains("\\deftab720") })
    return lines[(start + 1)...].dropLast().map(String.init)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\\{b}", "a\\\\\\{b\\}"), ("\t", "\\tab "), ("\u{2028}", "\\line "),
    ("\u{A0}\u{AD}\u{2011}", "\\~\\-\\_"), ("é", "\\u233?"), ("\u{FFFD}", "\\u-3?"),
    ("\u{8000}", "\\u-32768?"), ("\u{7FFF}", "\\u32767?"), ("🎉", "\\u-10180?\\u-8311?"),
    ("\u{0}\u{1}\u{C}\u{7F}\u{85}\u{2029}\u{FFFF}", String(repeating: "\\u-3?", count: 7)),
    ("0123456789{abcdefgh", "0123456789\\{abcdefgh"), ("|~", "|~"),
  ])
  func charactersAreEscaped(text: String, rtf: String) throws {
    #expect(try body(IADocument(paragraph(text))) == ["\\pard\\plain\\sa160 \(rtf)\\par"])
  }

  @Test func loneSurrogatesAreReplacedOneByOne() throws {
    let string = IAString(units: [0x61, 0xD800, 0xDC01, 0xDC02, 0xD803, 0x62])
    #expect(
      try body(IADocument(string))
        == ["\\pard\\plain\\sa160 a\\u-10240?\\u-9215?\\u-3?\\u-3?b"])
  }

  @Test func cocoaWritesNoFallback() throws {
    #expect(
      try body(IADocument(paragraph("é1")), profile: "cocoa")
        == [
          "\\pard\\sa160\\pardirnatural\\partightenfactor0", "\\f0\\fs24 \\cf0 \\u233 1\\",
        ])
  }

  @Test(arguments: [
    ("https://example.org/a b", true), ("mailto:a@b", true), ("tel:1", true), ("#place", true),
    ("page.html", true), ("javascript:alert(1)", false), ("JaVaScRiPt:x", false),
    ("java\tscript:x", false), (" javascript:x", false), ("vbscript:x", false),
    ("file:///etc/passwd", false), ("\\\\host\\share", false), ("//host/share", false),
    ("data:text/html,x", false), ("", false), ("a\"} {\\field", false), ("a\nb", false),
  ])
  func onlyHarmlessTargetsBecomeLinks(url: String, isHarmless: Bool) throws {
    var string = paragraph("here")
    string.set(\.link, to: .init(url), in: 0..<4)
    var sink = BytesSink()
    let report = try RTFWriter().write(IADocument(string), to: &sink, options: WriteOptions())
    let bytes = sink.bytes
    let rtf = try StrictRTF(bytes)
    #expect(rtf.links.count == (isHarmless ? 1 : 0))
    let neutralised = report.notes.count { $0.kind.effect == .neutralised }
    #expect(neutralised == (isHarmless ? 0 : 1))
    let document = try rtf.document().document
    // A link target that the file does not show is not restored.
    if !isHarmless { string.set(\.link, to: nil, in: 0..<4) }
    #expect(RTFWriterTests.difference(document, IADocument(string)) == nil)
  }

  @Test func quotesInTargetsDoNotEndThem() throws {
    var string = paragraph("here")
    string.set(\.link, to: .init("https://example.org/\"x"), in: 0..<4)
    #expect(try text(IADocument(string)).contains("{HYPERLINK \"https://example.org/%22x\"}"))
  }

  /// Returns a text with a note, a remark, a box, a header and a footer.
  private func notes() -> IADocument {
    var builder = IAStringBuilder()
    func end(_ blocks: [Block] = []) {
      builder.endParagraph(ParagraphAttributes(blocks: blocks))
    }
    builder.append("above")
    end([Block(id: 1, .pageHeader())])
    builder.append("Text", intensity: 90)
    var reference = InlineAttributes()
    reference[tag: "footnote"] = "1"
    builder.append("1", attributes: builder.intern(reference))
    builder.append(" goes on")
    end()
    builder.append("remark")
    end([Block(id: 2, .annotation(.init(author: "Ada", date: "2024-02-29T12:00:00Z")))])
    builder.append("in a box")
    end([Block(id: 3, .textBox())])
    builder.append("an item in the note")
    let list = Block(id: 5, .unorderedList(marker: nil))
    end([Block(id: 4, .footnote(label: "1")), list, Block(id: 6, .listItem(.init(ordinal: 1)))])
    end([Block(id: 4, .footnote(label: "1"))])
    builder.append("item")
    end([Block(id: 7, .unorderedList(marker: nil)), Block(id: 8, .listItem(.init(ordinal: 1)))])
    builder.append("nobody refers to this")
    end([Block(id: 9, .footnote(label: "2"))])
    builder.append("below")
    end([Block(id: 10, .pageFooter())])
    return IADocument(builder.finish())
  }

  @Test func notesGoWhereTheyBelongAndComeBack() throws {
    let document = notes()
    let bytes = try RTFWriterTests.rtf(document)
    let rtf = try StrictRTF(bytes)
    #expect(rtf.streams.compactMap(\.number).sorted() == [0, 2, 3, 4, 8])
    #expect(rtf.streams.last?.paragraphs.count == 3)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\\super \\chftn }{\\footnote"))
    #expect(text.contains("{\\*\\atnauthor Ada}"))
    #expect(RTFWriterTests.difference(try rtf.document().document, document) == nil)
  }

  @Test func `The profile for Cocoa writes the dialect of TextEdit`() throws {
    var string = paragraph("one two")
    string.set(\.link, to: .init("https://a.example/"), in: 4..<7)
    let options = WriteOptions(profile: "cocoa", keepsHiddenData: false)
    let (text, report) = try writtenRTF(IADocument(string), options)
    #expect(report.notes.isEmpty)
    #expect(
      text == """
        {\\rtf1\\ansi\\ansicpg1252\\cocoartf2761\\uc0
        \\cocoatextscaling0\\cocoaplatform0{\\fonttbl\\f0\\fswiss\\fcharset0 Helvetica;}
        {\\colortbl;\\red255\\green255\\blue255;}
        {\\*\\expandedcolortbl;;}
        {\\stylesheet{\\s0\\sa160\\snext0 Normal;}
        }
        {\\*\\generator intensity-suite}
        \\vieww12000\\viewh9000\\viewkind0
        \\deftab720
        \\pard\\sa160\\pardirnatural\\partightenfactor0
        \\f0\\fs24 \\cf0 one {\\field{\\*\\fldinst{HYPERLINK "https://a.example/"}}{\\fldrslt{two}}}\\
        }

        """)
  }

  @Test func cocoaKeepsNotesInTheText() throws {
    let rtf = try StrictRTF(RTFWriterTests.rtf(notes(), profile: "cocoa"))
    #expect(rtf.streams.count == 1)
    #expect(RTFWriterTests.difference(try rtf.document().document, notes()) == nil)
  }

  @Test func textChangedElsewhereLosesItsRecordAlone() throws {
    var string = paragraph("one")
    string.append(paragraph("two"))
    string.setIntensities([90, 90, 90], at: 0)
    string.setIntensities([10, 10, 10], at: 4)
    let rtf = try text(IADocument(string), keepsHiddenData: true)
    let changed = rtf.replacing("one", with: "on3")
    let result = try StrictRTF(Array(changed.utf8)).document()
    #expect(result.document.string.text == "on3\ntwo\n")
    #expect(result.document.string.intensity(at: 0) == DisplayOptions.defaultIntensity)
    #expect(result.document.string.intensity(at: 4) == 10)
    #expect(result.report.counts.keys.filter(\.effect.isLoss).count == 1)
  }

  @Test func formattingChangedElsewhereKeepsIntensities() throws {
    var string = paragraph("one")
    string.setIntensities([90, 90, 90], at: 0)
    string.set(\.foreground, to: Color(0x112233), in: 0..<3)
    string.updateAttributes(in: 0..<3) { $0[tag: "html.kbd"] = "" }
    let rtf = try text(IADocument(string), keepsHiddenData: true)
    #expect(rtf.contains("{\\cf2 "))
    let changed = rtf.replacing("{\\cf2 ", with: "{\\i ")
    let result = try StrictRTF(Array(changed.utf8)).document()
    let attributes = result.document.string.attributes(at: 0)
    #expect(attributes.foreground == nil && attributes.italic)
    #expect(attributes[tag: "html.kbd"] == "")
    #expect(result.document.string.intensity(at: 0) == 90)
  }

  @Test func lineEndsOfAnotherSystemDisturbNothing() throws {
    let document = notes()
    let rtf = try text(document, keepsHiddenData: true).replacing("\n", with: "\n\n")
    let result = try StrictRTF(Array(rtf.utf8)).document()
    #expect(RTFWriterTests.difference(result.document, document) == nil)
  }

  @Test func rowsAndColumnsWithoutEndStayLinear() throws {
    var builder = IAStringBuilder()
    let table = Block(id: 1, .table(.init(columns: [])))
    for number in 0..<400 {
      builder.endParagraph(
        ParagraphAttributes(blocks: [
          table, Block(id: 2 + number / 100, .tableRow(isHeader: false)),
          Block(
            id: 100 + number,
            .tableCell(
              .init(column: number % 3 == 0 ? Int.max : -5, columnSpan: Int.max, rowSpan: Int.max))),
        ]))
    }
    let document = IADocument(builder.finish())
    let bytes = try RTFWriterTests.rtf(document)
    #expect(bytes.count < 2_000_000)
    #expect(RTFWriterTests.difference(try StrictRTF(bytes).document().document, document) == nil)
  }
}

/// RTFD: the text and the files beside it.
struct RTFDTests {
  private func write(_ document: IADocument) throws -> BytesSink {
    var sink = BytesSink(keepsSideFiles: true)
    _ = try RTFDWriter().write(document, to: &sink, options: WriteOptions())
    return sink
  }

  private func comesBack(_ document: IADocument) throws -> String? {
    let sink = try write(document)
    let files = Dictionary(uniqueKeysWithValues: sink.sideFiles.map { ($0.name, $0.bytes) })
    let result = try StrictRTF(sink.bytes, sideFiles: files).document()
    return RTFWriterTests.difference(result.document, document)
  }

  @Test(arguments: try Corpus.documents())
  func corpusComesBack(entry: Corpus.Entry) throws {
    #expect(try comesBack(entry.document) == nil)
  }

  @Test func randomDocumentsComeBack() throws {
    var random = RandomDocument(seed: 99)
    for number in 0..<60 { #expect(try comesBack(random.next()) == nil, "document \(number)") }
  }

  @Test func namesAreHarmlessAndUnique() throws {
    var document = IADocument()
    let names = [
      "../../etc/passwd", "/abs.png", "a/b.png", "b.png", "B.PNG", "..", ".", "", "TXT.rtf",
      "a\\c.png", "nul\u{0}l.png", "new\nline.png", ".hidden", "ünïcode 図.png", "{brace}\\x.png",
      "-leading", String(repeating: "x", count: 400), "b.png",
    ]
    for (number, name) in names.enumerated() {
      document.append([UInt8(number == 17 ? 3 : number), 1, 2], as: .file, name: name)
    }
    let sink = try write(document)
    let written = sink.sideFiles.map(\.name)
    #expect(Set(written.map { $0.lowercased() }).count == written.count)
    for name in written {
      #expect(!name.contains("/") && !name.contains("\\") && !name.hasPrefix("."))
      #expect(name.utf8.count <= 255 && !name.isEmpty && name.lowercased() != "txt.rtf")
      #expect(name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "{" && $0 != "}" })
    }
    // One attachment shares bytes and name with another.
    #expect(written.count == names.count - 1)
    #expect(try comesBack(document) == nil)
  }

  @Test func attachmentsStayInTheTextWhereThereIsNoFolder() throws {
    var document = IADocument()
    document.append([1, 2, 3], as: .file, name: "a.bin")
    var sink = BytesSink()
    _ = try RTFDWriter().write(document, to: &sink, options: WriteOptions())
    let result = try StrictRTF(sink.bytes).document()
    #expect(RTFWriterTests.difference(result.document, document) == nil)
  }
}
