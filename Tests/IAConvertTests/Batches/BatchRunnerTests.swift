import Foundation
import IAFormats
import IATestSupport
import Testing

@testable import IAConvert

@Suite struct BatchRunnerTests {
  private let folder: String
  private let manager = FileManager.default

  init() throws {
    folder = NSTemporaryDirectory() + "batch-" + UUID().uuidString
    try manager.createDirectory(atPath: folder + "/in/sub", withIntermediateDirectories: true)
  }

  private func write(_ path: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder + "/" + path))
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
  }

  private func runner(
    _ change: (inout BatchOptions) -> Void = { _ in }, to format: String = "text"
  ) -> BatchRunner {
    var options = BatchOptions()
    options.scratchFolder = NSTemporaryDirectory()
    change(&options)
    return BatchRunner(
      BatchSources([folder + "/in"]), target: folder + "/out", Conversion(to: FormatID(format)),
      options: options)
  }

  /// Runs a batch to its end and returns the summary.
  private func run(
    _ change: (inout BatchOptions) -> Void = { _ in }, to format: String = "text"
  ) async throws -> BatchSummary {
    var summary: BatchSummary?
    for try await event in runner(change, to: format) {
      if case .ended(let numbers) = event { summary = numbers }
    }
    return try #require(summary)
  }

  /// Returns the files of the target and their content, without the folder of the journal.
  private func tree() throws -> [String: String] {
    var found: [String: String] = [:]
    for path in try manager.subpathsOfDirectory(atPath: folder + "/out")
    where !path.hasPrefix(".iaconv") {
      var isFolder: ObjCBool = false
      _ = manager.fileExists(atPath: folder + "/out/" + path, isDirectory: &isFolder)
      if !isFolder.boolValue { found[path] = try text("out/" + path) }
    }
    return found
  }

  @Test func `Each option that changes an output changes the digest`() {
    func digest(_ change: (inout Conversion) -> Void) -> String {
      var conversion = Conversion(to: FormatID("text"))
      change(&conversion)
      return OptionsDigest.digest(of: [conversion], mediaFolder: nil, parameters: [])
    }
    let digests = [
      digest { _ in }, digest { $0.writeOptions.changes = .accept },
      digest { $0.writeOptions.changes = .reject },
      digest { $0.writeOptions.showsHiddenText = true },
      digest { $0.writeOptions.separatesParagraphs = true },
      digest { $0.readsEmbeddedSource = true }, digest { $0.readOptions.ignoresHiddenData = true },
    ]
    #expect(Set(digests).count == digests.count)
  }

  @Test(arguments: BatchOptions.Durability.allCases, [false, true])
  func `Only changed documents are converted again`(
    durability: BatchOptions.Durability, trustsTimes: Bool
  ) async throws {
    defer { try? manager.removeItem(atPath: folder) }
    let change: (inout BatchOptions) -> Void = { options in
      options.durability = durability
      options.trustsTimes = trustsTimes
      options.furtherFormats = [FormatID("html")]
    }
    for number in 0..<9 { try write("in/d\(number).md", "Text \(number)") }
    try write("in/sub/x.md", "Sub")
    try write("in/bad.json", "{")
    var summary = try await run(change)
    #expect(summary.converted == 10 && summary.failed == 1 && summary.status == .someFailed)
    let first = try tree()
    #expect(first.count == 20)
    #expect(first["sub/x.txt"] == "Sub\n")
    summary = try await run(change)
    #expect(summary.unchanged == 10 && summary.failed == 1 && summary.converted == 0)
    #expect(try tree() == first)

    try write("in/d1.md", "Other, longer")
    try write("out/d2.txt", "Mine")
    try manager.removeItem(atPath: folder + "/out/d3.html")
    try write("in/bad.json", "{ }")
    summary = try await run(change)
    #expect(summary.converted == 2 && summary.changed == 1 && summary.unchanged == 7)
    #expect(try text("out/d1.txt") == "Other, longer\n")
    #expect(try text("out/d2.txt") == "Mine")
    #expect(try text("out/d3.html") == first["d3.html"])

    summary = try await run {
      change(&$0)
      $0.existingOutput = .backUp
    }
    #expect(summary.converted == 1)
    #expect(try text("out/d2.txt") == "Text 2\n")
    #expect(try text("out/d2.txt~") == "Mine")
  }

  @Test(arguments: [
    "precious\nlines", "no line feed", "{\"v\":1,\"journal\":\"iaconv\"}\n", "{}\n",
  ])
  func `A file that is not a report is not changed`(text: String) async throws {
    defer { try? manager.removeItem(atPath: folder) }
    try write("in/a.md", "A")
    try write("notes", text)
    await #expect(throws: Failure.self) { try await run { $0.report = folder + "/notes" } }
    #expect(try self.text("notes") == text)
    #expect(!manager.fileExists(atPath: folder + "/out"))
  }

  @Test func `A report is continued even if its first line is incomplete`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    try write("in/a.md", "A")
    for start in ["", "{\"v\":1,\"pa", "{\"v\":1,\"path\":\"x\",\"status\":\"ok\"}\n{\"v"] {
      try write("r.jsonl", start)
      _ = try await run { $0.report = folder + "/r.jsonl" }
      let lines = try text("r.jsonl").split(separator: "\n")
      #expect(lines.allSatisfy { $0.hasPrefix("{\"v\":1,") && $0.hasSuffix("}") })
    }
  }

  @Test func `A report that is a source or a list is refused`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    try write("in/a.md", "")
    try write("list", "")
    for (sources, lists, report) in [(["in/a.md"], [], "in/a.md"), ([], ["list"], "list")] {
      var runner = runner { $0.report = folder + "/" + report }
      runner.sources = BatchSources(sources.map { folder + "/" + $0 })
      runner.sources.lists = lists.map { folder + "/" + $0 }
      let failure = #expect(throws: Failure.self) { try runner.start() }
      #expect(failure?.code == "usage.overlap")
    }
  }

  @Test func `Unreadable members make the batch incomplete, links do not`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    var damaged = ZipBuilder.File("b.md", "B")
    damaged.crc32 = 1
    var link = ZipBuilder.File("l.md", "a.md")
    link.mode = 0o120777
    for (files, omitted) in [([damaged], 1), ([link], 0), ([damaged, link], 1)] {
      try? manager.removeItem(atPath: folder + "/out")
      let zip = ZipBuilder([ZipBuilder.File("a.md", "A")] + files)
      try Data(zip.bytes).write(to: URL(filePath: folder + "/in/a.zip"))
      try? manager.removeItem(atPath: folder + "/r.jsonl")
      var runner = runner { $0.report = folder + "/r.jsonl" }
      runner.sources.opensArchives = true
      var summary: BatchSummary?
      for try await event in runner {
        if case .ended(let numbers) = event { summary = numbers }
      }
      #expect(summary?.converted == 1 && summary?.omitted == omitted)
      #expect(summary?.status == (omitted > 0 ? .someFailed : .success))
      #expect(try text("r.jsonl").contains("source.unreadable") == (omitted > 0))
    }
  }

  @Test func `A member whose name begins with a combining mark keeps its name`()
    async throws
  {
    defer { try? manager.removeItem(atPath: folder) }
    let zip = ZipBuilder([
      .init("\u{301}x/\u{301}a.md", "A"), .init("b.md", "B"), .init("x/\u{200D}c.md", "C"),
    ])
    try Data(zip.bytes).write(to: URL(filePath: folder + "/in/a.zip"))
    var runner = runner()
    runner.sources.opensArchives = true
    var paths: [String] = []
    for try await event in runner {
      if case .finished(let document) = event { paths.append(document.path) }
    }
    #expect(
      Set(paths)
        == Set(
          ["\u{301}x/\u{301}a.md", "b.md", "x/\u{200D}c.md"].map { folder + "/in/a.zip/" + $0 }))
    #expect(try tree().count == 3)
  }

  @Test func `Documents with losses are counted separately`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    try write("in/plain.md", "Text")
    try write("in/page.html", "<p>Text <canvas></canvas>")
    let summary = try await run()
    #expect(summary.lossless == 1 && summary.lossy == 1)
    #expect(summary.converted == 2 && summary.status == .success)
  }

  @Test func `Other options cause a conversion that replaces earlier outputs`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    try write("in/a.md", "Text")
    #expect(try await run(to: "html").converted == 1)
    var semantic = runner(to: "html")
    semantic.conversion.writeOptions.profile = "semantic"
    var results: [BatchSummary] = []
    for try await event in semantic { if case .ended(let end) = event { results.append(end) } }
    #expect(results.first?.converted == 1)
    #expect(try await run(to: "html").converted == 1)
    #expect(try await run(to: "html").unchanged == 1)
  }

  @Test func `Other files are kept unless they are equal or may be replaced`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    try manager.createDirectory(atPath: folder + "/out", withIntermediateDirectories: true)
    try write("in/a.md", "Text")
    try write("in/b.md", "Text")
    try write("out/a.txt", "Theirs")
    try write("out/b.txt", "Text\n")
    var summary = try await run()
    #expect(summary.changed == 1 && summary.converted == 1 && summary.status == .loss)
    #expect(try text("out/a.txt") == "Theirs")
    summary = try await run { $0.existingOutput = .keep }
    #expect(summary.kept == 1 && summary.unchanged == 1 && summary.status == .success)
    summary = try await run { $0.existingOutput = .replace }
    #expect(summary.converted == 1)
    #expect(try text("out/a.txt") == "Text\n")
  }

  @Test func `A link in the target is not followed`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    try manager.createDirectory(atPath: folder + "/out", withIntermediateDirectories: true)
    try manager.createDirectory(atPath: folder + "/away", withIntermediateDirectories: true)
    try manager.createSymbolicLink(
      atPath: folder + "/out/sub", withDestinationPath: folder + "/away")
    try write("in/sub/x.md", "Text")
    let summary = try await run()
    #expect(summary.failures == ["output.changed": 1])
    #expect(try manager.contentsOfDirectory(atPath: folder + "/away").isEmpty)
  }

  @Test func `A document that is a folder is written and recognised`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    try write("in/a.md", "Text")
    #expect(try await run(to: "rtfd").converted == 1)
    #expect(try manager.contentsOfDirectory(atPath: folder + "/out/a.rtfd") == ["TXT.rtf"])
    #expect(try await run(to: "rtfd").unchanged == 1)
    try write("in/a.md", "Other")
    #expect(try await run(to: "rtfd").converted == 1)
    // The folder is also an input.
    let second = BatchRunner(
      BatchSources([folder + "/out"]), target: folder + "/again", Conversion(to: FormatID("text")))
    for try await event in second {
      if case .ended(let summary) = event { #expect(summary.converted == 1) }
    }
    #expect(try text("again/a.txt") == "Other\n")
    try write("out/a.rtfd/more", "x")
    try write("in/a.md", "Third")
    #expect(try await run(to: "rtfd").changed == 1)
  }

  @Test func `Too many failures stop the batch`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    for number in 0..<20 { try write("in/d\(number).json", "{") }
    #expect(try await run { $0.failureLimit = .count(0) }.failed == 1)
    // One document was refused in the previous run.
    #expect(try await run { $0.failureLimit = .percent(25) }.failed == 6)
    let summary = try await run()
    #expect(summary.failed == 20 && summary.skipped == 0)
    #expect(try await run { $0.retriesFailures = true }.failures == ["format.mismatch": 20])
  }

  @Test func `A cancelled task commits its converted documents`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    for number in 0..<40 { try write("in/d\(number).md", "Text \(number)") }
    let runner = runner()
    let task = Task {
      var iterator = runner.makeAsyncIterator()
      while case .planned? = try await iterator.next() {
        withUnsafeCurrentTask { $0?.cancel() }
        var last: BatchSummary?
        while let event = try await iterator.next() {
          if case .ended(let summary) = event { last = summary }
        }
        return last
      }
      return nil
    }
    let summary = try #require(try await task.value)
    #expect(summary.converted < 40)
    let end = try await run()
    #expect(end.unchanged == summary.converted && end.converted == 40 - summary.converted)
  }

  @Test func `A second run into the same folder names the first one`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    try write("in/a.md", "Text")
    _ = try await run()
    let first = try runner().start()
    let error = #expect(throws: Failure.self) { _ = try runner().start() }
    #expect(error?.status == .locked)
    #expect(error?.detail.contains("process \(ProcessInfo.processInfo.processIdentifier)") == true)
    #expect(BatchStatus(of: folder + "/out")?.isRunning == true)
    while try first.next() != nil {}
  }

  @Test func `A journal of another program is not changed`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    try manager.createDirectory(atPath: folder + "/out/.iaconv", withIntermediateDirectories: true)
    try write("in/a.md", "Text")
    try write("out/.iaconv/journal.jsonl", "my own notes\n")
    let error = await #expect(throws: Failure.self) { _ = try await run() }
    #expect(error?.code == "journal.foreign" && error?.status == .badInput)
    #expect(try text("out/.iaconv/journal.jsonl") == "my own notes\n")
    #expect(try tree().isEmpty)
  }

  @Test func `Side files of equal content are shared and recognised`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    let picture =
      "![x](data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=)\n"
    try write("in/a.md", picture)
    try write("in/b.md", picture + "more")
    let change: (inout BatchOptions) -> Void = { $0.mediaFolder = "media" }
    var run = runner(change, to: "html")
    run.conversion.writeOptions.linksMedia = true
    for round in 0..<2 {
      for try await event in run {
        guard case .ended(let summary) = event else { continue }
        #expect(round == 0 ? summary.converted == 2 : summary.unchanged == 2)
      }
    }
    #expect(try manager.contentsOfDirectory(atPath: folder + "/out/media").count == 1)
  }

  @Test func `A shared side file is removed with the last document that has it`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    let picture =
      "![x](data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=)\n"
    for name in ["a.md", "b.md", "c.md"] { try write("in/" + name, picture + name) }
    try write("in/d.md", "text")
    var run = runner(
      {
        $0.mediaFolder = "media"
        $0.prunes = true
      }, to: "html")
    run.conversion.writeOptions.linksMedia = true
    func pruned() async throws -> [String] {
      var paths: [String] = []
      for try await event in run {
        if case .ended(let summary) = event { paths = summary.pruned.paths }
      }
      return paths
    }
    let media = folder + "/out/media"
    #expect(try await pruned().isEmpty)
    let names = try manager.contentsOfDirectory(atPath: media)
    #expect(names.count == 1)
    try manager.removeItem(atPath: folder + "/in/a.md")
    #expect(try await pruned() == ["a.html"])
    #expect(try manager.contentsOfDirectory(atPath: media) == names)
    try manager.removeItem(atPath: folder + "/in/b.md")
    try manager.removeItem(atPath: folder + "/in/c.md")
    // The file may be in an output that the journal does not describe.
    let text = try Data(contentsOf: URL(filePath: folder + "/out/d.html"))
    try write("out/d.html", "mine")
    #expect(try await pruned() == ["b.html", "c.html"])
    try text.write(to: URL(filePath: folder + "/out/d.html"))
    var lines: [String] = []
    try run.plan(onOmission: { _ in }) { lines.append(String(decoding: $0, as: UTF8.self)) }
    #expect(lines.count == 2 && lines[1].contains("\"prune\":[") && lines[1].contains(names[0]))
    #expect(try await pruned() == ["media/" + names[0]])
    #expect(!manager.fileExists(atPath: media))
    #expect(try await pruned().isEmpty)
  }

  @Test func `A media folder with the name of a document is no output of it`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    let picture =
      "![x](data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=)\n"
    for name in ["a.md", "b.md"] { try write("in/" + name, picture + name) }
    var run = runner(
      {
        $0.mediaFolder = "a.media"
        $0.prunes = true
      }, to: "html")
    run.conversion.writeOptions.linksMedia = true
    for try await _ in run {}
    try manager.removeItem(atPath: folder + "/in/a.md")
    for try await event in run {
      if case .ended(let summary) = event { #expect(summary.pruned.paths == ["a.html"]) }
    }
    #expect(try manager.contentsOfDirectory(atPath: folder + "/out/a.media").count == 1)
  }

  /// Runs a batch of one page and returns whether it was converted.
  private func convertsPages(
    _ change: (inout BatchOptions) -> Void = { _ in }
  ) async throws -> Bool {
    var runner = runner(change, to: "html")
    runner.sources.includes = [GlobPattern("*.html")]
    runner.conversion.writeOptions.keepsHiddenData = false
    for try await event in runner {
      guard case .ended(let summary) = event else { continue }
      #expect(summary.documents == 1 && summary.converted + summary.unchanged == 1)
      return summary.converted == 1
    }
    return false
  }

  private func setTime(_ time: Int, _ path: String) throws {
    try manager.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(time))],
      ofItemAtPath: folder + "/" + path)
  }

  @Test(arguments: [false, true])
  func `A page is converted again when a file beside it appears, changes or is removed`(
    trustsTimes: Bool
  ) async throws {
    defer { try? manager.removeItem(atPath: folder) }
    let change: (inout BatchOptions) -> Void = { $0.trustsTimes = trustsTimes }
    try write(
      "in/sub/page.html",
      "<link rel=stylesheet href='css/a.css'><link rel=stylesheet href='../b.css'><p>red")
    #expect(try await convertsPages(change))
    #expect(try await !convertsPages(change))
    try manager.createDirectory(
      atPath: folder + "/in/sub/css", withIntermediateDirectories: true)
    for (path, sheet) in [
      ("in/sub/css/a.css", "p { color: #ff0000 }"), ("in/sub/css/a.css", "p { color: #00ff00 }"),
      ("in/b.css", "p { font-weight: bold }"),
    ] {
      try write(path, sheet)
      #expect(try await convertsPages(change), "\(sheet)")
      #expect(try await !convertsPages(change), "\(sheet)")
    }
    #expect(try text("out/sub/page.html").contains("<strong>red"))
    // First only the time changes, then only the content.
    try setTime(1_000_000_000, "in/b.css")
    #expect(try await !convertsPages(change))
    try write("in/b.css", "p { font-style: italic}")
    #expect(try await convertsPages(change))
    #expect(try text("out/sub/page.html").contains("<em>red"))
    try manager.removeItem(atPath: folder + "/in/b.css")
    #expect(try await convertsPages(change))
    #expect(try await !convertsPages(change))
    // Links are not followed, so a link has the same effect as a missing file.
    try write("c.css", "p { font-weight: bold }")
    try manager.createSymbolicLink(
      atPath: folder + "/in/b.css", withDestinationPath: "../c.css")
    #expect(try await !convertsPages(change))
  }

  @Test func `Equal times of files beside a page suffice only with trusted times`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    try write("in/page.html", "<link rel=stylesheet href=a.css><p>red")
    try write("in/a.css", "p { color: #ff0000 }")
    try setTime(1_000_000_000, "in/a.css")
    #expect(try await convertsPages())
    try write("in/a.css", "p { color: #00ff00 }")
    try setTime(1_000_000_000, "in/a.css")
    #expect(try await !convertsPages { $0.trustsTimes = true })
    #expect(try await convertsPages())
  }

  @Test func `A document without files beside it has no record of such files`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    try write("in/a.md", "text")
    try write("in/page.html", "<p>text")
    _ = try await run()
    #expect(try !text("out/.iaconv/journal.jsonl").contains("beside"))
  }

  @Test func `Outputs without a source are reported and kept`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    for name in ["a.md", "b.md", "sub/c.md", "d.md"] { try write("in/" + name, name) }
    #expect(try await run().stale.count == 0)
    // Another file gets the name of a removed one. An output that was deleted is not reported.
    try manager.removeItem(atPath: folder + "/in/a.md")
    try write("in/a.txt", "other")
    try manager.removeItem(atPath: folder + "/in/b.md")
    try manager.removeItem(atPath: folder + "/in/sub")
    try manager.removeItem(atPath: folder + "/in/d.md")
    try manager.removeItem(atPath: folder + "/out/d.txt")
    for _ in 0..<2 {
      let summary = try await run()
      #expect(summary.stale.count == 2 && summary.stale.paths == ["b.txt", "sub/c.txt"])
    }
    #expect(try text("out/b.txt") == "b.md\n")
    let status = try #require(BatchStatus(of: folder + "/out"))
    #expect(
      String(decoding: status.json, as: UTF8.self).contains(
        #""stale":{"outputs":2,"paths":["b.txt","sub/c.txt"]}"#))
    // The files of another source are not reported.
    try manager.createDirectory(
      atPath: folder + "/other", withIntermediateDirectories: true)
    try write("other/e.md", "e")
    var other = runner()
    other.sources = BatchSources([folder + "/other"])
    for try await event in other {
      if case .ended(let summary) = event { #expect(summary.stale.count == 0) }
    }
    // A sample and patterns exclude existing files.
    other = runner()
    other.sources.includes = [GlobPattern("e.*")]
    for try await event in other {
      if case .ended(let summary) = event { #expect(summary.stale.count == 2) }
    }
  }

  @Test func `Outputs without a source are deleted if the journal lists their content`()
    async throws
  {
    defer { try? manager.removeItem(atPath: folder) }
    let prunes: (inout BatchOptions) -> Void = { $0.prunes = true }
    for name in ["a.md", "b.md", "sub/c.md", "d.md"] { try write("in/" + name, name) }
    var summary = try await run(prunes)
    #expect(summary.pruned.count == 0 && summary.converted == 4)
    // Another file gets the name of a removed one.
    try manager.removeItem(atPath: folder + "/in/a.md")
    try write("in/a.txt", "other")
    try manager.removeItem(atPath: folder + "/in/b.md")
    try manager.removeItem(atPath: folder + "/in/sub")
    try write("out/b.txt", "Mine")
    summary = try await run(prunes)
    #expect(summary.pruned.paths == ["sub/c.txt"] && summary.stale.paths == ["b.txt"])
    #expect(summary.status == .loss)
    #expect(try text("out/a.txt").hasPrefix("other"))
    #expect(try text("out/b.txt") == "Mine")
    #expect(!manager.fileExists(atPath: folder + "/out/sub"))
    try manager.removeItem(atPath: folder + "/out/b.txt")
    summary = try await run(prunes)
    #expect(summary.status == .success && summary.stale.count == 0)
    #expect(Set(try tree().keys) == ["a.txt", "d.txt"])
  }

  @Test func `A stopped run deletes nothing`() async throws {
    defer { try? manager.removeItem(atPath: folder) }
    for name in ["a.md", "b.md"] { try write("in/" + name, name) }
    _ = try await run()
    try manager.removeItem(atPath: folder + "/in/b.md")
    // The largest document is converted first and fails.
    try write("in/bad.json", "{" + String(repeating: " ", count: 1000))
    for number in 0..<20 { try write("in/c\(number).md", "text") }
    var summary = try await run {
      $0.prunes = true
      $0.failureLimit = .count(0)
    }
    #expect(summary.skipped > 0 && summary.pruned.count == 0)
    #expect(manager.fileExists(atPath: folder + "/out/b.txt"))
    summary = try await run { $0.prunes = true }
    #expect(summary.pruned.paths == ["b.txt"])
  }
}
