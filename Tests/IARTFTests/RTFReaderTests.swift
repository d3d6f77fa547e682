import IABytes
import IAFormats
import IAText
import Testing

@testable import IARTF

@Suite struct RTFReaderTests {
  // MARK: Characters

  @Test(arguments: [
    ("caf\\'e9 na\\'efve", "café naïve"),
    ("\\u8220?quick\\u8221?brown", "“quick”brown"),
    ("a\\u160?curious", "a\u{A0}curious"),
    ("\\uc0\\u1055\\u1088\\u1080", "При"),
    ("\\uc2\\u26085\\'93\\'fan", "日n"),
    ("\\uc2\\u9731 abc", "☃c"),
    ("{\\uc0\\u233}x\\u233?y", "éxéy"),
    ("\\u-10179?\\u-8704?!", "😀!"),
    ("\\u128512?!", "😀!"),
    ("\\u-10179?x", "\u{FFFD}x"),
    ("\\u-8704?x", "\u{FFFD}x"),
    ("\\u-10179?\\par", "\u{FFFD}\n"),
    ("\\u8364\\emdash x", "€x"),
    ("\\u8364{x}", "€x"),
    ("{\\u8364}xy", "€xy"),
    ("{\\upr{ansi}{\\*\\ud{uni\\u233}}}!", "unié!"),
    ("a\\~b\\_c\\-d\\tab e\\line f", "a\u{A0}b\u{2011}c\u{AD}d\te\u{2028}f"),
    ("\\lquote\\rquote\\ldblquote\\rdblquote\\bullet\\emdash\\endash", "‘’“”•—–"),
    ("a  b\r\nc\n  d", "a  bc  d"),
    ("one\\\ntwo\\\r\nthree", "one\ntwo\nthree"),
    ("\\{\\}\\\\", "{}\\"),
    ("{\\*\\unknown hidden}x{\\*\\foo{\\b y}}", "x"),
    ("it'\\'ff", "it'ÿ"),
    ("\\bin3 }{}x", "x"),
  ])
  func `Escapes become text`(body: String, expected: String) throws {
    #expect(try textOfRTF(body) == expected)
  }

  @Test(arguments: [
    ("\\ansicpg1250 ", "\\'e8\\'f8", "čř"),
    ("\\ansicpg932 ", "\\'93\\'fa\\'96\\'7b", "日本"),
    ("\\ansicpg932 ", "\\'83\\\\", "ソ"),
    ("\\ansicpg932 ", "\\'83A", "ア"),
    ("\\ansicpg949 ", "\\'be\\'c8", "안"),
    ("\\mac ", "\\'8a", "ä"), ("\\pc ", "\\'81", "ü"), ("\\pca ", "\\'9d", "Ø"),
    ("{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset238 B;}}", "\\'e8{\\f1\\'e8}\\'e8", "èčè"),
    ("{\\fonttbl{\\f0\\fcharset204 A;}}", "\\'cf", "П"),
    ("\\ansicpg1251{\\fonttbl{\\f0\\fcharset0 A;}{\\f1 B;}}", "\\'e9\\f1\\'e9", "éй"),
    ("{\\fonttbl{\\f0\\fcharset128 A;}{\\f1\\fcharset161 B;}}", "\\'93\\'fa\\f1\\'e1", "日α"),
    ("{\\fonttbl{\\f0\\fcharset2 Symbol;}}", "ab\\'b7", "αβ•"),
    ("{\\fonttbl\\f0\\fcharset204 A;\\f1\\fcharset0 B;}", "\\'cf\\f1\\'e9", "Пé"),
    ("\\ansicpg65001 ", "日本", "日本"),
  ])
  func `Bytes have the current character set`(
    head: String, body: String, expected: String
  ) throws {
    let text = try readRTF("{\\rtf1\\ansi" + head + body + "}").document.string.text
    #expect(text == expected)
  }

