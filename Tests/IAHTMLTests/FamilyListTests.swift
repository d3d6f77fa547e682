import IACSS
import IAFiles
import IAFormats
import IAText
import Testing

@testable import IAHTML

/// Lists of font families.
struct FamilyListTests {
  private func read(_ html: String) throws -> IADocument {
    try HTMLReader().read(BytesSource(Array(html.utf8))).document
  }

  @Test(arguments: [
    ("Charter, Georgia", "Charter, Georgia"),
    ("\"Segoe UI\", Helvetica, Arial, sans-serif", "Segoe UI, Helvetica, Arial"),
    ("-apple-system, BlinkMacSystemFont, Segoe UI, Roboto", "Segoe UI, Roboto"),
    ("-apple-system, BlinkMacSystemFont", "system-ui"),
    ("Foo, serif, Bar", "Foo, serif"), ("Georgia, serif", "Georgia"),
    ("Consolas, Menlo, monospace", "Consolas, Menlo"), ("Foo, Foo", "Foo"),
    ("system-ui, Arial", "system-ui"), ("Foo, cursive", "Foo"),
    ("'Arial, sans-serif'", "Arial,sans-serif"),
    ("A, B, C, D, E, F, G, H, I", "A, B, C, D, E, F, G, H"),
  ])
  func `A list is read with the families that browsers try`(css: String, family: String) throws {
    let string = try read("<p>a<b style=\"font-family:\(css.replacing("\"", with: "'"))\">b</b>")
      .string
    #expect(string.attributes(at: 1).fontFamily == family)
  }

  @Test(arguments: [
    "Segoe UI, Helvetica, Arial", "Foo, serif", "Georgia", "Georgia, Charter", "Consolas, Menlo",
    "Arial,Bold", "Source Code Pro, monospace",
  ])
  func `A list is written as one and read again`(family: String) throws {
    var document = IADocument(IAString("abc\n"))
    document.string.updateAttributes(in: 1..<2) { $0.fontFamily = family }
    document.string.options.fontFamily = family
    for keepsHiddenData in [true, false] {
      var sink = BytesSink()
      var options = WriteOptions()
      options.keepsHiddenData = keepsHiddenData
      _ = try HTMLWriter().write(document, to: &sink, options: options)
      let again = try HTMLReader().read(BytesSource(sink.bytes)).document
      guard keepsHiddenData || !family.contains("l,B") else { continue }
      #expect(again.string.attributes(at: 1).fontFamily == family)
      #expect(again.string.options.fontFamily == family)
    }
  }

  @Test func `Families are written in order with the kind of the last one`() {
    #expect(CSSText.families("Segoe UI, Arial") == "\"Segoe UI\",\"Arial\",var(--ia-font)")
    #expect(CSSText.families("Charter, Georgia") == "\"Charter\",\"Georgia\",serif")
    #expect(CSSText.families("Foo, monospace") == "\"Foo\",monospace")
    #expect(CSSText.families("Foo{, Bar") == "\"Bar\",var(--ia-font)")
    #expect(CSSText.families("Foo{") == nil)
  }
}
