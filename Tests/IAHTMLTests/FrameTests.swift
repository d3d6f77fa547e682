import IAFiles
import IAFormats
import IATestSupport
import IAText
import Testing

@testable import IAHTML

/// Borders, shading and rules for pages of paragraphs, and effects of characters.
@Suite struct FrameTests {
  private func read(_ text: String) throws -> ReadResult {
    try HTMLReader().read(BytesSource(Array(text.utf8)))
  }

  private func paragraph(_ css: String, at offset: Int = 0) throws -> ParagraphAttributes {
    try read("<p style='\(css)'>a").document.string.paragraphAttributes(at: offset)
  }

  private func written(
    _ document: IADocument, hidden: Bool = false, profile: String? = nil
  ) throws -> (String, [String]) {
    var sink = BytesSink()
    let report = try HTMLWriter().write(
      document, to: &sink, options: WriteOptions(profile: profile, keepsHiddenData: hidden))
    return (String(decoding: sink.bytes, as: UTF8.self), report.notes.map(\.kind.feature.rawValue))
  }

  @Test(arguments: [(-18, -18), (18, 36), (36, 18), (-9, nil)] as [(Double, Double?)])
  func `The indents of items are kept`(first: Double, head: Double?) throws {
    var attributes = ParagraphAttributes(blocks: [
      Block(id: 1, .unorderedList(marker: nil)), Block(id: 2, .listItem(.init(ordinal: 1))),
    ])
    (attributes.firstLineIndent, attributes.headIndent) = (first, head)
    var string = IAString("a\n")
    string.setParagraphAttributes(attributes, in: 0..<2)
    let (html, _) = try written(IADocument(string))
    // A negative indent would move the text of the item, not its marker.
    #expect(!html.contains("{text-indent:-"))
    let found = try read(html).document.string.paragraphAttributes(at: 0)
    #expect(found.firstLineIndent == first && found.headIndent == head)
  }

  @Test(
    arguments: [
      ("border:1pt solid red", Sides(all: Border(width: 1, color: Color(0xFF0000)))),
      ("border-left:4px double", Sides(left: Border(.double, width: 3))),
      ("border-style:dashed", Sides(all: Border(.dashed, width: 2.25))),
      (
        "border-style:solid none;border-width:thin 2px;border-color:#010203",
        Sides(
          top: Border(width: 0.75, color: Color(0x010203)),
          bottom: Border(width: 0.75, color: Color(0x010203)))
      ),
      (
        "border:2pt groove;border-top-style:none;border-left-width:1pt;border-right-color:blue",
        Sides(
          right: Border(width: 2, color: Color(0x0000FF)), bottom: Border(width: 2),
          left: Border(width: 1))
      ),
      (
        "border:1pt solid;border-color:#f00 #0f0 #00f #000",
        Sides(
          top: Border(width: 1, color: Color(0xFF0000)),
          right: Border(width: 1, color: Color(0x00FF00)),
          bottom: Border(width: 1, color: Color(0x0000FF)),
          left: Border(width: 1, color: Color(0)))
      ),
      ("border:none", Sides()), ("border:1px", Sides()), ("border-width:5px", Sides()),
      ("border:0 solid", Sides()), ("border:-4pt solid", Sides(all: Border(width: 2.25))),
      ("border:9e5pt solid", Sides(all: Border(width: 1_000))),
      ("border:1pt solid transparent", Sides()),
      ("border:1pt blue foo", Sides()),
      ("border-inline-start:1pt solid", Sides(left: Border(width: 1))),
      ("direction:rtl;border-inline-start:1pt solid", Sides(right: Border(width: 1))),
      (
        "border-block:1pt solid;border-block-color:red rgb(0, 0, 255);border-inline-end:2pt dotted",
        Sides(
          top: Border(width: 1, color: Color(0xFF0000)), right: Border(.dotted, width: 2),
          bottom: Border(width: 1, color: Color(0x0000FF)))
      ),
      (
        "border-inline:1pt solid;border-inline-width:2pt 3pt",
        Sides(right: Border(width: 3), left: Border(width: 2))
      ),
    ] as [(String, Sides<Border>)])
  func `Borders of paragraphs are read`(css: String, borders: Sides<Border>) throws {
    #expect(try paragraph(css).borders == borders)
  }

