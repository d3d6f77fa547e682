import IAArchive
import IABytes
import IATestSupport
import IAText
import Testing

@Suite struct ArchiveHostileTests {
  static let archive = Result {
    try ArchiveFixture.archive(
      [ArchiveFixture.documents(6, seed: 21), ArchiveFixture.messages(4, seed: 22)],
      options: ArchiveOptions(recoveryPercent: 1, includesDescription: false))
  }

  /// A field of a ZIP header.
  struct Field: Sendable, CustomTestStringConvertible {
    var header: String
    var name: String
    var offset: Int
    var byteCount: Int
    var testDescription: String { "\(header): \(name)" }
  }

  static func fields(_ header: String, _ widths: KeyValuePairs<String, Int>) -> [Field] {
    var offset = 0
    return widths.map { name, width in
      defer { offset += width }
      return Field(header: header, name: name, offset: offset, byteCount: width)
    }
  }

  static let allFields: [Field] =
    fields(
      "local",
      [
        "signature": 4, "version needed": 2, "flags": 2, "method": 2, "time": 2, "date": 2,
        "CRC-32": 4, "stored size": 4, "size": 4, "name length": 2, "extra length": 2, "name": 4,
      ])
    + fields(
      "central",
      [
        "signature": 4, "version made by": 2, "version needed": 2, "flags": 2, "method": 2,
        "time": 2, "date": 2, "CRC-32": 4, "stored size": 4, "size": 4, "name length": 2,
        "extra length": 2, "comment length": 2, "disk": 2, "internal attributes": 2,
        "external attributes": 4, "offset": 4, "name": 4,
      ])
    + fields(
      "end",
      [
        "signature": 4, "disk": 2, "directory's disk": 2, "entries here": 2, "entries": 2,
        "directory size": 4, "directory offset": 4, "comment length": 2, "comment": 8,
      ])

  /// The offsets of the headers of each kind in `archive`.
  static let headers = Result {
    let bytes = try archive.get()
    return Dictionary(
      uniqueKeysWithValues: Set(allFields.map(\.header)).map { ($0, places($0, in: bytes)) })
  }

  /// Returns the offsets of the headers of a kind.
  static func places(_ header: String, in bytes: [UInt8]) -> [Int] {
    let signature: [UInt8] =
      switch header {
      case "local": [0x50, 0x4B, 3, 4]
      case "central": [0x50, 0x4B, 1, 2]
      default: [0x50, 0x4B, 5, 6]
      }
    return bytes.indices.filter { bytes[$0...].starts(with: signature) }
  }

  @Test(arguments: allFields) func `A wrong header field is detected`(field: Field) throws {
    let bytes = try Self.archive.get()
    let places = try #require(Self.headers.get()[field.header])
    // The first, the middle and the last header of each kind.
    for place in Set([0, places.count / 2, places.count - 1]).map({ places[$0] }) {
      for value in [UInt8(0xFF), 0x00, 0x01] {
        var wrong = bytes
        for index in 0..<field.byteCount { wrong[place + field.offset + index] = value }
        guard wrong != bytes else { continue }
        let report = ArchiveFixture.verify(wrong)
        #expect(report?.isIntact != true, "\(field.testDescription) at \(place)")
        if let damage = report?.damages.first {
          #expect(damage.error.byteOffset <= wrong.count)
          #expect(damage.error.code.rawValue.hasPrefix("archive."))
        }
      }
    }
    #expect(Self.allFields.count == 39)
  }

  @Test func `Bytes before, between and after members are detected`() throws {
    let bytes = try Self.archive.get()
    #expect(ArchiveFixture.verify([0] + bytes)?.isIntact != true)
    #expect(ArchiveFixture.verify(bytes + [0])?.isIntact == false)
    // A second end record after the archive.
    let end = try #require(Self.places("end", in: bytes).last)
    let report = ArchiveFixture.verify(bytes + bytes[end...])
    #expect(report?.isIntact == false)
    let second = try #require(Self.places("local", in: bytes).dropFirst().first)
    #expect(ArchiveFixture.verify(bytes[..<second] + [0] + bytes[second...])?.isIntact != true)
  }

