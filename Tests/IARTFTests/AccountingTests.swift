import IABytes
import IAFiles
import IAFormats
import IAText
import Testing

@testable import IARTF

/// Nothing in a document is skipped without a note.
@Suite struct AccountingTests {
  private func read(_ text: String) throws -> ReadResult {
    try RTFReader().read(BytesSource(Array(text.utf8)))
  }

  private func notes(_ text: String) throws -> [String] {
    try read(text).report.notes.map {
      "\($0.kind.effect) \($0.kind.feature)" + ($0.detail.isEmpty ? "" : " " + $0.detail)
    }
  }

  @Test func `Every word is in one table, and no two words have one hash`() {
    let read = RTFControlWords.entries.map(\.name)
    let unread = RTFUnreadWords.entries.map(\.name)
    #expect(Set(read).count == read.count)
    #expect(Set(unread).count == unread.count)
    #expect(Set(read).isDisjoint(with: unread))
    let hashes = Set(
      (read + unread).map { name in
        name.utf8.reduce(RTFControlWords.emptyHash) { RTFControlWords.hash($0, $1) }
      })
    #expect(hashes.count == read.count + unread.count)
    #expect(read.count + unread.count > 1300)
  }

  @Test func `Each word that is not read is reported, or has a reason`() throws {
    for entry in RTFUnreadWords.entries {
      let text =
        entry.isDestination
        ? "{\\rtf1 a{\\*\\\(entry.name) x}b\\par}" : "{\\rtf1 a{\\\(entry.name)77 b}\\par}"
      let result = try read(text)
      let features = Set(result.report.counts.keys.map(\.feature.rawValue))
      switch entry.treatment {
      case .neutral:
        #expect(features.isEmpty, "\(entry.name): \(features)")
        #expect(!entry.reason.isEmpty)
      case .reported(let feature, _):
        #expect(features == [feature.rawValue], "\(entry.name): \(features)")
      }
      #expect(result.document.string.text == "ab\n", "\(entry.name)")
    }
  }

