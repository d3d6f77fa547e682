import IAFiles
import IAFormats
import IAMarkdown
import IATestSupport
import IAText
import Testing

@Suite struct MarkdownHiddenDataTests {
  /// Returns a random document with attributes that Markdown does not have.
  private func decorated(seed: UInt64) -> IADocument {
    var documents = MarkdownDocuments(seed: seed)
    var random = SeededGenerator(seed: seed ^ 0xABCD)
    var document = documents.document()
    guard !document.string.isEmpty else { return document }
    for _ in 0..<12 {
      let start = random.below(document.string.utf16Count)
      let end = start + 1 + random.below(document.string.utf16Count - start)
      let range = start..<end
      switch random.below(9) {
      case 0: document.string.setIntensity(UInt8(random.below(101)), in: range)
      case 1: document.string.set(\.fontSize, to: 12.5, in: range)
      case 2: document.string.set(\.underline, to: .init(.wavy, color: .black), in: range)
      case 3: document.string.set(\.bold, to: true, in: range)
      case 4: document.string.set(\.foreground, to: Color(0x123456), in: range)
      case 5: document.string.updateParagraphAttributes(in: range) { $0.alignment = .center }
      case 6: document.string.setBookmark("b\(start)", at: start)
      case 7: document.string.options.smoothing = .word
      default: document.metadata.subject = "about: \"x\""
      }
    }
    return document
  }

  @Test(arguments: 0..<20) func whatMarkdownLacksComesBack(_ part: Int) throws {
    for step in 0..<RandomInputs.count(ofAll: 10) {
      let seed = UInt64(part * 100 + step)
      let document = decorated(seed: seed)
      let (text, _) = try MarkdownRoundTripTests.write(document, keepsHiddenData: true)
      let back = try MarkdownRoundTripTests.read(text)
      if back.string != document.string {
        let here = Differences.first(document.string, back.string)
        Issue.record("seed \(seed): \(here.prefix(800))")
        return
      }
      #expect(back.metadata == document.metadata)
      let (again, _) = try MarkdownRoundTripTests.write(back, keepsHiddenData: true)
      #expect(again == text, "second write, seed \(seed)")
    }
  }

  @Test func anEditedParagraphLosesOnlyItsOwnHiddenData() throws {
    var string = IAString("one\ntwo\nthree\n")
    string.setIntensity(90, in: 0..<13)
    let (text, report) = try MarkdownRoundTripTests.write(
      IADocument(string), keepsHiddenData: true)
    #expect(report.isLossless)
    let edited = text.replacing("two", with: "2")
    let result = try MarkdownReader().read(BytesSource(edited))
    #expect(result.document.string.text == "one\n2\nthree\n")
    #expect(result.document.string.intensity(at: 0) == 90)
    #expect(result.document.string.intensity(at: 4) == DisplayOptions.defaultIntensity)
    #expect(result.document.string.intensity(at: 7) == 90)
    let lost = result.report.notes.filter { $0.kind.effect.isLoss }
    #expect(lost.map(\.kind.feature.rawValue) == ["stale-hidden-data"])
  }

  @Test func aParagraphPutInLeavesTheOthersTheirHiddenData() throws {
    var string = IAString("one\ntwo\nthree\n")
    string.setIntensity(90, in: 0..<13)
    let (text, _) = try MarkdownRoundTripTests.write(IADocument(string), keepsHiddenData: true)
    let edited = text.replacing("two", with: "new\n\ntwo")
    let result = try MarkdownReader().read(BytesSource(edited)).document.string
    #expect(result.text == "one\nnew\ntwo\nthree\n")
    #expect([0, 4, 8, 12].map { result.intensity(at: $0) } == [90, 40, 90, 90])
  }

  @Test func damagedHiddenDataIsReportedAndTheTextKept() throws {
    let string = IAString("one\n", intensity: 90)
    let (text, _) = try MarkdownRoundTripTests.write(IADocument(string), keepsHiddenData: true)
    let bytes = Array(text.utf8)
    for cut in 1..<bytes.count {
      var damaged = bytes
      damaged[cut] = UInt8(ascii: "A")
      let result = try MarkdownReader().read(BytesSource(damaged))
      #expect(result.document.string.utf16Count > 0)
    }
    let broken = text.replacing("ia:1 1\n", with: "ia:1 x\n")
    let result = try MarkdownReader().read(BytesSource(broken))
    #expect(result.document.string.text == "one\n")
    #expect(result.report.kinds.map(\.feature.rawValue) == ["damaged-hidden-data"])
  }

  @Test func withoutHiddenDataTheReportNamesWhatIsGone() throws {
    var string = IAString("one two\n", intensity: 90)
    string.set(\.letterSpacing, to: 2, in: 0..<3)
    string.set(\.foreground, to: .black, in: 4..<7)
    let (text, report) = try MarkdownRoundTripTests.write(IADocument(string))
    #expect(text == "one two\n")
    #expect(report.kinds.map(\.feature.rawValue) == ["foreground", "intensity", "letter-spacing"])
    #expect(report.kinds.allSatisfy { $0.effect == .dropped })
  }

  @Test func textThatMarkdownCannotHoldComesBackFromHiddenData() throws {
    let units: [UInt16] = [0x61, 0xD800, 0x0D, 0x2029, 0x00, 0xFFFC, 0x62]
    var document = IADocument(IAString(units: units))
    document.string.append(.sticker("doge"))
    let (text, report) = try MarkdownRoundTripTests.write(document, keepsHiddenData: true)
    #expect(report.isLossless)
    let back = try MarkdownRoundTripTests.read(text)
    #expect(back == document)
  }
}
