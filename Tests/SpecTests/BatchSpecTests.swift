import IAConvert
import IATestSupport
import Testing

/// Runs the fenced examples of `Specs/batch.md`.
@Suite struct BatchSpecTests {
  private func fences(_ kind: String) throws -> [SpecFence] {
    let found = try SpecFence.all(of: "batch.md").filter { $0.words == [kind] }
    #expect(!found.isEmpty)
    return found
  }

  @Test func `Every line of a journal is read, and written unchanged`() throws {
    var count = 0
    for fence in try fences("journal") {
      for line in fence.content.split(separator: "\n") {
        let read = try JournalLine(Array(line.utf8), at: 0)
        #expect(String(decoding: read.bytes, as: UTF8.self) == line + "\n")
        count += 1
      }
    }
    #expect(count == 3)
  }

  @Test func `Every pattern matches as the table says`() throws {
    for fence in try fences("glob") {
      for line in fence.content.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        try #require(words.count == 3)
        let isMatch = GlobPattern(words[0]).matches(Array(words[1].utf8))
        #expect(isMatch == (words[2] == "yes"), "\(line)")
      }
    }
  }
}