  @Test func `Logical margins and spaces are those of their sides`() throws {
    let found = try paragraph("margin-block:3pt 4pt;margin-inline:5pt;padding-inline:1pt 2pt")
    #expect(found.spacingBefore == 3 && found.spacingAfter == 4)
    #expect(found.headIndent == 6 && found.tailIndent == 7)
  }

  @Test func `The space inside a border is no indent`() throws {
    var found = try paragraph("border-left:1pt solid;padding:2pt 3pt 4pt 5pt")
    #expect(found.borderSpacing == Sides(left: 5))
    #expect(found.headIndent == nil && found.tailIndent == 3)
    found = try paragraph("border:1pt solid;padding-top:2pt;padding-left:9pt;margin-left:20pt")
    #expect(found.borderSpacing == Sides(top: 2, left: 9))
    #expect(found.headIndent == 20)
    found = try paragraph("padding-left:9pt")
    #expect(found.borderSpacing.isEmpty && found.headIndent == 9)
  }

  @Test func `The background of a block is its shading, that of a stretch is its own`() throws {
    let string = try read(
      "<div style='background:#ffeeaa'><p>a<b style='background:#010203'>b</b><p "
        + "style='background:white'>c</div><p style='background:white'>d"
    ).document.string
    #expect(string.paragraphAttributes(at: 0).shading == Color(0xFFEEAA))
    #expect(string.attributes(at: 0).background == nil)
    #expect(string.attributes(at: 1).background == Color(0x010203))
    #expect(string.paragraphAttributes(at: 3).shading == .white)
    #expect(string.paragraphAttributes(at: 5).shading == nil)
  }

  @Test func `Rules for pages are read`() throws {
    var found = try paragraph("break-inside:avoid;page-break-after:avoid;orphans:3;widows:2")
    #expect(found.keepTogether && found.keepWithNext == true && found.widowControl == true)
    found = try paragraph("break-inside:auto;widows:1")
    #expect(!found.keepTogether && found.widowControl == false)
    let kinds = try read("<p style='break-after:page;widows:many'>a").report.notes
      .map(\.kind.feature.rawValue)
    #expect(kinds == ["css-value", "css-value"])
  }

  @Test func `Effects of characters are read`() throws {
    let string = try read(
      "<p style='text-shadow:1px 1px 2px red'>a<b style='text-shadow:none;-webkit-text-stroke:1px'>b"
        + "</b><i style='text-emphasis:filled sesame'>c</i><i style='text-emphasis:dot;"
        + "text-emphasis-position:under'>d</i>"
    ).document.string
    #expect(string.attributes(at: 0).shadow && !string.attributes(at: 0).outline)
    #expect(!string.attributes(at: 1).shadow && string.attributes(at: 1).outline)
    #expect(string.attributes(at: 2).emphasisMark == .comma)
    #expect(string.attributes(at: 3).emphasisMark == .dotBelow)
  }

