import Foundation
import IAFiles
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite struct OutputFolderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func error(path: String) -> FileError? {
    do throws(FileError) {
      _ = try OutputFolder(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["a", "a/", "a/b/c", "a//b///c//", "./a/./b", "a/../b/c"])
  func `Missing folders are created, and removed if they stay empty`(path: String)
    throws
  {
    let output = try OutputFolder(path: folder[path])
    #expect(OutputFolder.isFolder(folder[path]))
    output.removeIfUnused()
    #expect(folder.names.isEmpty)
  }

  @Test func `Folders with files and folders that existed are kept`() throws {
    try FileManager.default.createDirectory(
      atPath: folder["a/b"], withIntermediateDirectories: true)
    let output = try OutputFolder(path: folder["a/b/c/d"])
    try folder.write("x", to: "a/b/c/x")
    output.removeIfUnused()
    #expect(folder.names == ["a"])
    #expect(folder.contents(of: "a/b/c/x") == Array("x".utf8))
    #expect(!OutputFolder.isFolder(folder["a/b/c/d"]))
  }

  @Test func `A part that is not a folder is reported, and nothing is created`() throws {
    try folder.write("x", to: "file")
    #expect(symlink("nowhere", folder["link"]) == 0)
    let below = try #require(error(path: folder["file/b/c"]))
    #expect(below.reason == .system(ENOTDIR))
    #expect(below.path == folder["file"])
    #expect(error(path: folder["file"])?.reason == .system(ENOTDIR))
    #expect(error(path: folder["link/b/c"])?.reason == .system(ENOENT))
    #expect(error(path: folder["link"])?.reason == .system(ENOENT))
    #expect(error(path: "")?.reason == .system(ENOENT))
    let long = folder["a/b/" + String(repeating: "n", count: 256)]
    #expect(error(path: long)?.reason == .system(ENAMETOOLONG))
    #expect(folder.names == ["file", "link"])
  }

  @Test func `A link to a folder is followed`() throws {
    try FileManager.default.createDirectory(
      atPath: folder["real"], withIntermediateDirectories: true)
    #expect(symlink("real", folder["link"]) == 0)
    _ = try OutputFolder(path: folder["link/a/b"])
    #expect(OutputFolder.isFolder(folder["real/a/b"]))
  }

  @Test func `A path of 1,500 levels is accepted, and one beyond the system's limit is refused`()
    throws
  {
    let path = "d" + String(repeating: "/d", count: 1500)
    let output = try OutputFolder(path: folder[path])
    output.removeIfUnused()
    #expect(folder.names.isEmpty)
    let tooLong = path + String(repeating: "/d", count: 1500)
    #expect(error(path: folder[tooLong])?.reason == .system(ENAMETOOLONG))
    #expect(folder.names.isEmpty)
  }

  @Test func `The lock ends with the object, even if a copy of the descriptor is open`() throws {
    // A starting process has this copy until it executes its program.
    let lock = try FileLockCopy(of: folder["out"])
    defer { lock.close() }
    #expect(!OutputFolder.isLocked(folder["out"]))
    #expect(error(path: folder["out"]) == nil)
  }
}

/// A copy of the descriptor of an output folder whose object was released.
private struct FileLockCopy {
  private let copy: Int32

  init(of path: String) throws {
    let output = try OutputFolder(path: path)
    #expect(OutputFolder.isLocked(path))
    var folder = stat()
    #expect(stat(path, &folder) == 0)
    let original = (Int32(0)..<65_536).first { descriptor in
      var found = stat()
      return fstat(descriptor, &found) == 0 && found.st_ino == folder.st_ino
        && found.st_dev == folder.st_dev
    }
    copy = dup(try #require(original))
    #expect(copy >= 0)
    withExtendedLifetime(output) {}
  }

  func close() { #expect(closeDescriptor(copy) == 0) }
}

/// Closes a descriptor; the method `close` hides the function of the C library.
private func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
