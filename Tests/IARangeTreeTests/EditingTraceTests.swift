import Foundation
import IARangeTree
import IATestSupport
import Testing

/// Recorded editing sessions of an article, a library, a page and a blog post.
@Suite struct EditingTraceTests {
  @Test(
    "A recorded editing session ends in its text, with every intensity and attribute in place",
    .enabled(if: ExternalCorpora.has("editing-traces")),
    arguments: ["automerge-paper", "rustcode", "sveltecomponent", "seph-blog1"])
  func replays(_ name: String) throws {
    let trace = try Trace(name)
    var tree = RangeTree()
    var expected = IDSequence()
    for (index, edit) in trace.edits.enumerated() {
      let (intensity, attribute) = (UInt8(index / 16 % 101), UInt32(index / 256))
      tree.replace(
        edit.range, with: edit.units.span, intensity: intensity, attribute: attribute)
      expected.replace(edit.range, edit.units.count, edit: index)
    }
    tree.checkInvariants()
    let all = 0..<tree.count
    #expect(tree.units(in: all) == Array(trace.endContent.utf16))
    let edits = expected.edits
    #expect(tree.intensities(in: all) == edits.map { UInt8($0 / 16 % 101) })
    let attributes = tree.attributeRuns(in: all).flatMap {
      Array(repeating: $0.attribute, count: $0.count)
    }
    #expect(attributes == edits.map { UInt32($0 / 256) })
  }
}

/// A plain gap buffer with the number of the edit that wrote each unit.
private struct IDSequence {
  private var before: [Int] = []
  private var behind: [Int] = []

  mutating func replace(_ range: Range<Int>, _ count: Int, edit: Int) {
    while before.count > range.upperBound { behind.append(before.removeLast()) }
    while before.count < range.upperBound { before.append(behind.removeLast()) }
    before.removeLast(range.count)
    before.append(contentsOf: repeatElement(edit, count: count))
  }

  var edits: [Int] { before + behind.reversed() }
}

private struct Trace {
  struct Edit {
    let range: Range<Int>
    let units: [UInt16]
  }

  let edits: [Edit]
  let endContent: String

  init(_ name: String) throws {
    let file = ExternalCorpora.root.appending(path: "editing-traces/\(name).json.gz")
    let gunzip = Process()
    gunzip.executableURL = URL(filePath: "/usr/bin/env")
    gunzip.arguments = ["gzip", "-dc", file.path]
    let output = Pipe()
    gunzip.standardOutput = output
    try gunzip.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    gunzip.waitUntilExit()
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    endContent = try #require(object["endContent"] as? String)
    let transactions = try #require(object["txns"] as? [[String: Any]])
    var edits: [Edit] = []
    for transaction in transactions {
      for patch in try #require(transaction["patches"] as? [[Any]]) {
        let start = try #require(patch[0] as? Int)
        let removed = try #require(patch[1] as? Int)
        let text = try #require(patch[2] as? String)
        edits.append(Edit(range: start..<start + removed, units: Array(text.utf16)))
      }
    }
    self.edits = edits
  }
}
