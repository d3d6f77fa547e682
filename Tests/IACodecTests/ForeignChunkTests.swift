import IABytes
import IAText
import Testing

@testable import IACodec

@Suite struct ForeignChunkTests {
  /// Returns a file with an additional chunk before its end.
  private func file(with type: String, _ bytes: [UInt8]) throws -> [UInt8] {
    var encoder = DocumentEncoder()
    var document = IADocument("text")
    document.foreignChunks = [try #require(ForeignChunk(type: "teSt", bytes: bytes))]
    var file = encoder.encode(document)
    let place = try #require(
      file.indices.first { file[$0...].starts(with: Array("teSt".utf8)) })
    file.replaceSubrange(place..<place + 4, with: Array(type.utf8))
    let end = place + 8 + bytes.count
    let check = CRC32C.of(file.span.extracting(place..<end))
    for index in 0..<4 {
      file[end + index] = UInt8(truncatingIfNeeded: check >> (8 * UInt32(index)))
    }
    return file
  }

  @Test func `A chunk that is safe to copy is kept and not part of the identity`() throws {
    let found = try DocumentDecoder.decode(try file(with: "noTe", [9, 8, 7]), limits: .standard)
    #expect(found.document.foreignChunks == [ForeignChunk(type: "noTe", bytes: [9, 8, 7])])
    #expect(found.identity == IADocument("text").identity)
    #expect(found.document == IADocument("text"))
    var encoder = DocumentEncoder()
    let again = try DocumentDecoder.decode(encoder.encode(found.document), limits: .standard)
    #expect(again.document.foreignChunks == found.document.foreignChunks)
    var compact = CompactEncoder()
    var decoder = CompactDecoder(limits: .standard)
    let frame = compact.encode(found.document)
    #expect(try decoder.decode(frame).foreignChunks == found.document.foreignChunks)
  }

  @Test func `An ancillary chunk that is not safe to copy is dropped`() throws {
    let found = try DocumentDecoder.decode(try file(with: "noTE", [1]), limits: .standard)
    #expect(found.document.foreignChunks == [])
  }

  @Test(arguments: [("NOTe", InputError.Code.iaCriticalChunk), ("note", .iaReserved)])
  func `An unknown chunk that must be known is refused with its type`(
    type: String, code: InputError.Code
  ) throws {
    let file = try file(with: type, [1])
    let error = #expect(throws: InputError.self) {
      try DocumentDecoder.decode(file, limits: .standard)
    }
    #expect(error?.code == code && error?.detail.contains(type) == true)
  }
}
