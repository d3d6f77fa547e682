import IABytes
import IACorpus
import IAZip
import Testing

@testable import IAArchive

@Suite struct EntrySegmentTests {
  /// Returns a segment in which all names after the first one share all of its bytes.
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

  @Test func `Names much larger than their stored size are refused`() throws {
    let segment = try EntrySegment(Self.shared(1000), count: 1000, limits: .standard)
    #expect(segment.nameBytes.count == 4096 * 1000)
    #expect(throws: InputError.self) {
      try EntrySegment(Self.shared(1000), count: 1000, limits: Limits(outputBytes: 1 << 20))
    }
    // 3 KB that expand to 800 MB.
    let packed = Self.shared(200_000)
    #expect(packed.count < 4096)
    #expect(throws: InputError.self) {
      try EntrySegment(packed, count: 200_000, limits: .standard)
    }
  }

  @Test func `A search in the stored form finds the same as in the decoded form`() throws {
    var random = SeededGenerator(seed: 9)
    let pieces = ["a", "b", "chat/", "ab", "ä", "message-", "1", "文"]
    for round in 0..<300 {
      let isASCII = round % 3 != 0
      let choices = isASCII ? pieces.filter { $0.utf8.allSatisfy { $0 < 0x80 } } : pieces
      func name() -> String {
        (0..<random.below(5)).map { _ in choices[random.below(choices.count)] }.joined()
      }
      let names = (0..<1 + random.below(40)).map { _ in name() }
      let segment = EntrySegment(ids: names.indices.map { UInt64($0 * 3 + 1) }, names: names)
      for wanted in names + (0..<20).map({ _ in name() }) where !wanted.isEmpty {
        let bytes = Array(wanted.utf8)
        let found = try EntrySegment.position(
          of: bytes, in: segment.packed, count: names.count, limits: .standard)
        #expect(found.position == names.firstIndex(of: wanted))
        #expect(found.ids == segment.ids)
      }
    }
  }

  @Test func `A search refuses the same segments as decoding`() throws {
    let names = ["alpha", "alphabet", "beta"]
    let packed = EntrySegment(ids: [1, 2, 3], names: names).packed
    for count in [0, 2, 4] {
      #expect(throws: InputError.self) {
        try EntrySegment.position(
          of: Array("beta".utf8), in: packed, count: count, limits: .standard)
      }
    }
    #expect(throws: InputError.self) {
      try EntrySegment.position(
        of: Array("a".utf8), in: Self.shared(200_000), count: 200_000, limits: .standard)
    }
  }
}
