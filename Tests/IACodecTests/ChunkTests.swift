import IABytes
import IAText
import Testing

@testable import IACodec

/// The chunks of files, and the offsets of errors in them.
@Suite struct ChunkTests {
  /// Returns the chunks of a file with their content.
  private static func chunks(_ file: [UInt8]) throws -> [(chunk: Chunk, payload: [UInt8])] {
    var found: [(chunk: Chunk, payload: [UInt8])] = []
    var offset = FileHeader.byteCount
    while offset < file.count {
      let chunk = try #require(try Chunk.head(at: offset, of: file.span, origin: 0))
      found.append((chunk, Array(file[chunk.payload])))
      offset = chunk.end
    }
    return found
  }

  /// Returns a file in which the chunk with a number has different content.
  private static func file(
    _ file: [UInt8], with payload: [UInt8], in number: Int
  ) throws -> [UInt8] {
    var writer = ByteWriter()
    writer.append(Array(file.prefix(FileHeader.byteCount)))
    for (index, found) in try chunks(file).enumerated() {
      Chunk.append(found.chunk.type, index == number ? payload : found.payload, to: &writer)
    }
    return writer.bytes
  }

  private static func encoded(_ string: IAString) -> [UInt8] {
    var encoder = DocumentEncoder()
    return encoder.encode(IADocument(string))
  }

  @Test func `A chunk of 4 GiB or more has its length in eight bytes`() throws {
    func head(_ length: UInt64) throws -> Chunk? {
      var writer = ByteWriter()
      writer.append(Array("teSt".utf8))
      writer.fixed(UInt32.max)
      writer.fixed(length)
      return try Chunk.head(at: 0, of: writer.bytes.span, origin: 0)
    }
    for length: UInt64 in [0xFFFF_FFFF, 1 << 32, 1 << 48 - 1] {
      #expect(try head(length)?.payload == 16..<16 + Int(length))
    }
    for length: UInt64 in [0, 0xFFFF_FFFE, 1 << 48, .max] {
      let error = #expect(throws: InputError.self) { try head(length) }
      #expect(error?.code == .iaCanonical && error?.byteOffset == 0)
    }
  }

  @Test func `A damaged head or end is found when a file is opened`() throws {
    let file = Self.encoded("some text")
    let chunks = try Self.chunks(file)
    for number in [0, chunks.count - 1] {
      let chunk = chunks[number].chunk
      for byte in chunk.payload.lowerBound..<chunk.end {
        var damaged = file
        damaged[byte] ^= 1
        let error = #expect(throws: InputError.self, "byte \(byte)") {
          try DocumentFile(damaged, limits: .standard)
        }
        #expect(error?.code == .iaChecksum && error?.byteOffset == chunk.byteOffset)
      }
    }
  }

  @Test func `The end of a text of whole pages is an empty range`() throws {
    let page = CanonicalChunks.pageUnitCount
    for count in [page, 2 * page] {
      let string = IAString(String(repeating: "a", count: count - 1) + "\n")
      let file = try DocumentFile(Self.encoded(string), limits: .standard)
      #expect(try file.units(in: count..<count) == [])
      #expect(try file.string(in: count..<count).isEmpty)
      #expect(try file.string(in: count - 2..<count).text == "a\n")
    }
  }

  @Test func `An unknown encoding of intensities is reported at its byte`() throws {
    var string = IAString("loud text")
    string.setIntensity(90, in: 0..<4)
    let file = Self.encoded(string)
    let number = try #require(Self.chunks(file).firstIndex { $0.chunk.type == .intensities })
    let wrong = try Self.file(file, with: [Codec.intensities.rawValue, 0xFF], in: number)
    let chunk = try Self.chunks(wrong)[number].chunk
    let error = #expect(throws: InputError.self) {
      try DocumentDecoder.decode(wrong, limits: .standard)
    }
    #expect(error?.code == .iaReserved)
    #expect(error?.byteOffset == chunk.payload.lowerBound + 1)
  }

  @Test func `Attributes that do not fit a page are reported at the next one`() throws {
    let page = CanonicalChunks.pageUnitCount
    var string = IAString("a\n" + String(repeating: "b", count: page))
    string.updateParagraphAttributes(in: 0..<1) { $0.alignment = .center }
    let file = Self.encoded(string)
    let number = try #require(Self.chunks(file).firstIndex { $0.chunk.type == .text })
    let text = Array(("ax" + String(repeating: "b", count: page - 2)).utf8)
    let wrong = try Self.file(file, with: [Codec.stored.rawValue] + text, in: number)
    let next = try #require(Self.chunks(wrong).last { $0.chunk.type == .text }).chunk
    let whole = #expect(throws: InputError.self) {
      try DocumentDecoder.decode(wrong, limits: .standard)
    }
    let partial = #expect(throws: InputError.self) {
      try DocumentFile(wrong, limits: .standard).string(in: 0..<page + 1)
    }
    #expect(whole?.code == .iaParagraph && partial?.code == .iaParagraph)
    #expect(whole?.byteOffset == next.byteOffset && partial?.byteOffset == next.byteOffset)
  }
}
