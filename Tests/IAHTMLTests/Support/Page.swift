import IAFiles
import IAFormats
import IAHTML
import IAText
import Testing

/// A page that the writer created, divided into its parts.
struct Page {
  /// The whole page.
  let html: String
  /// The text between `<main>` and `</main>`, without the line ends around it.
  let body: String
  /// The style sheets.
  let style: String
  /// The report of the writer.
  let report: ConversionReport

  init(_ document: IADocument, options: WriteOptions = WriteOptions(keepsHiddenData: false)) throws
  {
    var sink = BytesSink()
    report = try HTMLWriter().write(document, to: &sink, options: options)
    let bytes = sink
    html = bytes.text
    body = try Self.part(of: html, from: "<main>\n", to: "</main>")
    style = html.matches(of: /(?s)<style[^>]*>\n(.*?)<\/style>/).map { $0.1 }.joined()
  }

  init(_ string: IAString, options: WriteOptions = WriteOptions(keepsHiddenData: false)) throws {
    try self.init(IADocument(string), options: options)
  }

  /// Effect and feature of each kind of note.
  var losses: [String] { report.kinds.map { "\($0.effect.rawValue) \($0.feature)" } }

  /// The rules of the classes that the document needs, one for each line.
  var classes: [String] {
    let light = style.firstRange(of: "@media (prefers-color-scheme:dark)")?.lowerBound
    return style[..<(light ?? style.endIndex)].split(separator: "\n").filter {
      $0.wholeMatch(of: /\.[cspt][0-9]+\{.*\}/) != nil
    }.map(String.init)
  }

  private static func part(of text: String, from start: String, to end: String) throws -> String {
    let head = try #require(text.firstRange(of: start))
    let rest = text[head.upperBound...]
    let tail = try #require(rest.firstRange(of: end))
    var part = String(rest[..<tail.lowerBound])
    if part.hasSuffix("\n") { part.removeLast() }
    return part
  }
}
