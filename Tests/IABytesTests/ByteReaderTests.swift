import IABytes
import IATestSupport
import Testing

@Suite struct ByteReaderTests {
  @Test func `Numbers are equal after writing and reading, in their shortest form`() throws {
    var random = SeededGenerator(seed: 2)
    let values =
      [0, 1, 127, 128, 16_383, 16_384, 1 << 31, 1 << 40, 1 << 61]
      + (0..<200).map { _ in Int(random.next() >> UInt64(3 + random.below(61))) }
    var writer = ByteWriter()
    for value in values {
      let start = writer.count
      writer.varint(value)
      #expect(writer.count - start == ByteWriter.varintByteCount(value))
    }
    writer.fixed(0x0102 as UInt16)
    writer.fixed(0x0102_0304_0506_0708 as UInt64)
    let bytes = writer.bytes
    var reader = ByteReader(0..<bytes.count, origin: 100)
    for value in values { #expect(try reader.varint(bytes.span) == value) }
    #expect(try reader.fixed(2, bytes.span) == 0x0102)
    #expect(try reader.fixed(8, bytes.span) == 0x0102_0304_0506_0708)
    #expect(reader.isAtEnd && reader.byteOffset == 100 + bytes.count)
    #expect(throws: InputError(.bytesTruncated, at: 100 + bytes.count)) {
      try reader.byte(bytes.span)
    }
  }

  @Test(arguments: [
    [0x80, 0x00], [0x81, 0x80, 0x00], [UInt8](repeating: 0xFF, count: 9) + [0x01],
    [0xFF, 0xFF, 0x7F],
  ])
  func `A number that is too long or too large is refused`(bytes: [UInt8]) {
    let error = #expect(throws: InputError.self) {
      var reader = ByteReader(0..<bytes.count)
      _ = try reader.varint(atMost: 1000, bytes.span)
    }
    #expect(error?.code == .bytesNumber && error?.byteOffset == 0)
  }

  @Test func `A range beyond the end is refused`() {
    var reader = ByteReader(2..<5)
    #expect(throws: InputError(.bytesTruncated, at: 5)) { try reader.stretch(4) }
    #expect(throws: InputError(.bytesTruncated, at: 5)) { try reader.stretch(-1) }
    #expect((try? reader.stretch(3)) == 2..<5)
  }
}
