import IABytes
import IACorpus
import IAFiles
import IAFormats
import IAHiddenData
import IAMarkdown
import IAText
import Testing

/// The comparison of a file with the writer's output for the document read from it.
struct MarkdownProofTests {
  private let proof = HiddenDataProof(
    MarkdownReader(), MarkdownWriter(), hasSideFiles: false, limits: .standard)

  private func file(_ document: IADocument, keepsHiddenData: Bool = true) throws -> [UInt8] {
    var sink = BytesSink()
    let options = WriteOptions(keepsHiddenData: keepsHiddenData)
    _ = try MarkdownWriter().write(document, to: &sink, options: options)
    return sink.bytes
  }

  @Test func ownFilesAreWhatTheWriterMakes() throws {
    for document in try ["every-block", "every-attribute", "long-report"].map(CorpusDocument.named)
    {
      let bytes = try file(try #require(document))
      let read = try MarkdownReader().read(BytesSource(bytes), options: ReadOptions()).document
      #expect(proof.isOutput(bytes, of: read))
      #expect(!proof.isOutput(bytes + [0x0A], of: read))
      #expect(!proof.isOutput([0x20] + bytes, of: read))
    }
  }

  /// The property that `isOutput` requires: hidden data does not change what the writer shows.
  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func outputShowsTheSameWithAndWithoutHiddenData(part: UInt64) throws {
    var documents = MarkdownDocuments(seed: 4700 + part)
    for number in 0..<80 {
      let document = documents.document()
      let shown = try [true, false].map { keepsHiddenData in
        var reading = ReadOptions()
        reading.ignoresHiddenData = true
        let bytes = try file(document, keepsHiddenData: keepsHiddenData)
        return ShownContent(
          try MarkdownReader().read(BytesSource(bytes), options: reading).document)
      }
      #expect(shown[0] == shown[1], "part \(part), document \(number)")
    }
  }
}
