import IABytes
import IAFiles
import IAFormats
import IARTF
import IAText
import Testing

/// Decision 0039: the appearance of text and paragraphs without attributes of their own.
@Suite struct RTFBaseLooksTests {
  private static let arial = "{\\fonttbl{\\f0 Times;}{\\f1 Arial;}{\\f2\\fmodern Fixed;}}"
  private static let normal =
    arial + "{\\stylesheet{\\s0\\f1\\fs22\\sa200 Normal;}"
    + "{\\s1\\sbasedon0\\sa0\\fs24 heading 4;}{\\s2\\sbasedon0\\sa0 Tight;}}"

  private static func options(_ body: String) throws -> DisplayOptions {
    try readRTF("{\\rtf1" + body + "}").document.string.options
  }

  @Test(
    arguments: [
      ("\\deff1\(arial) a", .init(fontFamily: "Arial", fontSize: 12, paragraphSpacing: 0)),
      ("\\deff1\(arial)\\fs20 a", .init(fontFamily: "Arial", paragraphSpacing: 0)),
      ("\\deff1\(arial)\\f0\\fs20\\sa60 a", .init()),
      ("\\deff2\(arial) a", .init(fontSize: 12, paragraphSpacing: 0)),
      (" a", .init(fontSize: 12, paragraphSpacing: 0)), ("", .init()),
      ("\(normal)\\pard\\plain\\f1\\fs22\\sa200 a\\par", looks("Arial", 11, 10)),
      ("\(normal)\\pard\\plain\\s0 a\\par", .init(fontFamily: "Arial", fontSize: 11)),
      ("\(normal)\\pard\\plain a\\par", .init()),
      (
        "\(arial){\\stylesheet{\\s3\\fs20 Normal;}{\\s0\\fs30 Other;}}\\pard\\plain\\s3\\f1 a",
        .init(fontSize: 10, paragraphSpacing: 0)
      ),
      ("{\\fonttbl{\\f0 Arial;}}{\\*\\generator intensity-suite}a", .init(paragraphSpacing: 0)),
    ] as [(String, DisplayOptions)])
  func `The default style of text is that of the document`(
    body: String, options: DisplayOptions
  ) throws {
    #expect(try Self.options(body) == options)
  }

  private static func looks(_ family: String, _ size: Double, _ spacing: Double) -> DisplayOptions {
    DisplayOptions(fontFamily: family, fontSize: size, paragraphSpacing: spacing)
  }

  @Test func `Only differences from the document are attributes`() throws {
    let string = try readRTF(
      "{\\rtf1\(Self.normal)\\pard\\plain\\f1\\fs22\\sa200 a{\\fs24 b}{\\f0 c}\\par"
        + "\\pard\\plain d\\par\\pard\\plain\\s2 e\\par\\pard\\plain\\s1\\fs24 f}"
    ).document.string
    #expect(string.attributes(of: "a") == InlineAttributes())
    #expect(string.attributes(of: "b")?.fontSize == 12)
    #expect(string.attributes(of: "c")?.fontFamily == "Times")
    #expect(string.attributes(of: "d")?.fontSize == 12)
    // The style states no font: that of `\plain` applies, as in Word and LibreOffice.
    var times = InlineAttributes()
    times.fontFamily = "Times"
    #expect(string.attributes(of: "e") == times)
    // A header without bold text and with a size of 12 points; its style has no space below.
    #expect(string.paragraphs.map(\.attributes.spacingAfter) == [nil, 0, 0, 0])
  }

  @Test func `Mail in HTML has the default style of its HTML`() throws {
    #expect(try Self.options("\\fromhtml1{\\*\\htmltag <p>}a") == DisplayOptions())
  }

  /// A paragraph in each kind of block that RTF has control words for.
  private static var everyBlock: IAString {
    var builder = IAStringBuilder()
    let kinds: [[Block.Kind]] = [
      [], [.header(level: 4)], [.blockQuote], [.codeBlock(language: nil)],
      [.unorderedList(marker: nil), .listItem(.init(ordinal: 1))], [.thematicBreak],
      [
        .table(.init(columns: [.init()])), .tableRow(isHeader: false), .tableCell(.init(column: 0)),
      ],
      [],
    ]
    var id = 0
    for path in kinds {
      let blocks = path.map { kind in
        id += 1
        return Block(id: id, kind)
      }
      if path != [.thematicBreak] { builder.append("text") }
      builder.endParagraph(ParagraphAttributes(blocks: blocks))
    }
    return builder.finish()
  }

  @Test(arguments: ["word", "cocoa"], [true, false])
  func `Our own RTF is read as it was written, and written as it was read`(
    profile: String, keepsHiddenData: Bool
  ) throws {
    for options in [
      DisplayOptions(), Self.looks("Times New Roman", 12, 0), Self.looks("Courier New", 9.5, 12),
      Self.looks("Helvetica", 12, 30), .init(fontSize: 24),
    ] {
      var document = IADocument(Self.everyBlock)
      document.string.options = options
      func written(_ document: IADocument) throws -> [UInt8] {
        var sink = BytesSink()
        let report = try RTFWriter().write(
          document, to: &sink,
          options: WriteOptions(profile: profile, keepsHiddenData: keepsHiddenData))
        #expect(!report.counts.keys.contains { $0.feature == .displayOptions })
        return sink.bytes
      }
      let bytes = try written(document)
      let back = try RTFReader().read(BytesSource(bytes)).document
      #expect(back.string.options == options)
      if keepsHiddenData { #expect(back.dump() == document.dump()) }
      for (paragraph, known) in zip(back.string.paragraphs, document.string.paragraphs) {
        #expect(paragraph.attributes.spacingAfter == nil, "\(known.attributes.blocks)")
      }
      #expect(back.string.attributeRuns(in: back.string.utf16Range).count == 1)
      #expect(try written(back) == bytes)
    }
  }

  @Test func `Paragraphs have space, items and lines of code do not`() throws {
    let document = IADocument(Self.everyBlock)
    var sink = BytesSink()
    _ = try RTFWriter().write(
      document, to: &sink, options: WriteOptions(keepsHiddenData: false))
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.contains("\\pard\\plain\\sa160 text\\par"))
    #expect(text.contains("\\s8\\sa160\\contextualspace"))
    #expect(text.contains("\\s9\\sa160\\contextualspace"))
    #expect(text.contains("\\pard\\plain\\intbl text\\cell"))
  }
}
