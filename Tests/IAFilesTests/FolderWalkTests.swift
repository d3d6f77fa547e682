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

@Suite struct FolderWalkTests {
  private let folder: TemporaryFolder
  private let scratch: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    scratch = try TemporaryFolder()
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder[name], withIntermediateDirectories: true)
  }

  /// Returns the sorted entries of a walk with their kinds.
  private func entries(
    depth: Int = 64, descends: (String) -> Bool = { _ in true }
  ) throws -> [String] {
    var found: [String] = []
    let walk = FolderWalk(limits: Limits(depth: depth), scratchFolder: scratch.path)
    try walk.visit(folder.path + "/") { path, kind in
      let name = String(PathBytes.string(from: path).dropFirst(folder.path.count + 1))
      found.append("\(name) \(kind)")
      return descends(name)
    }
    #expect(scratch.names == [])
    return found.sorted()
  }

  @Test func `All entries are visited with their kinds, and links are not followed`() throws {
    try makeFolder("a/b")
    try makeFolder("c")
    try folder.write("12345", to: "a/b/five")
    try folder.write("", to: "empty")
    #expect(symlink("a", folder["link"]) == 0)
    #expect(mkfifo(folder["c/pipe"], 0o600) == 0)
    let all = [
      "a folder", "a/b folder", "a/b/five regular(byteCount: 5)", "c folder", "c/pipe other",
      "empty regular(byteCount: 0)", "link other",
    ]
    #expect(try entries() == all)
    #expect(try entries { $0 != "a" } == all.filter { !$0.hasPrefix("a/") })
  }

  @Test func `Temporary files of the suite are skipped, other hidden files are not`() throws {
    let names = [
      ".a.iaconv-tmp.12.0", ".a.iaconv-tmp.12", ".a.iaconv-tmp.x.0", ".a.iaconv-tmp.12.0.bak",
      "a.iaconv-tmp.12.0", ".hidden",
    ]
    for name in names { try folder.write("", to: name) }
    #expect(try entries() == names.dropFirst().map { $0 + " regular(byteCount: 0)" }.sorted())
    let tree = try FolderTree(path: folder.path)
    #expect(tree.files.map(\.path) == names.dropFirst().sorted())
  }

  @Test func `An error of a file in a tree has the path of the file`() throws {
    try makeFolder("a")
    try folder.write("text", to: "a/b")
    let tree = try FolderTree(path: folder.path)
    try FileManager.default.removeItem(atPath: folder["a/b"])
    let error = #expect(throws: FileError.self) {
      try tree.bytes(of: tree.files[0], limits: .standard)
    }
    #expect(error?.path == folder.path + "/a/b")
  }

  @Test func `Folders may be nested up to the limit`() throws {
    try makeFolder("1/2/3")
    #expect(try entries(depth: 4).count == 3)
    let error = #expect(throws: InputError.self) { try entries(depth: 3) }
    #expect(error?.code == .folderLimit)
    #expect(error?.limit?.maximum == 3 && error?.limit?.seen == 4)
    #expect(try FolderTree(path: folder.path, limits: Limits(depth: 4)).files.isEmpty)
    let partial = try FolderTree(
      path: folder.path, limits: Limits(depth: 3), leavesOutFolders: true)
    #expect(partial.unread.count == 1 && partial.unread[0].error is InputError)
    let inTree = #expect(throws: InputError.self) {
      try FolderTree(path: folder.path, limits: Limits(depth: 3))
    }
    #expect(inTree?.limit?.maximum == 3 && inTree?.limit?.seen == 4)
  }

  @Test func `More folders than the queue holds in memory are visited`() throws {
    // 600 records of more than 128 bytes each are more than 64 KiB.
    let names = (0..<600).map { String(repeating: "n", count: 120) + "\($0)" }
    for name in names { try makeFolder(name + "/inner") }
    let expected = names.flatMap { ["\($0) folder", "\($0)/inner folder"] }.sorted()
    #expect(try entries() == expected)
  }

  @Test func `A path that is not a folder is an error`() throws {
    try folder.write("", to: "file")
    let walk = FolderWalk(limits: .standard, scratchFolder: scratch.path)
    for (name, number) in [("file", ENOTDIR), ("none", ENOENT)] {
      #expect(throws: FileError(.open, .system(number), path: folder[name])) {
        try walk.visit(folder[name]) { _, _ in true }
      }
    }
  }

  @Test func `A written tree has exactly its files`() throws {
    let sink = try FolderTreeSink(path: folder["new/tree/"])
    try sink.add("a/b/one", [1])
    try sink.add("a/two", [2])
    try sink.add("three", [3])
    #expect(throws: FileError.self) { try sink.add("../x", [4]) }
    #expect(folder.contents(of: "new/tree/three") == nil)
    try sink.finish()
    #expect(folder.contents(of: "new/tree/a/b/one") == [1])
    #expect(folder.contents(of: "new/tree/a/two") == [2])
    #expect(folder.contents(of: "new/tree/three") == [3])
    #expect(
      try entries() == [
        "new folder", "new/tree folder", "new/tree/a folder", "new/tree/a/b folder",
        "new/tree/a/b/one regular(byteCount: 1)", "new/tree/a/two regular(byteCount: 1)",
        "new/tree/three regular(byteCount: 1)",
      ])
    #expect(throws: FileError.self) { try FolderTreeSink(path: folder["new/tree"]) }
    do { try FolderTreeSink(path: folder["other/tree"]).add("a", [1]) }
    #expect(folder.names == ["new"])
  }
}

