import IABytes
import IAFiles
import IAFormats
import IAHTML
import IAText
import Testing

/// Decision 0074: the page layout of a document.
@Suite struct PageRuleTests {
  private static func read(_ css: String) throws -> ReadResult {
    try HTMLReader().read(BytesSource(Array("<style>\(css)</style><p>a".utf8)))
  }

  @Test(
    arguments: [
      ("@page{size:8.5in 11in}", PageLayout(width: 612, height: 792)),
      ("@page{size:A4}", PageLayout(width: 595.3, height: 841.9)),
      ("@page { size: letter landscape }", PageLayout(width: 792, height: 612)),
      ("@page{size:portrait a5}", PageLayout(width: 419.55, height: 595.3)),
      ("@page{size:300pt}", PageLayout(width: 300, height: 300)),
      ("@page{margin:1in}", margins(72, 72, 72, 72)),
      ("@page{margin:10pt 20pt}", margins(10, 20, 10, 20)),
      ("@page{margin:1pt 2pt 3pt}", margins(1, 2, 3, 2)),
      ("@page X{margin:1pt 2pt 3pt 4pt}", margins(1, 2, 3, 4)),
      ("@page{margin:4pt;margin-top:0}", margins(0, 4, 4, 4)),
      ("@page{}p{color:red}", nil), ("@page:first{margin:1in}", nil),
      ("@page{margin:-1in}", nil), ("@page{size:0 0}", nil), ("@page{size:1e9pt 1pt}", nil),
      ("@media print{@page{size:A4}}", nil),
      ("@page{size:A4", PageLayout(width: 595.3, height: 841.9)),
    ] as [(String, PageLayout?)])
  func `The first rule for pages states the page`(css: String, page: PageLayout?) throws {
    #expect(try Self.read(css).document.string.options.page == page)
  }

  private static func margins(
    _ top: Double, _ right: Double, _ bottom: Double, _ left: Double
  ) -> PageLayout {
    PageLayout(topMargin: top, rightMargin: right, bottomMargin: bottom, leftMargin: left)
  }

  @Test func `The page of a Word document has the places of its running texts`() throws {
    let result = try Self.read(
      """
      @page WordSection1 {size:8.5in 11.0in; margin:1.0in 1.0in 1.0in 1.0in;
      mso-header-margin:.5in; mso-footer-margin:.5in; mso-paper-source:0;}
      div.WordSection1 {page:WordSection1;}
      """)
    var page = PageLayout(
      width: 612, height: 792, topMargin: 72, rightMargin: 72, bottomMargin: 72, leftMargin: 72)
    (page.headerDistance, page.footerDistance) = (36, 36)
    #expect(result.document.string.options.page == page)
    #expect(!result.report.kinds.contains { $0.feature.rawValue.hasPrefix("page") })
  }

  @Test(
    arguments: [
      ("@page{size:A4}@page X{size:A5;margin:1pt}", ["page-margins", "page-size"]),
      ("@page{marks:crop}", ["page-rule"]), ("@page:left{margin:1pt}", ["page-rule"]),
      ("@page{size:A4}@page{size:A4}", []),
    ])
  func `What the page of a document cannot hold is reported`(
    css: String, features: [String]
  ) throws {
    #expect(try Self.read(css).report.kinds.map(\.feature.rawValue) == features)
  }

  private static func document(_ page: PageLayout) -> IADocument {
    var document = IADocument(IAString("text\n"))
    document.string.options.page = page
    return document
  }

  private static func written(_ document: IADocument, _ options: WriteOptions) throws -> (
    String, ConversionReport
  ) {
    var sink = BytesSink()
    let report = try HTMLWriter().write(document, to: &sink, options: options)
    return (String(decoding: sink.bytes, as: UTF8.self), report)
  }

  @Test func `A page that CSS can state needs no hidden data`() throws {
    var page = PageLayout(width: 612, height: 792, topMargin: 72, leftMargin: 90.25)
    page.widowControl = true
    let (html, report) = try Self.written(Self.document(page), WriteOptions())
    let rule = "@page{size:612pt 792pt;margin-top:72pt;margin-left:90.25pt;orphans:2;widows:2}"
    #expect(html.contains(rule))
    #expect(!html.contains("ia-doc") && report.notes.isEmpty)
    #expect(
      try HTMLReader().read(BytesSource(Array(html.utf8))).document.string.options.page == page)
  }

  @Test func `Other parts are hidden data, as long as the rule is unchanged`() throws {
    var page = PageLayout(width: 612, height: 792, leftMargin: 90)
    (page.columns, page.headerDistance) = (2, 20)
    let (html, report) = try Self.written(Self.document(page), WriteOptions())
    #expect(report.kinds.map(\.feature.rawValue) == ["columns"])
    func read(_ html: String) throws -> PageLayout? {
      try HTMLReader().read(BytesSource(Array(html.utf8))).document.string.options.page
    }
    #expect(try read(html) == page)
    let changed = html.replacing("margin-left:90pt", with: "margin-left:9pt")
    var found = PageLayout(width: 612, height: 792, leftMargin: 9)
    found.headerDistance = 20
    #expect(try read(changed) == found)
    found.leftMargin = 90
    let bare = try Self.written(Self.document(page), WriteOptions(keepsHiddenData: false)).0
    #expect(try read(bare) == found)
  }
}
