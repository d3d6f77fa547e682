import Foundation
import IAFiles
import IAFormats
import IAMarkdown
import IATestSupport
import IAText
import Testing

@Suite struct MarkdownRoundTripTests {
  static func write(
    _ document: IADocument, keepsHiddenData: Bool = false
  ) throws -> (text: String, report: ConversionReport) {
    var sink = BytesSink()
    let options = WriteOptions(keepsHiddenData: keepsHiddenData)
    let report = try MarkdownWriter().write(document, to: &sink, options: options)
    return (sink.text, report)
  }

  static func read(_ text: String) throws -> IADocument {
    try MarkdownReader().read(BytesSource(text)).document
  }

  @Test(arguments: 0..<30) func documentsThatMarkdownCanHoldComeBackEqual(_ part: Int) throws {
    for step in 0..<RandomInputs.count(ofAll: 12) {
      let seed = UInt64(part * 1000 + step)
      var documents = MarkdownDocuments(seed: seed)
      let document = documents.document()
      let (text, report) = try Self.write(document)
      let back = try Self.read(text)
      let isEqual = back.string == document.string
      if !isEqual {
        let here = Differences.first(document.string, back.string)
        Issue.record("seed \(seed): \(here)\n\(text.count < 600 ? text : "")")
        return
      }
      #expect(report.isLossless, "seed \(seed): \(report.notes)")
      #expect(try Self.write(back).text == text, "second write, seed \(seed)")
    }
  }

  /// The Markdown files of the packages that the build has fetched.
  private static let realFiles: [URL] = {
    let folder = ExternalCorpora.packageRoot.appending(path: ".build/checkouts")
    let names = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var found: [URL] = []
    while let url = names?.nextObject() as? URL {
      if url.pathExtension == "md" { found.append(url) }
    }
    return found.sorted { $0.path < $1.path }
  }()

  @Test(.enabled(if: !realFiles.isEmpty)) func realDocumentsComeBackEqual() throws {
    // Only small files, so that a debug build runs in a short time.
    for file in Self.realFiles {
      let bytes = Array(try Data(contentsOf: file))
      guard bytes.count < 24_000 else { continue }
      let first = try MarkdownReader().read(BytesSource(bytes)).document
      let (text, report) = try Self.write(first)
      let second = try Self.read(text)
      #expect(
        second == first || !report.isLossless,
        "\(file.path): \(Differences.first(first.string, second.string).prefix(500))")
      #expect(try Self.write(second).text == text, "\(file.path)")
    }
  }
}

/// Finds the first difference of two strings.
enum Differences {
  static func first(_ left: IAString, _ right: IAString) -> String {
    let (a, b) = (left.paragraphs, right.paragraphs)
    let (c, d) = (left.canonicalParagraphs(), right.canonicalParagraphs())
    for index in 0..<max(a.count, b.count) {
      guard index < a.count, index < b.count else {
        return "paragraphs \(a.count) \(b.count), ends \(left.text.suffix(80).debugDescription)"
      }
      let (p, q) = (a[index], b[index])
      if left.text(in: p.utf16Range) != right.text(in: q.utf16Range) {
        return "text \(left.text(in: p.utf16Range).debugDescription) is now "
          + right.text(in: q.utf16Range).debugDescription
      }
      let (r, s) = (left.attributeRuns(in: p.utf16Range), right.attributeRuns(in: q.utf16Range))
      if r.map(\.attributes) != s.map(\.attributes)
        || r.map(\.utf16Range.count) != s.map(\.utf16Range.count)
      {
        return
          "runs of \(left.text(in: p.utf16Range).debugDescription)\n\(describe(r))\n now \(describe(s))"
      }
    }
    for (x, y) in zip(c, d) where x != y {
      return
        "blocks \(x.utf16Range) \(left.text(in: x.utf16Range).debugDescription) \(x.attributes.blocks)\n now \(y.utf16Range) \(y.attributes.blocks)"
    }
    if left.attachments != right.attachments {
      return "attachments \(left.attachments) \(right.attachments)"
    }
    return "something else"
  }

  private static func describe(_ runs: [IAString.AttributeRun]) -> String {
    runs.map { run in
      let a = run.attributes
      let marks = [
        a.bold ? "b" : "", a.italic ? "i" : "", a.strikethrough != nil ? "s" : "",
        a.code ? "c" : "", a.link.map { "l(\($0.url) \($0.title ?? ""))" } ?? "",
        a.tags.map { "\($0.name)=\($0.value)" }.joined(separator: ";"),
      ].joined()
      return "\(run.utf16Range)\(marks)"
    }.joined(separator: " ")
  }
}