@Suite struct InputIdentitiesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder["in/deep"], withIntermediateDirectories: true)
    try folder.write("x", to: "in/deep/file")
    try folder.write("y", to: "other")
  }

  private func replaced(_ inputs: [String], by output: String) -> String? {
    InputIdentities(inputs.map { folder[$0] }).input(replacedBy: folder[output])
  }

  @Test func `An output that does not exist replaces no input`() {
    #expect(replaced(["other", "in"], by: "new") == nil)
  }

  @Test func `An output may be an input under another name`() {
    #expect(link(folder["other"], folder["hard"]) == 0)
    #expect(symlink("other", folder["soft"]) == 0)
    for name in ["other", "hard", "soft", "in/../other"] {
      #expect(replaced(["in/deep/file", "other"], by: name) == folder["other"])
    }
    #expect(replaced(["in/deep/file"], by: "other") == nil)
  }

  @Test func `An output file inside an input folder is one of its files`() {
    #expect(replaced(["in"], by: "in/deep/file") == folder["in/deep/file"])
    #expect(replaced(["in"], by: "other") == nil)
  }

  @Test func `An output folder above an input would change the input`() {
    #expect(replaced(["in/deep/file"], by: "in") == folder["in/deep/file"])
    #expect(replaced(["in/deep/file"], by: ".") == folder["in/deep/file"])
    #expect(replaced(["in/deep"], by: "in/deep") == folder["in/deep"])
    #expect(replaced(["other"], by: "in") == nil)
    // An input folder is not searched for an output folder.
    #expect(replaced(["in"], by: "in/deep") == nil)
  }

  @Test func `The folders above a path are listed from the innermost to the root`() throws {
    let above = FileIdentity.ancestors(of: folder["in/deep/file"])
    #expect(above.count >= 4)
    #expect(above[0] == FileIdentity(path: folder["in/deep"]))
    #expect(above[1] == FileIdentity(path: folder["in"]))
    #expect(above.last == FileIdentity(path: "/"))
    #expect(FileIdentity.ancestors(of: folder["none"]) == [])
  }

  @Test func `Pipes and devices have no identity`() {
    #expect(mkfifo(folder["pipe"], 0o600) == 0)
    #expect(FileIdentity(path: folder["pipe"]) == nil)
    #expect(FileIdentity(path: "/dev/null") == nil)
    #expect(FileIdentity(path: folder["other"]) != nil)
  }
}

@Suite struct ReadingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [0, 1, 70_000]) func `A passed descriptor is read completely, at any offset`(
    count: Int
  ) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try folder.write(bytes, to: "a")
    let file = try PassedFile(path: folder["a"])
    #expect(file.byteCount == count)
    for _ in 0..<2 {
      let limits = Limits(inputBytes: count)
      #expect(try PassedContent.bytes(of: file.descriptor, limits: limits) == bytes)
    }
    guard count > 0 else { return }
    let error = #expect(throws: InputError.self) {
      try PassedContent.bytes(of: file.descriptor, limits: Limits(inputBytes: count - 1))
    }
    #expect(error?.code == .inputSize && error?.byteOffset == count - 1)
  }

  @Test func `Only regular files are passed`() throws {
    #expect(throws: FileError.self) { try PassedFile(path: folder.path) }
    let pipe = Pipe()
    #expect(throws: FileError(.read, .notRegular, path: "")) {
      try PassedContent.bytes(
        of: pipe.fileHandleForReading.fileDescriptor, limits: .standard)
    }
  }

  @Test func `A file is read in pieces to its end`() throws {
    try folder.write([1, 2, 3, 4, 5], to: "a")
    let file = try SequentialFile(path: folder["a"])
    #expect(try file.read(upTo: 2) == [1, 2])
    #expect(try file.read(upTo: 2) == [3, 4])
    #expect(try file.read(upTo: 2) == [5])
    #expect(try file.read(upTo: 2) == [])
    #expect(throws: FileError(.read, .isFolder, path: folder.path)) {
      try SequentialFile(path: folder.path).read(upTo: 1)
    }
  }

  @Test func `A file is read at any offset, and a change of it is detected`() throws {
    try folder.write([1, 2, 3, 4, 5], to: "a")
    let file = try RandomAccessFile(path: folder["a"])
    #expect(file.byteCount == 5)
    #expect(try file.bytes(in: 3..<5) == [4, 5])
    #expect(try file.bytes(in: 0..<2) == [1, 2])
    #expect(try file.bytes(in: 4..<9) == [5])
    try file.checkUnchanged()
    try folder.write([1], to: "a")
    let appended = try AppendedFile(appendingTo: folder["b"])
    try appended.append([0x0A])
    let other = try RandomAccessFile(path: folder["b"])
    try appended.append([0x0A])
    #expect(throws: FileError(.read, .changedDuringRead, path: folder["b"])) {
      try other.checkUnchanged()
    }
  }

  @Test func `A locked file is locked for other processes`() throws {
    try folder.write([1], to: "a")
    let first = try RandomAccessFile(path: folder["a"])
    try first.lock()
    #expect(throws: FileError(.open, .locked, path: folder["a"])) {
      try RandomAccessFile(path: folder["a"]).lock()
    }
  }
}
