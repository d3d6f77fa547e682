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

@Suite struct FileGroupTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: FileGroup.Durability.allCases, [1, 6])
  func `Files of a group are placed one by one`(
    durability: FileGroup.Durability, count: Int
  ) throws {
    let group = FileGroup(root: folder.path, durability: durability)
    for round in 0..<2 {
      let members = try (0..<count).map { number in
        try group.stage(
          [UInt8(round), UInt8(number)], as: folder["d\(number)/e/f\(round)"], existing: .keep)
      }
      #expect(group.members.count == count)
      try group.sync()
      for member in members { try group.place(member) }
      try group.finish()
      #expect(group.members.isEmpty)
      for (number, member) in members.enumerated() {
        #expect(folder.contents(of: "d\(number)/e/f\(round)") == [UInt8(round), UInt8(number)])
        #expect(member.stamp == FileStamp(path: member.path))
      }
    }
    #expect(folder.names == (0..<count).map { "d\($0)" })
  }

  @Test func `Files that are discarded or not placed are removed`() throws {
    do {
      let group = FileGroup(root: folder.path, durability: .group)
      let first = try group.stage([1], as: folder["a"], existing: .replace)
      _ = try group.stage([2], as: folder["b"], existing: .replace)
      group.discard(first)
      #expect(group.members.map(\.path) == [folder["b"]])
    }
    #expect(folder.names == [])
  }

  @Test func `An existing file is replaced, kept or renamed`() throws {
    for existing in [ExistingFile.replace, .keep, .backUp, .backUp] {
      try folder.write("old", to: "a")
      let group = FileGroup(root: folder.path, durability: .none)
      let member = try group.stage([7], as: folder["a"], existing: existing)
      guard existing == .keep else {
        try group.place(member)
        #expect(folder.contents(of: "a") == [7])
        #expect(folder.names == (existing == .backUp ? ["a", "a~"] : ["a"]))
        continue
      }
      let error = #expect(throws: FileError.self) { try group.place(member) }
      #expect(error?.reason == .exists)
      #expect(folder.contents(of: "a") == Array("old".utf8))
    }
    #expect(folder.contents(of: "a~") == Array("old".utf8))
  }

  @Test func `A sink that must keep an existing file reports that it exists`() throws {
    try folder.write("old", to: "a")
    let keeping = try FileSink(path: folder["a"], existing: .keep)
    try keeping.write([1])
    #expect(throws: FileError(.rename, .exists, path: folder["a"])) { try keeping.commit() }
    #expect(folder.contents(of: "a") == Array("old".utf8))
  }

  @Test func `Folders of an earlier group may be removed before the next group ends`() throws {
    let group = FileGroup(root: folder.path, durability: .each)
    try group.place(group.stage([1], as: folder["d/a"], existing: .replace))
    try group.finish()
    try FileManager.default.removeItem(atPath: folder["d"])
    try group.place(group.stage([2], as: folder["e/b"], existing: .replace))
    try group.finish()
    #expect(folder.names == ["e"])
  }

  @Test(arguments: [false, true])
  func `A withdrawn file is removed unless it replaced another one`(replaces: Bool) throws {
    if replaces { try folder.write("old", to: "a") }
    let file = try StagedFile(target: folder["a"])
    try file.write([7])
    #expect(!file.isPlaced)
    try file.place()
    #expect(file.isPlaced)
    #expect(folder.contents(of: "a") == [7])
    file.withdraw()
    #expect(folder.names == (replaces ? ["a"] : []))
  }

  @Test func `A time beyond the range of nanoseconds is 0`() {
    for (modified, expected) in [([9, 5], 9_000_000_005), ([Int.max, 0], 0), ([Int.min, 7], 0)] {
      let status = SystemCalls.Status(
        kind: .regular, size: 3, modified: modified, device: 1, inode: 2, permissions: 0o600)
      #expect(FileStamp(status).nanoseconds == expected)
    }
  }

  @Test func `A backup of a link is the link`() throws {
    try folder.write("old", to: "real")
    #expect(symlink("real", folder["link"]) == 0)
    let group = FileGroup(root: folder.path, durability: .each)
    let member = try group.stage([7], as: folder["link"], existing: .backUp)
    try group.place(member)
    #expect(folder.contents(of: "link") == [7])
    #expect(folder.contents(of: "real") == Array("old".utf8))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder["link~"]) == "real")
  }

  @Test func `The stamp of a file is its size and time in nanoseconds`() throws {
    try folder.write("four", to: "a")
    var times = [timespec(tv_sec: 3, tv_nsec: 5), timespec(tv_sec: 3, tv_nsec: 5)]
    #expect(utimensat(AT_FDCWD, folder["a"], &times, 0) == 0)
    let stamp = try #require(FileStamp(path: folder["a"]))
    #expect(stamp.byteCount == 4 && stamp.isRegular)
    #expect(stamp.nanoseconds == 3_000_000_005)
    #expect(FileStamp(path: folder.path)?.isRegular == false)
    #expect(FileStamp(path: folder["none"]) == nil)
    #expect(symlink("nowhere", folder["link"]) == 0)
    #expect(FileStamp(path: folder["link"]) == nil && FileStamp.isTaken(folder["link"]))
  }
}

