import IAZip
import Testing

@Suite struct ZipRecordsTests {
  private static let fields = ZipEntryFields(
    version: 0x0201, flags: 0x0403, method: 0x0605, time: 0x0A09_0807, crc32: 0x0E0D_0C0B,
    compressedCount: 0x1211_100F, byteCount: 0x1615_1413, nameCount: 0x1817, extraCount: 0x1A19)

  private func bytes(_ append: (inout [UInt8]) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    append(&bytes)
    return bytes
  }

  @Test func `Fields are stored in the order of the specification`() {
    let local = bytes { ZipLocalRecord(Self.fields).append(to: &$0) }
    #expect(local == [0x50, 0x4B, 3, 4] + Array(1...26))
    #expect(local.count == ZipLocalRecord.byteCount)
    let record = ZipCentralRecord(
      maker: 0x032D, Self.fields, attributes: 0x8403_0201, headerOffset: 0x0807_0605)
    let central = bytes { record.append(to: &$0) }
    #expect(
      central == [0x50, 0x4B, 1, 2, 0x2D, 3] + Array(1...26) + [0, 0, 0, 0, 0, 0]
        + [1, 2, 3, 0x84, 5, 6, 7, 8])
    #expect(central.count == ZipCentralRecord.byteCount)
    #expect(record.totalByteCount == 46 + 0x1817 + 0x1A19)
    let wide = ZipWideEndRecord(maker: 0x032D, entries: 1, directoryCount: 2, directoryOffset: 3)
    #expect(
      bytes { wide.append(to: &$0) } == [
        0x50, 0x4B, 6, 6, 44, 0, 0, 0, 0, 0, 0, 0, 0x2D, 3, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0,
        0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0,
      ])
    let locator = ZipLocator(recordOffset: 0x0102)
    #expect(
      bytes { locator.append(to: &$0) } == [
        0x50, 0x4B, 6, 7, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
      ])
    let end = ZipEndRecord(entries: 7, directoryCount: nil, directoryOffset: 9, commentCount: 5)
    #expect(
      bytes { end.append(to: &$0) } == [
        0x50, 0x4B, 5, 6, 0, 0, 0, 0, 7, 0, 7, 0, 0xFF, 0xFF, 0xFF, 0xFF, 9, 0, 0, 0, 5, 0,
      ])
  }

  @Test func `What is written is read at any offset, and nothing else`() {
    func check<Record: Equatable>(
      _ record: Record, _ bytes: [UInt8], _ read: (Span<UInt8>, Int) -> Record?
    ) {
      let padded = [0, 0, 0] + bytes
      #expect(read(padded.span, 3) == record)
      for offset in [-1, 0, 2, 4, padded.count, .max] { #expect(read(padded.span, offset) == nil) }
      for count in 0..<padded.count {
        #expect(read(padded.span.extracting(..<count), 3) == nil)
      }
      for index in 3..<7 {
        var changed = padded
        changed[index] ^= 1
        #expect(read(changed.span, 3) == nil)
      }
      for index in 7..<padded.count {
        var changed = padded
        changed[index] ^= 0x10
        #expect(read(changed.span, 3) != record)
      }
    }
    let local = ZipLocalRecord(Self.fields)
    check(local, bytes { local.append(to: &$0) }) { ZipLocalRecord($0, at: $1) }
    let central = ZipCentralRecord(
      maker: 0x032D, Self.fields, attributes: 0x8403_0201, headerOffset: 0x0807_0605)
    check(central, bytes { central.append(to: &$0) }) { ZipCentralRecord($0, at: $1) }
    let end = ZipEndRecord(
      entries: nil, directoryCount: 3, directoryOffset: nil, commentCount: 0x1234)
    check(end, bytes { end.append(to: &$0) }) { ZipEndRecord($0, at: $1) }
    let wide = ZipWideEndRecord(
      maker: 0x032D, entries: 1 << 40, directoryCount: 1 << 50, directoryOffset: .max)
    check(wide, bytes { wide.append(to: &$0) }) { ZipWideEndRecord($0, at: $1) }
    let locator = ZipLocator(recordOffset: .max)
    check(locator, bytes { locator.append(to: &$0) }) { ZipLocator($0, at: $1) }
  }

  @Test func `A 64-bit field is read with one number only`() {
    let field = bytes { ZipWideField.append(0x0102_0304_0506_0708, to: &$0) }
    #expect(field == [1, 0, 8, 0, 8, 7, 6, 5, 4, 3, 2, 1])
    #expect(field.count == ZipWideField.singleByteCount)
    #expect(ZipWideField.single(field.span, at: 0) == 0x0102_0304_0506_0708)
    #expect(ZipWideField.single(field.span, at: 1) == nil)
    for index in 0..<4 {
      var changed = field
      changed[index] ^= 1
      #expect(ZipWideField.single(changed.span, at: 0) == nil)
    }
  }
}
