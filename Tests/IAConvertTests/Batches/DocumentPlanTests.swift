import Foundation
import IAFiles
import IATestSupport
import Testing

@testable import IAConvert

@Suite struct DocumentPlanTests {
  private func names(
    _ sources: BatchSources, suffixes: [String] = ["html"]
  ) throws -> [PlannedDocument] {
    let plan = try DocumentPlan(
      sources, target: NSTemporaryDirectory() + UUID().uuidString, suffixes: suffixes,
      scratchFolder: NSTemporaryDirectory()
    ) { _ in }
    var documents = plan.documents()
    var found: [PlannedDocument] = []
    while let document = try documents.next() { found.append(document) }
    #expect(found.count == plan.count)
    #expect(found.reduce(0) { $0 + $1.byteCount } == plan.byteCount)
    return found
  }

  /// Writes a list of paths, which need not exist, and returns its path.
  private func list(_ paths: [String], separator: String = "\n") throws -> String {
    let file = NSTemporaryDirectory() + "list-" + UUID().uuidString
    let text = paths.map { $0 + separator }.joined()
    try Data(PathBytes.bytes(of: text)).write(to: URL(filePath: file))
    return file
  }

  private func flat(_ paths: [String]) throws -> [PlannedDocument] {
    let file = try list(paths)
    defer { try? FileManager.default.removeItem(atPath: file) }
    var sources = BatchSources([])
    sources.lists = [file]
    return try names(sources)
  }