@Suite struct NewNamesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `Without an atomic rename, an existing name is kept`() throws {
    try folder.write("new", to: "a")
    try folder.write("old", to: "b")
    #expect(throws: SystemCalls.Failure.self) {
      try SystemCalls.renameChecked(folder["a"], to: folder["b"])
    }
    #expect(throws: SystemCalls.Failure.self) {
      try SystemCalls.renameNew(folder["a"], to: folder["b"])
    }
    #expect(folder.contents(of: "b") == Array("old".utf8))
    try SystemCalls.renameChecked(folder["a"], to: folder["c"])
    #expect(folder.names == ["b", "c"])
  }

  @Test func `A device or a pipe is not replaced`() throws {
    #expect(throws: FileError(.create, .notRegular, path: "/dev/null")) {
      try UpdatedFile(creating: "/dev/null")
    }
    mkfifo(folder["pipe"], 0o600)
    #expect(symlink(folder["pipe"], folder["link"]) == 0)
    for name in ["pipe", "link"] {
      #expect(throws: FileError(.create, .notRegular, path: folder[name])) {
        try UpdatedFile(creating: folder[name])
      }
    }
    #expect(folder.names == ["link", "pipe"])
  }

  @Test func `A file with a temporary name is complete when it gets its name`() throws {
    let parked = try StagedFile(target: folder["a"], followsLinks: false, isNamed: true)
    try parked.write([1, 2])
    try parked.sync()
    try parked.park()
    #expect(folder.names.count == 1 && folder.names != ["a"])
    try parked.place()
    #expect(folder.names == ["a"] && folder.contents(of: "a") == [1, 2])
    do {
      let dropped = try StagedFile(target: folder["b"], followsLinks: false, isNamed: true)
      try dropped.park()
    }
    #expect(folder.names == ["a"])
  }
}

@Suite struct AppendedFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("", ""), ("one\n", "one\n"), ("one\ntw", "one\n"), ("on", ""), ("\n\nx", "\n\n"), ("\n", "\n"),
  ])
  func `Bytes after the last line feed are removed before records are appended`(
    before: String, kept: String
  ) throws {
    try folder.write(before, to: "log")
    let file = try AppendedFile(appendingTo: folder["log"])
    #expect(try file.byteCount() == kept.utf8.count)
    try file.append(Array("next\n".utf8))
    try file.sync()
    #expect(folder.contents(of: "log") == Array((kept + "next\n").utf8))
    try file.truncate(to: kept.utf8.count)
    #expect(folder.contents(of: "log") == Array(kept.utf8))
  }

  @Test func `The last line feed is found before a long incomplete record`() throws {
    for count in [(1 << 16) - 1, 1 << 16, (1 << 16) + 1, 3 << 16] {
      try folder.write("a\nbc\n" + String(repeating: "x", count: count), to: "log")
      _ = try AppendedFile(appendingTo: folder["log"])
      #expect(folder.contents(of: "log") == Array("a\nbc\n".utf8))
    }
  }

  @Test func `A new log replaces an older one, and a device is refused`() throws {
    try folder.write("old\n", to: "log")
    let file = try AppendedFile(path: folder["log"])
    try file.append([1])
    #expect(folder.contents(of: "log") == [1])
    #expect(throws: FileError(.create, .notRegular, path: "/dev/null")) {
      try AppendedFile(appendingTo: "/dev/null")
    }
  }
}
