import Foundation
import IABytes
import IAFormats
import IAHiddenData
import IATestSupport
import IAText
import Testing

/// Hidden data of a format that shows only text, bold, hidden text and links, and cannot contain
/// lone surrogates or an unterminated last paragraph.
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

  /// Returns the text and attributes that the format shows of a document, and its hidden data.
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
    #expect(restored.report.kinds == [.init(effect: .restored, feature: .hiddenData)])
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
    #expect(lost.map(\.kind.feature.rawValue) == ["stale-hidden-data"])
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
    // The bytes 61 00, hashed with the published algorithm.
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
  /// Hidden data cannot make text a note or smaller than one point, and this format shows neither.
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

  // MARK: Single rules

  /// Restores records for text that the format shows, without a record of attributes.
  private func restored(
    _ shown: IADocument, _ paragraphs: [HiddenParagraph?], block: HiddenDocument = HiddenDocument(),
    standIns: StandIns = Self.standIns, untouched: [Bool] = []
  ) -> ReadResult {
    HiddenDataRestorer(block, standIns: standIns)
      .restore(shown, paragraphs: paragraphs, untouched: untouched, unshown: Self.unshown)
  }

  private static func aligned(_ alignment: ParagraphAttributes.Alignment) -> ParagraphAttributes {
    var attributes = ParagraphAttributes()
    attributes.alignment = alignment
    return attributes
  }

  /// Returns a record with the default intensity for all units.
  private func record(
    _ text: String, _ change: (inout HiddenParagraph) -> Void = { _ in }
  ) -> HiddenParagraph {
    var hidden = HiddenParagraph(visible: text.utf16)
    change(&hidden)
    let count =
      text.utf16.count + (hidden.isTerminated ? 1 : 0)
      + (hidden.patch.map { $0.units.count - $0.replaced } ?? 0)
    hidden.intensities = [.init(count: count, value: 40)]
    return hidden
  }

  @Test func `The report has the range of each paragraph that hidden data changed`() {
    let hidden = [record("one"), nil, record("three") { $0.paragraph = 9 }, record("four")]
    let report = restored(IADocument("one\ntwo\nthree\nfour\n"), hidden).report
    #expect(
      report.notes.map(\.kind.feature.rawValue) == [
        "hidden-data", "stale-hidden-data", "hidden-data",
      ])
    #expect(report.notes.map(\.utf16Range) == [0..<4, 8..<14, 14..<19])
  }

  @Test func `A paragraph before absent cells may be unterminated`() {
    for count in 1...3 {
      var builder = IAStringBuilder()
      builder.append("text")
      builder.endParagraph()
      for index in 0..<count {
        builder.endParagraph(
          ParagraphAttributes(blocks: [
            Block(id: 1, .table(.init(columns: [.init()]))),
            Block(id: 2, .tableRow(isHeader: false)),
            Block(id: 3 + index, .tableCell(.init(column: 0))),
          ]))
      }
      let absent = Array(repeating: record("") { $0.isAbsent = true }, count: count)
      let result = restored(
        IADocument(builder.finish()), [record("text") { $0.isTerminated = false }] + absent)
      #expect(result.document.string.text == "text")
      #expect(result.report.isLossless)
    }
  }

  @Test func `Blocks that hidden data adds are not parts of visible blocks`() {
    var shown = IAString("one\ntwo\n")
    shown.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 1, .blockQuote)]), in: 4..<8)
    var block = HiddenDocument()
    block.paragraphs = [
      ParagraphAttributes(blocks: [Block(id: 1, .blockQuote), Block(id: 2, .blockQuote)])
    ]
    let string = restored(
      IADocument(shown), [record("one") { $0.paragraph = 1 }, nil], block: block
    ).document.string
    let added = string.paragraphAttributes(at: 0).blocks.map(\.id)
    let visible = string.paragraphAttributes(at: 4).blocks.map(\.id)
    #expect(added.count == 2 && visible.count == 1)
    #expect(Set(added).isDisjoint(with: visible))
  }

  @Test func `Records of untouched paragraphs replace the attributes that the format shows`() {
    var shown = IAString("one\ntwo\n")
    let centered = Self.aligned(.center)
    shown.setParagraphAttributes(centered, in: shown.utf16Range)
    var block = HiddenDocument()
    block.paragraphs = [Self.aligned(.right)]
    let hidden = [record("one"), record("two") { $0.paragraph = 1 }]
    var string = restored(
      IADocument(shown), hidden, block: block, untouched: [true, true]
    ).document.string
    #expect(string.paragraphAttributes(at: 0) == ParagraphAttributes())
    #expect(string.paragraphAttributes(at: 4) == block.paragraphs[0])
    string = restored(IADocument(shown), hidden, block: block).document.string
    #expect(string.paragraphAttributes(at: 0) == centered)
  }

  @Test func `Bookmarks that the format shows keep their places in changed text`() {
    var shown = IAString("one[]\ntwo\n")
    shown.setBookmark("a", at: 1)
    shown.setBookmark("b", at: 7)
    var block = HiddenDocument()
    block.records = [Attachment(.location)]
    let patched = record("one[]") {
      $0.patch = .init(prefix: 3, replaced: 2, units: [0xFFFC])
      $0.records = [.init(utf16Offset: 3, index: 0)]
    }
    let standIns = StandIns(
      units: { _, _ in [] }, shows: { _, _, _ in false }, text: { _, _ in Array("[]".utf16) })
    for (hidden, place) in [(nil, 7), (patched, 6)] {
      let string = restored(
        IADocument(shown), [hidden, nil], block: block, standIns: standIns
      ).document.string
      #expect(string.bookmarks.map(\.name) == ["a", "b"])
      #expect(string.bookmarks.map(\.utf16Offset) == [1, place])
      #expect(string.text(in: place..<place + 2) == "wo")
    }
    var empty = IAString()
    empty.setBookmark("start", at: 0)
    #expect(restored(IADocument(empty), []).document.string.bookmarks == empty.bookmarks)
  }

  @Test func `A patch has the units between the common start and end`() throws {
    let cases: [(visible: String, text: String, patch: HiddenParagraph.Patch?)] = [
      ("same", "same", nil), ("abXcd", "abYYcd", .init(prefix: 2, replaced: 1, units: [89, 89])),
      ("aa", "aaa", .init(prefix: 2, replaced: 0, units: [97])),
      ("X", "", .init(prefix: 0, replaced: 1, units: [])),
      ("Xb", "Yb", .init(prefix: 0, replaced: 1, units: [89])),
      ("abab", "ab", .init(prefix: 2, replaced: 2, units: [])),
    ]
    for (visible, text, patch) in cases {
      #expect(
        HiddenDataEncoder.patch(from: Array(visible.utf16), to: Array(text.utf16)) == patch)
    }
  }

  @Test func `An encoder knows which paragraph attributes the format shows`() {
    var string = IAString("one\ntwo\nthree\n")
    string.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 4, .blockQuote)]), in: 4..<5)
    string.setParagraphAttributes(Self.aligned(.center), in: 8..<9)
    var encoder = HiddenDataEncoder(
      IADocument(string),
      unshown: .init(inline: { $0 }, paragraph: { $0.alignment == nil ? $0 : nil }))
    let shown = string.numberedParagraphs(in: string.utf16Range).map {
      encoder.shows(paragraphSet: $0.number)
    }
    #expect(shown == [true, false, true])
  }

  @Test func `Of characters that are shown as two U+FFFD only noncharacters come back`() {
    let standIns = StandIns(
      units: { _, _ in [] }, replacesNoncharacterPairs: true, shows: { _, _, _ in false })
    let planes = (1...16).flatMap { plane in
      [0xFFFD, 0xFFFE, 0xFFFF, 0xFDD0].map { UInt32(plane << 16 + $0) }
    }
    for scalar in planes + [0x1F600, 0x1FBFE, 0x1F3FF] {
      guard let character = Unicode.Scalar(scalar) else { continue }
      let units = Array(String(character).utf16)
      let hidden = record("\u{FFFD}\u{FFFD}") {
        $0.patch = .init(prefix: 0, replaced: 2, units: units)
      }
      let result = restored(IADocument("\u{FFFD}\u{FFFD}\n"), [hidden], standIns: standIns)
      let isNoncharacter = scalar & 0xFFFE == 0xFFFE
      #expect(
        result.document.string.units(in: 0..<2) == (isNoncharacter ? units : [0xFFFD, 0xFFFD]),
        "U+\(String(scalar, radix: 16))")
      #expect(result.report.isLossless == isNoncharacter)
    }
  }

  @Test func `Hidden data makes no text smaller than a point`() {
    for (size, isUsed) in [(0.5, false), (Double.nan, false), (1, true), (12, true)] {
      var block = HiddenDocument()
      block.options.fontSize = size
      let result = restored(IADocument("text"), [], block: block)
      #expect(result.document.string.options.fontSize == (isUsed ? size : nil))
      #expect(
        result.report.notes.map(\.kind.feature.rawValue) == (isUsed ? [] : ["refused-hidden-data"]))
    }
  }
}
