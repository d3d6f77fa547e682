import IAFormats
import IARTF
import IAText
import Testing

/// Decision 0074: the page layout of a document.
@Suite struct RTFPageTests {
  private static func page(_ words: String) throws -> PageLayout? {
    try readRTF("{\\rtf1" + words + " a\\par}").document.string.options.page
  }

  private static let letter = PageLayout(
    width: 612, height: 792, topMargin: 72, rightMargin: 90, bottomMargin: 72, leftMargin: 90)

  @Test func `The words of the document state its page`() throws {
    let words = "\\paperw12240\\paperh15840\\margl1800\\margr1800\\margt1440\\margb1440"
    #expect(try Self.page(words) == Self.letter)
    #expect(try Self.page("\\margl100") == PageLayout(leftMargin: 5))
    #expect(try Self.page("") == nil)
    #expect(try Self.page("\\cols1\\colsx708") == nil)
    #expect(try Self.page("\\cols2\\colsx708")?.columnSpacing == 35.4)
    #expect(try Self.page("\\cols2\\linebetcol")?.columnLine == true)
    #expect(try Self.page("\\linebetcol\\pgnstart1") == nil)
    #expect(try Self.page("\\pgnstart7")?.firstPageNumber == 7)
    #expect(try Self.page("\\pgnstart7\\pgnrestart\\pgnstarts3")?.firstPageNumber == 3)
    #expect(try Self.page("\\widowctrl")?.widowControl == true)
    #expect(try Self.page("\\widowctrl0") == nil)
  }

  @Test func `The place of tables and the space between paragraphs are read for drawings`() throws {
    func placement(_ body: String) throws -> PrintedPlacement {
      try readRTF("{\\rtf1" + body + "}").document.printedPlacement
    }
    #expect(try placement(" a\\par") == PrintedPlacement())
    #expect(try placement("\\htmautsp a\\par").collapsesSpacing)
    #expect(try !placement("\\htmautsp0 a\\par").collapsesSpacing)
    let row = "\\cellx2000\\intbl a\\cell\\row"
    let indents = try placement(
      "\\trowd\\trleft-108" + row + "\\pard b\\par\\trowd" + row
        + "\\pard c\\par\\trowd\\trleft99999999" + row
    ).tableIndents
    #expect(indents.values.sorted() == [-5.4, 1584])
    #expect(try placement("\\deftab360 a\\par").tabInterval == 18)
    #expect(try placement("\\deftab0 a\\par").tabInterval == nil)
    #expect(try placement("\\titlepg a\\par").hasTitlePages)
    let rows = "\\trowd\\trkeep" + row + "\\trowd" + row + "\\trowd\\trkeep0" + row
    #expect(try placement(rows).keptRows.count == 1)
    // Neither is part of the document.
    let document = try readRTF("{\\rtf1\\htmautsp a\\par}").document
    #expect(try document == readRTF("{\\rtf1 a\\par}").document)
  }

  @Test func `A paragraph has no indents and spaces of its style`() throws {
    func indents(_ words: String) throws -> [Double?] {
      let styles = "{\\stylesheet{\\s1\\fi720\\li300\\sb100\\sa200 Body;}}"
      let string = try readRTF("{\\rtf1\(styles)\\pard\(words) a\\par}").document.string
      let found = string.paragraphAttributes(at: 0)
      return [found.firstLineIndent, found.headIndent, found.spacingBefore, found.spacingAfter]
    }
    #expect(try indents("\\s1") == [nil, nil, nil, nil])
    #expect(try indents("\\s1\\ri200") == [nil, nil, nil, nil])
    #expect(try indents("\\s1\\sa40") == [nil, nil, nil, 2])
    #expect(try indents("\\s1\\li0\\ri0") == [nil, nil, nil, nil])
    #expect(try indents("\\s1\\fi100\\li200\\sa40") == [15, 10, nil, 2])
    #expect(try indents("\\sa40\\s1\\li200\\fi100\\sb60") == [15, 10, 3, 2])
  }

  @Test func `Indents and spaces that a style inherits count, unless style 0 states them`() throws {
    func spaces(_ normal: String) throws -> [Double?] {
      let styles =
        "{\\stylesheet{\\s0\(normal) Normal;}{\\s1\\li300\\sb100\\sa200 Body;}{\\s2\\sbasedon1\\sb40 Sub;}}"
      let string = try readRTF("{\\rtf1\(styles)\\pard\\s2 a\\par}").document.string
      let found = string.paragraphAttributes(at: 0)
      return [found.headIndent, found.spacingBefore, found.spacingAfter]
    }
    #expect(try spaces("") == [15, nil, 10])
    #expect(try spaces("\\sa60") == [15, nil, 0])
  }

