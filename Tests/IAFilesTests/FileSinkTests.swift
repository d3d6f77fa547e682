import Foundation
import IABytes
import IAFiles
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite struct FileSinkTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func permissions(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder[name])
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private func error(path: String) -> FileError? {
    do throws(FileError) {
      _ = try FileSink(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func `A commit places the complete file and leaves no other file`() throws {
    let sink = try FileSink(path: folder["out"])
    var all: [UInt8] = []
    for piece in 0..<40 {
      let bytes = [UInt8](repeating: UInt8(piece), count: 20_000)
      try sink.write(bytes)
      all += bytes
    }
    #if os(Linux)
      #expect(folder.names.isEmpty)
    #endif
    try sink.commit()
    #expect(folder.names == ["out"])
    #expect(folder.contents(of: "out") == all)
  }

  @Test func `A released sink without a commit leaves the folder unchanged`() throws {
    try folder.write("old", to: "out")
    do {
      let sink = try FileSink(path: folder["out"], mediaFolder: "media")
      try sink.write([UInt8](repeating: 1, count: 1 << 20))
      _ = try sink.writeSideFile(named: "a.png", [1])
    }
    #expect(folder.names == ["out"])
    #expect(folder.contents(of: "out") == Array("old".utf8))
  }

  @Test func `A replaced file keeps its permissions, and a private one stays private`() throws {
    for mode in [0o600, 0o640, 0o755] {
      try folder.write("old", to: "out")
      chmod(folder["out"], mode_t(mode))
      let sink = try FileSink(path: folder["out"])
      try sink.write([1])
      try sink.commit()
      #expect(try permissions("out") == mode)
      #expect(folder.contents(of: "out") == [1])
    }
    #expect(folder.names == ["out"])
  }

  @Test func `A link is kept, and its target is replaced`() throws {
    try FileManager.default.createDirectory(
      atPath: folder["sub"], withIntermediateDirectories: true)
    try folder.write("old", to: "sub/real")
    #expect(symlink("sub/real", folder["link"]) == 0)
    let sink = try FileSink(path: folder["link"])
    try sink.write([7])
    try sink.commit()
    #expect(folder.contents(of: "sub/real") == [7])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder["link"]) == "sub/real")
  }

  @Test func `Invalid targets are refused before bytes are written`() throws {
    try folder.write("a", to: "a")
    #expect(error(path: folder.path)?.reason == .isFolder)
    #expect(error(path: folder["none/out"])?.reason == .system(ENOENT))
    #expect(error(path: folder["a/out"])?.reason == .system(ENOTDIR))
    #expect(error(path: "")?.reason == .system(ENOENT))
    #expect(
      error(path: folder[String(repeating: "x", count: 256)])?.reason == .system(ENAMETOOLONG))
    #expect(symlink("nowhere", folder["dangling"]) == 0)
    #expect(error(path: folder["dangling"])?.reason == .system(ENOENT))
    #expect(unlink(folder["dangling"]) == 0)
    #expect(folder.names == ["a"])
  }

  @Test func `A name of 255 bytes can be written twice`() throws {
    let name = String(repeating: "n", count: 255)
    for byte in [1, 2] as [UInt8] {
      let sink = try FileSink(path: folder[name])
      try sink.write([byte])
      try sink.commit()
    }
    #expect(folder.contents(of: name) == [2])
    #expect(folder.names == [name])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `Without permission neither a folder nor a file in it is written`() throws {
    try folder.write("a", to: "a")
    chmod(folder["a"], 0o400)
    #expect(error(path: folder["a"])?.isPermission == true)
    chmod(folder.path, 0o500)
    defer { chmod(folder.path, 0o700) }
    #expect(error(path: folder["b"])?.isPermission == true)
  }

  @Test func `Devices and pipes are written directly`() throws {
    let sink = try FileSink(path: "/dev/null")
    try sink.write([1, 2, 3])
    try sink.commit()
    #expect(mkfifo(folder["pipe"], 0o600) == 0)
    let descriptor = open(folder["pipe"], O_RDONLY | O_NONBLOCK)
    defer { close(descriptor) }
    let pipe = try FileSink(path: folder["pipe"])
    try pipe.write([4, 5])
    try pipe.commit()
    #expect(try DescriptorSource(descriptor).bytes(limits: .standard) == [4, 5])
    #expect(folder.names == ["pipe"])
  }

  #if os(Linux)
    @Test func `A full disk has its own error`() throws {
      let sink = try FileSink(path: "/dev/full")
      let error = #expect(throws: FileError.self) {
        try sink.write([UInt8](repeating: 0, count: 1 << 19))
      }
      #expect(error?.isFull == true)
      let small = try FileSink(path: "/dev/full")
      try small.write([1])
      #expect(throws: FileError.self) { try small.commit() }
    }
  #endif

  @Test func `Side files are in the media folder, and their names contain it`() throws {
    let sink = try FileSink(path: folder["doc.md"], mediaFolder: "media/")
    try sink.write([0])
    #expect(try sink.writeSideFile(named: "a.png", [1]) == "media/a.png")
    #expect(try sink.writeSideFile(named: "a.png", [1]) == "media/a.png")
    #expect(try sink.writeSideFile(named: "a.png", [2]) == "media/a-2.png")
    #expect(try sink.writeSideFile(named: "a.png", [3]) == "media/a-3.png")
    #expect(try sink.writeSideFile(named: "noSuffix", [4]) == "media/noSuffix")
    #expect(try sink.writeSideFile(named: "noSuffix", [5]) == "media/noSuffix-2")
    #expect(folder.names.isEmpty)
    try sink.commit()
    #expect(folder.names == ["doc.md", "media"])
    #expect(folder.contents(of: "media/a-2.png") == [2])
    #expect(folder.contents(of: "media/noSuffix-2") == [5])
    let source = FileSource(path: folder["doc.md"])
    #expect(try source.sideFile(named: "media/a-3.png", limits: .standard) == [3])
  }

  @Test(arguments: ["../a", "a/b", "/a", "", ".", "..", "a\\b", "a\u{0}", "a\n"])
  func `A side file cannot leave the media folder`(name: String) throws {
    let sink = try FileSink(path: folder["doc.md"], mediaFolder: "media")
    #expect(throws: FileError.self) { try sink.writeSideFile(named: name, [1]) }
  }

  @Test func `A sink without a media folder does not write side files`() throws {
    let sink = try FileSink(path: folder["doc.md"])
    #expect(try sink.writeSideFile(named: "a", [1]) == nil)
  }

  @Test func `A side file that cannot be written takes the others and the document with it`() throws
  {
    let sink = try FileSink(path: folder["doc.md"], mediaFolder: "media")
    try sink.write([0])
    _ = try sink.writeSideFile(named: "a", [1])
    _ = try sink.writeSideFile(named: String(repeating: "n", count: 256), [2])
    #expect(throws: FileError.self) { try sink.commit() }
    #expect(folder.names.isEmpty)
  }

  @Test func `Other files are not changed, and the side file gets another name`() throws {
    try FileManager.default.createDirectory(
      atPath: folder["media"], withIntermediateDirectories: true)
    try folder.write("outside", to: "victim")
    #expect(symlink("../victim", folder["media/a.png"]) == 0)
    let sink = try FileSink(path: folder["doc.md"], mediaFolder: "media")
    try folder.write("x", to: "media/b.png")
    #expect(try sink.writeSideFile(named: "a.png", [1]) == "media/a-2.png")
    #expect(try sink.writeSideFile(named: "b.png", Array("x".utf8)) == "media/b.png")
    #expect(try sink.writeSideFile(named: "b.png", [1]) == "media/b-2.png")
    try sink.commit()
    #expect(folder.contents(of: "victim") == Array("outside".utf8))
    #expect(folder.contents(of: "media/a.png") == Array("outside".utf8))
    #expect(folder.contents(of: "media/a-2.png") == [1])
  }

  @Test func `A file that appears before the commit is kept, and the commit is undone`()
    throws
  {
    let sink = try FileSink(path: folder["doc.md"], mediaFolder: "media")
    #expect(try sink.writeSideFile(named: "a.png", [1]) == "media/a.png")
    try FileManager.default.createDirectory(
      atPath: folder["media"], withIntermediateDirectories: true)
    try folder.write("theirs", to: "media/a.png")
    #expect(throws: FileError.self) { try sink.commit() }
    #expect(folder.contents(of: "media/a.png") == Array("theirs".utf8))
    #expect(folder.names == ["media"])
  }
}
