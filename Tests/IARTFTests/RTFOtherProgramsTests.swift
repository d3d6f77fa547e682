import IAFiles
import IAFormats
import IATestSupport
import IAText
import Testing

@testable import IARTF

/// RTF of other programs, read as LibreOffice and Word show it.
@Suite struct RTFOtherProgramsTests {
  private func details(_ result: ReadResult, of feature: DocumentFeature) -> [String] {
    result.report.notes.filter { $0.kind.feature == feature }.map(\.detail)
  }

  // MARK: Links

  @Test(arguments: [
    ("\\cs5 a", ["stated by a character style alone"]), ("\\cs5\\ul\\cf1 a", []),
    ("a", []), ("\\ul\\cf1 a", []),
  ])
  func `A link whose style alone states its underline is reported`(
    result: String, expected: [String]
  ) throws {
    let read = try readRTF(
      "{\\rtf1{\\colortbl;\\red0\\green0\\blue255;}{\\stylesheet{\\*\\cs5\\ul\\cf1 Hyperlink;}}"
        + "{\\field{\\*\\fldinst HYPERLINK \"https://a.example\"}{\\fldrslt \(result)}}\\par}")
    #expect(details(read, of: .linkStyle) == expected)
    #expect(read.document.string.attributes(of: "a")?.link?.url == "https://a.example")
  }

  @Test(
    arguments: [
      ("a", [0..<1], [0..<1], "\\ulnone\\cf0 "), ("\\cf1 a", [0..<1], [], "\\ulnone "),
      ("\\ul a", [], [0..<1], "\\cf0 "), ("\\ul\\cf1 a", [], [], ""),
    ] as [(String, [Range<Int>], [Range<Int>], String)])
  func `Links without an underline or a colour are written so`(
    result: String, plain: [Range<Int>], ink: [Range<Int>], words: String
  ) throws {
    func rtf(_ head: String) -> String {
      "{\\rtf1\(head){\\colortbl;\\red0\\green0\\blue9;}"
        + "{\\field{\\*\\fldinst HYPERLINK \"https://a.example\"}{\\fldrslt \(result)}}b\\par}"
    }
    let read = try readRTF(rtf(""))
    #expect(details(read, of: .linkStyle).isEmpty)
    let document = read.document
    #expect(document.printedPlacement.plainLinks == plain)
    #expect(document.printedPlacement.inkLinks == ink)
    let text = try writtenRTF(document, WriteOptions(keepsHiddenData: false)).text
    #expect(text.contains("{\\cs23\\ul\\cf1 \(words)"))
    let back = try readRTF(text).document
    #expect(back.printedPlacement.plainLinks == plain)
    #expect(back.printedPlacement.inkLinks == ink)
    #expect(back.string == document.string)
    // TextEdit shows all links in the same way.
    let cocoa = try readRTF(rtf("\\cocoartf1138")).document.printedPlacement
    #expect(cocoa.plainLinks.isEmpty && cocoa.inkLinks.isEmpty)
  }

  @Test func `Equal links that a file shows in two ways are like others`() throws {
    func field(_ result: String) -> String {
      "{\\field{\\*\\fldinst HYPERLINK \"https://a.example\"}{\\fldrslt \(result)}}"
    }
    let sheet = "{\\colortbl;\\red5\\green99\\blue193;}{\\stylesheet{\\*\\cs5\\ul\\cf1 Hyperlink;}}"
    let read = try readRTF(
      "{\\rtf1\(sheet)\(field("a"))\\par \(field("\\cs5\\ul\\cf1 b"))\\par}"
    ).document
    #expect(read.string.attributes(of: "a") == read.string.attributes(of: "b"))
    #expect(read.printedPlacement.plainLinks.isEmpty && read.printedPlacement.inkLinks.isEmpty)
  }

  @Test func `A quotation mark in the target of a link is reported when it is written`() throws {
    var string = IAString("ab\n")
    string.set(\.link, to: InlineAttributes.Link("https://a.example/\"b"), in: 0..<1)
    string.set(\.link, to: InlineAttributes.Link("https://a.example/b"), in: 1..<2)
    for isHidden in [true, false] {
      let (text, report) = try writtenRTF(
        IADocument(string), WriteOptions(keepsHiddenData: isHidden))
      #expect(text.contains("HYPERLINK \"https://a.example/%22b\""))
      let notes = report.notes.filter { $0.kind.feature == .link }
      #expect(notes.map(\.kind.effect) == [.approximated])
      #expect(notes.map(\.utf16Range) == [0..<1])
    }
  }

