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

@Suite struct FolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, files: [String: [UInt8]] = [:]) throws -> FolderSink {
    let sink = try FolderSink(path: folder["a.rtfd"], document: "TXT.rtf")
    try sink.write(Array(text.utf8))
    for (name, bytes) in files { _ = try sink.writeSideFile(named: name, bytes) }
    return sink
  }

  private func source() throws -> FolderSource {
    try #require(FolderSource(path: folder["a.rtfd"], document: "TXT.rtf"))
  }

  private func reason(_ body: () throws -> Void) -> FileError.Reason? {
    do {
      try body()
      return nil
    } catch {
      return (error as? FileError)?.reason
    }
  }

  @Test func `A commit places the complete folder and leaves no other file`() throws {
    let sink = try write("text", files: ["ü b.png": [1, 2], "c": []])
    #expect(folder.contents(of: "a.rtfd/TXT.rtf") == nil)
    try sink.commit()
    #expect(folder.names == ["a.rtfd"])
    let source = try source()
    #expect(source.name == "a.rtfd")
    #expect(try source.bytes(limits: .standard) == Array("text".utf8))
    #expect(try source.sideFile(named: "ü b.png", limits: .standard) == [1, 2])
    #expect(try source.sideFile(named: "c", limits: .standard) == [])
    #expect(try source.sideFile(named: "d", limits: .standard) == nil)
  }

  @Test func `An older folder is replaced with its content`() throws {
    try write("old", files: ["old.png": [9]]).commit()
    try FileManager.default.createDirectory(
      atPath: folder["a.rtfd/deep/er"], withIntermediateDirectories: true)
    try folder.write("x", to: "a.rtfd/deep/er/file")
    try folder.write("kept", to: "outside")
    try FileManager.default.createSymbolicLink(
      atPath: folder["a.rtfd/deep/link"], withDestinationPath: folder.path)
    try write("new", files: ["new.png": [8]]).commit()
    #expect(folder.names == ["a.rtfd", "outside"])
    #expect(folder.contents(of: "a.rtfd/TXT.rtf") == Array("new".utf8))
    #expect(folder.contents(of: "a.rtfd/old.png") == nil)
    #expect(folder.contents(of: "a.rtfd/new.png") == [8])
    #expect(folder.contents(of: "outside") == Array("kept".utf8))
  }

  @Test func `A sink writes the document in parts of 256 KiB`() throws {
    let sink = try FolderSink(path: folder["a.rtfd"], document: "TXT.rtf")
    let staging = try #require(folder.names.first)
    func written() -> Int? { folder.contents(of: staging + "/TXT.rtf")?.count }
    try sink.write([UInt8](repeating: 1, count: (1 << 18) - 1))
    #expect(written() == 0)
    try sink.write([2])
    #expect(written() == 1 << 18)
    try sink.write([3])
    try sink.commit()
    #expect(folder.contents(of: "a.rtfd/TXT.rtf")?.count == (1 << 18) + 1)
  }

  @Test func `A released sink without a commit changes nothing`() throws {
    try write("old").commit()
    do { _ = try write("new", files: ["b": [1]]) }
    #expect(folder.names == ["a.rtfd"])
    #expect(folder.contents(of: "a.rtfd/TXT.rtf") == Array("old".utf8))
  }

  @Test func `A folder with other content and a file are not replaced`() throws {
    try FileManager.default.createDirectory(
      atPath: folder["a.rtfd"], withIntermediateDirectories: true)
    try folder.write("precious", to: "a.rtfd/thesis.txt")
    #expect(reason { _ = try write("new") } == .system(ENOTEMPTY))
    #expect(folder.contents(of: "a.rtfd/thesis.txt") == Array("precious".utf8))
    try FileManager.default.removeItem(atPath: folder["a.rtfd"])
    try folder.write("a file", to: "a.rtfd")
    #expect(reason { _ = try write("new") } == .system(ENOTDIR))
    #expect(folder.names == ["a.rtfd"])
  }

  @Test func `Names outside the folder and names in use are refused`() throws {
    let sink = try write("text")
    for name in ["../x", "a/b", "/etc/x", "..", ".", "", "a\\b", "a\nb", "TXT.rtf"] {
      #expect(reason { _ = try sink.writeSideFile(named: name, [1]) } == .unsafeName, "\(name)")
    }
    #expect(try sink.writeSideFile(named: "x", [1]) == "x")
    #expect(reason { _ = try sink.writeSideFile(named: "x", [2]) } == .unsafeName)
  }

  @Test func `Files outside, behind links and special files are not read`() throws {
    try write("text").commit()
    try folder.write("secret", to: "secret")
    try FileManager.default.createSymbolicLink(
      atPath: folder["a.rtfd/link"], withDestinationPath: "../secret")
    mkfifo(folder["a.rtfd/pipe"], 0o600)
    let source = try source()
    for name in ["../secret", "/etc/passwd", "link", "pipe", "..", "a/../TXT.rtf", ""] {
      #expect(try source.sideFile(named: name, limits: .standard) == nil, "\(name)")
    }
  }

  @Test func `A document that is a pipe, a link or missing is refused without waiting`() throws {
    try write("text").commit()
    try FileManager.default.removeItem(atPath: folder["a.rtfd/TXT.rtf"])
    #expect(reason { _ = try source().bytes(limits: .standard) } == .system(ENOENT))
    mkfifo(folder["a.rtfd/TXT.rtf"], 0o600)
    #expect(reason { _ = try source().bytes(limits: .standard) } == .notRegular)
    try FileManager.default.removeItem(atPath: folder["a.rtfd/TXT.rtf"])
    try folder.write("secret", to: "secret")
    try FileManager.default.createSymbolicLink(
      atPath: folder["a.rtfd/TXT.rtf"], withDestinationPath: "../secret")
    #expect(reason { _ = try source().bytes(limits: .standard) } == .system(ELOOP))
  }

  @Test func `Only a folder can be opened as a folder source`() throws {
    try folder.write("{}", to: "file.rtfd")
    #expect(FolderSource(path: folder["file.rtfd"], document: "TXT.rtf") == nil)
    #expect(FolderSource(path: folder["none.rtfd"], document: "TXT.rtf") == nil)
  }
}
