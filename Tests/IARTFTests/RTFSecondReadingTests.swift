import IAFiles
import IAFormats
import IAText
import Testing

@testable import IARTF

/// RTF that is read, written without hidden data, and read again.
@Suite struct RTFSecondReadingTests {
  /// Returns the document of RTF source, and the one read after writing it without hidden data.
  private func twice(_ rtf: String, profile: String = "word") throws -> (IADocument, IADocument) {
    let first = try readRTF(rtf).document
    var sink = BytesSink()
    _ = try RTFWriter().write(
      first, to: &sink, options: WriteOptions(profile: profile, keepsHiddenData: false))
    var second = try RTFReader().read(BytesSource(sink.bytes), options: ReadOptions()).document
    second.metadata.generator = first.metadata.generator
    return (first, second)
  }

  @Test(arguments: [
    // Metadata with and without control words of their own.
    "{\\info{\\operator O}{\\manager M}{\\company C \\'fc}{\\category K}{\\doccomm D}}a\\par",
    "{\\*\\userprops{\\propname p \\{}\\proptype30{\\staticval v}{\\propname q}{\\staticval }}a\\par",
    // A last paragraph without an end.
    "a", "\\pard\\qc a\\par b", "\\pard\\s1\\qc\\outlinelevel0 a", "a{\\b b}",
    // The attributes of line feeds, in cells too.
    "a{\\fs16\\lang1031\\par}",
    "\\trowd\\cellx900\\cellx1800\\intbl a{\\b\\cell}{\\fs40 b\\cell}\\row",
    "\\trowd\\cellx900\\intbl a{\\i\\par}\\intbl b{\\b\\cell}\\row",
    "\\trowd\\cellx900\\intbl\\itap2 a{\\b\\nestcell}{\\*\\nesttableprops\\trowd\\cellx500\\nestrow}"
      + "\\pard\\intbl b\\cell\\row",
    // Bullets of old lists, and bullets that are labels only.
    "{\\*\\pn\\pnlvlblt{\\pntxtb -}}{\\pntext -}a\\par{\\pntext -}b\\par\\pard c\\par",
    "{\\listtext \\bullet\\tab}a\\par{\\listtext \\bullet\\tab}b\\par\\pard c\\par",
    // A direct underline of a link, and the underline of its style.
    "{\\field{\\*\\fldinst HYPERLINK \"https://a.example/\"}{\\fldrslt{\\ul a}}}\\par",
    "{\\field{\\*\\fldinst HYPERLINK \"https://a.example/\"}{\\fldrslt{\\ul\\b a}{\\i b}}}\\par",
    "\\ls9{\\listtext \\bullet\\tab}a\\par\\ls9{\\listtext \\bullet\\tab}b\\par\\pard c\\par",
    // The line end of a note.
    "a{\\super\\chftn}{\\footnote\\pard\\lang1031 b}c\\par",
    "a{\\super\\chftn}{\\footnote\\pard\\lang1031 b\\par{\\b c}\\i}c\\par",
    // A font whose name ends with the name of another character set.
    "{\\fonttbl{\\f0 A;}{\\f1 Times New Roman Baltic;}{\\f2 Times New Roman CYR;}}a{\\f1 b}{\\f2 c}\\par",
    // A picture whose size is not a whole number of twips.
    "{\\pict\\pngblip\\picwgoal101\\pichgoal99\\picscalex33\\picscaley77 \(png)}\\par",
  ])
  func `RTF is equal when it is read again`(body: String) throws {
    let (first, second) = try twice("{\\rtf1\\ansi \(body)}")
    #expect(first.dump() == second.dump())
  }