  @Test func `A value that states the default is not reported`() throws {
    #expect(try notes("{\\rtf1\\gutter0\\deftab720\\linemod0 a\\par}") == [])
    #expect(
      try notes("{\\rtf1\\gutter720\\deftab500 a\\par}")
        == ["dropped page-margins gutter720", "dropped default-tab-stops deftab500"])
  }

  @Test func `Words of styles are reported where text has the style`() throws {
    let styles =
      "{\\stylesheet{\\s1\\impr A;}{\\s2\\sbasedon1 B;}{\\*\\cs3\\additive\\chbrdr\\brdrs C;}"
      + "{\\s4\\gutter0\\kerning2 D;}}"
    func found(_ text: String) throws -> [String] { try notes("{\\rtf1\(styles) \(text)\\par}") }
    #expect(try found("\\pard\\s4 a") == [])
    #expect(try found("\\pard\\s1 a\\par\\pard\\s1 b") == ["dropped text-effect impr"])
    #expect(try found("\\pard\\s2 a") == ["dropped text-effect impr"])
    #expect(try found("\\pard a{\\cs3 b}") == ["dropped text-effect chbrdr"])
  }

  @Test func `The words of old lists and of patterns behind text are reported`() throws {
    func list(_ words: String) -> String {
      "{\\rtf1\\pard{\\*\\pn\\pnlvlbody\\pndec\(words){\\pntxta .}}{\\pntext 1.\\tab}a\\par}"
    }
    #expect(try notes(list("\\pnb0\\pnindent360\\pnhang\\pnql")) == [])
    #expect(try notes(list("\\pnb")) == ["dropped list-marker pnb"])
    #expect(try notes(list("\\pnzodiac")) == ["dropped list-number pnzodiac"])
    #expect(try notes("{\\rtf1{\\chshdng0\\chcfpat1 a}\\par}") == [])
    #expect(
      try notes("{\\rtf1{\\chshdng5000 a}\\par}") == ["dropped text-effect chshdng5000"])
  }

  @Test func `A style does not have the words that it states otherwise than its base`() throws {
    let sheet = "{\\stylesheet{\\s1\\embo A;}{\\s2\\sbasedon1\\embo0 B;}{\\s3\\sbasedon1 C;}}"
    #expect(try notes("{\\rtf1\(sheet)\\pard\\s2 b\\par}") == [])
    #expect(try notes("{\\rtf1\(sheet)\\pard\\s3 b\\par}") == ["dropped text-effect embo"])
  }

  @Test func `The crop of a picture is reported`() throws {
    let words = "\\pngblip\\piccropl0\\piccropt50 89504e470d0a1a0a"
    #expect(try notes("{\\rtf1{\\pict\(words)}\\par}") == ["dropped picture-crop piccropt50"])
    #expect(try notes("{\\rtf1{\\nonshppict{\\pict\(words)}}a\\par}") == [])
  }

  @Test(
    arguments: [
      ("{\\header H\\par}", []),
      ("\\titlepg{\\header H\\par}", ["approximated page-header not on first pages"]),
      ("\\titlepg{\\headerf F\\par}{\\header H\\par}{\\footerf F\\par}", []),
      (
        "{\\footer H\\par}{\\footerf F\\par}",
        ["approximated page-footer that of first pages is not shown"]
      ),
    ] as [(String, [String])])
  func `Headers that first pages do not show are reported`(words: String, expected: [String]) throws
  {
    #expect(try notes("{\\rtf1\(words)a\\par}") == expected)
  }

  @Test(
    arguments: [
      ("PAGE", nil), ("PAGE  \\\\* MERGEFORMAT ", nil), ("PAGE \\\\* Arabic", nil),
      ("PAGE \\\\* roman \\\\* MERGEFORMAT", "PAGE roman"),
      ("NUMPAGES \\\\# \"000\"", "NUMPAGES 000"),
    ] as [(String, String?)])
  func `Forms of page numbers are reported`(instruction: String, detail: String?) throws {
    let field = "{\\field{\\*\\fldinst \(instruction)}{\\fldrslt 3}}"
    #expect(
      try notes("{\\rtf1 a\(field)\\par}")
        == (detail.map { ["approximated page-numbering \($0)"] } ?? []))
  }

  @Test func `An unknown word is reported once by its name`() throws {
    #expect(
      try notes("{\\rtf1 a\\glorp7 b\\glorp8 c{\\*\\blarg d{e}}\\par}")
        == ["dropped unknown-control-word glorp", "dropped unknown-control-word blarg"])
  }

  @Test func `Words in destinations that are skipped are not reported`() throws {
    #expect(
      try notes("{\\rtf1{\\*\\themedata \\glorp 00}{\\stylesheet{\\s1\\keepn X;}}a\\par}") == [])
  }

  @Test func `Tracked changes keep their authors and dates`() throws {
    let result = try read(
      "{\\rtf1{\\*\\revtbl{Unknown;}{Ann;}}Pay {\\deleted\\revauthdel1\\revdttmdel-2041395968 ten }"
        + "{\\revised\\revauth1 five }now\\par}")
    let runs = result.document.string.attributeRuns(in: result.document.string.utf16Range)
    #expect(runs.map(\.attributes.deletion?.author) == [nil, "Ann", nil, nil])
    #expect(runs.map(\.attributes.insertion) == [nil, nil, TrackedChange(author: "Ann"), nil])
    #expect(result.report.isLossless)
  }

  @Test func `Tracked changes are written and read back without hidden data`() throws {
    var document = IADocument(IAString("one two three\n"))
    document.string.updateAttributes(in: 0..<3) {
      $0.insertion = TrackedChange(author: "Ann; Smith", date: "2024-05-01T10:20:00Z")
    }
    document.string.updateAttributes(in: 4..<7) { $0.deletion = TrackedChange() }
    var sink = BytesSink()
    let report = try RTFWriter().write(
      document, to: &sink, options: WriteOptions(keepsHiddenData: false))
    #expect(report.isLossless)
    let back = try RTFReader().read(BytesSource(sink.bytes)).document
    let runs = back.string.attributeRuns(in: back.string.utf16Range)
    #expect(
      runs.first?.attributes.insertion
        == TrackedChange(author: "Ann, Smith", date: "2024-05-01T10:20:00Z"))
    #expect(runs[2].attributes.deletion == TrackedChange())
  }

  @Test func `Headers keep their pages, and endnotes stay endnotes`() throws {
    let result = try read(
      "{\\rtf1\\facingp\\titlepg{\\headerf F\\par}{\\headerl E\\par}{\\headerr O\\par}A{\\super\\chftn}"
        + "{\\footnote{\\super\\chftn} f}B{\\super\\chftn}{\\footnote\\ftnalt{\\super\\chftn} e}\\par}"
    )
    let kinds = result.document.string.paragraphs.map { $0.attributes.blocks.first?.kind }
    #expect(
      kinds == [
        .pageHeader(on: .first), .pageHeader(on: .even), .pageHeader(on: .odd), nil,
        .footnote(label: "1"), .endnote(label: "i"),
      ])
    #expect(result.report.isLossless)
    var sink = BytesSink()
    _ = try RTFWriter().write(
      result.document, to: &sink, options: WriteOptions(keepsHiddenData: false))
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.contains("\\facingp\\titlepg") && text.contains("{\\footnote\\ftnalt"))
    #expect(text.ranges(of: "\\chftn").count == 4)
    let back = try RTFReader().read(BytesSource(sink.bytes)).document
    #expect(back.string.text == result.document.string.text)
  }

  @Test func `Form fields show their state`() throws {
    func field(_ type: Int, _ state: Int, _ more: String = "") -> String {
      "{\\field{\\*\\fldinst FORMCHECKBOX {\\*\\formfield{\\fftype\(type)\\ffres\(state)\(more)}}}"
        + "{\\fldrslt }}"
    }
    let result = try read(
      "{\\rtf1 \(field(1, 1))\(field(1, 0))\(field(2, 1, "{\\*\\ffl red}{\\*\\ffl blue}"))\\par}")
    #expect(result.document.string.text == "\u{2612}\u{2610}blue\n")
    #expect(result.report.isLossless)
  }

  @Test func `Fields that show their result are reported by name`() throws {
    #expect(
      try notes(
        "{\\rtf1 {\\field{\\*\\fldinst PAGE}{\\fldrslt 3}}{\\field{\\*\\fldinst DATE}}\\par}")
        == ["dropped field DATE"])
    #expect(
      try notes("{\\rtf1 {\\field{\\*\\fldinst TIME}{\\fldrslt 3}}\\par}")
        == ["approximated field TIME"])
  }

  @Test func `Equations become TeX`() throws {
    let result = try read(
      "{\\rtf1 a{\\mmath{\\*\\moMath{\\mf{\\mfPr{\\mctrlPr x}}{\\mnum{\\mr 1}}{\\mden{\\mr 2}}}}}\\par}"
    )
    #expect(result.document.string.text == "a\\frac{1}{2}\n")
    #expect(result.report.isLossless)
    #expect(
      try notes("{\\rtf1 a{\\mmath{\\*\\moMath{\\mborderBox{\\me{\\mr 1}}}}}\\par}")
        == ["approximated equation mborderBox"])
  }

  @Test func `Symbol fonts have the characters of Unicode's tables`() throws {
    let fonts =
      "{\\fonttbl{\\f0\\fcharset2 Zapf Dingbats;}{\\f1\\fcharset2 Webdings;}"
      + "{\\f2\\fcharset2 MT Extra;}{\\f3\\fcharset2 Wingdings;}}"
    let result = try read("{\\rtf1\(fonts)\\f0 AHn\\f1 aP\\f2 L\\f3 J\\par}")
    #expect(
      result.document.string.text
        == "\u{2721}\u{2605}\u{25A0}\u{2714}\u{1F3DE}\u{F04C}\u{263A}\n")
    #expect(result.report.counts.map(\.key.feature.rawValue) == ["symbol-font"])
  }

  @Test func `A brace that is the second byte of a pair is text`() throws {
    var bytes = Array("{\\rtf1\\ansi\\ansicpg932{\\fonttbl{\\f0\\fcharset128 A;}}\\f0 ".utf8)
    bytes += [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA] + Array("\\par}".utf8)
    let result = try RTFReader().read(BytesSource(bytes))
    #expect(result.document.string.text == "日本語\n")
    #expect(result.report.isLossless)
  }

  @Test(arguments: [
    ("", ["1", "i", "2", "ii"]), ("\\aftnnrlc", ["1", "i", "2", "ii"]),
    ("\\aftnnar", ["1", "2", "3", "4"]),
  ])
  func `Footnotes and endnotes are counted alone`(word: String, labels: [String]) throws {
    let note = "{\\super\\chftn{\\footnote\\pard\\plain{\\super\\chftn} n}} "
    let endnote = "{\\super\\chftn }{\\*\\footnote\\ftnalt\\pard\\plain{\\super\\chftn} n}"
    let result = try readRTF("{\\rtf1\(word) A\(note)\(endnote)\(note)\(endnote)\\par}")
    let string = result.document.string
    #expect(string.text.hasPrefix("A\(labels[0]) \(labels[1])\(labels[2]) \(labels[3])\n"))
    let found = string.paragraphs.compactMap { $0.attributes.blocks.first?.kind.noteLabel }
    #expect(found.sorted() == labels.sorted())
    #expect(
      result.report.notes.contains { $0.kind.feature == .noteNumbering } == (word == "\\aftnnar"))
    let text = try writtenRTF(result.document, WriteOptions(keepsHiddenData: false)).text
    let numbers = text.matches(of: /\\chftn/).count
    #expect(numbers == (word == "\\aftnnar" ? 2 : 8) && text.contains("\\aftnnrlc"))
  }

  @Test func `A column break on a page without columns is a page break`() throws {
    let one = try readRTF("{\\rtf1 a\\column b\\par}")
    #expect(one.document.string.paragraphs.map(\.attributes.pageBreakBefore) == [false, true])
    #expect(one.report.notes.isEmpty)
    let two = try readRTF("{\\rtf1\\sectd\\cols2 a\\column b\\par}")
    #expect(two.document.string.paragraphs.map(\.attributes.pageBreakBefore) == [false, false])
    #expect(two.report.notes.contains { $0.kind.feature == .columns })
  }

  @Test func `Formatting that text states itself does not end with its style`() throws {
    let styles = "{\\colortbl;\\red255\\green0\\blue0;}{\\stylesheet{\\s1\\b\\i\\ul\\cf1 H;}}"
    for (words, isStated) in [("\\b\\i\\ul\\cf1", true), ("", false)] {
      let document = try readRTF("{\\rtf1\(styles)\\pard\\s1\(words) x\\par\\pard y\\par}").document
      let found = document.string.attributes(of: "y")
      #expect(found?.bold == isStated && found?.italic == isStated)
      #expect((found?.underline != nil) == isStated && (found?.foreground != nil) == isStated)
    }
  }

  @Test func `A button of a macro is its text`() throws {
    let result = try readRTF(
      "{\\rtf1 a {\\field{\\*\\fldinst { MACROBUTTON None [Click \\'ebhere] }}}.\\par}")
    #expect(result.document.string.text == "a [Click ëhere].\n")
    #expect(result.report.notes.map(\.kind.effect) == [.neutralised])
  }

  @Test func `A font of fixed pitch without a name is one for code`() throws {
    let fonts = "{\\fonttbl{\\f0\\froman\\fcharset0;}{\\f1\\fmodern\\fprq1\\fcharset0;}}"
    let string = try readRTF("{\\rtf1\(fonts) x{\\f1 y}\\par}").document.string
    #expect(string.attributes(of: "y")?.fontFamily == "Courier New")
    #expect(string.attributes(of: "x")?.fontFamily == nil)
  }
}
