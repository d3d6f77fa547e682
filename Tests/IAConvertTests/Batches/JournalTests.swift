import Foundation
import IABytes
import IAFormats
import IASyntax
import IATestSupport
import Testing

@testable import IAConvert

@Suite struct JournalTests {
  private static let run = JournalRun(program: "iaconv 0.1.0", options: "0123")

  private static func entry(_ name: String, bytes: Int = 5) -> JournalEntry {
    JournalEntry(
      name: name, input: "in/\(name).md", inputByteCount: bytes, inputNanoseconds: 7,
      inputDigest: SHA256Digest(of: Array(name.utf8)), status: .converted,
      outputs: [
        .init(
          path: name + ".html", byteCount: 3, nanoseconds: 9,
          digest: SHA256Digest(of: [UInt8(truncatingIfNeeded: bytes)]))
      ])
  }

  private static func lines(_ bytes: [UInt8]) throws -> ([JournalLine], valid: Int) {
    var reader = JournalReader(bytes)
    var lines: [JournalLine] = []
    while let next = try reader.next() { lines.append(next.line) }
    return (lines, reader.validByteCount)
  }

  @Test func `A line is equal after writing and reading`() throws {
    var refused = Self.entry("a\nb \u{10FFFF} \u{202E}")
    refused.status = .refused
    refused.code = "json.syntax"
    refused.outputs = []
    var page = Self.entry("page")
    page.beside = SideFileRecord(
      names: ["img/a\"b.png", "../\u{E9}.css", "../e\u{301}.css"], digest: SHA256Digest(of: [1]),
      stamps: nil)
    var timed = page
    timed.beside?.stamps = "0123456789abcdef"
    for line in [
      JournalLine.run(Self.run), .document(Self.entry("x/y")), .document(refused),
      .document(page), .document(timed),
    ] {
      let bytes = line.bytes
      #expect(bytes.last == 0x0A && bytes.firstIndex(of: 0x0A) == bytes.count - 1)
      #expect(try JournalLine(Array(bytes.dropLast()), at: 0) == line)
    }
  }

  @Test func `A document with thousands of pictures is equal after writing and reading`() throws {
    var entry = Self.entry("a")
    for number in 0..<20_000 {
      let digest = SHA256Digest(of: Array("\(number)".utf8))
      entry.outputs.append(
        .init(path: "media/picture-\(number).png", byteCount: 68, nanoseconds: 1, digest: digest))
    }
    let line = try #require(Journal.line(of: entry))
    #expect(line.count > 2 << 20)
    let all = JournalLine.run(Self.run).bytes + line + JournalLine.document(Self.entry("b")).bytes
    let (lines, valid) = try Self.lines(all)
    #expect(valid == all.count && lines.count == 3 && lines[1] == .document(entry))
  }

  @Test func `A line that readers would refuse is not written`() {
    var entry = Self.entry("a")
    let path = String(repeating: "p", count: 12 << 20)
    for number in 0..<3 {
      entry.outputs.append(
        .init(
          path: path + "\(number)", byteCount: 1, nanoseconds: 1, digest: SHA256Digest(of: [])))
    }
    #expect(Journal.line(of: entry) == nil)
  }

  @Test func `The line of a document without losses has at most 400 bytes`() {
    let entry = Self.entry("letters/1987/letter-000123")
    #expect(JournalLine.document(entry).bytes.count <= 400)
  }

  @Test func `A journal that is truncated at any byte keeps its complete lines`() throws {
    let all = [JournalLine.run(Self.run), .document(Self.entry("a")), .document(Self.entry("b"))]
    let ends = all.indices.map { all[...$0].reduce(0) { $0 + $1.bytes.count } }
    let bytes = all.flatMap(\.bytes)
    for count in 0...bytes.count {
      let (lines, valid) = try Self.lines(Array(bytes.prefix(count)))
      let whole = ends.filter { $0 <= count }.count
      #expect(lines == Array(all.prefix(whole)), "\(count) bytes")
      #expect(valid == (whole == 0 ? 0 : ends[whole - 1]))
    }
  }