  @Test func `A link to the start of the document has no name`() throws {
    let field = "{\\field{\\*\\fldinst HYPERLINK \\\\l \"\"}{\\fldrslt a}}"
    let read = try readRTF("{\\rtf1 \(field)\\par}").document
    #expect(read.string.attributes(of: "a")?.link?.url == "#")
    let text = try writtenRTF(read, WriteOptions(keepsHiddenData: false)).text
    #expect(try readRTF(text).document.string.attributes(of: "a")?.link?.url == "#")
  }

  // MARK: Characters

  @Test(arguments: ["", "\\cocoartf1138"])
  func `The background of characters is that of Cocoa alone`(word: String) throws {
    let colors = "{\\colortbl;\\red255\\green0\\blue0;}"
    let string = try readRTF("{\\rtf1\(word)\(colors){\\cb1 a}{\\chcbpat1 b}\\par}").document.string
    // Word and LibreOffice show only the shading.
    #expect(string.attributes(of: "a")?.background == (word.isEmpty ? nil : Color(0xFF0000)))
    #expect(string.attributes(of: "b")?.background == Color(0xFF0000))
  }

  @Test func `The end of a superscript does not end a raised baseline`() throws {
    let string = try readRTF(
      "{\\rtf1{\\up2 \\nosupersub a}{\\super\\nosupersub b}{\\up2\\up0 c}\\par}"
    ).document.string
    #expect(string.attributes(of: "a")?.baselineOffset == 1)
    #expect(string.attributes(of: "b")?.isPlain == true)
    #expect(string.attributes(of: "c")?.isPlain == true)
  }

