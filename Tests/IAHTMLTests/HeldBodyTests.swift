import IAFiles
import IAFormats
import IAText
import Testing

@testable import IAHTML

@Suite("Bodies held until the head is written")
struct HeldBodyTests {
  @Test("The page does not depend on the held size", arguments: ["styled", "semantic", "cocoa"])
  func pageIsTheSame(profile: String) throws {
    var heldCount = 0
    for seed in UInt64(0)..<40 {
      var maker = RandomDocument(seed: seed)
      var document = maker.make()
      if seed % 2 == 0 { document.string = withoutNotes(document.string) }
      let options = WriteOptions(profile: profile)
      let whole = try page(document, HTMLWriter(), options)
      for limit in [0, 700, 5_000] {
        #expect(try page(document, HTMLWriter(holding: limit), options) == whole, "seed \(seed)")
      }
      if seed % 2 == 0, whole.bytes.count > 9_000 { heldCount += 1 }
    }
    #expect(heldCount > 5, "pages of which some is held")
  }

  @Test("Labels are links if their notes come later")
  func notesAreKnown() throws {
    var text = Paragraphs()
    text.build { builder in
      builder.append("a")
      builder.append(
        "1", attributes: builder.intern(InlineAttributes { $0[tag: "footnote"] = "1" }))
      builder.endParagraph()
      builder.append("note")
      builder.endParagraph(ParagraphAttributes(blocks: [Block(id: 1, .footnote(label: "1"))]))
    }
    let written = try page(IADocument(text.string()), HTMLWriter(), WriteOptions())
    #expect(String(decoding: written.bytes, as: UTF8.self).contains("href=\"#fn-1\""))
  }

  /// Returns a string without notes and references; the writer holds nothing of a text with them.
  private func withoutNotes(_ string: IAString) -> IAString {
    var builder = IAStringBuilder()
    for paragraph in string.paragraphs(in: string.utf16Range) {
      for run in string.attributeRuns(in: paragraph.utf16Range) {
        var attributes = run.attributes
        attributes.tags = []
        let interned = builder.intern(attributes)
        for offset in run.utf16Range {
          if let placed = string.attachments(in: offset..<offset + 1).first {
            builder.append(placed.attachment, attributes: interned)
          } else {
            builder.append(units: string.units(in: offset..<offset + 1), attributes: interned)
          }
        }
      }
      var attributes = paragraph.attributes
      attributes.blocks.removeAll { if case .footnote = $0.kind { true } else { false } }
      builder.endParagraph(attributes, terminated: paragraph.isTerminated)
    }
    return builder.finish(options: string.options)
  }

  private struct Written: Equatable {
    var bytes: [UInt8]
    var report: ConversionReport
  }

  private func page(
    _ document: IADocument, _ writer: HTMLWriter, _ options: WriteOptions
  ) throws -> Written {
    var sink = BytesSink()
    let report = try writer.write(document, to: &sink, options: options)
    let bytes = sink.bytes
    return Written(bytes: bytes, report: report)
  }
}

extension InlineAttributes {
  fileprivate init(_ change: (inout InlineAttributes) -> Void) {
    self.init()
    change(&self)
  }
}