  /// Returns a document with one paragraph that has paragraph and inline attributes.
  private func document(
    _ set: (inout ParagraphAttributes) -> Void, _ inline: (inout InlineAttributes) -> Void
  ) -> IADocument {
    var builder = IAStringBuilder()
    var attributes = InlineAttributes()
    inline(&attributes)
    builder.append("a", attributes: builder.intern(attributes))
    builder.append("\n", attributes: builder.intern(InlineAttributes()))
    var paragraph = ParagraphAttributes()
    set(&paragraph)
    builder.endParagraph(paragraph)
    return IADocument(builder.finish())
  }

  @Test(arguments: [nil, 8, 0, 5] as [Double?], [nil, 12, 10] as [Double?])
  func `What a document states is kept, even where it is the default`(
    spacing: Double?, size: Double?
  ) throws {
    let block = Block(id: 1, .header(level: 2))
    var documents = [
      document({ $0.spacingBefore = 0 }, { $0.fontSize = 12 }),
      document({ $0.alignment = .left }, { $0.fontSize = 10 }),
      document({ $0.spacingAfter = 0 }, { $0.link = .init("https://a.example/") }),
      document(
        { $0.spacingAfter = 8 },
        {
          $0.link = .init("https://a.example/")
          $0.fontSize = 12
        }),
      document({ $0.spacingAfter = 5 }, { $0.underline = .init() }),
      document(
        {
          $0.direction = .rightToLeft
          $0.alignment = .right
        }, { _ in }),
      document({ $0.direction = .rightToLeft }, { _ in }),
      document(
        {
          $0.direction = .rightToLeft
          $0.alignment = .left
        }, { _ in }),
      document(
        {
          $0.blocks = [block]
          $0.spacingAfter = 4
        }, { _ in }),
    ]
    for index in documents.indices {
      documents[index].string.options.paragraphSpacing = spacing
      documents[index].string.options.fontSize = size
      var sink = BytesSink()
      _ = try RTFWriter().write(
        documents[index], to: &sink, options: WriteOptions(keepsHiddenData: false))
      var back = try RTFReader().read(BytesSource(sink.bytes), options: ReadOptions()).document
      back.metadata.generator = nil
      #expect(back.dump() == documents[index].dump(), "document \(index)")
    }
  }

  @Test(arguments: [
    "Deep sea fish", "\"quoted\" \u{201D} \u{201C}", "C:\\a\\", "{brace} \u{1F600}", "\\\"",
  ])
  func `Titles of links are kept`(title: String) throws {
    for profile in ["word", "cocoa"] {
      let document = document({ _ in }, { $0.link = .init("https://a.example/", title: title) })
      var sink = BytesSink()
      let report = try RTFWriter().write(
        document, to: &sink, options: WriteOptions(profile: profile, keepsHiddenData: false))
      #expect(!report.notes.contains { $0.kind.feature == .linkTitle })
      let read = try RTFReader().read(BytesSource(sink.bytes), options: ReadOptions()).document
      #expect(read.string.attributes(at: 0).link == .init("https://a.example/", title: title))
    }
  }

  @Test(arguments: ["", "a\nb", "\u{85}", String(repeating: "a", count: 5_000)])
  func `Titles that a field cannot state are reported`(title: String) throws {
    let document = document({ _ in }, { $0.link = .init("https://a.example/", title: title) })
    var sink = BytesSink()
    let report = try RTFWriter().write(
      document, to: &sink, options: WriteOptions(keepsHiddenData: false))
    #expect(report.notes.map(\.kind.feature) == [.linkTitle])
    let read = try RTFReader().read(BytesSource(sink.bytes), options: ReadOptions()).document
    #expect(read.string.attributes(at: 0).link == .init("https://a.example/"))
    let restored = try readRTF(try writtenRTF(document, WriteOptions()).text).document
    #expect(restored.string.attributes(at: 0).link?.title == title)
  }

