import IACorpus
import IAFormats
import IARTF
import IAText
import Testing

/// Decision 0115: sections.
@Suite struct RTFSectionTests {
  private static func sections(_ string: IAString) -> [PageSection?] {
    string.paragraphs.map(\.attributes.section)
  }

  private static func second(_ words: String, document: String = "") throws -> PageSection? {
    let result = try readRTF(
      "{\\rtf1\(document) a\\par\\sect\\sectd\(words) b\\par c\\par}")
    #expect(result.report.isLossless, "\(result.report.notes)")
    let found = sections(result.document.string)
    #expect(result.document.string.text == "a\nb\nc\n")
    #expect(found.count == 3 && found[0] == nil && found[2] == nil)
    return found[1]
  }

  @Test(
    arguments: [
      ("", .page), ("\\sbkpage", .page), ("\\sbknone", .continuous), ("\\sbkcol", .column),
      ("\\sbkeven", .even), ("\\sbkodd", .odd),
    ] as [(String, PageSection.Start)])
  func `A section has its start`(words: String, start: PageSection.Start) throws {
    #expect(try Self.second(words) == PageSection(start))
  }

  @Test func `A section states what differs from the first one`() throws {
    let page = "\\paperw11900\\paperh16840\\margl1800\\headery720\\cols2\\colsx400"
    func differing(_ words: String) throws -> PageLayout? {
      try Self.second(words, document: page)?.page
    }
    let same = "\\headery720\\cols2\\colsx400"
    #expect(try differing(same) == PageLayout())
    #expect(
      try differing(same + "\\pgwsxn16840\\pghsxn11900\\lndscpsxn")
        == PageLayout(width: 842, height: 595))
    #expect(try differing(same + "\\marglsxn20")?.leftMargin == 1)
    // `\sectd` resets properties that the section does not state.
    var plain = PageLayout()
    plain.columns = 1
    #expect(try differing("\\headery720") == plain)
    var other = PageLayout()
    (other.columns, other.columnSpacing, other.columnLine) = (3, 36, true)
    #expect(try differing("\\headery720\\cols3\\linebetcol") == other)
    var numbered = PageLayout()
    numbered.firstPageNumber = 1
    #expect(try differing(same + "\\pgnrestart") == numbered)
    numbered.firstPageNumber = 9
    #expect(try differing(same + "\\pgnstarts9\\pgnrestart") == numbered)
    #expect(try differing(same + "\\pgnstarts9") == PageLayout())
  }

  @Test func `Sections have their headers and footers`() throws {
    let result = try readRTF(
      "{\\rtf1{\\header H\\par}{\\footer F\\par}a\\par\\sect\\sectd{\\header I\\par}b\\par"
        + "\\sect\\sectd c\\par}")
    #expect(result.report.isLossless)
    let string = result.document.string
    #expect(string.text == "H\nF\na\nI\nb\nc\n")
    #expect(
      string.blockKinds.map(\.first) == [
        .pageHeader(on: .all), .pageFooter(on: .all), nil, .pageHeader(on: .all), nil, nil,
      ])
    #expect(Self.sections(string).map { $0 != nil } == [false, false, false, false, true, true])
  }

  @Test func `A section may start with a table, and ends tables`() throws {
    let row = "\\trowd\\cellx900 x\\intbl\\cell\\row"
    let string = try readRTF("{\\rtf1 \(row)\\pard\\sect\\sectd\\pard\(row)\\pard z\\par}")
      .document.string
    // A table at the end of a section has an empty paragraph after it, as in LibreOffice and Word.
    #expect(string.text == "x\n\nx\nz\n")
    #expect(Self.sections(string).map { $0 != nil } == [false, false, true, false])
    let tables = string.paragraphs.compactMap(\.attributes.blocks.first?.id)
    #expect(Set(tables).count == 2)
  }

  @Test func `A section without text has an empty paragraph`() throws {
    var columns = PageLayout()
    columns.columns = 2
    let empty = try readRTF(
      "{\\rtf1 a\\par\\sect\\sectd\\cols2\\sect\\sectd b\\par\\sect\\sectd\\sbknone}")
    #expect(empty.document.string.text == "a\n\nb\n\n")
    #expect(
      Self.sections(empty.document.string) == [
        nil, PageSection(page: columns), PageSection(), PageSection(.continuous),
      ])
    #expect(empty.report.isLossless)
    let first = try readRTF("{\\rtf1\\sectd{\\header H\\par}\\sect\\sectd b\\par}")
    #expect(first.document.string.text == "H\n\nb\n")
    #expect(Self.sections(first.document.string) == [nil, nil, PageSection()])
    #expect(first.report.isLossless)
    // In a section that contains only a table, the row is its text.
    let table = try readRTF(
      "{\\rtf1 a\\par\\sect\\sectd\\trowd\\cellx900\\intbl\\cell\\row\\sect\\sectd b\\par}")
    #expect(table.document.string.text == "a\n\nb\n")
  }

  @Test(arguments: [true, false])
  func `Sections without text come back`(isHidden: Bool) throws {
    let document = try readRTF(
      "{\\rtf1\\sectd\\sect\\sectd{\\header H\\par}\\sect\\sectd\\sbknone\\sect\\sectd b\\par\\sect\\sectd}"
    ).document
    #expect(document.string.text == "\nH\n\n\nb\n\n")
    let (text, report) = try writtenRTF(
      document, WriteOptions(profile: "word", keepsHiddenData: isHidden))
    #expect(report.isLossless)
    #expect(try readRTF(text).document.string == document.string, "\(text)")
  }

  @Test func `The end of a document starts no section, and a note has none`() throws {
    let empty = try readRTF("{\\rtf1 a\\par\\sect}")
    #expect(Self.sections(empty.document.string) == [nil])
    #expect(
      empty.report.notes.map { "\($0.kind.feature) \($0.detail)" }
        == ["section-break without text"])
    let note = try readRTF("{\\rtf1 a{\\footnote n\\sect\\sectd m\\par}\\par b\\par}")
    #expect(Self.sections(note.document.string).allSatisfy { $0 == nil })
  }

  @Test(arguments: UInt64(0)..<60, [true, false])
  func `Sections come back`(seed: UInt64, isHidden: Bool) throws {
    var random = RandomDocument(seed: seed)
    let document = random.sections()
    let options = WriteOptions(profile: "word", keepsHiddenData: isHidden)
    let (text, report) = try writtenRTF(document, options)
    #expect(report.notes.allSatisfy { $0.kind.feature != .sectionBreak })
    let back = try readRTF(text).document
    let expected = Self.sections(document.string).compactMap(\.self)
    #expect(Self.sections(back.string).compactMap(\.self) == expected)
    if isHidden {
      #expect(back.string == document.string, "\(text)")
    } else {
      #expect(back.string.options.page == document.string.options.page)
      let again = try readRTF(writtenRTF(back, options).0).document
      #expect(again.string == back.string)
    }
  }

  @Test func `Digits that RTF lacks are in the hidden data, and are reported without it`() throws {
    var set = ParagraphAttributes()
    set.section = PageSection(.odd, page: PageLayout(width: 500.123))
    var document = IADocument(IAString("a\nb\n"))
    document.string.setParagraphAttributes(set, in: 2..<4)
    let (text, report) = try writtenRTF(document, WriteOptions())
    #expect(report.kinds.map(\.feature) == [.sectionBreak])
    #expect(try readRTF(text).document.string == document.string)
    // If the section was changed after writing, the file's section is used.
    let changed = text.replacing("\\sbkodd", with: "\\sbkeven")
    #expect(
      try readRTF(changed).document.string.paragraphAttributes(at: 2).section
        == PageSection(.even, page: PageLayout(width: 500.1)))
  }

  @Test func `Sections where RTF has none are in the hidden data, and are reported without it`()
    throws
  {
    var set = ParagraphAttributes()
    set.section = PageSection()
    var document = IADocument(IAString("a\nb\n"))
    document.string.setParagraphAttributes(set, in: 0..<2)
    let (text, report) = try writtenRTF(document, WriteOptions())
    #expect(!text.contains("\\sect"))
    #expect(report.kinds.map(\.feature) == [.sectionBreak])
    #expect(try readRTF(text).document.string == document.string)
  }
}
