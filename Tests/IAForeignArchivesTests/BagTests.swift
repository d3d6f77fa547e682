import Foundation
import IABytes
import IAFiles
import IAForeignArchives
import IATestSupport
import Testing

@Suite struct BagTests {
  private func report(_ files: [(String, [UInt8])]) -> BagReport {
    var checker = BagChecker()
    for (path, bytes) in files { checker.add(path, bytes) }
    return checker.finish()
  }

  private func bag(_ payload: [(String, String)]) throws -> [(String, [UInt8])] {
    let tree = CollectedTree()
    var writer = BagWriter(to: tree)
    for (path, text) in payload { try writer.add(path, Array(text.utf8)) }
    try writer.finish(info: [.init("Source-Organization", "a test\nof two lines")])
    return tree.files
  }

  @Test func `A bag that is written is valid, whatever the order of its files`() throws {
    let files = try bag([("a.txt", "a"), ("b/100% sure.txt", "b"), ("b/ü.txt", "")])
    let whole = report(files)
    #expect(whole.faults == [])
    #expect(whole.version == "1.0" && whole.payloadFiles == 3 && whole.payloadBytes == 2)
    #expect(whole.info.first == .init("Source-Organization", "a test of two lines"))
    #expect(report(files.reversed()).isValid)
  }

  @Test func `Files whose names differ in composition alone are different files`() throws {
    let names = ["\u{E9}.txt", "e\u{301}.txt"]
    let files = try bag([(names[0], "composed"), (names[1], "decomposed")])
    #expect(report(files).isValid)
    for name in names {
      let path = "data/" + name
      var changed = files
      let index = try #require(files.firstIndex { $0.0.utf8.elementsEqual(path.utf8) })
      changed[index].1.append(0x20)
      let faults = report(changed).faults.filter { $0.reason.code == .bagDigest }
      #expect(!faults.isEmpty && faults.allSatisfy { $0.file.utf8.elementsEqual(path.utf8) })
      changed.remove(at: index)
      #expect(report(changed).faults.contains { $0.reason.code == .bagMissing })
    }
  }

  @Test func `Every file of a bag that is changed, missing or added is named`() throws {
    let files = try bag([("a.txt", "a"), ("b.txt", "b")])
    for index in files.indices where !files[index].0.hasPrefix("tagmanifest") {
      var changed = files
      changed[index].1.append(0x20)
      #expect(report(changed).faults.contains { $0.file == files[index].0 })
      var missing = files
      missing.remove(at: index)
      #expect(!report(missing).isValid, "\(files[index].0)")
    }
    #expect(report(files + [("data/c", [])]).faults.map(\.reason.code).contains(.bagUnlisted))
    #expect(report(files + [("fetch.txt", [])]).faults.map(\.reason.code) == [.bagFetch])
    #expect(report([]).faults.map(\.reason.code).contains(.bagDeclaration))
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile/bagit")))
  func `The bags of the Library of Congress have the expected verdict`() throws {
    var judged = 0
    for version in ["v0.97", "v1.0"] {
      for verdict in ["valid", "invalid", "linux-only"] {
        let folder = ExternalCorpora.root.appending(path: "hostile/bagit/\(version)/\(verdict)")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names.sorted() {
          guard let tree = try? FolderTree(path: folder.appending(path: name).path) else {
            continue
          }
          judged += 1
          var checker = BagChecker()
          for file in tree.files {
            checker.add(file.path, try tree.bytes(of: file, limits: .standard))
          }
          let faults = checker.finish().faults
          // A bag with MD5 alone is not trusted, and other character sets are not read.
          let weak: Set<InputError.Code> = [.bagAlgorithm, .bagEncoding, .bagFetch]
          if verdict == "valid" {
            let others = faults.filter { !weak.contains($0.reason.code) }
            let isOther = faults.contains { $0.reason.code == .bagEncoding }
            #expect(others.isEmpty || isOther, "\(version) \(name): \(others)")
          } else if verdict == "invalid" {
            #expect(!faults.isEmpty, "\(version) \(name)")
          }
        }
      }
    }
    #expect(judged > 20)
  }

  @Test func `A bag in a folder and in an archive is read back from there`() throws {
    let files = try bag([("a.txt", "a")])
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let target = folder.appending(path: "bag").path
    do {
      let sink = try FolderTreeSink(path: target)
      for (path, bytes) in files { try sink.add(path, bytes) }
      #expect(!FileManager.default.fileExists(atPath: target))
      try sink.finish()
    }
    let tree = try FolderTree(path: target)
    #expect(tree.files.map(\.path) == files.map(\.0).sorted())
    #expect(throws: FileError.self) { try FolderTreeSink(path: target) }
    do { try FolderTreeSink(path: target + "2").add("x/y", [1]) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["bag"])
    #expect(throws: FileError.self) { try FolderTreeSink(path: target + "3").add("../x", []) }
  }

  @Test func `Links in a folder are not followed`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "in"), withIntermediateDirectories: true)
    try Data("a".utf8).write(to: folder.appending(path: "in/a"))
    for (name, target) in [("link", "/etc/passwd"), ("loop", "..")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.appending(path: "in/\(name)").path, withDestinationPath: target)
    }
    let tree = try FolderTree(path: folder.path)
    #expect(tree.files.map(\.path) == ["in/a"])
    #expect(tree.skipped == ["in/link", "in/loop"])
  }
}

/// The files that were added to a tree.
final class CollectedTree: FileTreeSink {
  private(set) var files: [(String, [UInt8])] = []
  func add(_ path: String, _ bytes: [UInt8]) { files.append((path, bytes)) }
  func finish() {}
}
