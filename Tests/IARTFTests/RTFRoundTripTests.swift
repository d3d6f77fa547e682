import IAFormats
import IARTF
import IATestSupport
import IAText
import Testing

@Suite struct RTFRoundTripTests {
  private func roundTrip(_ document: IADocument, _ profile: String) throws -> ReadResult {
    var sink: any DocumentSink = BytesSink()
    _ = try RTFWriter().write(document, to: &sink, options: WriteOptions(profile: profile))
    return try RTFReader().read(BytesSource((sink as? BytesSink)?.bytes ?? []))
  }

  /// Where two dumps differ first.
  private func difference(_ left: IADocument, _ right: IADocument) -> String {
    let (one, two) = (left.dump().split(separator: "\n"), right.dump().split(separator: "\n"))
    for (a, b) in zip(one, two) where a != b {
      return "\(a.prefix(300))\n  became\n\(b.prefix(300))"
    }
    return "\(one.count) lines became \(two.count)"
  }

  @Test(arguments: ["word", "cocoa"]) func `The corpus comes back equal`(profile: String) throws {
    for entry in try Corpus.documents() {
      let document = try Corpus.document(entry.name)
      let back = try roundTrip(document, profile)
      #expect(
        back.document.dump() == document.dump(),
        "\(entry.name): \(difference(document, back.document))")
    }
  }

  @Test(arguments: 0..<20) func `Random documents come back equal`(part: Int) throws {
    for step in 0..<10 {
      var random = RandomDocument(seed: UInt64(part * 100 + step))
      let document = random.next()
      let back = try roundTrip(document, part % 2 == 0 ? "word" : "cocoa")
      guard back.document.dump() != document.dump() else { continue }
      Issue.record("seed \(part * 100 + step): \(difference(document, back.document))")
      return
    }
  }
}
