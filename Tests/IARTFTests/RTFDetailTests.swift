import IABytes
import IAFormats
import IATestSupport
import IAText
import Testing

@testable import IARTF

/// Details of control words, tables and lists that documents rarely contain.
@Suite struct RTFDetailTests {
  // MARK: Reading

  @Test(
    arguments: [
      (0, "e9", "é"), (77, "8e", "é"), (78, "82\\'a0", "あ"), (86, "dd", "ı"), (89, "e0", "а"),
      (128, "82\\'a0", "あ"), (129, "b0\\'a1", "가"), (134, "d6\\'d0", "中"), (136, "a4\\'a4", "中"),
      (161, "e1", "α"), (162, "fd", "ı"), (163, "fe", "₫"), (177, "e0", "א"), (178, "c7", "ا"),
      (186, "fb", "ū"), (204, "e0", "а"), (222, "a1", "ก"), (238, "ea", "ę"),
    ])
  func `The character set of a font decodes its text`(
    charset: Int, bytes: String, expected: String
  ) throws {
    let input = "{\\rtf1\\ansi{\\fonttbl{\\f0\\fcharset\(charset) X;}}\\f0 \\'\(bytes)}"
    #expect(try readRTF(input).document.string.text == expected)
  }

  /// `\ansi` in a group also applies to the groups around it, until one of them sets a font.
  @Test(arguments: [
    ("{{\\ansi x}\\f0 {y}\\'e0}", "xyа"), ("{\\f0 {\\ansi x}\\'e0}", "xà"),
    ("\\f0{{\\ansi x}}\\'e0", "xà"),
  ])
  func `A group keeps the character set of its font`(text: String, expected: String) throws {
    let input = "{\\rtf1\\ansi{\\fonttbl{\\f0\\fcharset204 A;}}\(text)}"
    #expect(try readRTF(input).document.string.text == expected)
  }

  @Test(
    arguments: [
      ("ul", .single), ("uldb", .double), ("ululdbwave", .double), ("ulth", .thick),
      ("uld", .dotted), ("ulthd", .dotted), ("uldash", .dashed), ("uldashd", .dashed),
      ("uldashdd", .dashed), ("ulthdash", .dashed), ("ulldash", .dashed), ("ulwave", .wavy),
      ("ulhwave", .wavy), ("ulw", .words),
    ] as [(String, InlineAttributes.Underline.Style)])
  func `An underline has the kind of its word until a zero ends it`(
    word: String, style: InlineAttributes.Underline.Style
  ) throws {
    let result = try readRTF("{\\rtf1\\\(word) a\\\(word)0 b}")
    let string = result.document.string
    #expect(string.attributes(of: "a")?.underline?.style == style)
    #expect(string.attributes(of: "b")?.underline == nil)
    let isExact = ["ul", "uldb", "ulth", "uld", "uldash", "ulwave", "ulw"].contains(word)
    #expect(result.report.notes.map(\.detail) == (isExact ? [] : [word]))
  }

  @Test func `A character style gives its formatting, and that of a link gives its colour`() throws
  {
    let sheet = "{\\stylesheet{\\*\\cs5\\i\\fs40 Loud;}{\\*\\cs6\\ul\\cf1 Hyperlink;}}"
    let string = try readRTF(
      "{\\rtf1{\\colortbl;\\red1\\green2\\blue3;}\(sheet){\\cs5\\i\\fs40 a}{\\cs5 b}"
        + "{\\field{\\*\\fldinst HYPERLINK \"https://a.example\"}{\\fldrslt\\cs6\\ul\\cf1 c}}}"
    ).document.string
    #expect(string.attributes(of: "a")?.italic == true)
    #expect(string.attributes(of: "a")?.fontSize == 20)
    #expect(string.attributes(of: "b")?.fontSize == 20)
    #expect(string.attributes(of: "c")?.link?.url == "https://a.example")
    #expect(string.attributes(of: "c")?.underline == nil)
    #expect(string.attributes(of: "c")?.foreground == Color(0x010203))
    // Outside a link, its style is formatting like that of other styles.
    let outside = try readRTF(
      "{\\rtf1{\\colortbl;\\red1\\green2\\blue3;}\(sheet){\\cs6 d}}"
    ).document.string.attributes(of: "d")
    #expect(outside?.underline?.style == .single)
    #expect(outside?.foreground == Color(0x010203))
  }

