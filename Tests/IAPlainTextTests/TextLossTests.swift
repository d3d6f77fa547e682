import Foundation
import IAFormats
import IAPlainText
import IATestSupport
import IAText
import Testing

@Suite struct TextLossTests {
  @Test func everythingThatTextCannotHoldIsReportedWithItsRange() throws {
    var attributes = InlineAttributes()
    attributes.bold = true
    attributes.link = .init("https://example.org/")
    attributes.fontSize = 12
    var string = IAString("plain\n")
    string.append(IAString("styled\n", attributes: attributes))
    var paragraph = ParagraphAttributes(blocks: [Block(id: 7, .header(level: 1))])
    paragraph.alignment = .center
    string.setParagraphAttributes(paragraph, in: 6..<13)
    string.setBookmark("here", at: 3)
    string.options.smoothing = .word
    let document = IADocument(string, metadata: DocumentMetadata(title: "T", authors: ["A"]))
    let report = try Plain.write(document).report
    let dropped = report.notes.map { "\($0.kind.feature) \($0.utf16Range?.description ?? "-")" }
    #expect(
      Set(dropped) == [
        "bold 6..<13", "link 6..<13", "font-size 6..<13", "heading 6..<13", "alignment 6..<13",
        "bookmark 3..<3", "smoothing -", "metadata -",
      ])
    #expect(report.counts.values.reduce(0, +) == 9)
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile/blns")))
  func awkwardStringsComeBackWhateverThePacks() throws {
    let url = ExternalCorpora.root.appending(path: "hostile/blns/blns.json")
    let strings = try JSONDecoder().decode([String].self, from: Data(contentsOf: url))
    #expect(strings.count > 400)
    let packs = [Plain.pack("removed]", "1", "x", "native code", "$(", "<", "0x")]
    for text in strings {
      let document = IADocument(IAString(text))
      let hasOtherLineEnds = text.utf16.contains { $0 == 0x0D || $0 == 0x2029 }
      for (packs, profile) in [([], "plain"), (packs, "plain"), (packs, "marked")] {
        let written = try Plain.write(document, packs, profile: profile)
        let mark = text.hasPrefix("\u{FEFF}") ? "\u{FEFF}" : ""
        if packs.isEmpty { #expect(written.text.utf8.elementsEqual((mark + text).utf8)) }
        #expect(written.report.isLossless == !hasOtherLineEnds)
        let back = try Plain.read(written.text, packs, profile: profile).document
        if !hasOtherLineEnds { #expect(back == document, "\(text.debugDescription)") }
      }
    }
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile")))
  func anyFileReadAsTextIsAFixedPoint() throws {
    let packs = [Plain.pack("0", "a", "1", "]", "\\")]
    for url in ExternalCorpora.files(in: "hostile/jsontestsuite") {
      let bytes = Array(try Data(contentsOf: url)).prefix(20_000)
      for profile in ["plain", "marked"] {
        let document = try Plain.read(Array(bytes), packs, profile: profile).document
        let written = try Plain.write(document, packs, profile: profile)
        #expect(try Plain.read(written.text, packs, profile: profile).document == document)
      }
    }
  }
}
