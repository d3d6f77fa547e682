import IAConvert
import IAFiles
import IAFormats
import IAText
import Testing

/// Checks that a long document is written in pieces, so that the output is never completely in
/// memory.
@Suite struct StreamingTests {
  private struct Pieces: DocumentSink {
    var counts: [Int] = []
    mutating func write(_ bytes: [UInt8]) { counts.append(bytes.count) }
    mutating func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? { nil }
  }

  @Test(arguments: ["html", "rtf", "text"], [1, 40])
  func `A long document is written in pieces`(format: String, paragraphLength: Int) throws {
    var builder = IAStringBuilder()
    let words = Array("a quiet lamp above the harbour ".utf16)
    for number in 0..<(20_000 / paragraphLength) {
      var bold = InlineAttributes()
      bold.bold = number % 2 == 0
      for _ in 0..<paragraphLength {
        builder.append(units: words, attributes: builder.intern(bold))
      }
      builder.append(units: [0x0A], attributes: builder.intern(InlineAttributes()))
      builder.endParagraph()
    }
    let writer = try FormatRegistry.standard.writer(id: FormatID(format))
    var sink = Pieces()
    _ = try writer.write(IADocument(builder.finish()), to: &sink, options: WriteOptions())
    let counts = sink.counts
    #expect(counts.reduce(0, +) > 600_000)
    #expect((counts.max() ?? .max) <= 1 << 18)
  }
}
