import Foundation
import IABytes
import IAFormats
import IAHiddenData
import IATestSupport
import IAText
import Testing

/// Hidden data of a format that shows text, bold, hidden text and links alone and can hold neither lone surrogates nor
/// an unterminated last paragraph.
@Suite struct HiddenDataTests {
  private static let unshown = HiddenDataEncoder.UnshownAttributes(
    inline: { attributes in
      var lacking = attributes
      lacking.bold = false
      lacking.hidden = false
      lacking.link = nil
      return lacking
    }, paragraph: { $0 })

  /// The format shows U+FFFC without an element for every attachment.
  private static let standIns = StandIns(
    units: { _, _ in [] }, shows: { _, _, _ in false }, text: { _, _ in [0xFFFC] })

  /// What the format shows of a string, and its hidden data.
  private func written(
    _ document: IADocument
  ) throws -> (shown: IADocument, hidden: [HiddenParagraph?], block: HiddenDocument) {
    var encoder = HiddenDataEncoder(document, unshown: Self.unshown)
    var hidden: [HiddenParagraph?] = []
    var shown = IAStringBuilder()
    let string = document.string
    for paragraph in string.paragraphs {
      let visible = Array(string.text(in: paragraph.contentRange).utf16)
      let start = paragraph.utf16Range.lowerBound
      let packed = encoder.hide(paragraph, visible: visible)?.packed
      hidden.append(try packed.map { try HiddenParagraph(packed: $0) })
      for run in string.attributeRuns(in: paragraph.contentRange) {
        var bold = InlineAttributes()
        bold.bold = run.attributes.bold
        bold.hidden = run.attributes.hidden
        bold.link = run.attributes.link
        if run.attributes.fontSize.map({ $0 < 1 }) ?? false {
          bold.fontSize = run.attributes.fontSize
        }
        if run.attributes.foreground?.alpha == 0 { bold.foreground = run.attributes.foreground }
        let range = run.utf16Range
        shown.append(
          units: visible[range.lowerBound - start..<range.upperBound - start],
          attributes: shown.intern(bold))
      }
      shown.endParagraph()
    }
    let block = try HiddenDocument(json: encoder.finish().json)
    return (IADocument(shown.finish()), hidden, block)
  }

