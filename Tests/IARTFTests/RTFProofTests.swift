import IABytes
import IAFiles
import IAFormats
import IAHiddenData
import IATestSupport
import IAText
import Testing

@testable import IARTF

/// The comparison of a file with the writer's output for the document read from it.
struct RTFProofTests {
  private func proof(_ profile: String = "word", hasSideFiles: Bool = false)
    -> HiddenDataProof<RTFReader, RTFWriter>
  {
    HiddenDataProof(
      RTFReader(), RTFWriter(), profile: profile, hasSideFiles: hasSideFiles, limits: .standard)
  }

  private func file(_ document: IADocument, _ profile: String = "word") throws -> [UInt8] {
    var sink = BytesSink()
    _ = try RTFWriter().write(document, to: &sink, options: WriteOptions(profile: profile))
    return sink.bytes
  }

  @Test(arguments: try Corpus.documents())
  func ownFilesAreWhatTheWriterMakes(entry: Corpus.Entry) throws {
    for profile in ["word", "cocoa"] {
      let bytes = try file(entry.document, profile)
      let read = try RTFReader().read(BytesSource(bytes)).document
      #expect(proof(profile).isOutput(bytes, of: read), "\(entry.name), \(profile)")
    }
  }

  @Test func anyChangeOfTheFileIsADifference() throws {
    let document = try Corpus.document("every-block")
    let bytes = try file(document)
    #expect(proof().isOutput(bytes, of: document))
    for at in stride(from: 0, to: bytes.count, by: bytes.count / 97) {
      var changed = bytes
      changed[at] ^= 1
      #expect(!proof().isOutput(changed, of: document), "byte \(at)")
    }
    #expect(!proof().isOutput(bytes.dropLast(), of: document))
    #expect(!proof().isOutput(bytes + [0x0A], of: document))
    #expect(!proof().isOutput([], of: document))
    #expect(!proof("cocoa").isOutput(bytes, of: document))
  }

  @Test func filesBesideTheFileAreCompared() throws {
    var document = IADocument()
    let digest = document.attachments.insert(Array("bytes".utf8))
    var builder = IAStringBuilder()
    let plain = builder.intern(InlineAttributes())
    builder.append(units: [0x61], attributes: plain)
    builder.append(
      Attachment(.file, content: .blob(digest), name: "a.bin"), intensity: 40, attributes: plain)
    builder.append(units: [0x0A], attributes: plain)
    document.string = builder.finish()
    var sink = BytesSink(keepsSideFiles: true)
    _ = try RTFDWriter().write(document, to: &sink, options: WriteOptions(profile: "word"))
    let name = try #require(sink.sideFiles.first?.name)
    let proof = HiddenDataProof(
      RTFDReader(), RTFDWriter(), profile: "word", hasSideFiles: true, limits: .standard)
    #expect(proof.isOutput(sink.bytes, of: document) { $0 == name ? Array("bytes".utf8) : nil })
    #expect(!proof.isOutput(sink.bytes, of: document) { _ in Array("other".utf8) })
    #expect(!proof.isOutput(sink.bytes, of: document))
  }

  /// The property that `isOutput` requires: hidden data does not change what the writer shows.
  @Test(arguments: ["word", "cocoa"], [1, 2] as [UInt64])
  func outputShowsTheSameWithAndWithoutHiddenData(profile: String, part: UInt64) throws {
    var random = RandomDocument(seed: 4700 + part)
    for number in 0..<80 {
      let document = random.next()
      let shown = try [true, false].map { keepsHiddenData in
        var sink = BytesSink()
        let options = WriteOptions(profile: profile, keepsHiddenData: keepsHiddenData)
        _ = try RTFWriter().write(document, to: &sink, options: options)
        var reading = ReadOptions()
        reading.ignoresHiddenData = true
        let read = try RTFReader().read(BytesSource(sink.bytes), options: reading)
        return ShownContent(read.document)
      }
      #expect(shown[0] == shown[1], "part \(part), document \(number)")
    }
  }

  @Test func aFileWithOtherBytesIsComparedByWhatItShows() throws {
    let document = try Corpus.document("every-block")
    // RTF ignores this line feed: the bytes differ, the content is the same.
    let bytes = try file(document) + [0x0A]
    let result = try RTFReader().read(BytesSource(bytes))
    #expect(RTFWriterTests.difference(result.document, document) == nil)
  }
}

extension HiddenDataProof {
  fileprivate func isOutput(_ bytes: ArraySlice<UInt8>, of document: IADocument) -> Bool {
    isOutput(Array(bytes), of: document)
  }
}
