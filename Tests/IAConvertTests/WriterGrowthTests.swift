import IAConvert
import IAFiles
import IAFormats
import IATestSupport
import IAText
import Testing

@Suite("Time of writing grows with the length of a document")
struct WriterGrowthTests {
  @Test("Attributes that change within each surrogate pair")
  func cutPairs() throws {
    try grows("html") { count in
      var builder = IAStringBuilder()
      var bold = InlineAttributes()
      bold.bold = true
      let sets = [IAStringBuilder.plain, builder.intern(bold)]
      for number in 0..<count {
        builder.append(unit: 0xD83D, attributes: sets[number & 1])
        builder.append(unit: 0xDE00, attributes: sets[~number & 1])
      }
      return builder.finish()
    }
  }

  @Test("Links to many places of the document")
  func localLinks() throws {
    for format in ["html", "rtf"] {
      try grows(format) { count in
        var builder = IAStringBuilder()
        for number in 0..<count {
          var attributes = InlineAttributes()
          attributes.link = InlineAttributes.Link("#place\(count - number)")
          builder.bookmark("place\(number)")
          builder.append("x", attributes: builder.intern(attributes))
        }
        return builder.finish()
      }
    }
  }

  /// Checks that eight times the length takes at most 2.2 times the time for each doubling.
  private func grows(_ format: String, _ make: (Int) -> IAString) throws {
    let writer = try FormatRegistry.standard.writer(id: FormatID(rawValue: format))
    let bound = ThreadClock.linearForEight
    func write(_ document: IADocument) {
      var sink = BytesSink()
      _ = try? writer.write(document, to: &sink, options: WriteOptions())
    }
    let (small, large) = (IADocument(make(4_000)), IADocument(make(32_000)))
    let ratio = ThreadClock.ratio(
      upTo: bound, small: { write(small) }, large: { write(large) })
    #expect(ratio <= bound, "\(format)")
  }
}