  @Test func `The separator of a list in a pipe is detected in its first 64 KiB`() throws {
    let file = NSTemporaryDirectory() + "list-" + UUID().uuidString
    try #require(mkfifo(file, 0o600) == 0)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let writer = Thread {
      guard let output = FileHandle(forWritingAtPath: file) else { return }
      for part in ["/none/a\nb.md", "\0", "/none/c.md\0"] {
        try? output.write(contentsOf: Data(part.utf8))
        Thread.sleep(forTimeInterval: 0.2)
      }
      try? output.close()
    }
    writer.start()
    var sources = BatchSources([])
    sources.lists = [file]
    #expect(try names(sources).map(\.path) == ["/none/a\nb.md", "/none/c.md"])
  }

  @Test func `On request, large documents come first, with the same names`() throws {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let sizes = [
      ("a/a.md", 100), ("a/b.md", 4 << 20), ("a/c.md", (256 << 10) - 1), ("b/a.md", 64 << 20),
      ("b/b.md", 256 << 10), ("b/c.md", (64 << 20) - 1), ("c/a.md", 65 << 20), ("c/b.md", 0),
    ]
    for (name, size) in sizes {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
      // The files are sparse.
      #expect(truncate(file.path, off_t(size)) == 0)
    }
    var sources = BatchSources([folder.path])
    sources.layout = .flat
    for sample in [nil, 0.5] {
      sources.sample = sample
      let plan = try DocumentPlan(
        sources, target: folder.path + "-out", suffixes: ["html"],
        scratchFolder: NSTemporaryDirectory()
      ) { _ in }
      let all = try names(sources).map { "\($0.path.suffix(6)) \($0.name)" }
      for _ in 0..<2 {
        var documents = plan.documents(largestFirst: true)
        var found: [String] = []
        while let document = try documents.next() {
          found.append("\(document.path.suffix(6)) \(document.name)")
        }
        let order = ["b/a", "c/a", "a/b", "b/c", "b/b", "a/a", "a/c", "c/b"]
        let expected = order.compactMap { name in all.first { $0.hasPrefix(name) } }
        #expect(found == expected)
        #expect(found.count == all.count)
      }
    }
  }

  /// Returns the names of documents after a run that assigned names to some of them.
  private func names(_ paths: [String], after earlier: [String: String]) throws -> [String: String]
  {
    let file = try list(paths)
    defer { try? FileManager.default.removeItem(atPath: file) }
    var sources = BatchSources([])
    sources.lists = [file]
    let folder = NSTemporaryDirectory()
    let target = folder + UUID().uuidString
    let plan = try DocumentPlan(
      SourceListing(
        sources, target: target, report: nil, scratchFolder: folder, registry: .standard),
      target: target, suffixes: ["html"], earlierName: { earlier[$0] }
    ) { _ in }
    var documents = plan.documents()
    var found: [String: String] = [:]
    while let document = try documents.next() { found[document.path] = document.name }
    return found
  }

  @Test func `Documents keep the names of earlier runs, and no two have one name`() throws {
    var random = SeededGenerator(seed: 12)
    let stems = ["a", "A", "b", "a-2", "A-3", "a-2-2", "c d"]
    for _ in 0..<100 {
      var paths = Set(
        (0..<30).map { _ in
          "/none/\(random.below(9))/" + random.pick(stems) + random.pick([".md", ".txt"])
        })
      var earlier: [String: String] = [:]
      for _ in 0..<4 {
        let found = try names(paths.sorted(), after: earlier)
        #expect(found.count == paths.count)
        #expect(Set(found.values.map { $0.lowercased() }).count == found.count)
        for (path, name) in earlier where paths.contains(path) { #expect(found[path] == name) }
        earlier = found
        paths = paths.filter { _ in random.below(4) > 0 }
        for _ in 0..<8 { paths.insert("/none/\(random.below(9))/" + random.pick(stems) + ".rtf") }
      }
    }
    // An earlier name that does not match the document is not kept; of equal names, the first is
    // kept.
    let kept = try names(
      ["/none/1/a.md", "/none/2/A.md", "/none/3/a.md", "/none/4/a.md"],
      after: [
        "/none/1/a.md": "b", "/none/2/A.md": "A-7", "/none/3/a.md": "a-7", "/none/4/a.md": "a-1",
      ])
    #expect(
      kept == [
        "/none/1/a.md": "a", "/none/2/A.md": "A-7", "/none/3/a.md": "a-2", "/none/4/a.md": "a-3",
      ])
  }

  @Test func `Names equal those of a plan in memory`() throws {
    var random = SeededGenerator(seed: 11)
    let stems = ["a", "A", "b", "a-2", "A-3", "a-2-2", "c d", ".x"]
    for round in 0..<150 {
      let inputs = (0..<(1 + random.below(40))).map { number in
        "/none/\(number % 5)/" + random.pick(stems) + random.pick([".md", ".txt", ""])
      }
      let found = Dictionary(
        uniqueKeysWithValues: try flat(inputs).map { ($0.path, $0.name + ".html") })
      // Both plans give the unnumbered name to the first path and numbers to the others.
      let plan = try BatchPlan(inputs: inputs, folder: "out", suffix: "html")
      let groups = Dictionary(grouping: plan.items) {
        $0.input.split(separator: "/").last.map { FileNames.stem(of: String($0)).lowercased() }
      }
      for items in groups.values {
        // Within a group of equal names, numbers are assigned in the order of paths.
        let expected = items.map { String($0.output.dropFirst(4)).lowercased() }.sorted()
        let names = items.compactMap { found[$0.input]?.lowercased() }.sorted()
        #expect(names == expected, "round \(round)")
      }
      #expect(Set(found.values.map { $0.lowercased() }).count == found.count)
    }
  }

  @Test func `Names do not depend on the order of a list`() throws {
    var random = SeededGenerator(seed: 12)
    var inputs = (0..<500).map { "/none/\($0 % 50)/\($0 % 7)" + ($0 % 2 == 0 ? ".md" : ".MD") }
    let first = try flat(inputs)
    inputs.shuffle(using: &random)
    #expect(try flat(inputs + inputs) == first)
  }

  @Test func `Many equal names get consecutive numbers`() throws {
    let found = try flat((0..<3000).map { "/none/\(1000 + $0)/a.md" } + ["/none/0/a-7.md"])
    let names = found.dropFirst().map(\.name)
    #expect(found[0].name == "a-7")
    let numbers = [2, 3, 4, 5, 6] + Array(8...3001)
    #expect(names == ["a"] + numbers.map { "a-\($0)" })
  }

  @Test(.timeLimit(.minutes(1)))
  func `A free number after many used ones is found without a pass for each`() throws {
    let count = 12_000
    let numbered = (2...count).map { "x/a-\($0).md" }
    let others = ["x/a.md", "x/a.rtf", "x/a.txt", "x/b.md", "x/b.txt", "x/b-3.md"]
    let found = try flat(others + numbered)
    let names = Dictionary(uniqueKeysWithValues: found.map { ($0.path, $0.name) })
    #expect(names["x/a.md"] == "a" && names["x/a-2.md"] == "a-2")
    #expect(names["x/a.rtf"] == "a-\(count + 1)" && names["x/a.txt"] == "a-\(count + 2)")
    #expect(names["x/b.txt"] == "b-2" && names["x/b-3.md"] == "b-3")
    #expect(Set(found.map(\.name)).count == found.count)
  }

  @Test func `Paths in a list separated by NUL may contain line feeds`() throws {
    let file = try list(["/none/a\nb.md", "/none/\u{10FFFF}.md"], separator: "\0")
    defer { try? FileManager.default.removeItem(atPath: file) }
    var sources = BatchSources([])
    sources.lists = [file]
    #expect(try names(sources).map(\.name) == ["a\nb", "\u{10FFFF}"])
    sources.layout = .mirrored
    #expect(try names(sources).map(\.name) == ["none/a\nb", "none/\u{10FFFF}"])
  }

  @Test func `A list may be longer than the blocks in which it is read`() throws {
    let paths = (0..<4000).map { "/none/a long folder name \($0)/\($0).md" }
    #expect(try flat(paths).count == 4000)
    #expect(
      try flat(paths).map(\.path)
        == paths.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    let error = #expect(throws: Failure.self) {
      _ = try flat([String(repeating: "x", count: 200_000)])
    }
    #expect(error?.code == "input.size")
  }

  @Test func `A long name is truncated to fit with its suffix and number`() throws {
    let long = String(repeating: "x", count: 252)
    let found = try flat(["/a/\(long).md", "/b/\(long).md"])
    #expect(found.map { ($0.name + ".html").utf8.count }.max() ?? 0 <= 255)
    #expect(Set(found.map(\.name)).count == 2)
  }

  @Test func `A sample is a subset of the plan with the same names, in any order`() throws {
    let file = try list((0..<4000).map { "/none/\($0 % 100)/a\($0 % 900).md" })
    defer { try? FileManager.default.removeItem(atPath: file) }
    var sources = BatchSources([])
    sources.lists = [file]
    let all = try names(sources)
    sources.shuffleSeed = 5
    let shuffled = try names(sources)
    #expect(shuffled != all)
    #expect(Set(shuffled) == Set(all))
    #expect(try names(sources) == shuffled)
    sources.sample = 0.1
    let sample = try names(sources)
    #expect((50...130).contains(sample.count))
    #expect(Set(sample).isSubset(of: Set(all)))
    sources.shuffleSeed = nil
    #expect(Set(try names(sources)) == Set(sample))
  }

  @Test func `An input folder with the suffix of the outputs keeps its name`() throws {
    let folder = NSTemporaryDirectory() + "plan-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: folder + "/a.html/deep", withIntermediateDirectories: true)
    for path in ["a.md", "a.html/x.md", "a.html/deep/y.md", "B.md", "b.txt"] {
      #expect(manager.createFile(atPath: folder + "/" + path, contents: Data([0x61])))
    }
    let mirrored = try names(BatchSources([folder]))
    #expect(mirrored.map(\.name) == ["B", "a.html/deep/y", "a.html/x", "a-2", "b-2"])
    var sources = BatchSources([folder, folder + "/"])
    sources.layout = .flat
    #expect(try names(sources).map(\.name) == ["B", "y", "x", "a", "b-2"])
    sources.includes = [GlobPattern("*.md")]
    sources.excludes = [GlobPattern("deep")]
    #expect(try names(sources).map(\.name) == ["B", "x", "a"])
  }

  @Test func `A source that contains the target or is inside it is refused`() throws {
    let folder = NSTemporaryDirectory() + "plan-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder + "/in", withIntermediateDirectories: true)
    #expect(FileManager.default.createFile(atPath: folder + "/in/a.md", contents: Data()))
    for (source, target) in [
      ("/in", "/in/out"), ("/in", "/in"), ("/in", "/in/../in/x/y"), ("/in", ""),
      ("/in/a.md", "/in"), ("/./in", "/in"),
    ] {
      let error = #expect(throws: Failure.self) {
        _ = try DocumentPlan(
          BatchSources([folder + source]), target: folder + target, suffixes: ["html"],
          scratchFolder: NSTemporaryDirectory()
        ) { _ in }
      }
      #expect(error?.code == "usage.overlap", "\(source) \(target)")
    }
  }
}
