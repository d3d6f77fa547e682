import IAFiles
import IAFormats
import IAText
import Testing

@testable import IARTF

/// RTF that word processors write in different ways; each case is from a real file.
@Suite struct RTFDialectTests {
  private func table(_ row: String) throws -> Block.Table? {
    let kinds = try readRTF("{\\rtf1\\trowd\(row)\\cellx2000\\pard\\intbl a\\cell\\row}").document
      .string.blockKinds
    guard case .table(let table) = kinds.first?.first else { return nil }
    return table
  }

  /// Returns the control words for one border on all sides of a cell or row.
  private static func box(_ owner: String, _ border: String) -> String {
    ["t", "l", "b", "r"].map { "\\\(owner)brdr\($0)\(border)" }.joined()
  }

  @Test(
    arguments: [
      ("", 0), ("\\clbrdrt\\brdrtbl\\clbrdrl\\brdrtbl", 0), ("\\clbrdrt\\brdrnone", 0),
      (box("cl", "\\brdrs\\brdrw10"), nil), (box("tr", "\\brdrs"), nil),
      (box("cl", "\\brdrs\\brdrw30"), 1.5), (box("cl", "\\brdrw20\\brdrhair"), 1),
      ("\\clbrdrt\\brdrs\\brdrw20\\clbrdrb\\brdrnone", 0), ("\\clbrdrb\\brdrtbl\\brdrw20", 0),
    ] as [(String, Double?)])
  func `Tables have a border width if all of their sides have the same line`(
    row: String, width: Double?
  ) throws {
    #expect(try #require(try table(row)).borderWidth == width)
  }

  @Test func `Widths of columns are exact`() throws {
    let kinds = try readRTF(
      "{\\rtf1\\trowd\\cellx2374\\cellx3824\\pard\\intbl a\\cell b\\cell\\row}"
    ).document.string.blockKinds
    guard case .table(let table) = kinds[0].first else {
      Issue.record("no table")
      return
    }
    #expect(table.columns.map(\.width) == [118.7, 72.5])
  }

