import IAFiles
import IAFormats
import IATestSupport
import IAText
import Testing

@testable import IARTF

/// Properties of the writer's output that hold for every document.
struct RTFWriterTests {
  static let profiles = ["word", "cocoa"]

  static func rtf(
    _ document: IADocument, profile: String = "word", keepsHiddenData: Bool = true
  ) throws -> [UInt8] {
    var sink = BytesSink()
    _ = try RTFWriter().write(
      document, to: &sink,
      options: WriteOptions(profile: profile, keepsHiddenData: keepsHiddenData))
    return sink.bytes
  }

  /// Returns the first line in which the dumps of two documents differ, or `nil` if they are equal.
  static func difference(_ left: IADocument, _ right: IADocument) -> String? {
    let left = left.dump().split(separator: "\n")
    let right = right.dump().split(separator: "\n")
    for (index, pair) in zip(left, right).enumerated() where pair.0 != pair.1 {
      return "line \(index): \(pair.0.prefix(300)) | \(pair.1.prefix(300))"
    }
    return left.count == right.count ? nil : "\(left.count) lines, not \(right.count)"
  }

  @Test(arguments: profiles) func metafilesAreShownAndComeBack(profile: String) throws {
    for (word, digits) in [
      ("wmetafile8", "0100090000030c00000000000300000000000300000000000000"),
      ("emfblip", "01000000580000000000000000000000"),
    ] {
      let document = try readRTF(
        "{\\rtf1 a{\\pict\\\(word)\\picw2540\\pich1270\\picwgoal1440\\pichgoal720 \(digits)}b}"
      ).document
      let bytes = try Self.rtf(document, profile: profile)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("\\\(word)\\picw2540\\pich1270\\picwgoal1440\\pichgoal720\n\(digits)"))
      let back = try StrictRTF(bytes).document().document
      #expect(Self.difference(back, document) == nil)
    }
  }

  @Test(arguments: profiles) func headingsThatAreNotBoldAreWrittenSo(profile: String) throws {
    var builder = IAStringBuilder()
    var light = InlineAttributes()
    light.fontWeight = 400
    builder.append("light", attributes: builder.intern(light))
    var set = ParagraphAttributes()
    set.blocks = [Block(id: 1, .header(level: 1))]
    builder.endParagraph(set)
    var document = IADocument()
    document.string = builder.finish()
    let bytes = try Self.rtf(document, profile: profile)
    #expect(String(decoding: bytes, as: UTF8.self).contains("\\b0 light"))
    #expect(Self.difference(try StrictRTF(bytes).document().document, document) == nil)
  }

  @Test(arguments: try Corpus.documents(), profiles)
  func corpusComesBackFromItsRecords(entry: Corpus.Entry, profile: String) throws {
    let rtf = try StrictRTF(Self.rtf(entry.document, profile: profile))
    let result = try rtf.document()
    #expect(result.report.isLossless)
    #expect(Self.difference(result.document, entry.document) == nil)
  }

  @Test(arguments: profiles)
  func randomDocumentsComeBackFromTheirRecords(profile: String) throws {
    var random = RandomDocument(seed: 2026)
    for number in 0..<100 {
      let document = random.next()
      let bytes = try Self.rtf(document, profile: profile)
      let result = try StrictRTF(bytes).document()
      #expect(result.report.isLossless, "document \(number)")
      let difference = Self.difference(result.document, document)
      try #require(difference == nil, "document \(number)")
      let again = try Self.rtf(result.document, profile: profile)
      #expect(again == bytes, "document \(number) again")
    }
  }

  @Test func outputIsWellFormedWithoutHiddenData() throws {
    var random = RandomDocument(seed: 7)
    for _ in 0..<60 {
      let rtf = try StrictRTF(Self.rtf(random.next(), keepsHiddenData: false))
      #expect(rtf.block == nil && rtf.blobs.isEmpty)
    }
  }
}
