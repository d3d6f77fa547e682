import Foundation
import IABytes
import IATestSupport
import IAZip
import Testing

@Suite struct ZipDirectoryTests {
  private typealias File = ZipBuilder.File

  private func directory(_ bytes: [UInt8]) throws(InputError) -> ZipDirectory {
    try ZipDirectory(ZipBytes(bytes))
  }

  private func failure(_ bytes: [UInt8]) -> String? {
    do {
      _ = try directory(bytes)
      return nil
    } catch {
      #expect((0...bytes.count).contains(error.byteOffset), "\(error)")
      return error.code.rawValue
    }
  }

  private var files: [File] {
    var described = File("folder/b.txt", "second")
    described.hasDescriptor = true
    var wide = File("c.txt", "third")
    wide.isWide = true
    return [File("a.txt", "first"), described, wide]
  }

  @Test func `An archive without faults is read entry by entry`() throws {
    for isWide in [false, true] {
      let zip = ZipBuilder(files, comment: "a comment", isWide: isWide)
      let found = try directory(zip.bytes)
      #expect(found.remarks == [])
      #expect(
        found.entries.map { String(decoding: $0.name, as: UTF8.self) } == [
          "a.txt", "folder/b.txt", "c.txt",
        ])
      #expect(found.entries.map(\.byteCount) == [5, 6, 5])
      #expect(
        found.entries.map { String(decoding: zip.bytes[$0.dataRange], as: UTF8.self) } == [
          "first", "second", "third",
        ])
      #expect(found.entries.allSatisfy { $0.isRegular && !$0.isEncrypted })
    }
    #expect(try directory(ZipBuilder([]).bytes).entries.isEmpty)
  }

  /// Fields that no other field repeats, so that any value is valid.
  private let free: Set<String> = [
    "central.made-by", "central.internal-attributes", "central.external-attributes",
    "wide-end.made-by", "wide-end.version",
  ]

  @Test func `Every wrong field of every header is noticed`() throws {
    var tried: Set<String> = []
    var random = SeededGenerator(seed: 52)
    for isWide in [false, true] {
      let zip = ZipBuilder(files, comment: "c", isWide: isWide)
      for field in zip.fields where !free.contains(field.name) {
        tried.insert(field.name)
        for change in 0..<8 {
          var bytes = zip.bytes
          let place = field.byteRange.lowerBound
          switch change {
          case 0: bytes[place] &+= 1
          case 1: bytes[place] &-= 1
          case 2: bytes[field.byteRange.upperBound - 1] ^= 0x80
          case 3: for index in field.byteRange { bytes[index] = 0 }
          case 4: for index in field.byteRange { bytes[index] = 0xFF }
          default:
            bytes[place + random.below(field.byteRange.count)] ^= UInt8(1 + random.below(255))
          }
          guard bytes != zip.bytes else { continue }
          let noticed = failure(bytes) != nil || (try? directory(bytes).remarks.isEmpty) == false
          // If all bits are set, the end record refers to the 64-bit record for the value.
          let isDeferred = isWide && field.name.hasPrefix("end.") && change == 4
          #expect(noticed || isDeferred, "\(field.name) changed by \(change)")
        }
      }
    }
    #expect(tried.count >= 52)
  }

  @Test func `Cuts at every length and bytes before or after are noticed`() throws {
    let zip = ZipBuilder(files, comment: "").bytes
    for count in 0..<zip.count { #expect(failure(Array(zip.prefix(count))) != nil) }
    #expect(failure(zip + [0]) == "zip.end")
    #expect(failure([0x4D, 0x5A] + zip) == "zip.end-record")
    #expect(failure(zip + zip) == "zip.end-record")
    let comment = ZipBuilder(files, comment: "PK\u{5}\u{6}" + String(repeating: "\0", count: 18))
    #expect(failure(comment.bytes) == "zip.end")
  }

  @Test func `Entries over one header, or that share bytes, are refused`() throws {
    let zip = ZipBuilder([File("a.txt", "first"), File("b.txt", "other")])
    let offsets = zip.fields.filter { $0.name == "central.offset" }
    var bytes = zip.bytes
    bytes[offsets[1].byteRange.lowerBound] = 0
    #expect(failure(bytes) == "zip.overlap" || failure(bytes) == "zip.contradiction")
    // Two hundred and fifty entries with one name and one local header.
    let many = ZipBuilder(Array(repeating: File("a.txt", "x"), count: 250))
    bytes = many.bytes
    for field in many.fields where field.name == "central.offset" {
      for index in field.byteRange { bytes[index] = 0 }
    }
    #expect(failure(bytes) == "zip.overlap")
  }

  @Test func `Links, devices and folders are not files`() throws {
    for (mode, isRegular) in [
      (0o100644, true), (0o120777, false), (0o020666, false), (0o010600, false),
      (0o104755, true), (0, true), (0o040755, false),
    ] {
      var file = File("a", "b")
      file.mode = mode
      #expect(try directory(ZipBuilder([file]).bytes).entries.first?.isRegular == isRegular)
    }
    #expect(try directory(ZipBuilder([File("a/")]).bytes).entries.first?.isFolder == true)
  }

  @Test func `More entries than allowed are refused before any is read`() {
    let zip = ZipBuilder((0..<20).map { File("\($0)") }).bytes
    #expect(throws: InputError.self) { try ZipDirectory(ZipBytes(zip), maximumEntries: 19) }
    #expect(throws: Never.self) { try ZipDirectory(ZipBytes(zip), maximumEntries: 20) }
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile/libarchive-uu")))
  func `Archives of another library's tests are read or refused`() throws {
    var read = 0
    for url in ExternalCorpora.files(in: "hostile/libarchive-uu") {
      let bytes = [UInt8](try Data(contentsOf: url))
      guard bytes.starts(with: [0x50, 0x4B]) else { continue }
      if failure(bytes) == nil { read += 1 }
    }
    #expect(read > 20)
  }

  @Test func `Archives changed at random never break the reader`() throws {
    let zip = ZipBuilder(files, comment: "c", isWide: true).bytes
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      var bytes = zip
      for _ in 0...random.below(4) {
        bytes[random.below(bytes.count)] = UInt8(random.below(256))
      }
      if random.below(4) == 0 { bytes.removeLast(random.below(bytes.count)) }
      _ = failure(bytes)
    }
  }

  @Test func `An entry states both its sizes`() throws {
    for entry in try directory(ZipBuilder(files).bytes).entries {
      #expect(entry.compressedCount == entry.dataRange.count)
      #expect(entry.compressedCount == entry.byteCount, "stored")
    }
  }

  @Test func `Flags mark names in UTF-8 and encrypted entries`() throws {
    for bit in 0..<16 where bit != 3 {
      var file = File("a", "b")
      file.flags = 1 << bit
      let entry = try #require(try directory(ZipBuilder([file]).bytes).entries.first)
      #expect(entry.isUTF8 == (bit == 11), "bit \(bit)")
      #expect(entry.isEncrypted == [0, 6, 13].contains(bit), "bit \(bit)")
      #expect(!entry.hasDescriptor)
    }
  }

  @Test func `Bytes of no entry are counted, before an entry and before the directory`() throws {
    var files = [File("a", "first"), File("b", "second")]
    files[1].gap = 7
    let zip = ZipBuilder(files)
    let end = zip.headers[0] + 30 + 1 + 5
    #expect(try directory(zip.bytes).remarks == [gap(7, at: end)])
    let plain = ZipBuilder([files[0]])
    let field = try #require(plain.fields.first { $0.name == "end.offset" })
    var bytes = plain.bytes
    bytes[field.byteRange.lowerBound] += 5
    bytes.insert(contentsOf: [1, 2, 3, 4, 5], at: end)
    #expect(try directory(bytes).remarks == [gap(5, at: end)])
  }

  private func gap(_ count: Int, at offset: Int) -> InputError {
    InputError(.zipGap, at: offset, detail: "\(count) bytes of no entry")
  }

  @Test func `No more than 64 remarks are kept`() throws {
    let files = (0..<70).map { number in
      var file = File("\(number)")
      file.gap = 1
      return file
    }
    #expect(try directory(ZipBuilder(Array(files.prefix(64))).bytes).remarks.count == 64)
    #expect(try directory(ZipBuilder(files).bytes).remarks.count == 64)
  }

  /// Returns the bytes of an extra field.
  private func field(_ id: Int, _ bytes: [UInt8]) -> [UInt8] {
    [UInt8(id & 0xFF), UInt8(id >> 8), UInt8(bytes.count), 0] + bytes
  }

  @Test func `Extra fields of the two headers are compared by what they contain`() throws {
    let time: [UInt8] = [1, 2, 3, 4]
    let name: [UInt8] = [1] + [0x43, 0xBE, 0xB7, 0xE8] + Array("b".utf8)
    let cases: [(id: Int, local: [UInt8], central: [UInt8], isEqual: Bool)] = [
      (0x5455, [1] + time, [1] + time, true),
      (0x5455, [3] + time + time, [3] + time, true),
      (0x5455, [3] + time, [3] + time, false),
      (0x5455, [9] + time, [9] + time, false),
      (0x7875, [1, 2, 5, 5, 2, 6, 6], [], true),
      (0x7875, [1, 2, 5, 5, 2, 6, 6], [1, 1, 5, 1, 6], true),
      (0x7875, [2, 2, 5, 5, 2, 6, 6], [], false),
      (0x7875, [1, 1, 5], [], false),
      (0x7875, [1, 2, 5, 5, 2, 6], [], false),
      (0x7075, name, name, true),
      (0x7075, [2] + name.dropFirst(), [2] + name.dropFirst(), false),
      (0x7075, [1, 0] + name.dropFirst(2), [1, 0] + name.dropFirst(2), false),
      (0x6375, [1, 2], [1, 2], true),
      (0x6375, [1, 2], [1, 3], false),
      (0x000A, [1, 2], [3], true),
      (0x1234, [1, 2], [1, 2], true),
      (0x1234, [1, 2], [1, 3], false),
      (0xA220, [0, 0], [0, 0], false),
    ]
    for (number, test) in cases.enumerated() {
      var file = File("a", "b")
      file.localExtra = field(test.id, test.local)
      file.centralExtra = field(test.id, test.central)
      let remarks = try directory(ZipBuilder([file]).bytes).remarks
      #expect(remarks.isEmpty == test.isEqual, "case \(number): \(remarks)")
      #expect(remarks.allSatisfy { $0.code == .zipExtraDifference })
    }
  }

  @Test func `An end record that is wrong is distinguished from one without its 64-bit form`()
    throws
  {
    let zip = ZipBuilder([File("a", "b")])
    let field = try #require(zip.fields.first { $0.name == "end.offset" })
    for (byte, detail) in [(0xFF, "no 64-bit record"), (0x01, "do not end at")] as [(UInt8, String)]
    {
      var bytes = zip.bytes
      for index in field.byteRange { bytes[index] = byte }
      let error = #expect(throws: InputError.self) { try directory(bytes) }
      #expect(error?.code == .zipEndRecord)
      #expect(error?.detail.contains(detail) == true, "\(error as Any)")
    }
  }
}
