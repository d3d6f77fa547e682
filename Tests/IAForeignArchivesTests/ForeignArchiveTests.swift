import Foundation
import IABytes
import IAFiles
import IAForeignArchives
import IATestSupport
import Testing

@Suite struct ForeignArchiveTests {
  private func written(
    _ files: [(String, String)], _ format: ForeignArchiveFormat
  ) throws -> [UInt8] {
    let output = CollectedBytes()
    let writer = try ForeignArchiveWriter(format: format, to: output)
    for (path, text) in files { try writer.add(path, Array(text.utf8)) }
    try writer.finish()
    return output.bytes
  }

  private let files = [
    ("a.txt", "first"), ("folder/Ünïcode — 漢字.txt", "second"), ("folder/empty", ""),
    ("big.bin", String(repeating: "0123456789abcdef", count: 40_000)),
  ]

  @Test(arguments: [ForeignArchiveFormat.zip, .tarZstd])
  func `Archives are read back, and a second writing gives the same bytes`(
    format: ForeignArchiveFormat
  ) throws {
    let bytes = try written(files, format)
    #expect(ForeignArchiveFormat.detected(inPrefix: Array(bytes.prefix(512))) == format)
    let found = try ArchiveWalk.files(in: bytes)
    #expect(found.skipped == [:])
    #expect(found.files.count == files.count)
    for (path, text) in files { #expect(found.files[path] == Array(text.utf8), "\(path)") }
    #expect(try written(files, format) == bytes)
  }

  @Test func `Read-only formats and unsafe paths are not written`() throws {
    #expect(throws: InputError.self) { try written([], .sevenZip) }
    #expect(throws: InputError.self) { try written([("../a", "")], .zip) }
    #expect(throws: InputError.self) { try written([("a", ""), ("A", "")], .zip) }
    #expect(throws: InputError.self) { try written([("a", ""), ("a/b", "")], .tarZstd) }
  }

  @Test(arguments: [
    "../x", "a/../../b", "..", "/abs", "C:/x", "C:x", "\\\\server\\x", "..\\x", "a\\b", "%2e%2e/x",
    "%2E%2e", "a%2fb", "x\u{1}", "line\nfeed", "dot.", "space ", "CON", "con.txt", "lpt1", "-rf",
    "rtl\u{202E}txt.exe", "./", "./.", String(repeating: "n", count: 256),
    String(repeating: "n/", count: 2049),
  ])
  func `An unsafe path is refused and the rest of the archive is read`(path: String) throws {
    let zip = ZipBuilder([.init("good.txt", "good"), .init(path, "bad"), .init("z", "after")])
    let found = try ArchiveWalk.files(in: zip.bytes)
    // A path that ends with a slash is a folder, which is not created.
    let isFolder = path.hasSuffix("/")
    #expect(Set(found.files.keys) == ["good.txt", "z"])
    #expect(Array(found.skipped.values) == (isFolder ? [] : ["unpack.path"]), "\(path)")
  }

  @Test func `Empty parts and single dots are removed from paths`() throws {
    let zip = ZipBuilder([.init("./a//b/./c.txt", "c")])
    #expect(try Array(ArchiveWalk.files(in: zip.bytes).files.keys) == ["a/b/c.txt"])
  }

  @Test(arguments: [
    ["a.txt", "a.txt"], ["a.txt", "A.TXT"], ["caf\u{E9}", "cafe\u{301}"], ["a", "a/b"],
    ["a/b", "a"], ["x/Y/z", "X/y/Z"],
  ])
  func `The second of two colliding paths is refused or numbered`(names: [String]) throws {
    let zip = ZipBuilder([.init(names[0], "first"), .init(names[1], "second"), .init("q", "")])
    let refused = try ArchiveWalk.files(in: zip.bytes)
    #expect(refused.files.count == 2)
    #expect(Array(refused.skipped.values) == ["unpack.collision"])
    let renamed = try ArchiveWalk.files(in: zip.bytes, collisions: .suffix)
    #expect(renamed.files.count == 3 || names.contains("a"))
    #expect(renamed.files.values.contains(Array("second".utf8)) || names == ["a", "a/b"])
  }

  @Test func `Only regular files are read`() throws {
    var files: [ZipBuilder.File] = []
    for (index, mode) in [0o120777, 0o020666, 0o060666, 0o010644, 0o140755].enumerated() {
      var file = ZipBuilder.File("special-\(index)", "/etc/passwd")
      file.mode = mode
      files.append(file)
    }
    var setuid = ZipBuilder.File("program", "text")
    setuid.mode = 0o104755
    files.append(setuid)
    let found = try ArchiveWalk.files(in: ZipBuilder(files).bytes)
    #expect(Array(found.files.keys) == ["program"])
    #expect(found.skipped.count == 5)
    #expect(Set(found.skipped.values) == ["unpack.not-regular"])
  }

  @Test func `Encrypted entries and foreign methods are skipped and named`() throws {
    var secret = ZipBuilder.File("secret", "abcdefghijklm")
    secret.flags = 1
    var strange = ZipBuilder.File("strange", "abc")
    strange.method = 14
    let found = try ArchiveWalk.files(in: ZipBuilder([secret, strange, .init("a", "a")]).bytes)
    #expect(found.skipped == ["secret": "unpack.encrypted", "strange": "unpack.method"])
    #expect(found.files == ["a": Array("a".utf8)])
  }

  @Test func `A wrong checksum is damage`() throws {
    var file = ZipBuilder.File("a", "abc")
    file.crc32 = 1
    #expect(throws: InputError.self) { try ArchiveWalk.files(in: ZipBuilder([file]).bytes) }
  }

  @Test func `Bombs are refused by the budget`() throws {
    let zeros = String(repeating: "0", count: 30 << 20)
    for format in [ForeignArchiveFormat.zip, .tarZstd] {
      let bomb = try written([("zeros", zeros)], format)
      let error = #expect(throws: InputError.self) { try ArchiveWalk.files(in: bomb) }
      #expect(error?.code == .unpackLimit, "\(format)")
      #expect(error?.limit?.name == "totalBytes")
      let large = ArchiveBudget(ratio: 100_000)
      #expect(try ArchiveWalk.files(in: bomb, budget: large).files.count == 1)
      let limits = Limits(inputBytes: 1 << 20)
      let single = #expect(throws: InputError.self) {
        try ArchiveWalk.files(in: bomb, limits: limits, budget: large)
      }
      #expect(single?.code == .inputSize)
    }
    let many = try written((0..<20).map { ("\($0)", "") }, .tarZstd)
    let error = #expect(throws: InputError.self) {
      try ArchiveWalk.files(in: many, budget: ArchiveBudget(entries: 19))
    }
    #expect(error?.code == .unpackLimit)
    #expect(try ArchiveWalk.files(in: many, budget: ArchiveBudget(entries: 20)).files.count == 20)
  }

  @Test func `Archives changed at random are read or refused`() throws {
    var random = SeededGenerator(seed: 3)
    for format in [ForeignArchiveFormat.zip, .tarZstd] {
      let whole = try written(Array(files.prefix(3)), format)
      for _ in 0..<500 {
        var bytes = whole
        for _ in 0...random.below(4) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
        if random.below(4) == 0 { bytes.removeLast(random.below(bytes.count)) }
        do { _ = try ArchiveWalk.files(in: bytes) } catch is InputError {}
      }
    }
  }

  @Test func `More equal names than a file system has numbers for are numbered`() throws {
    let count = 12_000
    let zip = ZipBuilder((0..<count).map { _ in ZipBuilder.File("a.txt") })
    var reader = try ForeignArchiveReader(zip.bytes, collisions: .suffix)
    var last = ""
    while let entry = try reader.next() { last = entry.path.text }
    #expect(last == "a-\(count).txt")
    #expect(reader.skipped.count == 0 && reader.skipped.renamedCount == count - 1)
    #expect(reader.skipped.renamedRest?.detail == "\(count - 1 - 64) more are renamed")
  }

  @Test
  func
    `Skipped entries beyond the listed ones are counted, renamed ones take none of their places`()
    throws
  {
    let names = (0..<70).map { _ in "a" } + (0..<70).map { "../\($0)" }
    let zip = ZipBuilder(names.map { ZipBuilder.File($0) })
    var reader = try ForeignArchiveReader(zip.bytes, collisions: .suffix)
    while try reader.next() != nil {}
    #expect(reader.skipped.items.count == 64 && reader.skipped.count == 70)
    #expect(reader.skipped.rest?.code == .unpackMore)
    #expect(reader.skipped.rest?.detail == "6 more are skipped")
    #expect(reader.skipped.renamedCount == 69)
  }

  /// Returns the header of a tar entry.
  private func header(_ name: String, _ byteCount: Int, kind: String) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    func octal(_ number: Int, _ width: Int) -> String {
      let digits = String(number, radix: 8)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    put(name, at: 0)
    put(octal(0o644, 7), at: 100)
    put(octal(0, 7), at: 108)
    put(octal(0, 7), at: 116)
    put(octal(byteCount, 11), at: 124)
    put(octal(0, 11), at: 136)
    put("        ", at: 148)
    put(kind, at: 156)
    if kind == "S" {
      put("ustar  ", at: 257)
      // One range of data at the start, and a hole after it.
      put(octal(0, 11), at: 386)
      put(octal(byteCount, 11), at: 398)
      put(octal(byteCount * 2, 11), at: 483)
    } else {
      put("ustar\u{0}00", at: 257)
    }
    let sum = header.reduce(0) { $0 + Int($1) }
    put(octal(sum, 6) + "\u{0} ", at: 148)
    return header
  }

  /// Returns a zstd frame without a checksum: blocks of bytes, and blocks that repeat a byte.
  private func frame(_ blocks: [(bytes: [UInt8], count: Int)]) -> [UInt8] {
    // A window of 1 MiB.
    var frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x50]
    for (index, block) in blocks.enumerated() {
      let isRun = block.bytes.count == 1
      let word = (index == blocks.count - 1 ? 1 : 0) | (isRun ? 2 : 0) | block.count << 3
      frame += [UInt8(word & 255), UInt8(word >> 8 & 255), UInt8(word >> 16)] + block.bytes
    }
    return frame
  }

  @Test func `A frame without a checksum is read to its end if the last blocks are full`() throws {
    let size = 3 << 17
    let full: [(bytes: [UInt8], count: Int)] = Array(repeating: ([7], 1 << 17), count: 3)
    let archive = frame(
      [(header("a", size, kind: "0"), 512)] + full + [([0], 1024)])
    let found = try ArchiveWalk.files(in: archive)
    #expect(found.files["a"] == Array(repeating: 7, count: size))
    // Blocks follow the end of the tar archive.
    let longer = frame(
      [(header("a", 0, kind: "0"), 512), ([0], 1024)] + full)
    #expect(try ArchiveWalk.files(in: longer).files["a"] == [])
  }

  @Test(arguments: ["5", "S", "6"])
  func `Bytes of entries that are not files count`(kind: String) throws {
    let size = 40 << 20
    let data: [(bytes: [UInt8], count: Int)] = Array(repeating: ([0], 1 << 17), count: size >> 17)
    let archive = frame([(header("a", size, kind: kind), 512)] + data + [([0], 1024)])
    let error = #expect(throws: InputError.self) { try ArchiveWalk.files(in: archive) }
    #expect(error?.limit?.name == "totalBytes", "\(kind)")
  }

  @Test func `Bytes that are not an archive are refused`() {
    for text in ["", "PK", "Rar!\u{1A}\u{7}\u{0}", "{\\rtf1", String(repeating: "a", count: 1024)] {
      #expect(throws: InputError.self) { try ArchiveWalk.files(in: Array(text.utf8)) }
    }
  }
}

/// A sink whose bytes can be read.
final class CollectedBytes: DocumentSink {
  private(set) var bytes: [UInt8] = []
  func write(_ bytes: [UInt8]) { self.bytes.append(contentsOf: bytes) }
  func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? { nil }
}
