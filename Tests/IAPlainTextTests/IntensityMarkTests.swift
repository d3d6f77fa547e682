import IAFormats
import IAPlainText
import IATestSupport
import IAText
import Testing

@Suite struct IntensityMarkTests {
  @Test func aMarkHoldsUntilTheNext() throws {
    let document = try Plain.read("a{85}b\n{0}c{100}d", profile: "marked").document
    #expect(document.string.text == "ab\ncd")
    #expect(document.string.intensities(in: 0..<5) == [40, 85, 85, 0, 100])
    let written = try Plain.write(document, profile: "marked")
    #expect(written.text == "a{85}b\n{0}c{100}d")
    #expect(written.report.isLossless)
  }

  @Test(arguments: [
    "{101}", "{085}", "{00}", "{}", "{-1}", "{ 5}", "{5", "{1000}", "{5 }", "{٥}", "{\\5}",
  ])
  func whatIsNoMarkIsText(text: String) throws {
    let document = try Plain.read(text, profile: "marked").document
    #expect(document.string.text == text)
    #expect(try Plain.write(document, profile: "marked").text == text)
  }

  @Test func literalMarksAreEscaped() throws {
    let document = IADocument(IAString(#"{85} \{0} \\{x}"#))
    let written = try Plain.write(document, profile: "marked").text
    #expect(written == #"\{85} \\\{0} \\{x}"#)
    #expect(try Plain.read(written, profile: "marked").document == document)
    #expect(try Plain.write(document).text == #"{85} \{0} \\{x}"#)
  }

  @Test func aChangeWithinACharacterIsApproximated() throws {
    let document = IADocument(IAString(units: Array("a😀b".utf16), intensities: [40, 10, 20, 20]))
    let written = try Plain.write(document, profile: "marked")
    #expect(written.text == "a{10}😀{20}b")
    #expect(written.report.notes.map(\.utf16Range) == [2..<3])
  }

  @Test func theDefaultProfileReportsIntensities() throws {
    let document = try Plain.read("ab{85}cd{10}ef{40}g{1}h", profile: "marked").document
    let report = try Plain.write(document).report
    #expect(report.notes.map(\.kind.feature.rawValue) == ["intensity", "intensity"])
    #expect(report.notes.map(\.utf16Range) == [2..<6, 7..<8])
  }

  @Test func anUnknownProfileIsRefused() {
    #expect(throws: UnknownProfile.self) { try Plain.read("", profile: "bold") }
    #expect(throws: UnknownProfile.self) { try Plain.write(IADocument(), profile: "bold") }
  }

  @Test func randomTextsWithIntensitiesAndStickersComeBack() throws {
    let seed: UInt64 = 0x5EED_0003
    var random = SeededGenerator(seed: seed)
    let packs = [Plain.pack("a", "{5}", "a{5}", "\\", "5", "{")]
    let names = packs[0].stickers.map(\.name)
    for round in 0..<4000 {
      var pieces: [Plain.Piece] = []
      for _ in 0..<random.below(12) {
        if random.below(4) == 0 {
          pieces.append(.sticker(names[random.below(names.count)]))
        } else {
          let alphabet = ["[", "]", "\\", "a", "{", "5", "}", "{5}", "0", "😀"]
          pieces.append(.text(alphabet[random.below(alphabet.count)]))
        }
      }
      var document = Plain.document(pieces, packs)
      for _ in 0..<random.below(4) {
        let cuts = document.string.text.unicodeScalars.indices.map {
          $0.utf16Offset(in: document.string.text)
        }
        guard let from = cuts.randomElement(using: &random),
          let to = cuts.filter({ $0 >= from }).randomElement(using: &random)
        else { continue }
        let level = UInt8([0, 5, 40, 50, 100][random.below(5)])
        document.string.setIntensity(level, in: from..<to)
      }
      let written = try Plain.write(document, packs, profile: "marked")
      let back = try Plain.read(written.text, packs, profile: "marked").document
      #expect(back == document, "seed \(seed), round \(round): \(written.text)")
      #expect(written.report.isLossless)
      if back != document { break }
    }
  }
}
