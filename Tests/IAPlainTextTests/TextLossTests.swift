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

  /// Leaves hold some hundred units of one or two bytes each; pairs and lone surrogates also occur
  /// at the borders of leaves.
  @Test func `Units that are not read back are noted everywhere`() throws {
    var random = SeededGenerator(seed: 44)
    let wide: [UInt16] = [0x0D, 0x2029, 0xD83D, 0xDE00, 0x2028, 0x2030, 0xE000, 0x20AC]
    for _ in 0..<60 {
      let rarity = 2 + random.below(400)
      var units: [UInt16] = []
      while units.count < 6000 {
        switch random.below(rarity) {
        case 0: units.append(wide[random.below(wide.count)])
        case 1: units += [0xD83D, 0xDE00]
        case 2: units += repeatElement(0x61, count: 1100)
        case 3: units += [0x0D, 0xE9]
        default: units.append(0x61 + UInt16(random.below(26)))
        }
      }
      var builder = IAStringBuilder()
      builder.append(units: units)
      let report = try Plain.write(IADocument(builder.finish())).report
      let decoded = String(decoding: units, as: UTF16.self).unicodeScalars
      let lineEnds = decoded.count { $0.value == 0x0D || $0.value == 0x2029 }
      let lone = decoded.count { $0.value == 0xFFFD }
      func count(_ feature: DocumentFeature) -> Int {
        report.counts[.init(effect: .approximated, feature: feature)] ?? 0
      }
      #expect(count(.lineEnd) == lineEnds)
      #expect(count(.loneSurrogate) == lone)
      for note in report.notes {
        let offset = try #require(note.utf16Range?.lowerBound)
        let isLineEnd = units[offset] == 0x0D || units[offset] == 0x2029
        #expect(isLineEnd == (note.kind.feature == .lineEnd))
      }
    }
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
      for (packs, profile) in [([], "verbatim"), (packs, "verbatim"), (packs, "marked")] {
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
      for profile in ["verbatim", "marked"] {
        let document = try Plain.read(Array(bytes), packs, profile: profile).document
        let written = try Plain.bytes(document, packs, profile: profile)
        #expect(try Plain.read(written, packs, profile: profile).document == document)
      }
    }
  }
}