  @Test func `Cells span the columns up to their right edge`() throws {
    func row(_ edges: [Int]) -> String {
      "\\trowd" + edges.map { "\\cellx\($0)" }.joined()
        + "\\pard\\intbl " + edges.map { "t\($0)\\cell " }.joined() + "\\row"
    }
    let string = try readRTF(
      "{\\rtf1" + row([1000, 2000, 3000, 4000]) + row([1000, 3000, 4000]) + row([2010, 4000])
        + row([4000]) + "}"
    ).document.string
    let cells = string.blockKinds.compactMap { kinds in
      kinds.lazy.compactMap { if case .tableCell(let cell) = $0 { cell } else { nil } }.first
    }
    #expect(cells.map(\.column) == [0, 1, 2, 3, 0, 1, 3, 0, 2, 0])
    #expect(cells.map(\.columnSpan) == [1, 1, 1, 1, 1, 2, 1, 2, 2, 4])
  }

  @Test func `A bullet has no space around its marker`() throws {
    let input =
      "{\\rtf1{\\listtable{\\list{\\listlevel\\levelnfc23{\\leveltext\\'03 \\u9733? ;}}\\listid7}}"
      + "{\\listoverridetable{\\listoverride\\listid7\\ls3}}\\pard\\ls3 a\\par}"
    let kinds = try readRTF(input).document.string.blockKinds
    #expect(kinds.first?.first == .unorderedList(marker: "★"))
  }

  @Test func `A format that was added before has its index again`() {
    var table = RTFCharacterTable()
    func format(_ number: Int) -> RTFCharacter {
      var format = RTFCharacter()
      format.halfPoints = Int32(number)
      format.spacing = Int32(number % 13)
      return format
    }
    let indexes = (1...5000).map { table.index(of: format($0)).value }
    #expect(indexes == (0..<5000).map { $0 })
    #expect((1...5000).map { table.index(of: format($0)).value } == indexes)
    #expect(table.entries.count == 5000)
  }

  @Test func `Quoted words of instructions may contain quotation marks`() throws {
    func link(_ instruction: String) throws -> InlineAttributes.Link? {
      try readRTF("{\\rtf1{\\field{\\*\\fldinst \(instruction)}{\\fldrslt a}}}")
        .document.string.attributes(of: "a")?.link
    }
    #expect(try link("HYPERLINK \"https://a.example/b\"")?.url == "https://a.example/b")
    let titled = try link("HYPERLINK \"https://a.example/b\" \\\\o \"say \\\\\"x\\\\\" now\"")
    #expect(titled?.url == "https://a.example/b")
    #expect(titled?.title == "say \"x\" now")
    #expect(try link("HYPERLINK \"https://a.example/unclosed")?.url == "https://a.example/unclosed")
  }

  @Test func `A program of macOS is the generator unless the document names another`() throws {
    #expect(try readRTF("{\\rtf1\\cocoartf2639 a}").document.metadata.generator == "Cocoa")
    let named = "{\\rtf1{\\*\\generator Other 1;}\\cocoartf2639 a}"
    #expect(try readRTF(named).document.metadata.generator == "Other 1")
  }

  @Test func `Numbers with many digits end at the bounds of a word`() throws {
    let digits = String(repeating: "9", count: 40)
    let string = try readRTF("{\\rtf1\\fs\(digits) a\\fs24 b\\li-\(digits)\\par}").document.string
    #expect(string.attributes(of: "a")?.fontSize == 2000)
    #expect(string.text == "ab\n")
  }

  @Test func `A number ends before the characters next to the digits`() throws {
    let string = try readRTF("{\\rtf1\\fs30:a\\fs40/b}").document.string
    #expect(string.text == ":a/b")
    #expect(string.attributes(of: ":a")?.fontSize == 15)
    #expect(string.attributes(of: "/b")?.fontSize == 20)
  }

