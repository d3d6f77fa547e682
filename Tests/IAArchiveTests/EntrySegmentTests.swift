import IABytes
import IAZip
import Testing

@testable import IAArchive

@Suite struct EntrySegmentTests {
  /// Returns a segment in which all names after the first share all bytes of it.
  private static func shared(_ count: Int) -> [UInt8] {
    var content = ByteWriter()
    content.byte(1)
    for index in 0..<count { content.varint(index == 0 ? 0 : 1) }
    for index in 0..<count { content.varint(index == 0 ? 0 : 4096) }
    for index in 0..<count { content.varint(index == 0 ? 4096 : 0) }
    content.append(Array(repeating: 0x61, count: 4096))
    var packed = ByteWriter()
    packed.varint(content.count)
    packed.append(Deflate.compress(content.bytes))
    return packed.bytes
  }

  @Test func `Names of many times the stored size are refused`() throws {
    let segment = try EntrySegment(Self.shared(1000), count: 1000, limits: .standard)
    #expect(segment.nameBytes.count == 4096 * 1000)
    #expect(throws: InputError.self) {
      try EntrySegment(Self.shared(1000), count: 1000, limits: Limits(outputBytes: 1 << 20))
    }
    // 3 KB that mean 800 MB.
    let packed = Self.shared(200_000)
    #expect(packed.count < 4096)
    #expect(throws: InputError.self) {
      try EntrySegment(packed, count: 200_000, limits: .standard)
    }
  }
}