  @Test(arguments: [
    ("text-shadow:1px 1px red", true), ("text-shadow:.06em .06em .08em #0006", false),
    ("text-shadow:none", false), ("-webkit-text-stroke:1px red", true),
    ("-webkit-text-stroke:.04em", false), ("text-emphasis:filled dot", false),
    ("text-emphasis:dot red", true), ("text-emphasis:triangle", true),
    ("text-emphasis:none", false),
  ])
  func `Colours and sizes of effects are reported`(style: String, isNoted: Bool) throws {
    let notes = try read("<p>a <b style='\(style)'>b</b>").report.notes
    #expect(
      notes.map { "\($0.kind.effect) \($0.kind.feature)" }
        == (isNoted ? ["approximated text-effect"] : []))
  }

  @Test func `Borders that are not those of a paragraph are reported`() throws {
    func features(_ text: String) throws -> [String] {
      try read(text).report.notes.map(\.kind.feature.rawValue)
    }
    #expect(try features("<div style='border:1px solid'>a</div>") == [])
    #expect(try features("<div style='border:1px solid'><p>a</div>") == [])
    #expect(try features("<p>a<b style='border:1px solid'>b</b>") == [])
    #expect(try features("<ul><li style='border:1px solid'>b</ul>") == [])
    #expect(try features("<p style='padding-top:2px'>b") == ["padding"])
    #expect(try features("<p style='padding-top:2px;border:1px solid'>b") == [])
    let cell = try read("<table><tr><td style='border:1px solid;padding:3px'>a</table>").document
    #expect(cell.string.paragraphAttributes(at: 0).borders.isEmpty)
  }

  private static var framed: IADocument {
    var document = IADocument(IAString("one\ttwo\nthree\nfour\n"))
    document.string.updateParagraphAttributes(in: 0..<8) {
      $0.headIndent = 12
      $0.tailIndent = 6
      $0.keepTogether = true
      $0.keepWithNext = true
      $0.widowControl = true
      $0.borders = Sides(
        top: Border(width: 1.5, color: Color(0x336699)), right: Border(.dotted, width: 0.25),
        bottom: Border(.double, width: 3), left: Border(.dashed, width: 40))
      $0.borderSpacing = Sides(top: 1, left: 4.5)
      $0.shading = Color(0xFFEE00)
    }
    document.string.updateParagraphAttributes(in: 8..<14) {
      $0.widowControl = false
      $0.borders.left = Border.none
      $0.shading = .white
    }
    document.string.updateAttributes(in: 0..<3) {
      $0.outline = true
      $0.shadow = true
      $0.emphasisMark = .dotBelow
    }
    return document
  }

  @Test func `What is written is read again, without hidden data`() throws {
    let (text, losses) = try written(Self.framed)
    #expect(losses.isEmpty)
    #expect(!text.contains("prefers-color-scheme"))
    let back = try read(text).document.string
    #expect(back == Self.framed.string)
  }

  @Test func `What a page does not show is reported and kept in hidden data`() throws {
    var document = Self.framed
    document.string.updateParagraphAttributes(in: 0..<8) {
      $0.borderSpacing.right = 2
      $0.borders.right = nil
      $0.tabStops = [.init(36, leader: .dots)]
    }
    document.string.updateAttributes(in: 0..<3) { $0.horizontalScale = 80 }
    let (_, losses) = try written(document)
    #expect(Set(losses) == ["paragraph-border", "tab-leader", "character-scaling"])
    for profile in ["styled", "semantic", "cocoa"] {
      let (text, _) = try written(document, hidden: true, profile: profile)
      #expect(try read(text).document.string == document.string, "\(profile)")
    }
  }

  @Test(arguments: UInt64(0)..<60) func `Random paragraphs come back`(seed: UInt64) throws {
    var random = IACorpus.RandomDocument(seed: seed)
    let document = random.framedParagraphs(ending: "x")
    for profile in ["styled", "semantic", "cocoa"] {
      let (text, _) = try written(document, hidden: true, profile: profile)
      #expect(try read(text).document.string == document.string, "\(profile)")
    }
  }

  @Test func `Values that are no lengths write no declarations`() throws {
    var document = IADocument(IAString("one\n"))
    document.string.updateParagraphAttributes(in: 0..<4) {
      $0.borders = Sides(
        top: Border(width: .nan), right: Border(width: -.infinity), bottom: Border(width: 1e300),
        left: Border(width: -1))
      $0.borderSpacing = Sides(top: .nan, right: -5, bottom: .infinity, left: 1e-9)
    }
    let (text, losses) = try written(document)
    #expect(losses == ["paragraph-border"])
    #expect(!text.contains("nan") && !text.contains("inf"))
    let found = try read(text).document.string.paragraphAttributes(at: 0)
    #expect(found.borders.bottom == Border(width: 1_000))
  }
}
