import Foundation
import IACorpus
import IAFiles
import IAFormats
import IAMarkdown
import IATestSupport
import IAText
import Testing

/// Documents whose text resembles Markdown are equal after writing and reading; the parser verifies
/// the escaping of the writer.
///
/// `IA_MARKDOWN_PUZZLES` sets the number of documents of each seed; the default is 400.
@Suite struct MarkdownPuzzleTests {
  private static let count =
    ProcessInfo.processInfo.environment["IA_MARKDOWN_PUZZLES"].flatMap { Int($0) } ?? 400

  @Test(arguments: 1...RandomInputs.count(ofAll: 8))
  func documentsThatLookLikeMarkupComeBackEqual(_ seed: Int) throws {
    var puzzle = MarkupPuzzle(seed: UInt64(seed))
    var losses = 0
    var failures = 0
    for number in 0..<Self.count {
      let document = puzzle.next()
      let (text, report) = try MarkdownRoundTripTests.write(document, keepsHiddenData: true)
      let result = try MarkdownReader().read(BytesSource(text))
      let place = "seed \(seed), document \(number)"
      let visible = try MarkdownRoundTripTests.write(document).text
      if !report.isLossless { losses += 1 }
      var problem = ""
      if report.isLossless, result.document != document {
        problem = Differences.first(document.string, result.document.string)
      }
      if result.report.notes.contains(where: { $0.kind.feature.rawValue.hasSuffix("-hidden-data") })
      {
        problem += " refused: \(result.report.notes)"
      }
      if result.document.string.text != document.string.text {
        problem +=
          "text \(document.string.text.debugDescription) "
          + result.document.string.text.debugDescription
      }
      let shown = try MarkdownRoundTripTests.read(visible)
      let again = try MarkdownRoundTripTests.write(shown)
      let second = try MarkdownRoundTripTests.read(again.text)
      if second != shown {
        problem +=
          "shown differs: " + Differences.first(shown.string, second.string)
          + "\nagain \(again.text.debugDescription)"
      }
      guard !problem.isEmpty else { continue }
      failures += 1
      Issue.record("\(place): \(problem)\n\(visible.debugDescription)")
      if failures > 5 { return }
    }
    // Most documents have no losses and are therefore compared as a whole.
    #expect(losses * 2 < Self.count, "\(losses) of \(Self.count) have losses")
  }
}
