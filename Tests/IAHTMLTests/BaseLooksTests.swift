import IABytes
import IAFiles
import IAFormats
import IAHTML
import IAText
import Testing

/// Decision 0039: the appearance of text and paragraphs without attributes of their own.
@Suite struct BaseLooksTests {
  private static let looks = DisplayOptions(
    fontFamily: "Times New Roman", fontSize: 12, paragraphSpacing: 0)

  private static func document(_ options: DisplayOptions) -> IADocument {
    var builder = IAStringBuilder()
    builder.append("one ")
    var explicit = InlineAttributes()
    explicit.fontSize = options.fontSize ?? 9
    explicit.fontFamily = options.fontFamily
    builder.append("two", attributes: builder.intern(explicit))
    var paragraph = ParagraphAttributes()
    paragraph.spacingAfter = options.paragraphSpacing ?? 3
    builder.endParagraph(paragraph)
    let list = [
      Block(id: 1, .unorderedList(marker: nil)), Block(id: 2, .listItem(.init(ordinal: 1))),
    ]
    builder.append("item")
    builder.endParagraph(ParagraphAttributes(blocks: list))
    builder.append("three")
    builder.endParagraph(ParagraphAttributes())
    return IADocument(builder.finish(options: options))
  }

  private static func read(_ html: String) throws -> IADocument {
    try HTMLReader().read(BytesSource(Array(html.utf8))).document
  }

  @Test func `A page has the default style of the document, or that of pages`() throws {
    let page = try Page(Self.document(Self.looks))
    #expect(page.style.contains("body{font-family:\"Times New Roman\",serif;font-size:12pt}\n"))
    #expect(page.style.contains("p{margin-bottom:0}\n"))
    #expect(page.losses.isEmpty)
    #expect(!(try Page(Self.document(DisplayOptions())).style).contains("pt}\np{"))
    let semantic = try Page(
      Self.document(Self.looks), options: WriteOptions(profile: "semantic", keepsHiddenData: false))
    #expect(!semantic.style.contains("Times"))
    #expect(semantic.losses.contains("dropped display-options"))
    let cocoa = String(
      decoding: try HTMLBytes(
        Self.document(.init(fontFamily: "Georgia", paragraphSpacing: 7)),
        WriteOptions(profile: "cocoa", keepsHiddenData: false)
      ).bytes, as: UTF8.self)
    #expect(cocoa.contains("{margin:0.0px 0.0px 7.0px 0.0px;font:12.0px Georgia}"))
  }

  @Test(arguments: [
    // 9,500 twips are 633.3 pixels; Word writes 0.0001 points for 0.
    ("margin-bottom:633.3px", 475), ("margin-bottom:.0001pt", 0), ("margin-bottom:3cm", 85.05),
    ("margin-bottom:7.5px", 5.65),
  ])
  func `Lengths of other programs are rounded to a twentieth of a point`(
    css: String, points: Double
  ) throws {
    let page = "<p style=\"\(css)\">a</p>"
    #expect(try Self.read(page).string.paragraphAttributes(at: 0).spacingAfter == points)
    let own = "<meta name=\"generator\" content=\"intensity-suite\">"
    let spacing = try Self.read(own + page).string.paragraphAttributes(at: 0).spacingAfter
    let exact = ["633.3px": 474.975, ".0001pt": 0.0001, "3cm": 85.0394, "7.5px": 5.625]
    #expect(spacing == exact[String(css.dropFirst("margin-bottom:".count))])
  }

  @Test func `Larger text makes lines of at least a height higher`() throws {
    var attributes = ParagraphAttributes()
    attributes.lineHeight = .atLeast(14)
    var builder = IAStringBuilder()
    builder.append("text")
    builder.endParagraph(attributes)
    let style = try Page(builder.finish(options: Self.looks)).style
    #expect(style.contains(".p1{line-height:max(14pt,1.2em)}\n"))
    #expect(style.contains(".p1 span{line-height:1.2}\n"))
  }

  @Test func `A size that a scheme scales is the document's`() throws {
    var string = IAString("strong")
    string.setIntensities([UInt8](repeating: 100, count: 6), at: 0)
    string.options = DisplayOptions(renderScheme: "FontSizeScheme", fontSize: 10)
    let scheme = try #require(RenderScheme.builtIn().first { $0.name == "FontSizeScheme" })
    let size = try #require(
      scheme.look(at: scheme.steps - 1, of: InlineAttributes(), defaultFontSize: 10).fontSize)
    #expect(try Page(string).style.contains("font-size:\(CSSShare(size / 10).text)em"))
  }

  private struct CSSShare {
    let text: String
    init(_ share: Double) {
      let rounded = (share * 10_000).rounded() / 10_000
      text = rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
  }

  @Test(arguments: ["styled", "semantic", "cocoa"])
  func `A page with hidden data is read as it was written`(profile: String) throws {
    for options in [
      DisplayOptions(), Self.looks, .init(fontFamily: "\";}", fontSize: 1.125),
      .init(paragraphSpacing: 12),
    ] {
      let document = Self.document(options)
      let page = try HTMLBytes(document, WriteOptions(profile: profile)).bytes
      #expect(try HTMLReader().read(BytesSource(page)).document.dump() == document.dump())
    }
  }

  @Test func `A page without hidden data states its default style`() throws {
    for options in [DisplayOptions(), Self.looks, .init(fontSize: 30, paragraphSpacing: 12)] {
      let document = Self.document(options)
      let page = try HTMLBytes(document, WriteOptions(keepsHiddenData: false)).bytes
      let back = try HTMLReader().read(BytesSource(page)).document
      #expect(back.dump() == document.dump())
    }
  }

  @Test func `The font of a page is that of its text, and no attribute`() throws {
    let string = try Self.read(
      """
      <html><head><style>html{font-family:Georgia}body{font-size:20px}p.a{font-size:1em}
      .b{font-size:2em}</style></head><body><p>a<p class=a>b<p class=b>c
      <p style="font-family:Arial">d<p style="font-family:Georgia">e</body></html>
      """
    ).string
    #expect(string.options == DisplayOptions(fontFamily: "Georgia", fontSize: 15))
    #expect(string.attributes(at: 0) == InlineAttributes())
    #expect(string.attributes(at: 2) == InlineAttributes())
    #expect(string.attributes(at: 4).fontSize == 30)
    #expect(string.attributes(at: 6).fontFamily == "Arial")
    #expect(string.attributes(at: 8) == InlineAttributes())
  }
}

/// A page's bytes.
private struct HTMLBytes {
  let bytes: [UInt8]

  init(_ document: IADocument, _ options: WriteOptions) throws {
    var sink = BytesSink()
    _ = try HTMLWriter().write(document, to: &sink, options: options)
    bytes = sink.bytes
  }
}
