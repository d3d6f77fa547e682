import Foundation
import IAConvert
import IAFiles
import IAFormats
import IARenderFormats
import IATestSupport
import IAText
import Testing

/// Functions of the library write and report the same as a `Conversion`.
@Suite struct LibraryReportTests {
  private static let reviewed = Array(
    #"""
    {\rtf1\ansi{\*\revtbl{Unknown;}{Ann;}}one {\deleted\revauthdel1 secret }two {\revised\revauth1 new }end\par}
    """#.utf8)

  @Test(arguments: [FormatID.html, .rtf, .markdown, .text, .json])
  func `Tracked changes are resolved as the options say`(format: FormatID) throws {
    let document = try IADocument(Self.reviewed, as: .rtf)
    var options = WriteOptions()
    options.changes = .accept
    for output in [
      try document.data(as: format, options: options),
      try convert(Self.reviewed, from: .rtf, to: format, writing: options),
    ] {
      #expect(!output.text.contains("secret"))
      #expect(output.text.contains("new"))
      #expect(output.report.counts.keys.contains { $0.feature == .trackedChange })
    }
    options.changes = .reject
    let rejected = try document.data(as: format, options: options)
    #expect(rejected.text.contains("secret"))
    #expect(!rejected.text.contains("new"))
  }

  @Test(arguments: [FormatID.html, .rtf, .markdown, .text])
  func `A report names the losses that reading the bytes finds`(format: FormatID) throws {
    let page = #"""
      <p style="margin: 3.333px 0; text-indent: 7.77px; font-size: 11.37px">a <span style="letter-spacing: .0371em">b</span>
      <span style="opacity: .5; color: #12345678">c</span>
      """#
    let document = try IADocument(Array(page.utf8), as: .html)
    let options = WriteOptions(keepsHiddenData: false)
    let output = try document.data(as: format, options: options)
    let back = try IADocument(output.bytes, as: format)
    #expect(DocumentDifference(document, back).changes(notIn: output.report).isEmpty)

    var conversion = Conversion(to: format)
    conversion.inputFormat = .ia
    conversion.writeOptions = options
    var sink = BytesSink()
    let stored = try document.data(as: .ia).bytes
    let outcome = try conversion.run(from: BytesSource(stored), to: &sink)
    #expect(output.report.losses == outcome.report.losses)
    #expect(output.bytes == sink.bytes)
  }

  @Test func `The size of an output is limited in proportion to the document`() throws {
    var rows = "<table>"
    for _ in 0..<1500 { rows += "<tr><td rowspan=1500 colspan=3>" }
    let document = try IADocument(Array(rows.utf8), as: .html)
    let output = try? document.data(as: .rtf)
    #expect((output?.bytes.count ?? 0) <= WritingBudget(for: document, limits: .standard).byteCount)
  }

  @Test func `A file has the report of the bytes`() throws {
    let document = try IADocument(Self.reviewed, as: .rtf)
    var options = WriteOptions(keepsHiddenData: false)
    options.changes = .accept
    let path = FileManager.default.temporaryDirectory.path + "/ia-\(UUID().uuidString).html"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let report = try document.write(to: path, options: options)
    #expect(try report.losses == document.data(as: .html, options: options).report.losses)
  }

  @Test func `A document is drawn with the defaults of the format that it was read from`() throws {
    let source = Array(#"{\rtf1\ansi\paperw7000\paperh6000 A {\b letter}.\par Yours\par}"#.utf8)
    var conversion = Conversion(to: .pdf)
    conversion.registry = .standard.drawing(CairoDrawing().entries(DrawingOptions()))
    var sink = BytesSink()
    _ = try conversion.run(from: BytesSource(source), to: &sink)
    let document = try IADocument(source)
    #expect(try document.pdf().bytes == sink.bytes)
    let pages = try document.pdf(page: .a4)
    #expect(pages.text.contains("595 842"))
    #expect(document == IADocument(document.string, metadata: document.metadata))
  }
}
