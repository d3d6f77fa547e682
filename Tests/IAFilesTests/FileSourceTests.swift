import Foundation
import IABytes
import Testing

@testable import IAFiles

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite struct FileSourceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func limits(_ count: Int) -> Limits { Limits(inputBytes: count) }

  @Test(arguments: [0, 1, 4095, 4096, 4097, 65_536, 300_000])
  func `A file of any size is read whole, up to the limit and not one byte over`(count: Int) throws
  {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try folder.write(bytes, to: "a")
    let source = FileSource(path: folder["a"])
    #expect(try source.bytes(limits: limits(count)) == bytes)
    #expect(try source.bytes(limits: limits(count + 1)) == bytes)
    #expect(try source.bytes(limits: limits(.max)) == bytes)
    guard count > 0 else { return }
    let error = #expect(throws: InputError.self) { try source.bytes(limits: limits(count - 1)) }
    #expect(error?.code == .inputSize)
    #expect(error?.byteOffset == count - 1)
    #expect(error?.limit?.maximum == count - 1)
    // At most one byte beyond the limit is read.
    guard count > 1 else { return }
    let other = #expect(throws: InputError.self) { try source.bytes(limits: limits(count - 2)) }
    #expect(other?.limit?.seen == count - 1)
  }

  private func reason(_ path: String) -> FileError.Reason? {
    do {
      _ = try FileSource(path: path).bytes(limits: .standard)
      return nil
    } catch {
      return (error as? FileError)?.reason
    }
  }

  @Test func `Only regular files are read, and a pipe without a writer is refused at once`() throws
  {
    #expect(mkfifo(folder["pipe"], 0o600) == 0)
    #expect(reason(folder["pipe"]) == .notRegular)
    #expect(reason(folder.path) == .isFolder)
    #expect(reason("/dev/zero") == .notRegular)
    #expect(reason("/dev/null") == .notRegular)
    #expect(reason(folder["none"]) == .system(ENOENT))
    #expect(reason(folder["none/below"]) == .system(ENOENT))
    try folder.write("a", to: "a")
    #expect(reason(folder["a/below"]) == .system(ENOTDIR))
    #expect(reason("") == .system(ENOENT))
  }

  @Test func `A link to a file is followed, and a cycle of links is an error`() throws {
    try folder.write("text", to: "a")
    #expect(symlink("a", folder["link"]) == 0)
    #expect(symlink("round", folder["round"]) == 0)
    #expect(try FileSource(path: folder["link"]).bytes(limits: .standard) == Array("text".utf8))
    #expect(reason(folder["round"]) == .system(ELOOP))
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func `A file without permission is a permission error`() throws {
    try folder.write("text", to: "a")
    chmod(folder["a"], 0)
    let error = #expect(throws: FileError.self) {
      try FileSource(path: folder["a"]).bytes(limits: .standard)
    }
    #expect(error?.isPermission == true)
  }

  @Test func `A file that changes during reading is read again, then refused`() throws {
    try folder.write("one", to: "a")
    let source = FileSource(path: folder["a"])
    var readings = 0
    let bytes = try source.bytes(limits: .standard) {
      readings += 1
      if readings == 1 { try folder.write("three", to: "a") }
    }
    #expect(bytes == Array("three".utf8))
    #expect(readings == 2)

    for change in ["longer than before", "a"] {
      try folder.write("four", to: "a")
      var size = change
      let error = #expect(throws: FileError.self) {
        try source.bytes(limits: .standard) {
          try folder.write(size, to: "a")
          size += "!"
        }
      }
      #expect(error?.reason == .changedDuringRead)
    }
  }

  @Test func `Files beside the document are found by relative names, also in folders`() throws {
    try FileManager.default.createDirectory(
      atPath: folder["media/deep"], withIntermediateDirectories: true)
    try folder.write("x", to: "doc.md")
    try folder.write("one", to: "one.png")
    try folder.write("two", to: "media/deep/two.png")
    let source = FileSource(path: folder["doc.md"])
    #expect(try source.sideFile(named: "one.png", limits: .standard) == Array("one".utf8))
    #expect(
      try source.sideFile(named: "media/deep/two.png", limits: .standard) == Array("two".utf8))
    #expect(try source.sideFile(named: "media/none.png", limits: .standard) == nil)
    #expect(throws: InputError.self) { try source.sideFile(named: "one.png", limits: limits(2)) }
  }

  @Test func `Names and links do not lead to files outside the document's folder`() throws {
    try FileManager.default.createDirectory(
      atPath: folder["inner/sub"], withIntermediateDirectories: true)
    try folder.write("secret", to: "secret")
    try folder.write("x", to: "inner/doc.md")
    try folder.write("y", to: "inner/sub/y")
    #expect(symlink("../secret", folder["inner/link"]) == 0)
    #expect(symlink("..", folder["inner/up"]) == 0)
    #expect(symlink("sub", folder["inner/same"]) == 0)
    #expect(mkfifo(folder["inner/pipe"], 0o600) == 0)
    let source = FileSource(path: folder["inner/doc.md"])
    let names = [
      "../secret", "sub/../../secret", "./y", "sub/./y", folder["secret"], "link", "up/secret",
      "same/y", "pipe", "sub", "", "/", "//y", "sub//y", "sub/", "a\\b", "a\u{0}b", "a\nb", "..",
    ]
    for name in names {
      #expect(try source.sideFile(named: name, limits: .standard) == nil, "\(name)")
    }
    #expect(try source.sideFile(named: "sub/y", limits: .standard) == Array("y".utf8))
  }

  @Test func `Names that are not UTF-8 have strings of their own and lead back to their files`()
    throws
  {
    let names: [[UInt8]] = [
      [0xFF], [0x61, 0xC3], [0xE2, 0x82, 0x61], [0xED, 0xA0, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x8F, 0xBE, 0x80, 0xFF], Array("größe".utf8), [0xF8, 0x88, 0x80, 0x80, 0x80],
    ]
    #expect(Set(names.map { PathBytes.string(from: $0) }).count == names.count)
    for bytes in names {
      #expect(PathBytes.bytes(of: PathBytes.string(from: bytes)) == bytes)
      #if os(Linux)
        let path = PathBytes.string(from: Array((folder.path + "/").utf8) + bytes)
        let sink = try FileSink(path: path)
        try sink.write(bytes)
        try sink.commit()
        #expect(try FileSource(path: path).bytes(limits: .standard) == bytes)
        let onDisk = try #require(opendir(folder.path))
        defer { closedir(onDisk) }
        var found = false
        while let entry = readdir(onDisk) {
          let name = withUnsafeBytes(of: entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
          if name == bytes { found = true }
        }
        #expect(found, "\(bytes)")
      #endif
    }
  }

  @Test func `A stream is read to its end, in blocking and nonblocking mode`() throws {
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting
    let reading = pipe.fileHandleForReading.fileDescriptor
    _ = fcntl(reading, F_SETFL, O_NONBLOCK)
    Thread {
      for _ in 0..<3 {
        Thread.sleep(forTimeInterval: 0.01)
        writing.write(Data([1, 2, 3]))
      }
      try? writing.close()
    }.start()
    #expect(
      try DescriptorSource(reading).bytes(limits: limits(9)) == [1, 2, 3, 1, 2, 3, 1, 2, 3])
  }
}
