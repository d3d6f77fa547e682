import Foundation
import IATestSupport
import Testing

@testable import IAConvert

@Suite struct RecordSorterTests {
  private func sorted(_ records: [[UInt8]]) throws -> [[UInt8]] {
    // Most records are in sorted runs on disk.
    var sorter = RecordSorter(scratchFolder: NSTemporaryDirectory(), bufferByteCount: 1 << 12)
    for record in records { try sorter.add(record) }
    #expect(sorter.count == records.count)
    var found: [[UInt8]] = []
    for _ in 0..<2 {
      // A sorter can be read more than once.
      found.removeAll()
      var result = try sorter.sorted()
      while let record = try result.next() { found.append(record) }
    }
    return found
  }

  @Test func `Records in memory are sorted by their bytes`() throws {
    var random = SeededGenerator(seed: 1)
    for count in [0, 1, 2, 3, 100] {
      let records = (0..<count).map { _ in
        (0..<random.below(12)).map { _ in UInt8(random.below(3)) + 0x61 }
      }
      let expected = records.sorted { $0.lexicographicallyPrecedes($1) }
      #expect(try sorted(records) == expected)
    }
  }

  @Test func `Records of several runs are merged`() throws {
    var random = SeededGenerator(seed: 2)
    let prefix = Array("a/common/prefix/".utf8)
    let records = (0..<3000).map { _ in
      prefix + (0..<(1 + random.below(60))).map { _ in UInt8(random.below(256)) }
    }
    let expected = records.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(try sorted(records) == expected)
  }
}
