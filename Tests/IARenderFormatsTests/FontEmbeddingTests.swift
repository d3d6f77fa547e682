import IAConvert
import IAFiles
import IAFormats
import IARenderFormats
import IATestSupport
import IAText
import Testing

@Suite struct FontEmbeddingTests {
  private func page(
    _ document: IADocument, embeds: Bool = true, looks: WriteOptions = WriteOptions()
  ) throws -> (text: String, report: ConversionReport) {
    var options = DrawingOptions()
    options.fonts.areEmbedded = embeds
    let registry = FormatRegistry.standard.drawing(CairoDrawing().entries(options))
    var sink = BytesSink()
    let report = try registry.writer(id: .html).write(document, to: &sink, options: looks)
    return (String(decoding: sink.bytes, as: UTF8.self), report)
  }

  private func read(_ text: String) throws -> IADocument {
    try Conversion(to: .json).read(BytesSource(text, name: "a.html")).document
  }

  @Test func `A page with fonts is read as the page without them`() throws {
    for name in ["options", "every-attribute"] {
      let document = try Corpus.document(name)
      let (text, _) = try page(document)
      #expect(text.contains("@font-face{font-family:\"ia-text\""))
      #expect(text.contains("font-src data:;"))
      #expect(try read(text) == read(try page(document, embeds: false).text))
      #expect(try page(document).text == text)
    }
  }

  @Test func `Without the option no page has fonts`() throws {
    let text = try page(try Corpus.document("options"), embeds: false).text
    #expect(!text.contains("@font-face") && !text.contains("font-src"))
  }

  @Test func `Profiles without styles have no fonts`() throws {
    for profile in ["semantic", "cocoa"] {
      let text = try page(
        try Corpus.document("options"), looks: WriteOptions(profile: profile)
      ).text
      #expect(!text.contains("@font-face"))
    }
  }

  @Test func `Families of the text have rules with their names, unsafe names none`() throws {
    var string = IAString("abc def ghi\n")
    string.updateAttributes(in: 0..<3) { $0.fontFamily = "Noto Serif" }
    string.updateAttributes(in: 4..<7) { $0.fontFamily = "x\"};@import 'y" }
    let text = try page(IADocument(string)).text
    #expect(text.contains("@font-face{font-family:\"Noto Serif\""))
    #expect(!text.contains("@import"))
  }

  @Test func `Families that others replace are reported`() throws {
    var string = IAString("abc def\n")
    string.updateAttributes(in: 0..<3) { $0.fontFamily = "No Such Family" }
    let notes = try page(IADocument(string)).report.notes
    #expect(
      notes.contains {
        $0.kind.feature == .fontFamily && $0.detail.hasPrefix("No Such Family \u{2192} ")
      })
  }

  @Test func `The number of families is limited`() throws {
    var string = IAString(String(repeating: "a", count: 50) + "\n")
    for index in 0..<50 {
      string.updateAttributes(in: index..<index + 1) { $0.fontFamily = "F\(index)" }
    }
    let report = try page(IADocument(string)).report
    #expect(report.notes.contains { $0.detail == "more than 32 families" })
  }
}