  @Test func `A list override has at most nine levels`() throws {
    let levels = String(
      repeating: "{\\lfolevel\\listoverridestartat\\levelstartat4}", count: 12)
    let level = "{\\listlevel\\levelnfc0\\levelstartat1{\\leveltext\\'02\\'00.;}}"
    let input =
      "{\\rtf1{\\listtable{\\list\(level)\\listid7}}"
      + "{\\listoverridetable{\\listoverride\\listid7\\listoverridecount12\(levels)\\ls3}}"
      + "\\pard\\ls3 a\\par}"
    #expect(
      try readRTF(input).document.string.blockKinds == [
        [
          .orderedList(.init(numbering: .decimal, start: 4, delimiter: ".")),
          .listItem(.init(ordinal: 4)),
        ]
      ])
  }

  @Test func `The tenth level of a list override and later ones change the ninth`() throws {
    let levels = (1...12).map { "{\\lfolevel\\listoverridestartat\\levelstartat\($0)}" }.joined()
    let level = "{\\listlevel\\levelnfc0\\levelstartat40{\\leveltext\\'02\\'00.;}}"
    let list = String(repeating: level, count: 9)
    let input =
      "{\\rtf1{\\listtable{\\list\(list)\\listid7}}"
      + "{\\listoverridetable{\\listoverride\\listid7\\listoverridecount12\(levels)\\ls3}}"
      + "\\pard\\ls3\\ilvl7 a\\par\\ls3\\ilvl8 b\\par}"
    let ordinals = try readRTF(input).document.string.paragraphs.map { paragraph in
      if case .listItem(let item) = paragraph.attributes.blocks.last?.kind {
        item.ordinal
      } else {
        0
      }
    }
    #expect(ordinals == [8, 12])
  }

  @Test func `The space after the number of a note is no text, and other spaces are`() throws {
    let input =
      "{\\rtf1{\\stylesheet{\\*\\cs21 IA-mark;}}a{\\super\\chftn}"
      + "{\\footnote{\\super\\chftn}{\\cs21  }one\\par {\\cs21  }two}{\\cs21  }b\\par}"
    let string = try readRTF(input).document.string
    let texts = string.paragraphs.map { string.text(in: $0.contentRange) }
    #expect(texts == ["a1 b", "one", " two"])
  }

  @Test func `Pictures that the file shows as text have no content`() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    var store = AttachmentStore()
    var picture = Attachment(.image, content: .blob(store.insert(png)))
    picture.preview = store.insert([1])
    var text = picture
    text.content = .blob(store.insert(Array("plain".utf8)))
    var string = IAString("a")
    for attachment in [picture, text] { string.append(attachment) }
    var state = RTFHiddenState()
    #expect(state.withoutPictures(string, store) == string)
    state.pictures = [picture, text]
    let found = state.withoutPictures(string, store).attachments.map(\.attachment)
    picture.content = .none
    picture.preview = nil
    picture.state = .missing
    #expect(found == [picture, text])
  }

  @Test func `Each of many formats keeps its own attributes`() throws {
    var input = "{\\rtf1 "
    for size in 1...3000 { input += "\\fs\(size)\\up\(size % 7) x" }
    for size in 1...3000 { input += "\\fs\(size)\\up\(size % 7) y" }
    let string = try readRTF(input + "}").document.string
    for size in [1, 2, 24, 1023, 1024, 2999, 3000] {
      let expected = size == 24 ? nil : Double(size) / 2
      #expect(string.attributes(at: size - 1).fontSize == expected)
      #expect(string.attributes(at: 3000 + size - 1).fontSize == expected)
      #expect(
        string.attributes(at: size - 1).baselineOffset
          == (size % 7 == 0 ? nil : Double(size % 7) / 2))
    }
    #expect(string.inlineSets.count <= 3001)
  }

  // MARK: Writing

  private static func written(_ paragraphs: [(String, [Block])]) throws -> String {
    var builder = IAStringBuilder()
    for (text, blocks) in paragraphs {
      builder.append(text)
      builder.endParagraph(ParagraphAttributes(blocks: blocks))
    }
    let bytes = try RTFWriterTests.rtf(IADocument(builder.finish()), keepsHiddenData: false)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func count(_ part: String, in text: String) -> Int {
    text.ranges(of: part).count
  }

  @Test func `A list has its levels in the list table, and an item one label`() throws {
    let numbered = Block(id: 1, .orderedList(.init(numbering: .decimal, start: 3, delimiter: ".")))
    let item = Block(id: 2, .listItem(.init(ordinal: 3)))
    let inner = Block(id: 3, .unorderedList(marker: nil))
    let innerItem = Block(id: 4, .listItem(.init(ordinal: 1)))
    let rtf = try Self.written([
      ("one", [numbered, item]), ("still one", [numbered, item]),
      ("inner", [numbered, item, inner, innerItem]),
    ])
    #expect(rtf.contains("{\\list\\listtemplateid1{\\listlevel"))
    #expect(rtf.contains("{\\list\\listtemplateid2{\\listlevel"))
    #expect(rtf.contains("{\\levelnumbers\\'01;}\\fi-360\\li720}"))
    #expect(rtf.contains("{\\levelnumbers;}\\fi-360\\li1440}"))
    #expect(Self.count("{\\listtext", in: rtf) == 2)
    #expect(rtf.contains(" 3.\\tab}"))
    // Programs without list tables show the first eight units of a marker.
    let marked = Block(id: 1, .unorderedList(marker: "abcdefghij"))
    #expect(
      try Self.written([("one", [marked, item])]).contains(" abcdefgh\\tab}"))
  }

  @Test func `Blocks inside a cell indent their text, and those around its table do not`() throws {
    func line(_ before: [Block], _ after: [Block]) throws -> String {
      let table = [
        Block(id: 10, .table(.init(columns: [.init()]))), Block(id: 11, .tableRow(isHeader: false)),
        Block(id: 12, .tableCell(.init(column: 0))),
      ]
      let rtf = try Self.written([("cell", before + table + after)])
      return String(
        try #require(
          rtf.split(separator: "\n").first { $0.contains("cell") && $0.contains("pard") }))
    }
    let quote = Block(id: 1, .blockQuote)
    #expect(try Self.written([("quoted", [quote])]).contains("\\li720 "))
    #expect(try line([], [quote]).contains("\\li720 "))
    #expect(try !line([quote], []).contains("\\li720"))
    #expect(try line([quote], [Block(id: 2, .blockQuote)]).contains("\\li720 "))
  }

  @Test func `After a header in a cell, the style is that of text again`() throws {
    // Without the reset, LibreOffice applies the style to the following paragraphs of the table.
    let body =
      "\\trowd\\cellx2000\\cellx4000\\pard\\plain\\intbl\\outlinelevel1 a\\par\\pard\\plain\\intbl b\\cell"
      + "\\pard\\plain\\intbl\\outlinelevel1 c\\cell\\row\\pard\\plain d\\par"
    let document = try readRTF("{\\rtf1" + body + "}").document
    let bytes = try RTFWriterTests.rtf(document)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\\par\n\\pard\\intbl\\s0\n"))
    #expect(text.contains("\\cell\n\\pard\\intbl\\s0\n\\trowd"))
    #expect(text.ranges(of: "\\pard\\intbl\\s0").count == 2)
    let back = try StrictRTF(bytes).document().document
    #expect(RTFWriterTests.difference(back, document) == nil)
    let plain = try RTFWriterTests.rtf(document, keepsHiddenData: false)
    let read = try readRTF(String(decoding: plain, as: UTF8.self)).document
    #expect(read.string.blockKinds == document.string.blockKinds)
  }

  @Test func `After a header in a nested table, the style is that of text again`() throws {
    func cell(_ id: Int) -> [Block] {
      [
        Block(id: id, .table(.init(columns: [.init()]))),
        Block(id: id + 1, .tableRow(isHeader: false)),
        Block(id: id + 2, .tableCell(.init(column: 0))),
      ]
    }
    let nested = cell(1) + cell(4)
    let text = try Self.written([
      ("a", nested + [Block(id: 9, .header(level: 1))]), ("b", nested), ("c", cell(1)),
    ])
    #expect(text.contains("\\par\n\\pard\\intbl\\itap2\\s0\n"))
    #expect(text.ranges(of: "\\s0\n").count == 1)
    let back = try readRTF(text).document.string
    #expect(back.text == "a\nb\nc\n")
  }
}