  @Test func `Symbol fonts without a set are known by name`() throws {
    #expect(
      try textOfRTF("{\\fonttbl{\\f0 Arial;}{\\f3\\froman Symbol;}}\\f3\\'b7a\\f0 a") == "•αa")
    #expect(try textOfRTF("{\\fonttbl{\\f4\\fnil Wingdings;}}\\f4\\'fc") == "✓")
    #expect(try textOfRTF("{\\fonttbl{\\f4\\fcharset0 Symbolist;}}\\f4 a") == "a")
  }

  @Test func `The last paragraph needs no word that ends it`() throws {
    let string = try readRTF("{\\rtf1\\pard\\qc one\\par\\pard\\qr\\li200 two}").document.string
    #expect(string.text == "one\ntwo")
    #expect(string.paragraphs.last?.attributes.alignment == .right)
    #expect(string.paragraphs.last?.attributes.headIndent == 10)
  }

  @Test func `A repeated tab stop is one`() throws {
    let stops = try readRTF("{\\rtf1\\tx400\\tqr\\tx400\\tx200\\tx400 a}").document.string
      .paragraphAttributes(at: 0).tabStops
    #expect(stops == [.init(10), .init(20)])
  }

  @Test(arguments: [
    ("\\red0\\green0\\blue255", Color(0x0000FF)), ("\\red5\\green99\\blue193", nil),
  ])
  func `The underline of links is no attribute, nor is the writer's colour; what differs is`(
    color: String, foreground: Color?
  ) throws {
    func link(_ words: String) throws -> InlineAttributes? {
      try readRTF(
        """
        {\\rtf1{\\colortbl;\(color);\\red9\\green0\\blue0;}
        {\\stylesheet{\\*\\cs3\\additive\\ul\\cf1 Hyperlink;}}{\\field
        {\\*\\fldinst HYPERLINK "https://a.example/"}{\\fldrslt{\(words) x}}}{\\cs3\\ul\\cf1 y}}
        """
      ).document.string.attributes(of: "x")
    }
    var expected = InlineAttributes()
    expected.link = .init("https://a.example/")
    expected.foreground = foreground
    #expect(try link("\\cs3\\ul\\cf1") == expected)
    #expect(try link("\\cs3") == expected)
    expected.bold = true
    #expect(try link("\\cs3\\ul\\cf1\\b") == expected)
    expected.foreground = Color(0x090000)
    #expect(try link("\\cs3\\ul\\cf2\\b") == expected)
    expected.foreground = foreground ?? Color(0x0563C1)
    expected.underline = .init()
    #expect(try link("\\ul\\cf1\\b") == expected)
  }

  @Test(arguments: [
    ("{\\cs3\\ul\\cf1 x}", "", false), ("{\\ul\\cf1 x}", "", false), ("{\\cf1 x}", "", true),
    ("{\\ul x}", "", true), ("x", "", true), ("x", "\\cocoartf2639", false),
  ])
  func `A link without underline or colour is noted, but not where its program shows both`(
    text: String, dialect: String, isNoted: Bool
  ) throws {
    let read = try readRTF(
      """
      {\\rtf1\(dialect){\\colortbl;\\red0\\green0\\blue255;}{\\stylesheet{\\*\\cs3\\additive\\ul\\cf1 Hyperlink;}}
      {\\field{\\*\\fldinst HYPERLINK "https://a.example/"}{\\fldrslt \(text)}}}
      """
    )
    let placement = read.document.printedPlacement
    #expect((!placement.plainLinks.isEmpty || !placement.inkLinks.isEmpty) == isNoted)
    #expect(!read.report.counts.keys.contains { $0.feature == .linkStyle })
  }

  @Test(arguments: [
    "{\\stylesheet{\\s7\\outlinelevel0\\fs40 My Title;}}\\pard\\plain\\s7\\outlinelevel0\\fs40 x\\par",
    "{\\stylesheet{\\s7\\outlinelevel0\\fs40 My Title;}}\\pard\\plain\\s7\\fs40 x\\par",
    "\\pard\\plain\\outlinelevel0\\fs40 x\\par",
  ])
  func `A header by its outline level keeps that it is not bold, its size and its spacing`(
    body: String
  ) throws {
    let string = try readRTF("{\\rtf1" + body + "\\pard\\plain y}").document.string
    #expect(string.attributes(of: "x")?.fontWeight == 400)
    #expect(string.attributes(of: "x")?.fontSize == 20)
    let paragraph = string.paragraphAttributes(at: 0)
    #expect(paragraph.blocks.map(\.kind) == [.header(level: 1)])
    #expect(paragraph.spacingBefore == 0)
    #expect(paragraph.spacingAfter == 0)
    #expect(string.attributes(of: "y") == InlineAttributes())
  }

  @Test(arguments: [
    ("\\fcharset238 Calibri CE;", "Calibri"), ("\\fcharset177 Arial (Hebrew);", "Arial"),
    ("\\fcharset204 Times New Roman Cyr;", "Times New Roman"),
    ("GFS Neohellenic Greek;", "GFS Neohellenic Greek"),
    ("\\fcharset238 CE;", "CE"),
  ])
  func `The name of a font by character set is the name of the font`(entry: String, name: String)
    throws
  {
    let string = try readRTF("{\\rtf1{\\fonttbl{\\f0 A;}{\\f1\(entry)}}\\f1 x}").document.string
    #expect(string.attributes(of: "x")?.fontFamily == name)
  }

  @Test func `A paragraph whose outline level is that of text is no header`() throws {
    let string = try readRTF(
      "{\\rtf1{\\stylesheet{\\s7\\outlinelevel0 Base;}}\\pard\\plain\\s7\\outlinelevel9 x\\par}"
    ).document.string
    #expect(string.attributes(of: "x") == InlineAttributes())
    #expect(string.paragraphAttributes(at: 0).blocks.isEmpty)
  }

  @Test func `Lists in lists go by level in one list, by indent between two`() throws {
    let lists = """
      {\\*\\listtable{\\list{\\listlevel\\levelnfc0{\\leveltext\\'02\\'00.;}}
      {\\listlevel\\levelnfc0{\\leveltext\\'02\\'01.;}}\\listid1}
      {\\list{\\listlevel\\levelnfc23{\\leveltext\\'01\\u8226 ?;}}\\listid2}}
      {\\*\\listoverridetable{\\listoverride\\listid1\\ls1}{\\listoverride\\listid2\\ls2}}
      """
    let string = try readRTF(
      "{\\rtf1\(lists)\\pard\\li1080\\ls1\\ilvl1 a\\par\\pard\\li1440\\ls2 aa\\par ab\\par"
        + "\\pard\\li1080\\ls1\\ilvl1 b\\par\\pard\\li1080\\ls2 c\\par}"
    ).document.string
    let depths = string.paragraphs.map(\.attributes.blocks.count)
    #expect(depths == [2, 4, 4, 2, 2])
    let outer = string.paragraphs.map { $0.attributes.blocks[0].id }
    #expect(outer[0] == outer[1] && outer[2] == outer[3] && outer[3] != outer[4])
    #expect(string.blockKinds[3].last == .listItem(.init(ordinal: 2)))
  }

  @Test func `From right to left the right side is the natural one`() throws {
    let paragraphs = try readRTF("{\\rtf1\\rtlpar\\qr a\\par\\ql b\\par\\ltrpar\\qr c\\par}")
      .document.string.paragraphs.map(\.attributes.alignment)
    #expect(paragraphs == [nil, .left, .right])
    for (words, alignment) in [("", nil), ("\\rtlpar", .left), ("\\rtlpar\\qj", .justified)]
      as [(String, ParagraphAttributes.Alignment?)]
    {
      let paragraph = try readRTF("{\\rtf1\\pard\(words) a\\par}").document.string.paragraphs[0]
      #expect(paragraph.attributes.alignment == alignment)
    }
  }

  @Test func `An icon is transparent where its mask is white`() throws {
    func bitmap(bits: String, pixels: String) -> String {
      "2800000002000000010000000100\(bits)000000000000000000000000000000000000000000000000\(pixels)"
    }
    // The mask is white, then black; the picture is black, then red.
    let mask = bitmap(bits: "0100", pixels: "00000000ffffff0080000000")
    let picture = bitmap(bits: "1800", pixels: "0000000000ff0000")
    func record(_ bitmap: String) -> String {
      let words = (28 + bitmap.utf8.count / 2) / 2
      let size = [words & 255, words >> 8].map {
        ($0 < 16 ? "0" : "") + String($0, radix: 16)
      }.joined()
      return size + "0000430f" + String(repeating: "00", count: 22) + bitmap
    }
    let file = "010009000003000000000000000000000000" + record(mask) + record(picture)
    let document = try readRTF("{\\rtf1{\\pict\\wmetafile8 \(file)030000000000}}").document
    let place = try #require(document.string.attachments(in: 0..<1).first)
    let png = try #require(place.attachment.preview.flatMap { document.attachments[$0] })
    // One row after the filter byte, in a stored block.
    let row: [UInt8] = [0, 0, 0, 0, 0, 0xFF, 0, 0, 0xFF]
    #expect(png.indices.contains { png[$0...].starts(with: row) }, "\(png)")
    #expect(png[25] == 6)
  }

  @Test(
    arguments: [
      ("one\\page two\\par three", ["one", "+two", "three"]),
      ("one\\page\\par two", ["one", "+two"]), ("one\\page\n\\par two", ["one", "+two"]),
      ("one\\page\\pard two", ["one", "+two"]), ("\\page one\\par two", ["+one", "two"]),
      // In a paragraph without text, a break is before the next paragraph; in one with text, it is
      // after the end of the paragraph.
      ("one\\par\\page\\par two", ["one", "", "+two"]),
      ("one\\par{\\page }{\\b\\par }two", ["one", "", "+two"]),
      ("one\\par\\page\\par\\page\\par two", ["one", "", "+", "+two"]),
      ("one{\\page }{\\b\\par }two\\par", ["one", "+two"]),
      ("one\\column two\\column\\par three", ["one", "+two", "+three"]),
    ])
  func `A page or a column that ends within a paragraph ends it`(
    text: String, lines: [String]
  ) throws {
    let string = try readRTF("{\\rtf1 \(text)}").document.string
    let texts = string.text.split(separator: "\n", omittingEmptySubsequences: false)
    let found = zip(string.paragraphs, texts).map { paragraph, text in
      (paragraph.attributes.pageBreakBefore ? "+" : "") + text
    }
    #expect(found == lines)
  }

  @Test func `A destination outside of groups does not end the document`() throws {
    #expect(
      try textOfRTF("\\nonesttables\\trowd\\cellx4000\\intbl a\\cell\\row b") == "a\nb")
    #expect(try textOfRTF("a{\\nonesttables\\par}b") == "ab")
  }

  @Test(
    arguments: [
      "\\'83}{\\f2\\'41", "\\'83\\b \\'41", "\\'83\\b\\'41", "\\'83{\\i\\'41}",
      "\\'83}\r\n{\\f2\\b0 \\'41",
    ])
  func `The bytes of a character are joined across groups`(bytes: String) throws {
    let fonts = "{\\fonttbl{\\f0 Arial;}{\\f2\\fcharset128 MS Mincho;}}"
    #expect(try textOfRTF("\(fonts){\\f2\(bytes)}.") == "ア.")
  }

  @Test func `A byte without its other half consumes nothing`() throws {
    let fonts = "{\\fonttbl{\\f0 Arial;}{\\f2\\fcharset128 MS Mincho;}}"
    #expect(try textOfRTF("\(fonts){\\f2\\'83}{\\f0\\'41}.") == "\u{FFFD}A.")
    #expect(try textOfRTF("\(fonts){\\f2\\'83}\\b .") == "\u{FFFD}.")
    #expect(try textOfRTF("\(fonts){\\f2\\'83\\b") == "\u{FFFD}")
  }

  @Test func `A rule beside or below few cells is no grid`() throws {
    let plain = "\\trowd\\cellx1000\\cellx2000\\intbl a\\cell b\\cell\\row"
    let ruled = "\\trowd\\clbrdrb\\brdrs\\cellx1000\\cellx2000\\intbl a\\cell b\\cell\\row"
    let grid = "\\trowd\\trbrdrh\\brdrs\\cellx1000\\cellx2000\\intbl a\\cell b\\cell\\row"
    func width(_ rows: String) throws -> Double? {
      let kinds = try readRTF("{\\rtf1\(rows)}").document.string.blockKinds
      guard case .table(let table) = kinds.first?.first else { return -1 }
      return table.borderWidth
    }
    #expect(try width(ruled + plain) == 0)
    #expect(try width(grid + plain) == 0)
  }

  private static let headings = """
    {\\colortbl;\\red0\\green0\\blue255;}{\\stylesheet{\\s0 Normal;}
    {\\s1\\qc\\sb240\\b\\fs32\\cf1 heading 1;}}
    {\\listtable{\\list{\\listlevel\\levelnfc0\\levelstartat1{\\leveltext\\'02\\'00.;}}\\listid7}}
    {\\listoverridetable{\\listoverride\\listid7\\ls3}}
    """

  @Test func `A numbered heading is an item and a heading`() throws {
    let kinds = try readRTF("{\\rtf1\(Self.headings)\\pard\\s1\\ls3\\b\\fs32\\cf1 a\\par}")
      .document.string.blockKinds
    #expect(
      kinds == [
        [
          .orderedList(.init(numbering: .decimal, start: 1, delimiter: ".")),
          .listItem(.init(ordinal: 1)), .header(level: 1),
        ]
      ])
  }

  @Test func `Formatting that a heading does not imply is kept`() throws {
    let string = try readRTF("{\\rtf1\(Self.headings)\\pard\\s1\\b\\fs32\\cf1 a\\par}")
      .document.string
    var expected = InlineAttributes()
    expected.foreground = Color(0x0000FF)
    expected.fontSize = 16
    #expect(string.attributes(of: "a") == expected)
    #expect(string.paragraphAttributes(at: 0).alignment == .center)
    // The heading states no space above; the space of its style does not apply.
    #expect(string.paragraphAttributes(at: 0).spacingBefore == 0)
    #expect(string.paragraphAttributes(at: 0).spacingAfter == 0)
  }

  @Test func `A heading keeps font, size, weight and spacing through RTF`() throws {
    let input =
      "{\\rtf1{\\fonttbl{\\f0 Times;}{\\f1 Garamond;}}{\\stylesheet{\\s0 Normal;}"
      + "{\\s1\\f1\\fs72\\sb480\\sa240 heading 1;}}\\pard\\plain\\s1\\f1\\fs72\\sb480\\sa240 a\\par}"
    let document = try readRTF(input).document
    let attributes = try #require(document.string.attributes(of: "a"))
    #expect(attributes.fontFamily == "Garamond")
    #expect(attributes.fontSize == 36)
    #expect(attributes.fontWeight == 400)
    // The writer puts the same space above a heading of this size.
    #expect(document.string.paragraphAttributes(at: 0).spacingBefore == nil)
    #expect(document.string.paragraphAttributes(at: 0).spacingAfter == 12)
    var sink = BytesSink()
    _ = try RTFWriter().write(document, to: &sink, options: WriteOptions(keepsHiddenData: false))
    let again = try readRTF(String(decoding: sink.bytes, as: UTF8.self)).document
    #expect(again.string == document.string)
  }

  @Test func `Numbers of pages are fields and stay fields`() throws {
    let text =
      "{\\rtf1{\\header {\\b Page }{\\field{\\*\\fldinst  PAGE }{\\fldrslt{\\b 7}}} of "
      + "{\\field{\\*\\fldinst NUMPAGES \\\\* MERGEFORMAT}{\\fldrslt 12}}\\par}"
      + "a\\chpgn b{\\field{\\*\\fldinst PAGE}}\\par}"
    let result = try readRTF(text)
    let (document, report) = (result.document, result.report)
    let string = document.string
    #expect(string.text == "Page 7 of 12\na1b1\n")
    let fields = string.attributeRuns(in: string.utf16Range)
      .compactMap { run in run.attributes.pageField.map { ($0, string.text(in: run.utf16Range)) } }
    #expect(fields.map(\.0) == [.page, .pages, .page, .page])
    #expect(fields.map(\.1) == ["7", "12", "1", "1"])
    #expect(string.attributes(at: 5).bold)
    #expect(report.isLossless)
    var options = WriteOptions()
    options.keepsHiddenData = false
    var sink = BytesSink()
    let losses = try RTFWriter().write(document, to: &sink, options: options)
    #expect(losses.isLossless)
    let written = String(decoding: sink.bytes, as: UTF8.self)
    #expect(written.contains("{\\field{\\*\\fldinst PAGE}{\\fldrslt\\b 7}}"))
    #expect(written.contains("{\\field{\\*\\fldinst NUMPAGES}{\\fldrslt 12}}"))
    #expect(try readRTF(written).document.string == string)
  }

  @Test func `A page number whose result is blank is shown`() throws {
    for name in ["PAGE", "NUMPAGES"] {
      let field = "{\\field{\\*\\fldinst \(name)}{\\fldrslt  }}"
      #expect(try textOfRTF("a\(field).") == "a 1.")
    }
  }

  @Test func `Automatic space is 5 points, or 14 with the space of HTML`() throws {
    func spaces(_ words: String) throws -> [[Double?]] {
      let automatic = "\\pard\\sb120\\sa120\\sbauto1\\saauto1"
      let end = " a\\par b\\par\\pard\\sb120\\sbauto0 c\\par}"
      let text = "{\\rtf1" + words + automatic + end
      return try readRTF(text).document.string.paragraphs.map {
        [$0.attributes.spacingBefore, $0.attributes.spacingAfter]
      }
    }
    #expect(try spaces("") == [[5, 5], [5, 5], [6, nil]])
    // HTML has no space above its first paragraph.
    #expect(try spaces("\\htmautsp") == [[nil, 14], [14, 14], [6, nil]])
    let later: [[Double?]] = [[nil, nil], [14, 14], [14, 14], [6, nil]]
    #expect(try spaces("\\htmautsp\\pard b\\par") == later)
    let row =
      "{\\rtf1\\htmautsp\\trowd\\cellx900\\pard\\intbl\\saauto1 a\\par b\\cell\\row"
      + "\\pard c\\par}"
    let cell = try readRTF(row).document.string.paragraphs.map { $0.attributes.spacingAfter }
    #expect(cell == [14, nil, nil])
    let stated = row.replacing("b\\cell", with: "\\sa100 b\\cell")
    #expect(
      try readRTF(stated).document.string.paragraphs.dropFirst().first?.attributes.spacingAfter == 5
    )
    let unset = "{\\rtf1\\pard\\sbauto1\\saauto1\\sbauto0\\saauto0\\sb280\\sa280 a\\par}"
    let attributes = try readRTF(unset).document.string.paragraphAttributes(at: 0)
    #expect(attributes.spacingBefore == 14 && attributes.spacingAfter == 14)
    let bare = try readRTF("{\\rtf1\\pard\\sbauto\\saauto a\\par}").document.string
    #expect(bare.paragraphAttributes(at: 0).spacingBefore == 5)
    #expect(bare.paragraphAttributes(at: 0).spacingAfter == 5)
    let item =
      "{\\rtf1\\pard\\sbauto1\\saauto1{\\pntext\\bullet\\tab}{\\*\\pn\\pnlvlblt{\\pntxtb\\bullet}}a\\par}"
    let list = try readRTF(item).document.string.paragraphAttributes(at: 0)
    #expect(list.spacingBefore == nil && list.spacingAfter == nil && !list.blocks.isEmpty)
  }

  @Test func `Code keeps the font that it states`() throws {
    let text =
      "{\\rtf1{\\fonttbl{\\f0 A;}{\\f2\\fmodern Liberation Mono;}{\\f3\\fmodern Courier New;}}"
      + "{\\stylesheet{\\*\\cs23\\f2\\fs20 HTML Code;}}{\\cs23\\f2 b}{\\cs23\\f3 c}\\par}"
    let string = try readRTF(text).document.string
    #expect(string.text == "bc\n" && string.attributes(at: 0).code && string.attributes(at: 1).code)
    #expect(string.attributes(at: 0).fontFamily == "Liberation Mono")
    #expect(string.attributes(at: 1).fontFamily == nil)
  }

  @Test func `A font without a character set loses the end of its name that stands for one`() throws
  {
    let text =
      "{\\rtf1{\\fonttbl{\\f0 A;}{\\f3 Arial;}{\\f1 Arial Baltic;}{\\f2\\fcharset0 Arial CE;}}{\\f1 b}{\\f2 c}\\par}"
    let string = try readRTF(text).document.string
    #expect(string.attributes(at: 0).fontFamily == "Arial")
    #expect(string.attributes(at: 1).fontFamily == "Arial CE")
  }

  @Test func `Properties of a smart tag are not text`() throws {
    let tag =
      "{\\*\\xmlopen\\xmlns1{\\factoidname unit}{\\xmlattr{\\xmlattrname ID}{\\xmlattrvalue 2 m}}}"
    #expect(try textOfRTF("a \(tag)2{\\b  m{\\*\\xmlclose} b}") == "a 2 m b")
  }

  @Test func `A symbol whose result is empty is shown`() throws {
    let field =
      "{\\field{\\*\\fldinst SYMBOL 74 \\\\f \"Wingdings\" \\\\s 10}{\\fldrslt\\f1\\fs20}}"
    #expect(try textOfRTF("a\(field)b") == "a\u{263A}b")
    let result = "{\\field{\\*\\fldinst SYMBOL 74 \\\\f \"Arial\"}{\\fldrslt x}}"
    #expect(try textOfRTF("a\(result)b") == "axb")
  }

  @Test(arguments: ["\\fmodern", "\\fswiss\\fprq1", "\\fmodern\\fprq0"])
  func `A default font of fixed pitch is an attribute`(words: String) throws {
    let string = try readRTF("{\\rtf1\\deff1{\\fonttbl{\\f1\(words) Some Mono;}}a}").document.string
    #expect(string.attributes(of: "a")?.fontFamily == "Some Mono")
  }

  @Test func `A default font that is not of fixed pitch is none`() throws {
    let string = try readRTF("{\\rtf1\\deff1{\\fonttbl{\\f1\\fmodern\\fprq2 Some;}}a}").document
      .string
    #expect(string.attributes(of: "a")?.fontFamily == nil)
  }

  @Test func `Items of a tight style have no space between them`() throws {
    func space(_ words: String) throws -> Double? {
      try readRTF("{\\rtf1\(Self.headings)\\pard\\sa200\(words) a\\par}").document.string
        .paragraphAttributes(at: 0).spacingAfter
    }
    #expect(try space("\\ls3\\contextualspace") == nil)
    #expect(try space("\\ls3\\contextualspace0") == 10)
    #expect(try space("\\contextualspace") == 10)
  }

  @Test func `Text of a cell that is merged into another is that one's`() throws {
    let kinds = try readRTF(
      """
      {\\rtf1\\trowd\\clmgf\\cellx1000\\clmrg\\cellx2000\\clmrg\\cellx3000\\cellx4000\\intbl
      a\\cell b\\cell\\cell c\\cell\\row\\trowd\\cellx1000\\cellx2000\\cellx3000\\cellx4000\\intbl
      d\\cell e\\cell f\\cell g\\cell\\row}
      """
    ).document.string.blockKinds
    let cells = kinds.map { path -> Block.TableCell? in
      if case .tableCell(let cell) = path.last { cell } else { nil }
    }
    #expect(cells.map { $0?.column } == [0, 0, 3, 0, 1, 2, 3])
    #expect(cells.map { $0?.columnSpan } == [3, 3, 1, 1, 1, 1, 1])
  }

  @Test func `A paragraph of Cocoa's lists without a mark is no item`() throws {
    let text = "\\pard\\ls3\\ilvl0 a\\\n{\\listtext\t1.\t}b\\\n\\\n{\\listtext\t2.\t}c"
    func items(_ head: String) throws -> [Bool] {
      try readRTF("{\\rtf1\(head)\(Self.headings)\(text)}").document.string.blockKinds.map {
        !$0.isEmpty
      }
    }
    #expect(try items("\\ansi\\cocoartf1504") == [false, true, false, true])
    #expect(try items("\\ansi") == [true, true, true, true])
  }

  @Test func `A line across the page is an empty picture in Word`() throws {
    let rule = "{\\b{\\pict{\\*\\picprop{\\sp{\\sn fHorizRule}{\\sv 1}}}\\picw9\\wmetafile8}}"
    let kinds = try readRTF("{\\rtf1 a\\par\\pard \(rule)\\par b\\par \(rule)c\\par d}").document
      .string
      .blockKinds
    #expect(kinds == [[], [.thematicBreak], [], [], []])
  }

  @Test func `A style without words for spacing has none, whatever style it is based on`() throws {
    let result = try readRTF(
      "{\\rtf1{\\stylesheet{\\s0\\sb100\\sa400 Normal;}{\\s1\\sbasedon0\\sb600 heading 1;}"
        + "{\\s2\\sbasedon0\\qc Other;}}\\pard\\plain\\s1\\sb600 a\\par\\pard\\plain\\s2 b\\par"
        + "\\pard\\plain\\s0\\sb100\\sa400 c\\par}")
    let spacing = result.document.string.paragraphs.map {
      [$0.attributes.spacingBefore, $0.attributes.spacingAfter]
    }
    // LibreOffice shows these distances; the one of Normal is an option of the document.
    #expect(result.document.string.options.paragraphSpacing == 20)
    #expect(spacing == [[30, 0], [nil, 0], [5, nil]])
    let lines = try readRTF(
      "{\\rtf1{\\stylesheet{\\s0\\sl480\\slmult1 Normal;}{\\s1\\sbasedon0 Mine;}}"
        + "\\pard\\plain\\s1 a\\par\\pard\\plain\\s0 b\\par}")
    #expect(
      lines.document.string.paragraphs.map(\.attributes.lineHeight) == [nil, .multiple(2)])
  }
}