  private func sample() -> IADocument {
    var string = IAString(
      units: Array("plain\nloud ".utf16) + [0xD800] + Array(" end\n\nlast".utf16))
    string.setIntensity(90, in: 6..<9)
    string.setIntensity(3, in: 17..<18)
    string.set(\.bold, to: true, in: 2..<9)
    string.set(\.foreground, to: Color(0xFF0000), in: 7..<14)
    string.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 4, .blockQuote)]), in: 6..<7)
    string.append(.sticker("doge"), intensity: 77)
    string.setBookmark("here", at: 8)
    string.setBookmark("end", at: string.utf16Count)
    string.options = DisplayOptions(renderScheme: "AlphaScheme")
    return IADocument(string, metadata: DocumentMetadata(title: "T", authors: ["a"]))
  }

  @Test func everythingComesBackThatNobodyTouched() throws {
    let document = sample()
    let written = try written(document)
    let restored = HiddenDataRestorer(written.block, standIns: Self.standIns)
      .restore(written.shown, paragraphs: written.hidden)
    #expect(restored.document == document)
    #expect(restored.report.kinds == [.init(effect: .restored, feature: "hidden-data")])
  }

  @Test func aParagraphThatShowsAllNeedsNoHiddenData() throws {
    let written = try written(IADocument("plain\nplain\n"))
    #expect(written.hidden == [nil, nil])
  }

  @Test func anEditedParagraphAloneLosesItsHiddenData() throws {
    var written = try written(sample())
    written.shown.string.replace(6..<10, with: "LOUD!")
    let restored = HiddenDataRestorer(written.block, standIns: Self.standIns)
      .restore(written.shown, paragraphs: written.hidden)
    let lost = restored.report.notes.filter { $0.kind.effect.isLoss }
    #expect(lost.map(\.kind.feature) == ["stale-hidden-data"])
    #expect(restored.document.string.text(in: 6..<11) == "LOUD!")
    #expect(restored.document.string.intensity(at: 7) == 40)
    #expect(restored.document.string.attachments.count == 1)
  }

  @Test func visibleAttributesWin() throws {
    var written = try written(sample())
    written.shown.string.set(\.bold, to: false, in: 6..<9)
    let restored = HiddenDataRestorer(written.block, standIns: Self.standIns)
      .restore(written.shown, paragraphs: written.hidden).document.string
    #expect(!restored.attributes(at: 7).bold)
    #expect(restored.attributes(at: 7).foreground == Color(0xFF0000))
    #expect(restored.intensity(at: 7) == 90)
  }

  @Test func damagedPackedDataIsRefusedAndNeverTraps() throws {
    let written = try written(sample())
    let packed = try #require(written.hidden.compactMap { $0 }.last).packed
    for length in 0..<packed.count {
      #expect(throws: InputError.self) { try HiddenParagraph(packed: Array(packed[..<length])) }
    }
    for index in packed.indices {
      for bit in 0..<8 {
        var damaged = packed
        damaged[index] ^= 1 << bit
        guard let hidden = try? HiddenParagraph(packed: damaged) else { continue }
        let paragraphs = written.hidden.dropLast() + [hidden]
        let result = HiddenDataRestorer(written.block, standIns: Self.standIns)
          .restore(written.shown, paragraphs: Array(paragraphs))
        #expect(result.document.string.defects() == [])
      }
    }
    #expect(throws: InputError.self) { try HiddenParagraph(packed: packed + [0]) }
  }

  @Test func theHashIsFNV1aOfTheUnits() {
    #expect(HiddenParagraph.hash([]) == 0xCBF2_9CE4_8422_2325)
    // The bytes 61 00, hashed by hand with the published algorithm.
    let byA = (UInt64(0xCBF2_9CE4_8422_2325) ^ 0x61) &* 0x100_0000_01B3
    #expect(HiddenParagraph.hash([0x61]) == byA &* 0x100_0000_01B3)
  }

  @Test func theExampleOfTheSpecificationIsWhatIsWritten() throws {
    let string = IAString(units: [0x61, 0x62, 0x0A], intensities: [40, 90, 40])
    var encoder = HiddenDataEncoder(IADocument(string), unshown: Self.unshown)
    let paragraph = try #require(string.paragraphs.first)
    let packed = encoder.hide(paragraph, visible: [0x61, 0x62])?.packed ?? []
    let spec = try String(
      contentsOf: ExternalCorpora.packageRoot.appending(path: "Specs/hidden-data.md"),
      encoding: .utf8)
    let example = try #require(spec.split(separator: "### Example").last)
    let fence = try #require(example.split(separator: "```").dropFirst().first)
    let bytes = fence.split(separator: "\n").flatMap { line in
      line.prefix(26).split(separator: " ").compactMap { UInt8($0, radix: 16) }
    }
    #expect(packed == bytes)
  }

  /// Random documents that the format of these tests can restore, with their seeds.
  ///
  /// Hidden data makes no text a note and no text smaller than a point, and this format shows neither.
  private static let documents: [(seed: Int, document: IADocument)] = (0..<150).compactMap { seed in
    var random = RandomDocument(seed: UInt64(seed))
    var document = random.next()
    if let size = document.string.options.fontSize, size < 1 {
      document.string.options.fontSize = nil
    }
    let hasNotes = document.string.paragraphs.contains { paragraph in
      paragraph.attributes.blocks.contains { $0.kind.noteLabel != nil }
    }
    return hasNotes ? nil : (seed, document)
  }

  @Test func `Half of the random documents are compared`() {
    #expect(Self.documents.count > 75)
  }

  @Test func whatIsPackedOnASecondWalkIsWhatIsHiddenOnOne() throws {
    for (seed, document) in Self.documents {
      let string = document.string
      var encoder = HiddenDataEncoder(document, unshown: Self.unshown)
      let expected = string.paragraphs.map { paragraph in
        encoder.hide(paragraph, visible: string.units(in: paragraph.contentRange))?.packed
      }
      var walker = HiddenDataEncoder(document, unshown: Self.unshown)
      var allRuns: [IAString.NumberedRun] = []
      string.forEachInlineRun(in: string.utf16Range) { allRuns.append($0) }
      let paragraphs = string.numberedParagraphs(in: string.utf16Range)
      func runs(in range: Range<Int>) -> ArraySlice<IAString.NumberedRun> {
        allRuns.drop { $0.end <= range.lowerBound }
      }
      for paragraph in paragraphs {
        walker.note(
          paragraph, runs: runs(in: paragraph.utf16Range), plain: [], hasAttachments: true)
      }
      for (paragraph, expected) in zip(paragraphs, expected) {
        let end = paragraph.utf16Range.upperBound - (paragraph.isTerminated ? 1 : 0)
        let units = string.units(in: paragraph.utf16Range.lowerBound..<end)
        let levels = string.intensities(in: paragraph.utf16Range)
        let isNeeded = walker.pack(
          paragraph, units: units.span, visible: nil, intensities: levels.span,
          runs: runs(in: paragraph.utf16Range), plain: [], hasAttachments: true)
        #expect((isNeeded ? walker.packed : nil) == expected, "seed \(seed)")
      }
      #expect(walker.finish() == encoder.finish(), "seed \(seed)")
    }
  }

  @Test func longRunsOfIntensityArePackedAsOne() throws {
    var random = SeededGenerator(seed: 38)
    let some = (0..<500).map { seed in
      (0..<Int.random(in: 1...30, using: &random)).map { _ in
        Int.random(in: 0..<20, using: &random) == 0
          ? Int.random(in: 1...300, using: &random)
          : Int.random(in: 1...(seed % 3 + 1), using: &random)
      }
    }
    for lengths in [[1], [127], [128], [129], [16_383, 16_384, 1, 1], [1, 300, 2, 128, 1]] + some {
      var levels: [UInt8] = []
      var hidden = HiddenParagraph(visible: [])
      for (index, length) in lengths.enumerated() {
        levels += Array(repeating: UInt8(index * 3 % 101), count: length)
        hidden.intensities.append(.init(count: length, value: index * 3 % 101))
      }
      var packer = HiddenParagraphPacker()
      packer.pack(hidden, intensities: levels.span)
      #expect(packer.bytes == hidden.packed)
    }
  }

  @Test func randomDocumentsComeBack() throws {
    for (seed, document) in Self.documents {
      let written = try written(document)
      let restored = HiddenDataRestorer(written.block, standIns: Self.standIns)
        .restore(written.shown, paragraphs: written.hidden)
      #expect(restored.document.string == document.string, "seed \(seed)")
      #expect(restored.report.isLossless, "seed \(seed)")
    }
  }

  @Test func `Hashes made together are those made alone`() {
    var random = SeededGenerator(seed: 37)
    let units = (0..<3_000).map { place in
      UInt16.random(in: 0..<(place % 5 == 0 ? 0xFFFF : 0x80), using: &random)
    }
    for count in 0..<40 {
      let texts = (0..<count).map { _ in
        let start = Int.random(in: 0...units.count, using: &random)
        return start..<Int.random(in: start...min(units.count, start + 300), using: &random)
      }
      #expect(
        HiddenParagraph.hashes(of: texts, in: units)
          == texts.map { HiddenParagraph.hash(units[$0]) }
      )
    }
    let none = HiddenParagraph.hash([] as [UInt16])
    #expect(HiddenParagraph.hashes(of: [0..<0, 0..<0], in: []) == [none, none])
  }
}
