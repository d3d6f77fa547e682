import IABytes
import Testing

@testable import IAArchive

/// The requirements on the changes of a generation (archive-format.md, section 6.1).
@Suite struct GenerationChangesTests {
  private static let date = Array("2026-11-23T12:00:00Z".utf8)

  /// Encoded changes that each violate one requirement; the archive has ten documents.
  private static let broken: [(what: String, bytes: [UInt8], code: InputError.Code, offset: Int)] =
    [
      ("no changes", [0, 0], .archiveIndex, 0),
      ("no bytes", [], .bytesTruncated, 0),
      ("more properties than bytes", [5, 0], .bytesNumber, 0),
      ("an empty key", [1, 0, 1, 0x61, 0], .archiveIndex, 0),
      ("an upper-case key", [1, 1, 0x41, 1, 0x61, 0], .archiveIndex, 0),
      ("a key with a space", [1, 1, 0x20, 1, 0x61, 0], .archiveIndex, 0),
      ("a long key", [1, 65] + [UInt8](repeating: 0x61, count: 65) + [0, 0], .bytesNumber, 1),
      ("equal keys", [2, 1, 0x61, 0, 1, 0x61, 0, 0], .archiveIndex, 0),
      ("descending keys", [2, 1, 0x62, 0, 1, 0x61, 0, 0], .archiveIndex, 0),
      ("a value with U+0000", [1, 1, 0x61, 1, 0, 0], .archiveIndex, 0),
      ("a value that is not UTF-8", [1, 1, 0x61, 1, 0xFF, 0], .archiveIndex, 0),
      (
        "a long value", [1, 1, 0x61, 0x81, 0x20] + [UInt8](repeating: 0x61, count: 4097),
        .bytesNumber, 3
      ),
      ("a value beyond the bytes", [1, 1, 0x61, 9, 0x61], .bytesTruncated, 5),
      ("more ordinals than bytes", [0, 3, 1], .bytesNumber, 1),
      ("an ordinal beyond the archive", [0, 1, 10], .archiveIndex, 0),
      ("an ordinal far beyond the archive", [0, 1, 11], .bytesNumber, 2),
      ("the sum of steps beyond the archive", [0, 2, 6, 4], .archiveIndex, 0),
      ("a step of 0", [0, 2, 3, 0], .archiveIndex, 0),
      ("a long varint", [0, 1, 0x83, 0], .bytesNumber, 2),
    ]

  private static func read(_ bytes: [UInt8]) throws(InputError) -> GenerationChanges {
    var reader = ByteReader(0..<bytes.count, origin: 0)
    return try GenerationChanges(&reader, bytes.span, documentCount: 10)
  }

  @Test(arguments: broken.indices)
  func `Each requirement is checked, with a code and an offset`(index: Int) {
    let (what, bytes, code, offset) = Self.broken[index]
    let error = #expect(throws: InputError.self, "\(what)") { try Self.read(bytes) }
    #expect(
      error?.code == code && error?.byteOffset == offset, "\(what): \(String(describing: error))")
  }

  @Test func `The largest valid values are read`() throws {
    let key = [UInt8](repeating: 0x7A, count: 64)
    let value = [UInt8](repeating: 0x61, count: 4096)
    let bytes =
      [2, 4] + Array("date".utf8) + [20] + Self.date + [64] + key + [0x80, 0x20] + value
      + [3, 0, 1, 8]
    let changes = try Self.read(bytes)
    #expect(changes.properties.count == 2 && changes.superseded == [0, 1, 9])
    var writer = ByteWriter()
    changes.append(to: &writer)
    #expect(writer.bytes == bytes)
  }
}