  /// Returns a ZIP file of stored members, as any program could write it.
  static func zip(_ members: [(name: String, content: [UInt8])], sharesHeader: Bool = false)
    -> [UInt8]
  {
    var file = ByteWriter()
    var central = ByteWriter()
    for (index, member) in members.enumerated() {
      let offset = sharesHeader ? 0 : file.count
      if index == 0 || !sharesHeader {
        file.fixed(UInt32(0x0403_4B50))
        file.append(fixedFields(member))
        file.append(Array(member.name.utf8) + member.content)
      }
      central.fixed(UInt32(0x0201_4B50))
      central.fixed(UInt16(0x032D))
      central.append(fixedFields(member))
      central.append([0, 0, 0, 0, 0, 0])
      central.fixed(UInt32(0o100644 << 16))
      central.fixed(UInt32(offset))
      central.append(Array(member.name.utf8))
    }
    let start = file.count
    file.append(central.bytes)
    file.fixed(UInt32(0x0605_4B50))
    file.append([0, 0, 0, 0])
    file.fixed(UInt16(members.count))
    file.fixed(UInt16(members.count))
    file.fixed(UInt32(central.count))
    file.fixed(UInt32(start))
    let digits = String(repeating: "0", count: 64)
    let comment = "iaa 1; generation 1; documents 0; merkle \(digits); record \(digits)"
    file.fixed(UInt16(comment.utf8.count))
    file.append(Array(comment.utf8))
    return file.bytes
  }

  private static func fixedFields(_ member: (name: String, content: [UInt8])) -> [UInt8] {
    var writer = ByteWriter()
    writer.fixed(UInt16(20))
    writer.append([0, 0, 0, 0, 0, 0, 0x21, 0])
    writer.fixed(UInt32(0))
    writer.fixed(UInt32(member.content.count))
    writer.fixed(UInt32(member.content.count))
    writer.fixed(UInt16(member.name.utf8.count))
    writer.append([0, 0])
    return writer.bytes
  }

  @Test(arguments: [
    "../evil", "..\\evil", "/etc/passwd", "C:\\evil", "a/../../b", "%2e%2e/b", "text/../../x.txt",
    "", ".", "text/000001.TXT", "text/1.txt", "text/0000001.txt", "Mimetype", "mimetype ",
    "META-INF/0001/", "META-INF/1/record.txt", "attachments/zz", "CON", "-rf", "a\nb",
    "text/000001.txt\u{0}.exe", "attachments/\(String(repeating: "a", count: 64))/x",
    "attachments/\(String(repeating: "A", count: 64))", "data/99999999999999999999.iab",
    "dictionaries/0.zdict", "README.txt/x", String(repeating: "a/", count: 2000),
  ]) func `A name that archives do not use is refused`(name: String) throws {
    let error = #expect(throws: InputError.self) {
      try ArchiveReader(
        MemoryStorage(Self.zip([("mimetype", [1]), (name, [2])])))
    }
    #expect(error?.code == .archiveName)
  }

  @Test func `Duplicates, shared headers and overlaps are refused`() throws {
    let twice = Self.zip([("mimetype", [1]), ("README.txt", [2]), ("README.txt", [3])])
    let duplicate = #expect(throws: InputError.self) { try ArchiveReader(MemoryStorage(twice)) }
    #expect(duplicate?.code == .archiveDuplicate)
    let names = (1...250).map { index in
      let digits = String(index)
      return ("data/\(String(repeating: "0", count: 6 - digits.count))\(digits).iab", [UInt8(1)])
    }
    let shared = Self.zip([("mimetype", [1])] + names, sharesHeader: true)
    let overlap = #expect(throws: InputError.self) { try ArchiveReader(MemoryStorage(shared)) }
    #expect(overlap?.code == .archiveOverlap)
    let plain = #expect(throws: InputError.self) {
      try ArchiveReader(MemoryStorage(Self.zip([("mimetype", [1])])))
    }
    #expect(plain?.code == .archiveMissingMember)
    let none = #expect(throws: InputError.self) {
      try ArchiveReader(MemoryStorage(Array("no archive".utf8)))
    }
    #expect(none?.code == .archiveMissingDirectory)
  }

  @Test func `Members beyond the limits of input and output bytes are refused`() throws {
    let documents = ArchiveFixture.messages(50, seed: 23)
    let bytes = try ArchiveFixture.archive(
      [documents], options: ArchiveOptions(recoveryPercent: 0, includesDescription: false))
    var limits = Limits.standard
    limits.outputBytes = 1000
    let archive = try ArchiveReader(MemoryStorage(bytes), limits: limits)
    let error = #expect(throws: InputError.self) { try archive.document(at: 0) }
    #expect(error?.code == .archiveLimit)
    limits = .standard
    limits.inputBytes = 500
    #expect(throws: InputError.self) {
      try ArchiveReader(MemoryStorage(bytes), limits: limits)
    }
  }
}