  @Test func `Quotes of other programs have the formatting of their style`() throws {
    let styles = "{\\stylesheet{\\s1\\i\\cf1 Quote;}}"
    let colors = "{\\colortbl;\\red64\\green64\\blue64;}"
    let read = try readRTF(
      "{\\rtf1\(colors)\(styles)\\pard\\plain\\s1\\i\\cf1 a{\\i0 b}\\par}"
    ).document
    #expect(read.string.paragraphAttributes(at: 0).blocks.map(\.kind) == [.blockQuote])
    #expect(read.string.attributes(of: "a")?.italic == true)
    #expect(read.string.attributes(of: "a")?.foreground == Color(0x404040))
    #expect(read.string.attributes(of: "b")?.italic == false)
    // A quote without italics is shown without italics.
    var string = IAString("c\n")
    string.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 1, .blockQuote)]), in: 0..<2)
    let text = try writtenRTF(IADocument(string), WriteOptions(keepsHiddenData: false)).text
    #expect(!text.contains("\\i ") && !text.contains("\\i\\"))
    #expect(try readRTF(text).document.string.attributes(of: "c")?.isPlain == true)
  }

  @Test func `Code in the font and size of the document states them`() throws {
    let fonts = "{\\fonttbl{\\f0\\fswiss Calibri;}{\\f1\\fmodern Courier New;}}"
    let styles = "{\\stylesheet{\\fs24 Normal;}{\\s1\\f1\\fs20 HTML Preformatted;}}"
    let string = try readRTF(
      "{\\rtf1\\deff0\(fonts)\(styles)\\pard\\plain a\\par\\pard\\plain\\s1\\f1\\fs20 b{\\f0\\fs24 c}\\par}"
    ).document.string
    #expect(string.attributes(of: "b")?.isPlain == true)
    #expect(string.attributes(of: "c")?.fontFamily == "Calibri")
    #expect(string.attributes(of: "c")?.fontSize == 12)
  }

  // MARK: Fonts, lists, pages

  @Test(arguments: ["", "\\ansicpg1200", "\\ansicpg1201"])
  func `A code page of UTF-16 does not change bytes`(word: String) throws {
    let string = try readRTF(
      "{\\rtf1\\ansi\(word){\\fonttbl{\\f0 Arial;}{\\f1 SimSun-ExtB;}}\\f1 caf\\'e9\\par}"
    ).document.string
    #expect(string.text == "café\n")
    #expect(string.attributes(of: "caf")?.fontFamily == "SimSun-ExtB")
  }

  @Test func `Where text states an East Asian font, the style of all text states one, too`() throws
  {
    var string = IAString("\u{4E2D}a\n")
    string.options.fontFamily = "Times New Roman"
    let plain = try writtenRTF(IADocument(string), WriteOptions(keepsHiddenData: false)).text
    #expect(plain.contains("\\f0\\snext0 Normal;}"))
    string.set(\.fontFamily, to: "MS Gothic", in: 0..<1)
    let fonts = try writtenRTF(IADocument(string), WriteOptions(keepsHiddenData: false)).text
    #expect(fonts.contains("\\dbch\\af0\\loch\\f0\\snext0 Normal;}"))
    let back = try RTFReader().read(BytesSource(Array(fonts.utf8))).document
    #expect(back.string.options.fontFamily == "Times New Roman")
    #expect(back.string.attributes(of: "\u{4E2D}")?.fontFamily == "MS Gothic")
    #expect(back.string.attributes(of: "a") == InlineAttributes())
  }

  @Test(arguments: [
    "{\\*\\atnauthor Ann}\\chatn{\\*\\annotation{\\*\\atnref 1}{\\*\\atndate -1478422332}x}{\\*\\atnauthor Bob}{\\*\\annotation y}",
    "{\\*\\atnauthor Ann}{\\*\\atndate -1478422332}\\chatn{\\*\\annotation x}{\\*\\atnauthor Bob}{\\*\\annotation y}",
  ])
  func `The date of a comment is in it or before it`(_ comments: String) throws {
    let string = try readRTF("{\\rtf1 a" + comments + "\\par}").document.string
    let found = string.paragraphs.compactMap { paragraph -> Block.Annotation? in
      if case .annotation(let comment)? = paragraph.attributes.blocks.first?.kind { return comment }
      return nil
    }
    #expect(
      found == [.init(author: "Ann", date: "2026-01-02T03:04:00Z"), .init(author: "Bob")])
    let written = try writtenRTF(IADocument(string), WriteOptions(keepsHiddenData: false)).text
    #expect(written.contains("{\\*\\annotation{\\*\\atndate 132190404}"))
  }

  @Test func `A separator without content ends a table`() throws {
    let row = "\\trowd\\cellx1000\\pard\\intbl a\\cell\\row"
    let string = try readRTF("{\\rtf1" + row + "\\pard{\\*\\iax}\\par" + row + "}").document.string
    #expect(Set(string.paragraphs.map { $0.attributes.blocks.first?.id }).count == 2)
    let options = WriteOptions(keepsHiddenData: false)
    let written = try writtenRTF(IADocument(string), options).text
    #expect(try readRTF(written).document.string == string)
  }

  @Test func `A date of a comment that is not a number is reported`() throws {
    let result = try readRTF("{\\rtf1 a{\\*\\annotation{\\*\\atndate 12 May 2003}x}\\par}")
    #expect(result.report.notes.map(\.detail) == ["date 12 May 2003"])
    #expect(try readRTF("{\\rtf1 a{\\*\\annotation{\\*\\atndate 0}x}\\par}").report.notes.isEmpty)
  }

  @Test func `Comments and notes without text are kept`() throws {
    let read = try readRTF(
      "{\\rtf1 a{\\*\\atnid }{\\*\\atnauthor }\\chatn{\\*\\annotation{\\*\\atndate 1}}b{\\super\\chftn}{\\footnote}\\par}"
    )
    let kinds = read.document.string.paragraphs.flatMap { $0.attributes.blocks.map(\.kind) }
    #expect(kinds.contains { if case .annotation = $0 { true } else { false } })
    #expect(kinds.contains { if case .footnote = $0 { true } else { false } })
  }

  @Test(arguments: [
    // As LibreOffice writes and shows it: one \\cell more than \\cellx.
    ("a\\cell b\\cell\\cell\\row", 2), ("a\\cell\\cell\\row", 2),
    ("a\\cell b\\cell c\\cell\\row", 3),
    ("a\\cell b\\cell\\cell c\\cell\\row", 3),
    // The definition of the row follows it.
    ("a\\cell b\\cell\\cell\\trowd\\cellx100\\cellx200\\cellx300\\row", 3),
  ])
  func `An empty cell that no row defines is no cell`(_ cells: String, _ count: Int) throws {
    let string = try readRTF(
      "{\\rtf1\\trowd\\cellx100\\cellx200\\pard\\intbl " + cells + "\\pard x\\par}"
    )
    .document.string
    let found = Set(
      string.paragraphs.compactMap { paragraph in
        paragraph.attributes.blocks.first { if case .tableCell = $0.kind { true } else { false } }?
          .id
      })
    #expect(found.count == count)
  }

  @Test func `A number beside a mark of the author is reported`() throws {
    let read = try readRTF(
      "{\\rtf1 a{\\super *}{\\footnote{\\super *} n}{\\super\\chftn}{\\footnote{\\super\\chftn} m}\\par}"
    )
    let notes = read.report.notes.filter { $0.kind.feature == .noteNumbering }
    #expect(notes.count == 1 && notes.allSatisfy { $0.kind.effect == .approximated })
  }

  @Test(arguments: [
    (
      "\u{5E9}\u{5DC}", WritingDirection.rightToLeft,
      "{\\ltrch\\af2\\afs40\\ab\\ai\\rtlch\\f2\\fs40\\b\\i"
    ),
    ("a \u{E04}", nil, "{\\rtlch\\af2\\afs40\\ab\\ai\\ltrch\\f2\\fs40\\b\\i "),
    ("a \u{915}", nil, "{\\rtlch\\af2\\afs40\\ab\\ai\\ltrch\\f2\\fs40\\b\\i "),
    ("ab \u{4E2D}", nil, nil),
  ])
  func `Formatting of complex scripts is stated as theirs, as Word and LibreOffice need it`(
    _ text: String, _ direction: WritingDirection?, _ expected: String?
  ) throws {
    var builder = IAStringBuilder()
    var attributes = InlineAttributes()
    attributes.fontFamily = "Tahoma"
    attributes.fontSize = 20
    attributes.bold = true
    attributes.italic = true
    attributes.direction = direction
    builder.append(text, attributes: builder.intern(attributes))
    builder.endParagraph(.init(blocks: [Block(id: 1, .header(level: 1))]))
    builder.append("latin", attributes: builder.intern(attributes))
    builder.endParagraph(ParagraphAttributes())
    let document = IADocument(builder.finish())
    for profile in ["word", "cocoa"] {
      let written = try writtenRTF(
        document, WriteOptions(profile: profile, keepsHiddenData: false)
      ).text
      let isStated = expected != nil && profile == "word"
      #expect(written.contains(expected ?? "\\afs") == isStated)
      let style = "\\outlinelevel0\\rtlch\\ab\\afs48\\ltrch\\b\\fs48"
      #expect(written.contains(style) == isStated)
      let back = try readRTF(written).document.string
      #expect(back.attributes(at: 0).fontSize == 20)
      #expect(back.attributes(of: "latin")?.bold == true)
    }
  }

  @Test func `Text from right to left states the font of the document`() throws {
    var builder = IAStringBuilder()
    var attributes = InlineAttributes()
    attributes.direction = .rightToLeft
    builder.append("\u{5E9}\u{5DC}", attributes: builder.intern(attributes))
    builder.endParagraph(ParagraphAttributes())
    var string = builder.finish()
    string.options.fontFamily = "Narkisim"
    let written = try writtenRTF(IADocument(string), WriteOptions(keepsHiddenData: false)).text
    #expect(written.contains("{\\ltrch\\af0\\rtlch\\f0\\rtlch "))
    let back = try readRTF(written).document.string
    #expect(back.attributes(at: 0) == attributes && back.options.fontFamily == "Narkisim")
  }

  @Test func `The text of a level outside the list table is not text`() throws {
    #expect(try textOfRTF("a{\\leveltext\\'02\\'00.;}b\\par") == "ab\n")
    #expect(try textOfRTF("a{\\*\\leveltext\\'02\\'00.;}b\\par") == "ab\n")
  }

  @Test func `A section in an inner group does not undo what the section states`() throws {
    func columns(_ body: String) throws -> Int? {
      try readRTF("{\\rtf1 \(body)}").document.string.options.page?.columns
    }
    #expect(try columns("\\sectd\\cols2 a{\\sectd b}\\par") == 2)
    #expect(try columns("\\sectd\\cols2\\sectd a\\par") == nil)
    #expect(try columns("{\\sectd\\cols2 a}\\par") == 2)
  }

  @Test func `Left headers without facing pages are reported`() throws {
    let plain = try readRTF("{\\rtf1{\\headerl L\\par}{\\footerl M\\par}{\\headerr R\\par}a\\par}")
    #expect(
      plain.document.string.blockKinds.map(\.first) == [.pageHeader(on: .all), nil])
    #expect(details(plain, of: .pageHeader) == ["left pages, not facing"])
    #expect(details(plain, of: .pageFooter) == ["left pages, not facing"])
    let facing = try readRTF("{\\rtf1\\facingp{\\headerl L\\par}{\\headerr R\\par}a\\par}")
    #expect(
      facing.document.string.blockKinds.map(\.first)
        == [.pageHeader(on: .even), .pageHeader(on: .odd), nil])
    #expect(facing.report.isLossless)
    let second = try readRTF("{\\rtf1{\\header H\\par}{\\header I\\par}a\\par}")
    #expect(details(second, of: .pageHeader) == ["a second one"])
    #expect(second.document.string.text == "H\na\n")
  }

  @Test func `Items that only some programs infer are reported`() throws {
    let cocoa = try readRTF(
      "{\\rtf1\\ansi\\cocoartf2577{\\*\\listtable{\\list{\\listlevel\\levelnfc23{\\leveltext\\'01\\'b7;}}"
        + "\\listid1}}{\\*\\listoverridetable{\\listoverride\\listid1\\ls1}}\\ls1\\ilvl0 a\\par}")
    #expect(cocoa.document.string.blockKinds == [[]])
    #expect(details(cocoa, of: .listItem) == ["1 without a marker"])
    let undefined = try readRTF("{\\rtf1{\\listtext 10.\\tab}\\pard\\ls23\\ilvl0 a\\par}")
    #expect(undefined.document.string.blockKinds.map(\.count) == [2])
    #expect(
      details(undefined, of: .listItem) == ["1 of lists that the list table does not define"])
  }

  @Test func `Text of a note without a size keeps the size of other text`() throws {
    let read = try readRTF(
      "{\\rtf1\\ansi A{\\super\\chftn}{\\footnote\\pard\\plain{\\super\\chftn} foot}\\par}")
    #expect(read.document.string.attributes(of: "foot")?.fontSize == 12)
    #expect(read.document.string.attributes(of: "A")?.fontSize == nil)
    let (text, _) = try writtenRTF(read.document, WriteOptions(keepsHiddenData: false))
    #expect(text.contains("\\fs24 "))
    let back = try RTFReader().read(BytesSource(Array(text.utf8))).document
    #expect(back.string == read.document.string)
    // The style of notes implies its size.
    let styled = try readRTF(
      "{\\rtf1\\ansi{\\stylesheet{\\s5\\fs20 footnote text;}}A{\\super\\chftn}"
        + "{\\footnote\\pard\\plain\\s5\\fs20{\\super\\chftn} foot}\\par}")
    #expect(styled.document.string.attributes(of: "foot")?.fontSize == nil)
  }

  @Test func `Text of notes, headers, boxes and code has the font, colour and weight of its style`()
    throws
  {
    let fonts = "{\\fonttbl{\\f0 Times New Roman;}{\\f1 Garamond;}{\\f2\\fmodern Consolas;}}"
    let styles =
      "{\\stylesheet{\\s0 Normal;}{\\s1\\f1\\b\\cf1\\fs18 header;}{\\s2\\f1\\i\\fs24 footnote text;}"
      + "{\\s3\\f2\\cf1\\fs16 HTML Preformatted;}{\\s4\\ul Frame Contents;}}"
    let read = try readRTF(
      "{\\rtf1\\deff0\(fonts){\\colortbl;\\red255\\green0\\blue0;}\(styles)"
        + "{\\header\\pard\\plain\\s1\\f1\\b\\cf1\\fs18 top\\par}"
        + "\\pard\\plain a{\\super\\chftn}{\\footnote\\pard\\plain\\s2\\f1\\i\\fs24 foot}\\par"
        + "\\pard\\plain\\s3\\f2\\cf1\\fs16 code\\par\\pard\\plain\\s4\\ul box\\par}"
    ).document
    let (text, _) = try writtenRTF(read, WriteOptions(keepsHiddenData: false))
    let red = Color(red: 255, green: 0, blue: 0)
    for string in [read.string, try readRTF(text).document.string] {
      let top = string.attributes(of: "top")
      #expect(top?.bold == true && top?.fontFamily == "Garamond" && top?.fontSize == 9)
      #expect(top?.foreground == red)
      let foot = string.attributes(of: "foot")
      #expect(foot?.italic == true && foot?.fontFamily == "Garamond" && foot?.fontSize == 12)
      let code = string.attributes(of: "code")
      #expect(code?.fontFamily == "Consolas" && code?.fontSize == 8 && code?.foreground == red)
      #expect(string.attributes(of: "box")?.underline != nil)
    }
  }

  // MARK: Header rows

  /// A table with a header row and another row, in text with words before it.
  private func table(_ header: String, _ other: String) -> String {
    "{\\rtf1\\ansi\\trowd\\trhdr\\cellx2000\\pard\\intbl \(header)\\cell\\row"
      + "\\trowd\\cellx2000\\pard\\intbl \(other)\\cell\\row\\pard end\\par}"
  }

  @Test func `Text of a header row is bold where it states nothing else`() throws {
    let bold = try readRTF(table("{\\b a}", "{\\b b}")).document.string
    #expect(bold.attributes(of: "a") == InlineAttributes())
    #expect(bold.attributes(of: "b")?.bold == true)
    let plain = try readRTF(table("a", "b")).document.string
    #expect(plain.attributes(of: "a")?.fontWeight == 400)
    #expect(plain.attributes(of: "b") == InlineAttributes())
  }

  @Test(arguments: ["word", "cocoa"], [true, false])
  func `Header rows are written bold, and plain text in them plain`(
    profile: String, isHidden: Bool
  ) throws {
    for (header, isPlain) in [("{\\b a}", false), ("a", true)] {
      let document = try readRTF(table(header, "b")).document
      let (text, _) = try writtenRTF(
        document, WriteOptions(profile: profile, keepsHiddenData: isHidden))
      #expect(text.contains("{\\b a}") != isPlain)
      #expect(text.contains("{\\b {\\b0 a}}") == isPlain)
      #expect(!text.contains("\\b b"))
      let back = try RTFReader().read(BytesSource(Array(text.utf8))).document
      #expect(back.string.attributes(of: "a") == document.string.attributes(of: "a"))
      #expect(back.string.attributes(of: "b") == document.string.attributes(of: "b"))
    }
  }
}