  @Test func `Character words set attributes`() throws {
    let string = try readRTF(
      """
      {\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Times;}{\\f1 Arial;}}{\\colortbl;\\red255\\green0\\blue0;}
      {\\b bold}{\\i italic}{\\uldb double}{\\striked1 struck}{\\super up}{\\sub down}
      {\\caps all}{\\scaps small}{\\v hidden}{\\cf1 red}{\\highlight1 marked}{\\f1\\fs36 big}
      {\\expndtw40 wide}{\\up6 raised}{\\lang1031 deutsch}{\\b\\b0 plain}{\\ulwave\\ulc1 wave}}
      """
    ).document.string
    #expect(string.attributes(of: "bold")?.bold == true)
    #expect(string.attributes(of: "italic")?.italic == true)
    #expect(string.attributes(of: "double")?.underline == .init(.double))
    #expect(string.attributes(of: "struck")?.strikethrough == .double)
    #expect(string.attributes(of: "up")?.script == .superscript)
    #expect(string.attributes(of: "down")?.script == .subscript)
    #expect(string.attributes(of: "all")?.capitals == .all)
    #expect(string.attributes(of: "small")?.capitals == .small)
    #expect(string.attributes(of: "hidden")?.hidden == true)
    #expect(string.attributes(of: "red")?.foreground == Color(0xFF0000))
    #expect(string.attributes(of: "marked")?.background == Color(0xFF0000))
    #expect(string.attributes(of: "big")?.fontFamily == "Arial")
    #expect(string.attributes(of: "big")?.fontSize == 18)
    #expect(string.attributes(of: "wide")?.letterSpacing == 2)
    #expect(string.attributes(of: "raised")?.baselineOffset == 3)
    #expect(string.attributes(of: "deutsch")?.language == "de-DE")
    #expect(string.attributes(of: "plain")?.isPlain == true)
    #expect(
      string.attributes(of: "wave")?.underline == .init(.wavy, color: Color(0xFF0000)))
  }

  // MARK: Paragraphs

  @Test func `Paragraph words set attributes`() throws {
    let string = try readRTF(
      "{\\rtf1\\pard\\qc\\li720\\fi-360\\ri360\\sb120\\sa240\\sl360\\slmult1\\tx1440\\tqr\\tx2880 a\\par"
        + "\\pard\\rtlpar\\sl-400 b\\par\\page c\\par}"
    ).document.string
    let all = string.paragraphs.map(\.attributes)
    #expect(all.count == 3)
    #expect(all[0].alignment == .center)
    #expect(all[0].headIndent == 36)
    #expect(all[0].firstLineIndent == 18)
    #expect(all[0].tailIndent == 18)
    #expect(all[0].spacingBefore == 6)
    #expect(all[0].spacingAfter == 12)
    #expect(all[0].lineHeight == .multiple(1.5))
    #expect(all[0].tabStops == [.init(72), .init(144, .right)])
    #expect(all[1].direction == .rightToLeft)
    #expect(all[1].lineHeight == .exactly(20))
    #expect(all[2].pageBreakBefore)
  }

  @Test func `Styles are inherited, headings known, cycles cut`() throws {
    let result = try readRTF(
      """
      {\\rtf1{\\stylesheet{\\s0 Normal;}{\\s1\\b\\fs48\\outlinelevel0 heading 1;}{\\s2\\i Base;}
      {\\s3\\sbasedon2\\qc Derived;}{\\s4\\sbasedon5 X;}{\\s5\\sbasedon4 Y;}}
      \\pard\\s1\\b\\fs48 Title\\par\\pard\\plain\\s3 derived\\par\\pard\\plain\\s4 z\\par}
      """)
    let string = result.document.string
    #expect(string.blockKinds[0] == [.header(level: 1)])
    #expect(string.attributes(of: "Title")?.isPlain == true)
    #expect(string.attributes(of: "derived")?.italic == true)
    #expect(string.paragraphs.map(\.attributes)[1].alignment == .center)
    #expect(result.report.counts.keys.contains { $0.feature == .styleCycle })
  }

  // MARK: Lists and tables

  @Test func `List tables make lists without the text of their marks`() throws {
    let string = try readRTF(
      """
      {\\rtf1{\\*\\listtable{\\list{\\listlevel\\levelnfc0\\levelstartat3{\\leveltext\\'02\\'00.;}{\\levelnumbers\\'01;}}
      {\\listlevel\\levelnfc23{\\leveltext\\'01\\u8226 ?;}{\\levelnumbers;}}\\listid7}}
      {\\*\\listoverridetable{\\listoverride\\listid7\\listoverridecount0\\ls1}}
      \\pard\\ls1{\\listtext 3.\\tab}one\\par{\\listtext 4.\\tab}two\\par
      \\pard\\ls1\\ilvl1{\\listtext\\'b7\\tab}inner\\par\\pard\\ls1 three\\par\\pard end\\par}
      """
    ).document.string
    #expect(string.text == "one\ntwo\ninner\nthree\nend\n")
    let ordered = Block.Kind.orderedList(.init(numbering: .decimal, start: 3, delimiter: "."))
    #expect(string.blockKinds[0] == [ordered, .listItem(.init(ordinal: 3))])
    #expect(string.blockKinds[1] == [ordered, .listItem(.init(ordinal: 4))])
    #expect(string.blockKinds[2].count == 4)
    #expect(string.blockKinds[2][2] == .unorderedList(marker: nil))
    #expect(string.blockKinds[3].last == .listItem(.init(ordinal: 5)))
    #expect(string.blockKinds[4].isEmpty)
    let lists = string.paragraphs.prefix(4).map { $0.attributes.blocks[0].id }
    #expect(Set(lists).count == 1)
  }

  @Test func `Old lists are lists too`() throws {
    let string = try readRTF(
      "{\\rtf1\\pard{\\pntext\\f2\\'b7\\tab}bullet\\par\\pard"
        + "{\\*\\pn\\pnlvlbody\\pndec\\pnstart2{\\pntxta )}}{\\pntext 2)\\tab}number\\par}"
    ).document.string
    #expect(string.text == "bullet\nnumber\n")
    #expect(string.blockKinds[0].first == .unorderedList(marker: nil))
    #expect(
      string.blockKinds[1] == [
        .orderedList(.init(start: 2, delimiter: ")")), .listItem(.init(ordinal: 2)),
      ])
  }

  @Test func `The mark of an old list is in the font of its definition`() throws {
    let string = try readRTF(
      """
      {\\rtf1\\ansi{\\fonttbl{\\f1\\fcharset134 SimSun;}{\\f3\\fnil\\fcharset2 Wingdings;}}
      \\pard\\f1{\\pntext\\f3\\'a7\\tab}{\\*\\pn\\pnlvlblt\\pnf3{\\pntxtb\\'a7}}\\'ca\\'b5\\par}
      """
    ).document.string
    #expect(string.text == "实\n")
    #expect(string.blockKinds[0].first == .unorderedList(marker: "\u{25AA}"))
  }

  @Test func `Tables have rows, merged cells and tables inside`() throws {
    let string = try readRTF(
      """
      {\\rtf1\\trowd\\trhdr\\clmgf\\cellx1000\\clmrg\\cellx2000\\pard\\intbl head\\cell\\cell\\row
      \\trowd\\clvmgf\\cellx1000\\cellx2000\\pard\\intbl tall\\cell b\\cell\\row
      \\trowd\\clvmrg\\cellx1000\\cellx2000\\pard\\intbl\\cell c\\par c2\\cell\\row
      \\trowd\\cellx2000\\pard\\intbl\\itap2 in1\\nestcell in2\\nestcell
      {\\*\\nesttableprops\\trowd\\cellx500\\cellx900\\nestrow}{\\nonesttables\\par}
      \\pard\\intbl after\\cell\\row\\pard end\\par}
      """
    ).document.string
    #expect(string.text == "head\ntall\nb\nc\nc2\nin1\nin2\nafter\nend\n")
    let kinds = string.blockKinds
    guard case .table(let table) = kinds[0].first else {
      Issue.record("no table")
      return
    }
    #expect(table.columns.map(\.width) == [50, 50])
    #expect(kinds[0][1] == .tableRow(isHeader: true))
    #expect(kinds[0][2] == .tableCell(.init(column: 0, columnSpan: 2)))
    #expect(kinds[1][2] == .tableCell(.init(column: 0, rowSpan: 2)))
    #expect(kinds[2][2] == .tableCell(.init(column: 1)))
    #expect(kinds[3][2] == .tableCell(.init(column: 1)))
    #expect(kinds[4] == kinds[3])
    #expect(kinds[5].count == 6)
    #expect(kinds[6].count == 6)
    #expect(kinds[7].count == 3)
    #expect(kinds[8].isEmpty)
    let ids = string.paragraphs.prefix(8).map { $0.attributes.blocks[0].id }
    #expect(Set(ids).count == 1)
  }

  // MARK: Fields, notes, pictures

  @Test func `Links keep their text and only harmless targets`() throws {
    func link(_ url: String) throws -> (ReadResult, String?) {
      let result = try readRTF(
        "{\\rtf1 {\\field{\\*\\fldinst{HYPERLINK \"\(url)\"}}{\\fldrslt{\\ul shown}}}}")
      return (result, result.document.string.attributes(of: "shown")?.link?.url)
    }
    for url in ["https://example.org/a?b=c", "mailto:a@b.c", "tel:+1"] {
      #expect(try link(url).1 == url)
    }
    for url in [
      "javascript:alert(1)", "vbscript:x", "file:///etc/passwd", "\\\\\\\\host\\\\x",
      "JavaScript\\tab :x",
      "data:text/html,x",
    ] {
      let (result, found) = try link(url)
      #expect(found == nil, "\(url)")
      #expect(result.document.string.text == "shown")
      #expect(result.report.counts.keys.contains { $0.effect == .neutralised }, "\(url)")
    }
  }

  @Test func `A link whose text comes before it keeps the text, and is reported`() throws {
    let result = try readRTF(
      "{\\rtf1 a {\\field{\\fldrslt{\\b b}}{\\*\\fldinst{HYPERLINK \"https://b.example/\"}}} c}")
    #expect(result.document.string.text == "a b c")
    #expect(result.document.string.attributes(of: "b")?.link == nil)
    #expect(result.document.string.attributes(of: "b")?.bold == true)
    #expect(
      result.report.counts.map { "\($0.key.effect) \($0.key.feature) \($0.value)" }
        == ["dropped link 1"])
  }

  @Test func `Only a signature in small letters is one`() throws {
    for text in ["{\\RTF1 a}", "{\\Rtf1 a}", "{\\rt f1 a}", "\\rtf1 a", "{ \\rtf1 a}"] {
      let error = #expect(throws: InputError.self) { try readRTF(text) }
      #expect(error?.code == .rtfType)
      #expect(RTFReader().confidence(inPrefix: Array(text.utf8)) == 0)
    }
  }

  @Test func `Fields show their results and symbols`() throws {
    #expect(
      try textOfRTF(
        "{\\field{\\*\\fldinst PAGE}{\\fldrslt 7}}{\\field{\\*\\fldinst SYMBOL 97 \\\\f \"Symbol\"}{\\fldrslt}}"
      )
        == "7α")
    #expect(
      try textOfRTF("{\\field{\\*\\fldinst SYMBOL 97 \\\\f \"Symbol\"}}") == "α")
    #expect(
      try textOfRTF(
        "{\\field{\\*\\fldinst{HYPERLINK \\\\l \"x\"}}{\\fldrslt a{\\field{\\*\\fldinst PAGEREF x}{\\fldrslt 3}}}}"
      ) == "a3")
  }

  @Test func `Notes, boxes, headers and footers are blocks of their own`() throws {
    let string = try readRTF(
      """
      {\\rtf1{\\header top\\par}{\\footer bottom}one{\\super\\chftn}{\\footnote{\\super\\chftn} the note}
      {\\*\\atnauthor Ann}{\\*\\annotation remark}
      {\\shp{\\*\\shpinst{\\sp{\\sn x}{\\sv y}}{\\shptxt boxed\\par}}{\\shprslt no}}\\par two\\par}
      """
    ).document.string
    #expect(string.text == "top\none1\nremark\nboxed\ntwo\n the note\nbottom\n")
    #expect(
      string.blockKinds == [
        [.pageHeader()], [], [.annotation(.init(author: "Ann"))], [.textBox()], [],
        [.footnote(label: "1")], [.pageFooter()],
      ])
    #expect(string.attributes(of: "1")?[tag: "footnote"] == "1")
  }

  @Test(arguments: ["footer", "header", "footnote"])
  func `The end of a note or footer is not in the table before it`(word: String) throws {
    let table = "\\trowd\\cellx1000\\pard\\intbl a\\cell\\row\\pard "
    let string = try readRTF("{\\rtf1 x{\\\(word) \(table)b}\\par}").document.string
    let cells = string.paragraphs.filter { paragraph in
      paragraph.attributes.blocks.contains { if case .tableCell = $0.kind { true } else { false } }
    }
    let texts = cells.map { string.units(in: $0.contentRange) }
    #expect(texts == [Array("a".utf16)])
    #expect(string.text.contains("a\nb\n"))
  }

  @Test(arguments: ["footer", "header"])
  func `A table at the end of a header or footer has an empty paragraph after it`(word: String)
    throws
  {
    let table = "\\trowd\\cellx1000\\pard\\intbl\\fs40 a\\cell\\row"
    let text = "{\\\(word)\\pard\\plain\\fs18 {\\qc \(table)}}"
    let string = try readRTF("{\\rtf1\(text) x\\par}").document.string
    let paragraphs = string.paragraphs.filter { !$0.attributes.blocks.isEmpty }
    #expect(paragraphs.map { $0.attributes.blocks.count } == [4, 1])
    let end = try #require(paragraphs.last)
    #expect(end.contentRange.isEmpty)
    #expect(end.attributes.alignment == ParagraphAttributes().alignment)
    // The paragraph has the character formatting at the end of the header or footer.
    #expect(string.attributes(at: end.utf16Range.lowerBound).fontSize == 9)
    // Files of the suite get no such paragraph.
    let own = try readRTF("{\\rtf1{\\*\\generator intensity-suite;}\(text) x\\par}").document
    #expect(own.string.paragraphs.count == 2)
    // An empty paragraph that the file already has is not doubled.
    let stated = text.dropLast() + "\\pard\\par}"
    #expect(try readRTF("{\\rtf1\(stated) x\\par}").document.string.paragraphs.count == 3)
  }

  @Test func `Pictures are kept byte for byte, with their size`() throws {
    let png =
      "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
      + "0000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
    let document = try readRTF(
      "{\\rtf1 a{\\*\\shppict{\\pict\\pngblip\\picwgoal1440\\pichgoal720\\picscalex50 \(png)}}"
        + "{\\nonshppict{\\pict\\wmetafile8 00}}b{\\pict\\emfblip 0100000000}}"
    ).document
    let places = document.string.attachments(in: document.string.utf16Range)
    #expect(document.string.text == "a\u{FFFC}b\u{FFFC}")
    let first = try #require(places.first?.attachment)
    #expect(first.mediaType == "image/png")
    #expect(first.pixelWidth == 1)
    #expect(first.displayWidth == 36)
    #expect(first.displayHeight == 36)
    let last = try #require(places.last?.attachment)
    #expect(last.mediaType == "image/emf")
    #expect(last.digests.compactMap { document.attachments[$0] } == [[1, 0, 0, 0, 0]])
    // Without a goal, the size is in twips, unless it equals the size in pixels.
    for (words, width) in [("\\picw1632\\pich1248", 81.6), ("\\picw1\\pich1", nil), ("", nil)] {
      let plain = try readRTF("{\\rtf1{\\pict\\pngblip\(words) \(png)}}").document.string
      #expect(plain.attachments(in: 0..<1).first?.attachment.displayWidth == width)
    }
  }

  @Test func `The picture of a shape is not repeated by the text of the shape`() throws {
    let picture = "{\\pict\\pngblip 89504e470d0a1a0a}"
    func shape(_ text: String) -> String {
      "{\\rtf1 a{\\shp{\\*\\shpinst{\\sp{\\sn shapeType}{\\sv 75}}{\\sp{\\sn pib}{\\sv \(picture)}}"
        + "{\\shptxt \(text)\\par}}}\\par b\\par}"
    }
    let object = "{\\object\\objemb{\\*\\objclass PBrush}{\\result{\\*\\shppict\(picture)}}}"
    #expect(try textOfRTF(shape(object)) == "a\u{FFFC}\nb\n")
    #expect(try textOfRTF(shape("x" + object)) == "a\u{FFFC}\nx\nb\n")
    let other = "{\\pict\\pngblip 89504e470d0a1a0a00}"
    #expect(try textOfRTF(shape(other)) == "a\u{FFFC}\n\u{FFFC}\nb\n")
    // Two boxes with the same picture contain two pictures.
    let box = "{\\shp{\\*\\shpinst{\\shptxt \(picture)\\par}}}"
    #expect(try textOfRTF("{\\rtf1 a\(box)\(box)\\par}") == "a\n\u{FFFC}\n\u{FFFC}\n")
  }

  @Test func `The bitmap inside a metafile is shown`() throws {
    // A bitmap of two pixels, 24 bits each, in META_STRETCHDIB.
    let bitmap =
      "28000000" + "02000000" + "01000000" + "0100" + "1800" + "00000000" + "08000000"
      + "0000000000000000" + "00000000" + "00000000" + "0000ff" + "00ff00" + "0000"
    let words = (28 + bitmap.utf8.count / 2) / 2
    let metafile =
      "0100090000030000000000000000000000000000".prefix(36) + String(words, radix: 16).padded
      + "000000" + "430f" + String(repeating: "00", count: 22) + bitmap + "030000000000"
    let document = try readRTF("{\\rtf1{\\pict\\wmetafile8 \(metafile)}}").document
    let place = try #require(document.string.attachments(in: 0..<1).first)
    let preview = try #require(place.attachment.preview)
    let shown = try #require(document.attachments[preview])
    #expect(MediaType.pixelSize(of: shown)?.width == 2)
    #expect(place.attachment.mediaType == "image/wmf")
  }

  @Test func `Files beside the text are attached, missing ones reported`() throws {
    let text =
      "{\\rtf1 x{{\\NeXTGraphic a b.txt \\width640 \\height480 \\noorient}\\'ac}y"
      + "{{\\NeXTGraphic ../up}\\'ac}{{\\NeXTGraphic gone.png}\\'ac}z}"
    let result = try readRTF(text, sideFiles: ["a b.txt": [65], "../up": [66]])
    let string = result.document.string
    #expect(string.text == "x\u{FFFC}y\u{FFFC}\u{FFFC}z")
    let found = string.attachments(in: string.utf16Range).map(\.attachment)
    #expect(found.map(\.state) == [.ready, .missing, .missing])
    #expect(found[0].name == "a b.txt")
    #expect(found[0].displayWidth == 32)
    #expect(result.report.counts.keys.contains { $0.feature == .missingAttachment })
    #expect(result.report.counts.keys.contains { $0.feature == .attachmentName })
  }

  @Test func `Information about the document and bookmarks are read`() throws {
    let document = try readRTF(
      "{\\rtf1{\\info{\\title T\\'e9}{\\author A; B}{\\keywords x, y}{\\creatim\\yr2020\\mo2\\dy3\\hr4\\min5}"
        + "{\\company C}}{\\*\\generator G;}a{\\*\\bkmkstart m}b{\\*\\bkmkend m}}"
    ).document
    #expect(document.metadata.title == "Té")
    #expect(document.metadata.authors == ["A", "B"])
    #expect(document.metadata.keywords == ["x", "y"])
    #expect(document.metadata.created == "2020-02-03T04:05:00Z")
    #expect(document.metadata.generator == "G")
    #expect(document.metadata.custom == [.init("company", "C")])
    #expect(document.string.bookmarks == [.init(utf16Offset: 1, name: "m")])
  }

  @Test func `HTML that a mail program hid is passed on`() throws {
    let result = try readRTF(
      "{\\rtf1\\ansi\\fromhtml1{\\*\\htmltag64 <p>}\\htmlrtf{\\b\\htmlrtf0 caf\\'e9"
        + "{\\*\\htmltag <b>}x & y{\\*\\htmltag </b>\\par}\\htmlrtf}\\htmlrtf0}")
    let part = try #require(result.embedded)
    #expect(part.format.rawValue == "html")
    #expect(
      String(decoding: part.bytes.dropFirst(3), as: UTF8.self) == "<p>café<b>x &amp; y</b>\n")
    #expect(result.document.string.text == "caféx & y")
  }

  @Test func `No two control words share a hash`() {
    let counts = RTFControlWords.standard.counts
    #expect(counts.words == counts.hashes)
    #expect(counts.words > 300)
  }
}

extension String {
  fileprivate var padded: String { utf8.count < 2 ? "0" + self : self }
}
