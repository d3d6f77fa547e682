import Foundation
import Testing

@testable import IAConvert
@testable import IAFiles

/// Rounds of a watch that plan changed files have the same outputs as rounds that plan all files.
@Suite struct BatchWatchRoundTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "ia-\(UUID().uuidString)")

  private func write(_ text: String, _ name: String, time: Int = 0) throws {
    let url = folder.appending(path: "in/" + name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    // `Data.write` opens files without O_CLOEXEC: a program that another test starts at this moment has the file open
    // until it ends, and the watch postpones the file.
    let file = try SystemCalls.open(url.path, .appendNew)
    try SystemCalls.write(file, Array(text.utf8))
    try SystemCalls.close(file)
    // A recently written file would be postponed to a later round.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9 + Double(time))],
      ofItemAtPath: url.path)
  }

  private func runner(_ target: String) -> BatchRunner {
    var options = BatchOptions()
    options.durability = .none
    options.scratchFolder = folder.path
    return BatchRunner(
      BatchSources([folder.appending(path: "in").path]),
      target: folder.appending(path: target).path, Conversion(to: .text), options: options)
  }

  /// Runs a round and returns the number of planned documents.
  private func round(_ watch: BatchWatch) throws -> Int {
    let run = try watch.start()
    while try run.next() != nil {}
    watch.end(run)
    return run.plan.count
  }

  private func outputs(_ target: String) throws -> [String: Data] {
    let top = folder.appending(path: target)
    var found: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: top.path)
    where !name.hasPrefix(".iaconv") {
      found[name] = FileManager.default.contents(atPath: top.appending(path: name).path) ?? Data()
    }
    return found
  }

  @Test func `A watched target is in use between the rounds`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("text", "a.md")
    let target = folder.appending(path: "out").path
    do {
      let watch = try BatchWatch(runner("out"), interval: nil)
      _ = try round(watch)
      let status = try #require(BatchStatus(of: target))
      #expect(status.isRunning && status.isWatching && !status.isConverting)
      #expect(String(decoding: status.json, as: UTF8.self).contains(#""state":"waiting""#))
    }
    #expect(BatchStatus(of: target)?.isRunning == false)
  }

  @Test func `A change of a file beside a page is a change of the page`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write("<link rel=stylesheet href='../a.css'><p>text", "sub/page.html")
    try write("<p>text", "other.html")
    try write("p { color: #ff0000 }", "a.css")
    var runner = runner("out")
    runner.sources.includes = [GlobPattern("*.html")]
    runner.conversion.outputFormat = .html
    let watch = try BatchWatch(runner, interval: nil)
    guard !watch.isComparing else { return }
    #expect(try round(watch) == 2)
    for (step, color) in ["00ff00", "0000ff"].enumerated() {
      try write("p { color: #\(color) }", "a.css", time: step + 1)
      #expect(try round(watch) == 1)
      let page = try outputs("out")["sub/page.html"].map { String(decoding: $0, as: UTF8.self) }
      #expect(page?.contains(color) == true)
    }
    try FileManager.default.removeItem(at: folder.appending(path: "in/a.css"))
    #expect(try round(watch) == 1)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `Random changes have the same outputs as complete plans`(seed: UInt64) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var state = seed
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let stems = ["a", "A", "a-2", "b", "b-2", "c", "long-name-3", "d.text"]
    let folders = ["", "sub/", "Sub/", "sub/deep/", "x.txt/", "y/"]
    for number in 0..<12 { try write("start \(number)", "\(folders[number % 6])n\(number).md") }
    let changed = try BatchWatch(runner("changed"), interval: nil)
    var small = 0
    var time = 0
    for step in 0..<30 {
      for _ in 0...random(3) {
        let name =
          folders[random(folders.count)] + stems[random(stems.count)]
          + [".md", ".html", ".json", ""][random(4)]
        let path = folder.appending(path: "in/" + name).path
        switch random(8) {
        case 0: try? FileManager.default.removeItem(atPath: path)
        case 1:
          let other = folder.appending(path: "in/moved\(step)").path
          try? FileManager.default.moveItem(atPath: path, toPath: other + ".md")
        case 2: try? FileManager.default.removeItem(at: folder.appending(path: "in/y"))
        default:
          time += 1
          try write("step \(step) of *\(name)*", name, time: time)
        }
      }
      let count = try round(BatchWatch(runner("all"), interval: nil))
      if try round(changed) < count { small += 1 }
      #expect(try outputs("changed") == outputs("all"), "step \(step)")
    }
    #if os(Linux)
      #expect(small > 3)
    #endif
  }

  @Test func `The size of a list of changes is limited`() {
    var changes = FileChanges()
    for number in 0..<FileChanges.maximumCount { changes.add(Array("\(number)".utf8)) }
    #expect(changes.isComplete)
    changes.add(Array("0".utf8))
    #expect(changes.isComplete)
    changes.add(Array("one more".utf8))
    #expect(!changes.isComplete && changes.files.isEmpty)
    changes.add(Array("another".utf8))
    #expect(changes.files.isEmpty)
    var other = FileChanges()
    other.add(Array("a".utf8))
    other.formUnion(changes)
    #expect(!other.isComplete)
  }
}
