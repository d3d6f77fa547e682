import IAFiles
import IAFormats
import IAPlainText
import IAText
import Testing

/// Text that is read and written again has the same bytes.
@Suite struct TextFormTests {
  private static func read(_ bytes: [UInt8]) throws -> IADocument {
    try PlainTextReader().read(BytesSource(bytes)).document
  }

  private static func write(
    _ document: IADocument, profile: String? = nil
  ) throws -> (bytes: [UInt8], report: ConversionReport) {
    var sink = BytesSink()
    let report = try PlainTextWriter().write(
      document, to: &sink, options: WriteOptions(profile: profile))
    return (sink.bytes, report)
  }

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    "\u{FEFF}\(text)".utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  @Test(
    arguments: [
      ("a\nb\n", nil), ("a\r\nb\r\n", "crlf"), ("a\rb", "cr"), ("a\u{2029}b\u{2029}", "ps"),
      ("a\r\nb\nc\n\rd\r\n\r\n", "1 crlf 2 lf 1 cr 2 crlf"), ("\u{FEFF}a\n", "utf-8"),
      ("\u{FEFF}", "utf-8"), ("\u{FEFF}a\r\nb", "utf-8 crlf"), ("\u{FEFF}\u{FEFF}a", nil),
      ("", nil), ("\r", "cr"), ("\u{2028}\r\n\u{85}\r\n", "crlf"),
    ] as [(String, String?)])
  func formsAreKept(_ text: String, _ form: String?) throws {
    let document = try Self.read(Array(text.utf8))
    #expect(document.metadata.textForm?.description == form)
    for profile in ["verbatim", "marked", "layout"] {
      let (bytes, report) = try Self.write(document, profile: profile)
      #expect(bytes == Array(text.utf8), "\(profile)")
      #expect(report.isLossless, "\(profile)")
    }
  }

  @Test(arguments: [true, false]) func utf16IsKept(_ isBigEndian: Bool) throws {
    for text in ["", "a\r\nb\u{1F600}\r\n", "\u{FEFF}x\n", "\u{2028}\u{2029}a\r"] {
      let bytes = Self.utf16(text, isBigEndian: isBigEndian)
      #expect(try Self.write(try Self.read(bytes)).bytes == bytes)
    }
  }

  @Test func linesThatAreAddedEndAsTheOthers() throws {
    var document = try Self.read(Array("a\r\nb\n".utf8))
    document.string.append("c\nd\n")
    #expect(try Self.write(document).bytes == Array("a\r\nb\nc\nd\n".utf8))
    document = try Self.read(Array("a\r\n".utf8))
    document.string.append("c\nd\n")
    #expect(try Self.write(document).bytes == Array("a\r\nc\r\nd\r\n".utf8))
  }

  @Test func moreChangesThanTheLimitAreReported() throws {
    let text = String(repeating: "\r\n\n", count: TextForm.maxRuns / 2 + 1)
    let result = try PlainTextReader().read(BytesSource(Array(text.utf8)))
    #expect(result.document.metadata.textForm == nil)
    #expect(result.report.kinds == [.init(effect: .approximated, feature: .lineEnd)])
    let most = String(text.dropLast(2))
    #expect(try Self.write(try Self.read(Array(most.utf8))).bytes == Array(most.utf8))
  }

  @Test(arguments: ["lf 1", "1", "0 lf", "-1 crlf", "1 crlf 2", "utf-7", "crlf crlf", "1 lf x 2"])
  func formsThatAreNotValidAreIgnored(_ text: String) throws {
    var document = IADocument(IAString("a\n"))
    document.metadata.custom = [.init(TextForm.metadataName, text)]
    #expect(document.metadata.textForm == nil)
    #expect(try Self.write(document).bytes == Array("a\n".utf8))
  }

  @Test func laidOutTextLosesTheForm() throws {
    var document = try Self.read(Array("a\r\nb\r\n".utf8))
    document.string.updateParagraphAttributes(in: 0..<4) { $0.spacingAfter = 12 }
    let (bytes, report) = try Self.write(document, profile: "layout")
    #expect(bytes == Array("a\n\nb\n".utf8))
    #expect(report.kinds.contains(.init(effect: .dropped, feature: .lineEnd)))
  }
}