  @Test func `A paragraph without a style has the formatting of style 0`() throws {
    let sheet =
      "{\\stylesheet{\\s0\\qj\\sl360\\slmult1\\keep\\widctlpar\\sb100\\li200 Normal;}{\\s1 Other;}"
      + "{\\s2\\sbasedon0 Sub;}}"
    let string = try readRTF(
      "{\\rtf1\(sheet) a\\par\\pard b\\par\\pard\\ql\\sl240\\slmult1 c\\par\\pard\\s1 d\\par\\pard\\s2 e\\par}"
    ).document.string
    var ordinary = ParagraphAttributes()
    ordinary.alignment = .justified
    ordinary.lineHeight = .multiple(1.5)
    ordinary.keepTogether = true
    ordinary.widowControl = true
    var left = ordinary
    left.alignment = nil
    left.lineHeight = nil
    // LibreOffice does not apply the line height of style 0 to other styles.
    var inherited = ordinary
    inherited.lineHeight = nil
    #expect(
      string.paragraphs.map(\.attributes) == [
        ordinary, ordinary, left, ParagraphAttributes(), inherited,
      ])
    let other = try readRTF("{\\rtf1{\\stylesheet{\\s3\\qc\\sb100 Normal;}}\\pard a\\par}").document
      .string
    #expect(other.paragraphAttributes(at: 0).alignment == .center)
    #expect(other.paragraphAttributes(at: 0).spacingBefore == 5)
  }

  @Test func `A font of ASCII text is that of all text`() throws {
    let fonts = "{\\fonttbl{\\f0 Arial;}{\\f1 Georgia;}{\\f2 Times;}}"
    func family(_ words: String) throws -> String? {
      let string = try readRTF("{\\rtf1" + fonts + "x\\par\\plain" + words + " a}").document.string
      return string.attributes(at: 2).fontFamily
    }
    #expect(try family("\\loch\\af1\\hich\\af2\\dbch\\af2") == "Georgia")
    #expect(try family("\\rtlch\\af1\\ltrch") == nil)
    #expect(try family("\\hich\\af1\\dbch\\af2\\loch\\f2") == "Times")
    #expect(try family("\\loch\\b\\af1") == "Georgia")
    // The end of a paragraph without text has this font, too.
    func end(_ words: String) throws -> String? {
      let string = try readRTF("{\\rtf1" + fonts + "x\\par\\plain" + words + "\\par y\\par}")
        .document.string
      return string.attributes(at: 2).fontFamily
    }
    #expect(try end("\\loch\\af1\\hich\\af1\\dbch\\f2") == "Georgia")
    #expect(try end("\\loch\\af1\\hich\\af1\\dbch\\f2\\f2") == "Georgia")
    #expect(try end("\\loch\\af1\\dbch\\f2\\plain\\dbch\\f2") == nil)
  }

  @Test func `The words of the first section override those of the document`() throws {
    let words = "\\paperw12240\\paperh15840\\sectd\\pgwsxn15840\\pghsxn12240\\marglsxn20\\cols2"
    var page = PageLayout(width: 792, height: 612, leftMargin: 1)
    page.columns = 2
    #expect(try Self.page(words) == page)
    // `\sectd` resets them.
    #expect(
      try Self.page("\\paperw12240\\pgwsxn15840\\cols2\\sectd") == PageLayout(width: 612))
  }

  @Test func `Words in a table of page descriptions are not those of the document`() throws {
    let table = "{\\*\\pgdsctbl{\\pgdsc0\\pgdscuse451\\pgwsxn11906\\pghsxn16838\\marglsxn567 A;}}"
    #expect(try Self.page(table) == nil)
  }

  @Test(
    arguments: [
      ("paperw0", "page-size"), ("paperh-5", "page-size"), ("margl-20", "page-margins"),
      ("cols0", "columns"), ("cols65", "columns"), ("paperw999999999", "page-size"),
      ("margt", "page-margins"), ("pgnstart32768", "page-numbering"),
    ])
  func `A number that no page can have is reported`(word: String, feature: String) throws {
    let result = try readRTF("{\\rtf1\\\(word) a\\par}")
    #expect(result.document.string.options.page == nil)
    #expect(
      result.report.notes.map { "\($0.kind.feature) \($0.detail)" } == ["\(feature) \(word)"])
  }

  private static func document(_ page: PageLayout?) -> IADocument {
    var document = IADocument(IAString("text\n"))
    document.string.options.page = page
    return document
  }

  @Test(arguments: ["word", "cocoa"], [true, false])
  func `A written page reads back`(profile: String, isHidden: Bool) throws {
    var page = Self.letter
    (page.columns, page.columnSpacing) = (2, 36)
    (page.headerDistance, page.footerDistance) = (30, 40.5)
    (page.columnLine, page.firstPageNumber) = (true, 4)
    page.widowControl = true
    let options = WriteOptions(profile: profile, keepsHiddenData: isHidden)
    for page in [page, PageLayout(width: 842, height: 595), PageLayout(topMargin: 3), nil] {
      let (text, report) = try writtenRTF(Self.document(page), options)
      #expect(report.notes.isEmpty)
      #expect(try readRTF(text).document.string.options.page == page)
      #expect(text.contains("\\landscape") == (page?.width == 842))
      #expect(text.contains("\\widowctrl") == (page?.widowControl == true))
    }
  }

  @Test func `Digits that RTF lacks are in the hidden data, and are reported without it`() throws {
    let page = PageLayout(width: 595.2756, height: 841.8898, leftMargin: 20)
    let (text, report) = try writtenRTF(Self.document(page), WriteOptions())
    #expect(text.contains("\\paperw11906\\paperh16838\\margl400"))
    #expect(try readRTF(text).document.string.options.page == page)
    #expect(report.kinds.map(\.feature.rawValue) == ["page-margins", "page-size"])
    // If the page was changed after writing, the file's page is used.
    let changed = text.replacing("\\margl400", with: "\\margl800")
    #expect(
      try readRTF(changed).document.string.options.page
        == PageLayout(width: 595.3, height: 841.9, leftMargin: 40))
    let (bare, _) = try writtenRTF(Self.document(page), WriteOptions(keepsHiddenData: false))
    #expect(
      try readRTF(bare).document.string.options.page
        == PageLayout(width: 595.3, height: 841.9, leftMargin: 20))
  }
}
