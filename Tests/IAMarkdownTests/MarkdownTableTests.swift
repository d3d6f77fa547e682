import IAFiles
import IAFormats
import IAMarkdown
import IAText
import Testing

/// The columns of tables.
@Suite struct MarkdownTableTests {
  private static let tables: [([String], [ParagraphAttributes.Alignment?], String)] = [
    (["|a|b|", "|c|d|"], [nil, .right, nil, .right], "--- | --:"),
    (["|a|b|", "|c|d|"], [.center, .center, .center, nil], ":-: | ---"),
    (["|a|b|", "|c|d|", "|e||"], [nil, nil, .left, .right, .left, nil], "--- | --:"),
    (["|a|b|", "|c|d|", "|e|f|"], [nil, nil, .right, .right, .right, .center], "--: | ---"),
  ]

  @Test(arguments: tables)
  func `Columns are aligned like their text`(
    _ rows: [String], _ alignments: [ParagraphAttributes.Alignment?], _ line: String
  ) throws {
    let text = rows[0] + "\n|---|---|\n" + rows.dropFirst().joined(separator: "\n") + "\n"
    var document = try MarkdownRoundTripTests.read(text)
    for (paragraph, alignment) in zip(document.string.paragraphs, alignments) {
      var attributes = paragraph.attributes
      attributes.alignment = alignment
      document.string.setParagraphAttributes(attributes, in: paragraph.utf16Range)
    }
    let (written, _) = try MarkdownRoundTripTests.write(document)
    #expect(written.contains("| \(line) |"), "\(written)")
    let (hidden, report) = try MarkdownRoundTripTests.write(document, keepsHiddenData: true)
    #expect(report.isLossless, "\(report.notes)")
    #expect(try MarkdownRoundTripTests.read(hidden) == document)
  }
}
