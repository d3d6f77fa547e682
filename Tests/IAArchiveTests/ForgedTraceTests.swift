import IABytes
import IASyntax
import IATestSupport
import IAZip
import Testing

@testable import IAArchive

/// Files without a directory that are forged so that a scan takes much time or memory.
@Suite struct ForgedTraceTests {
  /// A source that counts the bytes that are read.
  private final class CountingSource: ArchiveSource {
    private let storage: MemoryStorage
    private(set) var readCount = 0

    init(_ bytes: [UInt8]) { storage = MemoryStorage(bytes) }

    func byteCount() -> Int { storage.byteCount() }

    func read(_ count: Int, at offset: Int) -> [UInt8] {
      let bytes = storage.read(count, at: offset)
      readCount += bytes.count
      return bytes
    }
  }

  /// Returns the local headers of members that all extend to the end of the file.
  private static func overlapping(
    _ count: Int, _ name: (_ number: Int) -> MemberName
  ) -> [UInt8] {
    let names = (0..<count).map(name)
    let size = names.reduce(0) { $0 + ZipHeaders.localByteCount($1) }
    var bytes: [UInt8] = []
    for name in names {
      let rest = size - bytes.count - ZipHeaders.localByteCount(name)
      bytes += ZipHeaders.local(
        ZipMember(
          name: name, crc32: 0, storedByteCount: rest, contentByteCount: rest,
          offset: bytes.count))
    }
    return bytes
  }

  @Test(arguments: ["attachment", "original", "data", "text", "names", "dictionary"])
  func `Overlapping members are not all read`(kind: String) throws {
    let bytes = Self.overlapping(4000) { number in
      let digest = SHA256Digest(of: Array("\(number)".utf8))
      return switch kind {
      case "attachment": .attachment(digest, suffix: "png")
      case "original": .original(digest, suffix: "rtf")
      case "data": .data(number + 1)
      case "text": .text(number + 1)
      case "names": .names(generation: number + 1)
      default: .dictionary(UInt32(number + 1))
      }
    }
    let source = CountingSource(bytes)
    _ = try ArchiveScan(source)
    #expect(source.readCount < 8 << 20 + 40 * bytes.count, "\(bytes.count) bytes")
  }

  @Test func `A head that states millions of documents does not exhaust the memory`() throws {
    let head = BlockMember(
      number: 1, firstOrdinal: 0, count: ArchiveScan.maximumLost + 1000, dictionary: 0,
      storedTextByteCount: 0, text: [], segment: [], block: [])
    let scan = try ArchiveScan(MemoryStorage(head.bytes))
    #expect(scan.lost.count == ArchiveScan.maximumLost)
    #expect(scan.slots.isEmpty)
  }

  @Test func `A text of line feeds does not exceed the limit of documents`() throws {
    let text = [UInt8](repeating: 0x0A, count: 50_000)
    let stored = Deflate.compress(text)
    let member = ZipMember(
      name: .text(1), crc32: Deflate.crc32(text.span), storedByteCount: stored.count,
      contentByteCount: text.count, offset: 0)
    var limits = Limits.standard
    limits.entries = 1000
    let source = MemoryStorage(ZipHeaders.local(member) + stored)
    let scan = try ArchiveScan(source, limits: limits)
    #expect(scan.slots.count == 1000)
    #expect(scan.blocks.map(\.count) == [nil])
    let whole = try ArchiveScan(source)
    #expect(whole.slots.count == 50_000)
    #expect(whole.blocks.map(\.count) == [50_000])
  }
}