extension RTFOtherProgramsTests {
  @Test func `A word for old lists outside a group of its own leaves the text`() throws {
    #expect(try textOfRTF("\\pard\\pn\\pnlvlblt one\\par\\pard two\\par") == "one\ntwo\n")
    #expect(
      try textOfRTF("\\pard{\\pn\\pnlvlblt x}one\\par{\\*\\pn\\pnlvlblt x}two\\par")
        == "one\ntwo\n")
  }

  @Test func `A font and a size that the text states remain after the paragraph of a style`() throws
  {
    let head = "{\\rtf1{\\fonttbl{\\f0 A;}{\\f1 B;}}{\\stylesheet{\\s1\\f1\\fs40 Big;}}"
    let stated = try readRTF("\(head)\\pard\\plain\\s1\\f1\\fs40 a\\par\\pard b\\par}").document
      .string
    #expect(stated.attributes(of: "b")?.fontSize == 20)
    #expect(stated.attributes(of: "b")?.fontFamily == "B")
    let implied = try readRTF("\(head)\\pard\\plain\\s1 a\\par\\pard b\\par}").document.string
    #expect(implied.attributes(of: "a")?.fontSize == 20)
    #expect(implied.attributes(of: "b")?.fontSize == nil)
    #expect(implied.attributes(of: "b")?.fontFamily == nil)
  }

  @Test func `Columns whose edges are numbers have no width`() throws {
    func widths(_ edges: Int...) throws -> [Double?] {
      let cells = edges.map { "\\cellx\($0)" }.joined()
      let text = edges.map { _ in "\\pard\\intbl a\\cell" }.joined()
      let document = try readRTF("{\\rtf1\\trowd\(cells)\(text)\\row}").document
      for block in document.string.paragraphs[0].attributes.blocks {
        if case .table(let table) = block.kind { return table.columns.map(\.width) }
      }
      return []
    }
    #expect(try widths(1, 2) == [nil, nil])
    #expect(try widths(1) == [nil])
    #expect(try widths(1000, 1010) == [50, nil])
    #expect(try widths(20, 2000) == [1, 99])
  }

  @Test func `Metafiles without a goal have the size of their data`() throws {
    func size(_ words: String) throws -> [Double?] {
      let document = try readRTF("{\\rtf1{\\pict\(words) 01000900}}").document
      let picture = try #require(document.string.attachments.first?.attachment)
      return [picture.displayWidth, picture.displayHeight]
    }
    #expect(try size("\\macpict\\picw100\\pich50") == [100, 50])
    #expect(try size("\\wmetafile8\\picw2540\\pich1270") == [72, 36])
    #expect(try size("\\emfblip\\picw2540\\pich1270\\picscalex50") == [36, 36])
    #expect(try size("\\macpict\\picw100\\pich50\\picwgoal400\\pichgoal200") == [20, 10])
  }

  @Test(
    arguments: [
      ("\\macpict", "\\macpict", "00ff0000"), ("\\wmetafile8", "\\wmetafile8", "d7cdc69a0000"),
      ("\\emfblip", "\\emfblip", "01000000"),
    ])
  func `Pictures of other systems are written as they were`(
    word: String, written: String, bytes: String
  )
    throws
  {
    let document = try readRTF("{\\rtf1{\\pict\(word)\\picwgoal200\\pichgoal100 \(bytes)}}")
      .document
    let (text, report) = try writtenRTF(document, WriteOptions(keepsHiddenData: false))
    #expect(text.contains("{\\*\\shppict{\\pict\(written)\\picw"))
    #expect(text.contains(bytes) && !text.contains("[image]"))
    #expect(!report.kinds.contains { $0.feature == .attachment })
    let again = try readRTF(text).document
    #expect(
      again.string.attachments.map(\.attachment) == document.string.attachments.map(\.attachment))
  }

  @Test func `An empty paragraph is as high as its file states, with hidden data too`() throws {
    let document = try readRTF("{\\rtf1\\pard\\plain\\fs16 a\\par\\par\\pard b\\par}").document
    let (text, _) = try writtenRTF(document, WriteOptions())
    #expect(text.contains("}{\\fs16 \\par}"))
    #expect(try readRTF(text).document.string == document.string)
  }

  @Test func `Tab stops and the space between paragraphs follow the file`() throws {
    let document = try readRTF("{\\rtf1\\deftab709\\htmautsp\\pard\\sb100\\sa100 a\\par}").document
    for keepsHiddenData in [false, true] {
      let (text, _) = try writtenRTF(
        document, WriteOptions(keepsHiddenData: keepsHiddenData))
      #expect(text.contains("\\deftab709\\ftnbj\\htmautsp\n"))
    }
    let (plain, _) = try writtenRTF(readRTF("{\\rtf1 a\\par}").document, WriteOptions())
    #expect(plain.contains("\\deftab720\\ftnbj\n"))
  }

  @Test(arguments: [
    ("\\margt1440\\headery1440{\\header\\pard\\plain\\qc{}}", 2),
    ("\\margt1440\\headery720{\\header\\pard\\plain\\qc{}}", 1),
    ("\\margb700\\footery720{\\footer}", 2), ("{\\header}{\\footer}", 1),
  ])
  func `A header without text that moves the text is an empty paragraph`(words: String, count: Int)
    throws
  {
    let document = try readRTF("{\\rtf1\\paperw12240\\paperh15840\(words)\\pard a\\par}").document
    #expect(document.string.paragraphs.count == count)
    let (text, _) = try writtenRTF(document, WriteOptions(keepsHiddenData: false))
    #expect(try readRTF(text).document.string.paragraphs.count == count)
  }
}
