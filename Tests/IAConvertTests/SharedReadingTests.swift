import IAFiles
import IAFormats
import IAText
import Testing

@testable import IAConvert

/// Reading one source for several output formats.
struct SharedReadingTests {
  private static let page = """
    <!doctype html><style>@media print{.n{color:red}}</style><p class=n>a</p>
    """

  /// Returns whether the text that is read for a format has a colour.
  private func isRed(_ format: FormatID, in reading: inout SharedReading) throws -> Bool {
    let string = try reading.input(for: Conversion(to: format)).document.string
    return string.attributeRuns(in: string.utf16Range).contains { $0.attributes.foreground != nil }
  }

  @Test(arguments: [[FormatID("pdf"), .html, .markdown], [.html, FormatID("pdf"), .markdown]])
  func `Print style sheets apply only to PDF, in any order of formats`(
    _ formats: [FormatID]
  ) throws {
    var reading = SharedReading(BytesSource(Array(Self.page.utf8), name: "page.html"))
    for format in formats {
      #expect(try isRed(format, in: &reading) == (format == FormatID("pdf")))
    }
  }

  @Test func `A source that is not a page is read once`() throws {
    var phases: [Conversion.Phase] = []
    try withoutActuallyEscaping({ phases.append($0) }) { onProgress in
      var reading = SharedReading(
        BytesSource(Array("# Title\n".utf8), name: "a.md"), onProgress: onProgress)
      for format in [FormatID("pdf"), .html, .markdown, .rtf] {
        _ = try reading.input(for: Conversion(to: format))
      }
    }
    #expect(phases.count { $0 == .reading } == 1)
  }

  @Test func `A page is read at most twice`() throws {
    var phases: [Conversion.Phase] = []
    try withoutActuallyEscaping({ phases.append($0) }) { onProgress in
      var reading = SharedReading(
        BytesSource(Array(Self.page.utf8), name: "page.html"), onProgress: onProgress)
      for format in [FormatID.html, FormatID("pdf"), .markdown, FormatID("pdf"), .rtf] {
        _ = try reading.input(for: Conversion(to: format))
      }
    }
    #expect(phases.count { $0 == .reading } == 2)
  }
}