  @Test(arguments: [("明朝", true), ("ｱ", true), ("한글", true), ("\u{20000}", true), ("é", false)])
  func `East Asian text states its font for East Asian text too`(
    text: String, isStated: Bool
  ) throws {
    var builder = IAStringBuilder()
    var attributes = InlineAttributes()
    attributes.fontFamily = "Mincho"
    builder.append(text, attributes: builder.intern(attributes))
    builder.endParagraph(ParagraphAttributes())
    let document = IADocument(builder.finish())
    for profile in ["word", "cocoa"] {
      let written = try writtenRTF(
        document, WriteOptions(profile: profile, keepsHiddenData: false)
      ).text
      #expect(written.contains("\\dbch\\af2\\loch\\f2 ") == (isStated && profile == "word"))
      #expect(try readRTF(written).document.string.attributes(at: 0).fontFamily == "Mincho")
    }
  }

  @Test(arguments: ["_Toc1", "a-b", "iab_3", "a b", "9", "a.b"])
  func `Names of bookmarks that programs support are kept`(name: String) throws {
    let (_, second) = try twice("{\\rtf1 a{\\*\\bkmkstart \(name)}b{\\*\\bkmkend \(name)}\\par}")
    let isKept = ["_Toc1", "a-b"].contains(name)
    #expect(second.string.bookmarks.map(\.name) == [isKept ? name : "iab_0"])
  }

  @Test(arguments: ["a", "\\pard\\qc a\\par b", "a{\\b b}"])
  func `Cocoa's dialect keeps a last paragraph without an end`(body: String) throws {
    let (first, second) = try twice("{\\rtf1\\ansi \(body)}", profile: "cocoa")
    #expect(first.string.text == second.string.text)
  }

  @Test func `Languages without a region are kept, and others read one with a region`() throws {
    for (tag, number) in RTFLanguage.numbers {
      let spelt = try #require(RTFLanguage.tag(of: number))
      #expect(spelt.lowercased() == tag)
      var document = document({ _ in }, { $0.language = spelt })
      document.metadata.language = spelt
      var sink = BytesSink()
      let report = try RTFWriter().write(
        document, to: &sink, options: WriteOptions(keepsHiddenData: false))
      #expect(report.isLossless)
      let read = try RTFReader().read(BytesSource(sink.bytes), options: ReadOptions()).document
      #expect(read.metadata.language == spelt)
      #expect(read.string.attributes(at: 0).language == spelt)
      // The last language number is one that all programs support.
      let text = String(decoding: sink.bytes, as: UTF8.self)
      let last = try #require(text.matches(of: #/\\lang([0-9]+) /#).last.flatMap { Int($0.1) })
      #expect((0x0400..<0x7000).contains(last), "\(tag)")
    }
  }

  @Test(arguments: [
    ("\\lang7\\lang1031 a", "de"), ("\\lang7 a", "de"), ("\\lang7\\lang3079 a", "de-AT"),
    ("\\lang7\\b\\lang1031 a", "de-DE"), ("{\\lang7 b}\\lang1031 a", "de-DE"),
    ("\\lang7 b\\lang1031 a", "de-DE"), ("\\lang1031\\lang7 a", "de"),
    ("\\lang7{\\lang1031 a}", "de-DE"), ("\\lang\\lang1031 a", "de-DE"),
  ])
  func `Only a number right behind its neutral one repeats it`(words: String, tag: String) throws {
    let string = try readRTF("{\\rtf1 \(words)\\par}").document.string
    #expect(string.attributes(of: "a")?.language == tag)
  }

  @Test func `A value of several lines is written in one, and reported`() throws {
    var document = IADocument(IAString("a\n"))
    document.metadata.custom = [.init("x", "one\ntwo")]
    var sink = BytesSink()
    let report = try RTFWriter().write(
      document, to: &sink, options: WriteOptions(keepsHiddenData: false))
    #expect(report.notes.map(\.kind.feature) == [.customMetadata])
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.contains("{\\propname x}\\proptype30{\\staticval one two}"))
  }

  private static let png =
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478da63fcffff3f0300"
    + "05fe02fea7d6059b0000000049454e44ae426082"
}