  @Test func `Each flipped bit is detected; in the last line it ends the journal`() throws {
    let all = [JournalLine.run(Self.run), .document(Self.entry("a")), .document(Self.entry("b"))]
    let bytes = all.flatMap(\.bytes)
    // Without its line feed, the line before the last one is joined with the last one.
    let last = bytes.count - all[2].bytes.count - 1
    for offset in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[offset] ^= 1 << UInt8(bit)
        do {
          let (lines, _) = try Self.lines(damaged)
          let whole = offset == last ? 1 : 2
          #expect(offset >= last && lines == Array(all.prefix(whole)), "\(offset) \(bit)")
        } catch let error as InputError {
          #expect(error.code == .journalDamaged || error.code == .journalForeign)
          #expect(offset < last, "\(offset) \(bit): \(error)")
          #expect(error.byteOffset <= offset, "\(offset) \(bit): \(error)")
        }
      }
    }
  }

  @Test func `Journals of other programs and newer versions are refused with their codes`() throws {
    func code(_ bytes: [UInt8]) -> InputError.Code? {
      do {
        _ = try Self.lines(bytes)
        return nil
      } catch {
        return (error as? InputError)?.code
      }
    }
    #expect(code(Array("hello\nworld\n".utf8)) == .journalForeign)
    #expect(code(Array("hello".utf8)) == .journalForeign)
    #expect(code([UInt8](repeating: 0, count: 4000)) == .journalForeign)
    #expect(code([UInt8](repeating: 0x7B, count: 3 << 20)) == .journalForeign)
    var line = Array("{\"v\":2,\"journal\":\"iaconv\",\"program\":\"x\",\"options\":\"\"".utf8)
    let check = String(CRC32C.of(line.span), radix: 16)
    line += Array(",\"crc\":\"".utf8)
    line += Array((String(repeating: "0", count: 8 - check.utf8.count) + check + "\"}\n").utf8)
    #expect(code(line) == .journalVersion)
    let document = JournalLine.document(Self.entry("a")).bytes
    #expect(code(document + document) == .journalForeign)
  }

  @Test func `A path that leads out of the target is refused`() throws {
    for path in ["../a", "/a", "a/../b", "a//b", ".", ""] {
      var entry = Self.entry("a")
      entry.outputs[0].path = path
      let line = Array(JournalLine.document(entry).bytes.dropLast())
      let error = #expect(throws: InputError.self) { _ = try JournalLine(line, at: 10) }
      #expect(error?.code == .journalDamaged, "\(path)")
      #expect((10..<10 + line.count).contains(error?.byteOffset ?? -1))
    }
  }

  @Test func `A name beside a document that sources do not read is refused`() throws {
    func isRead(_ names: [String]) -> Bool {
      var entry = Self.entry("a")
      entry.beside = SideFileRecord(names: names, digest: SHA256Digest(of: []), stamps: nil)
      do {
        _ = try JournalLine(Array(JournalLine.document(entry).bytes.dropLast()), at: 10)
        return true
      } catch {
        #expect(error.code == .journalDamaged && error.byteOffset >= 10)
        return false
      }
    }
    for name in [
      "//a", "/a/../b", "..", "a/../b", "../../", "", ".", "a\\b", "a\nb", "\0",
      String(repeating: "n", count: 1025),
    ] {
      #expect(!isRead([name]), "\(name)")
    }
    #expect(isRead(["../../a", "/a/b", String(repeating: "n", count: 1024)]))
    #expect(!isRead(["a", "b", "a"]))
    let many = (0..<4096).map { "\($0)" }
    #expect(isRead(many) && !isRead(many + ["more"]))
  }

  @Test func `Paths of files beside a document are relative to its folder`() {
    let record = SideFileRecord(
      names: ["a", "b/c", "../d", "../../../e"], digest: SHA256Digest(of: []), stamps: nil)
    #expect(record.paths(beside: "x/y/z.html") == ["x/y/a", "x/y/b/c", "x/d", "../e"])
    #expect(record.paths(beside: "/x/z.html").prefix(3) == ["/x/a", "/x/b/c", "/d"])
    #expect(record.paths(beside: "z.html").prefix(2) == ["a", "b/c"])
  }

  @Test func `The index finds the newest entry of each document`() throws {
    let path = NSTemporaryDirectory() + "journal-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    var bytes = JournalLine.run(Self.run).bytes
    for number in 0..<3000 { bytes += JournalLine.document(Self.entry("d\(number)")).bytes }
    let second = JournalRun(program: "iaconv 9", options: "4567")
    bytes += JournalLine.run(second).bytes
    for number in stride(from: 0, to: 3000, by: 3) {
      bytes += JournalLine.document(Self.entry("d\(number)", bytes: 6)).bytes
    }
    try Data(bytes + Array("{\"name\":\"torn".utf8)).write(to: URL(filePath: path))
    let index = try JournalIndex(path: path, scratchFolder: NSTemporaryDirectory())
    #expect(index.count == 4000)
    #expect(index.validByteCount == bytes.count)
    for number in 0..<3000 {
      let found = try #require(try index.entry("d\(number)"))
      #expect(found.entry.inputByteCount == (number % 3 == 0 ? 6 : 5))
      #expect(found.run == (number % 3 == 0 ? second : Self.run))
    }
    #expect(try index.entry("none") == nil)
  }

  @Test(arguments: [false, true])
  func `The newest entries of unmarked documents are visited in the order of the journal`(
    isExtended: Bool
  ) throws {
    let path = NSTemporaryDirectory() + "journal-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    var bytes = JournalLine.run(Self.run).bytes
    for number in 0..<9000 { bytes += JournalLine.document(Self.entry("d\(number)")).bytes }
    let start = bytes
    for number in stride(from: 0, to: 9010, by: 5) {
      bytes += JournalLine.document(Self.entry("d\(number)", bytes: 6)).bytes
    }
    try Data(isExtended ? start : bytes).write(to: URL(filePath: path))
    var index = try JournalIndex(path: path, scratchFolder: NSTemporaryDirectory())
    if isExtended {
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.seekToEnd()
      try file.write(contentsOf: Data(bytes[start.count...]))
      try file.close()
      index = try #require(try index.extended(path: path))
    }
    var marks = EntryPlaces.Marks()
    for number in 0..<9010 where number % 1000 >= 2 && number != 9005 {
      _ = try index.entry("d\(number)", marking: &marks)
    }
    let none = try index.entry("none", marking: &marks)
    #expect(none == nil)
    var found: [String] = []
    try index.forEachEntry(besides: marks, scratchFolder: NSTemporaryDirectory()) {
      found.append("\($0.name) \($0.inputByteCount)")
    }
    let thousands = (0..<9).map { $0 * 1000 }
    #expect(
      found == thousands.map { "d\($0 + 1) 5" } + (thousands + [9000, 9005]).map { "d\($0) 6" })
  }

  @Test func `An index is extended by appended lines, and otherwise built again`() throws {
    let path = NSTemporaryDirectory() + "journal-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    var bytes = JournalLine.run(Self.run).bytes
    func write() throws {
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: Data(bytes))
      try file.close()
    }
    for number in 0..<100 { bytes += JournalLine.document(Self.entry("d\(number)")).bytes }
    try Data(bytes).write(to: URL(filePath: path))
    var index = try JournalIndex(path: path, scratchFolder: NSTemporaryDirectory())
    let second = JournalRun(program: "iaconv 9", options: "4567")
    for round in 6..<9 {
      bytes += JournalLine.run(second).bytes
      for number in stride(from: 90, to: 110, by: 2) {
        bytes += JournalLine.document(Self.entry("d\(number)", bytes: round)).bytes
      }
      try write()
      index = try #require(try index.extended(path: path))
      #expect(index.count == 100 + 10 * (round - 5) && index.validByteCount == bytes.count)
      #expect(index.runs == [Self.run, second])
      for number in 0..<110 {
        let found = try index.entry("d\(number)")
        let isNew = number >= 90 && number % 2 == 0
        #expect(found?.entry.inputByteCount == (isNew ? round : number < 100 ? 5 : nil))
        #expect(found?.run == (isNew ? second : number < 100 ? Self.run : nil))
      }
    }
    // An incomplete line is read when it is complete.
    let line = JournalLine.document(Self.entry("torn")).bytes
    let whole = bytes
    bytes += line.prefix(20)
    try write()
    index = try #require(try index.extended(path: path))
    #expect(index.validByteCount == whole.count)
    bytes = whole + line
    try write()
    index = try #require(try index.extended(path: path))
    #expect(try index.entry("torn") != nil)
    // A journal that is shorter, was rewritten, or is another file is read again.
    bytes.removeLast(line.count)
    try write()
    #expect(try index.extended(path: path) == nil)
    bytes = JournalLine.run(second).bytes
    for number in 0..<200 { bytes += JournalLine.document(Self.entry("e\(number)")).bytes }
    try write()
    #expect(try index.extended(path: path) == nil)
    try FileManager.default.removeItem(atPath: path)
    #expect(try index.extended(path: path) == nil)
  }
}
