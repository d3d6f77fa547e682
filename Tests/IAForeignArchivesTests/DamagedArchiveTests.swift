import IABytes
import IAFiles
import IAForeignArchives
import IATestSupport
import Testing

/// Reading an archive finds every damage that changes a name, a size or content.
@Suite struct DamagedArchiveTests {
  private static let files: [(String, [UInt8])] = [
    ("first.txt", Array("The first file, of a few words.".utf8)), ("folder/second.txt", []),
    ("folder/third.txt", Array(String(repeating: "abcdefgh", count: 20).utf8)),
  ]

  private static func archive(_ format: ForeignArchiveFormat) throws -> [UInt8] {
    let output = CollectedBytes()
    let writer = try ForeignArchiveWriter(format: format, to: output)
    for (path, bytes) in files { try writer.add(path, bytes) }
    try writer.finish()
    return output.bytes
  }

  /// Whether reading an archive reports something, or returns the original files.
  private func isFoundOrHarmless(_ bytes: [UInt8]) -> Bool {
    guard let found = try? ArchiveWalk.files(in: bytes), found.skipped.isEmpty else { return true }
    return found.files == Dictionary(uniqueKeysWithValues: Self.files)
  }

  @Test(arguments: [ForeignArchiveFormat.zip, .tarZstd])
  func `Every flipped bit is found or harmless`(format: ForeignArchiveFormat) throws {
    let bytes = try Self.archive(format)
    #expect(try ArchiveWalk.files(in: bytes).files.count == 3)
    var missed: [Int] = []
    for place in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[place] ^= 1 << UInt8(bit)
        if !isFoundOrHarmless(flipped) { missed.append(place) }
      }
    }
    #expect(missed == [])
  }

  @Test(arguments: [ForeignArchiveFormat.zip, .tarZstd])
  func `Every cut and every added byte is found`(format: ForeignArchiveFormat) throws {
    let bytes = try Self.archive(format)
    for count in 0..<bytes.count {
      #expect(throws: InputError.self, "\(count) bytes") {
        _ = try ArchiveWalk.files(in: Array(bytes.prefix(count)))
      }
    }
    #expect(throws: InputError.self) { _ = try ArchiveWalk.files(in: bytes + [0]) }
  }

  @Test func `A zstd frame has a checksum, and frames without one are told apart`() throws {
    #expect(try ForeignArchiveReader(Self.archive(.tarZstd)).checksContents)
    var bytes = try Self.archive(.tarZstd)
    bytes[4] &= ~4
    bytes.removeLast(4)
    #expect(try !ForeignArchiveReader(bytes).checksContents)
    #expect(isFoundOrHarmless(bytes))
    #expect(try ForeignArchiveReader(Self.archive(.zip)).checksContents)
  }

  @Test func `A sound archive is read without a remark`() throws {
    for sample in InconsistentZips.sound {
      let found = try ArchiveWalk.files(in: sample.bytes)
      #expect(found.skipped == [:], "\(sample)")
      #expect(found.files.count == 3, "\(sample)")
    }
  }

  @Test func `Every inconsistent ZIP archive is reported`() throws {
    let samples =
      InconsistentZips.others + InconsistentZips.wrongFields(isWide: false)
      + InconsistentZips.wrongFields(isWide: true)
    #expect(samples.count > 100)
    for sample in samples {
      let found = try? ArchiveWalk.files(in: sample.bytes)
      #expect(found?.skipped.isEmpty != true, "\(sample)")
    }
  }

  @Test(arguments: [ForeignArchiveFormat.zip, .tarZstd])
  func `A name that is not UTF-8 keeps its bytes`(format: ForeignArchiveFormat) throws {
    let name = PathBytes.string(from: [0x63, 0x61, 0x66, 0xE9, 0x2E, 0x74, 0x78, 0x74])
    let output = CollectedBytes()
    let writer = try ForeignArchiveWriter(format: format, to: output)
    try writer.add(name, [1, 2, 3])
    try writer.finish()
    let found = try ArchiveWalk.files(in: output.bytes)
    #expect(found.files == [name: [1, 2, 3]])
    #expect(found.skipped == [:])
  }
}
