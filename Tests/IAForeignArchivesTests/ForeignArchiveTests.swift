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
  func `What is written is read again, and the same bytes are written again`(
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

  @Test func `Formats that are only read are not written, unsafe paths neither`() throws {
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
    // A path that ends with a slash is a folder, which is never made.
    let isFolder = path.hasSuffix("/")
    #expect(Set(found.files.keys) == ["good.txt", "z"])
    #expect(Array(found.skipped.values) == (isFolder ? [] : ["unpack.path"]), "\(path)")
  }

  @Test func `Paths with empty parts and single stops lose them`() throws {
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

  @Test func `Bytes that are no archive are refused`() {
    for text in ["", "PK", "Rar!\u{1A}\u{7}\u{0}", "{\\rtf1", String(repeating: "a", count: 1024)] {
      #expect(throws: InputError.self) { try ArchiveWalk.files(in: Array(text.utf8)) }
    }
  }
}

/// A sink that others can look into.
final class CollectedBytes: DocumentSink {
  private(set) var bytes: [UInt8] = []
  func write(_ bytes: [UInt8]) { self.bytes.append(contentsOf: bytes) }
  func writeSideFile(named name: String, _ bytes: [UInt8]) -> String? { nil }
}
