import IAFormats
import IAPlainText
import IATestSupport
import IAText
import Testing

@Suite struct StickerTokenTests {
  private let packs = [Plain.pack("doge", "哈哈", "a"), Plain.pack("doge", "a]b")]

  @Test(arguments: [
    ("[doge]", "<doge>"), ("x[哈哈]y", "x<哈哈>y"), ("[cat]", "[cat]"), ("[doge", "[doge"),
    ("[a[doge]", "[a<doge>"), ("[[doge]]", "[<doge>]"), ("[doge][doge]", "<doge><doge>"),
    ("[do\nge]", "[do\nge]"), ("[]", "[]"), ("[a]b]", "<a]b>"), ("[a]b", "<a>b"),
    ("[Doge]", "[Doge]"), ("[ doge]", "[ doge]"), ("[sticker:../../x]", "[sticker:../../x]"),
    ("\\[doge]", "[doge]"), ("\\\\[doge]", "\\<doge>"), ("\\\\\\[doge]", "\\[doge]"),
    ("\\[cat]", "\\[cat]"), ("\\\\", "\\\\"), ("\\[\\doge]", "\\[\\doge]"),
    ("\\[a[doge]", "\\[a<doge>"), ("[\\[doge]]", "[[doge]]"), ("{85}", "{85}"),
  ])
  func tokensAreTheLongestKnownNamesBetweenBrackets(text: String, shown: String) throws {
    #expect(try Plain.read(text, packs).document.shown == shown)
  }

  @Test func withoutPacksTextIsVerbatim() throws {
    let text = #"\[doge] [doge] \\[a] {40} \{40}"#
    let document = try Plain.read(text).document
    #expect(document.string.text == text)
    #expect(try Plain.write(document).text == text)
  }

  @Test func equalNeighboursStayTwoAndShareOnePicture() throws {
    let document = try Plain.read("[doge][doge]", packs).document
    #expect(document.string.attachments.count == 2)
    #expect(document.attachments.count == 1)
    #expect(document.string.text == "\u{FFFC}\u{FFFC}")
    let first = try #require(document.string.attachment(at: 0))
    #expect(first.textBacking == "[doge]")
    #expect(first.altText == "doge")
    #expect(first.mediaType == "image/png")
    #expect(first.pixelWidth == 48)
    #expect(first.pixelHeight == 32)
    #expect(first.state == .ready)
    #expect(try Plain.write(document, packs).text == "[doge][doge]")
    #expect(PlainTextWriter.plainText(of: document.string, in: 0..<2) == "[doge][doge]")
  }

  @Test func aPartOfATextHasTheTokensOfThatPartAlone() throws {
    let string = try Plain.read("ab[doge]cd[哈哈]", packs).document.string
    #expect(PlainTextWriter.plainText(of: string, in: 1..<3) == "b[doge]")
    #expect(PlainTextWriter.plainText(of: string, in: 3..<6) == "cd[哈哈]")
    #expect(PlainTextWriter.plainText(of: string, in: 3..<5) == "cd")
    #expect(PlainTextWriter.plainText(of: string, in: 2..<2) == "")
  }

  @Test func ofEqualNamesTheFirstPackWinsAndThatIsReportedOnce() throws {
    let result = try Plain.read("[doge] [doge]", packs)
    #expect(result.report.notes.map(\.kind.feature.rawValue) == ["duplicate-sticker"])
    #expect(result.report.notes.first?.utf16Range == 0..<1)
    #expect(try Plain.read("[哈哈]", packs).report.isLossless)
  }

  @Test func aStickerWithoutItsPictureIsStillASticker() throws {
    let packs = [
      StickerPack(
        name: "p",
        stickers: [
          .init(name: "gone", imageName: "gone.png"),
          .init(name: "bad", imageName: "bad.png", image: [1, 2, 3]),
        ])
    ]
    let result = try Plain.read("[gone][bad]", packs)
    #expect(result.document.string.attachment(at: 0)?.state == .missing)
    #expect(result.document.string.attachment(at: 1)?.state == .failed)
    #expect(result.report.counts.values.reduce(0, +) == 2)
    let written = try Plain.write(result.document, packs)
    #expect(written.text == "[gone][bad]")
    #expect(written.report.isLossless)
  }

  @Test func onlyTextThatWouldBecomeAStickerIsEscaped() throws {
    for (text, written) in [
      ("[doge]", "\\[doge]"), ("[cat]", "[cat]"), ("[[doge]]", "[\\[doge]]"),
      ("\\[doge]", "\\\\\\[doge]"), ("\\[cat]", "\\[cat]"), ("C:\\[x]\\", "C:\\[x]\\"),
      ("[a]b]", "\\[a]b]"), ("]doge[", "]doge["), ("[a[doge]", "[a\\[doge]"),
    ] {
      #expect(try Plain.write(IADocument(IAString(text)), packs).text == written)
    }
    let document = Plain.document([.text("\\\\"), .sticker("doge"), .text("\\")], packs)
    #expect(try Plain.write(document, packs).text == "\\\\\\\\[doge]\\")
  }

  @Test func aStickerThatNoPackKnowsIsWrittenAsItsTextAndReported() throws {
    var string = IAString("x")
    string.append(.sticker("cat"))
    string.append(.sticker("x[doge"))
    let plain = try Plain.write(IADocument(string))
    #expect(plain.text == "x[cat][x[doge]")
    let known = try Plain.write(IADocument(string), packs)
    #expect(known.text == "x[cat][x\\[doge]")
    #expect(known.report.notes.map(\.utf16Range) == [1..<2, 2..<3])
    #expect(known.report.kinds.map(\.feature.rawValue) == ["sticker"])
  }

  @Test func aStickerThatReadsAsALongerNameWithWhatFollowsIsReported() throws {
    let document = Plain.document([.sticker("a"), .text("b]")], packs)
    let written = try Plain.write(document, packs)
    #expect(written.report.notes.map(\.utf16Range) == [0..<1])
    let marked = try Plain.write(document, packs, profile: "marked")
    #expect(marked.text == "[a]{40}b]")
    #expect(marked.report.isLossless)
    let fine = Plain.document([.sticker("a"), .text("b")], packs)
    #expect(try Plain.write(fine, packs).report.isLossless)
  }

  @Test func otherAttachmentsBecomeTheirAltTextOrNothing() throws {
    var document = IADocument(IAString("a"))
    document.append(Plain.picture(of: "1"), as: .image, altText: "[doge]\nand more")
    document.append(Plain.picture(of: "2"), as: .image)
    document.string.append(IAString("b"))
    let written = try Plain.write(document, packs)
    #expect(written.text == "a\\[doge] and moreb")
    #expect(written.report.notes.map(\.kind.effect) == [.approximated, .dropped])
    #expect(written.report.notes.map(\.utf16Range) == [1..<2, 2..<3])
  }

  @Test func randomTextsAndStickersComeBack() throws {
    let seed: UInt64 = 0x5EED_0001
    var random = SeededGenerator(seed: seed)
    let names = ["a", "b", "ab", "a[b", "[", "\\", "a\\", "\\[a", "[a", "{5}", "ba"]
    for round in 0..<RandomInputs.count(ofAll: 6000) {
      let chosen = names.filter { _ in random.below(3) == 0 }
      let packs = chosen.isEmpty ? [] : [StickerPack(name: "p", stickers: chosen.map(sticker))]
      var pieces: [Plain.Piece] = []
      for _ in 0..<random.below(12) {
        if !chosen.isEmpty, random.below(3) == 0 {
          pieces.append(.sticker(chosen[random.below(chosen.count)]))
        } else {
          let alphabet = ["[", "]", "\\", "a", "b", "{", "5", "}", "\n"]
          pieces.append(.text(alphabet[random.below(alphabet.count)]))
        }
      }
      let document = Plain.document(pieces, packs)
      let written = try Plain.write(document, packs)
      let back = try Plain.read(written.text, packs).document
      #expect(back == document, "seed \(seed), round \(round): \(written.text)")
      if back != document { break }
    }
  }

  @Test func whateverIsReadComesBackAlsoWithNamesThatOverlap() throws {
    let seed: UInt64 = 0x5EED_0002
    var random = SeededGenerator(seed: seed)
    let names = ["a", "b", "a]b", "a][b", "a]\\[b", "]", "[", "[a]", "a\\]b", "\\", "a]{0}b"]
    for round in 0..<RandomInputs.count(ofAll: 6000) {
      let chosen = names.filter { _ in random.below(2) == 0 }
      let packs = [StickerPack(name: "p", stickers: chosen.map(sticker))]
      let alphabet = ["[", "]", "\\", "a", "b", "[a]", "[a]b]", "{40}", "{0}"]
      let text = (0..<random.below(14)).map { _ in alphabet[random.below(alphabet.count)] }.joined()
      for profile in ["verbatim", "marked"] {
        let document = try Plain.read(text, packs, profile: profile).document
        let written = try Plain.write(document, packs, profile: profile)
        let back = try Plain.read(written.text, packs, profile: profile).document
        #expect(
          back == document || !written.report.isLossless,
          "seed \(seed), round \(round): \(text) \(chosen)")
        // A document read from text can be written as text without losses.
        #expect(written.report.isLossless, "seed \(seed), round \(round): \(text) \(chosen)")
      }
    }
  }

  @Test func `Unclosed tokens take linear time`() throws {
    let hard = [Plain.pack(String(repeating: "[", count: 8), "sticker")]
    for text in ["[", "[sticker", "\\", "\\["] {
      let bytes = Array(String(repeating: text, count: 400_000 / text.utf8.count).utf8)
      let seconds = try ThreadClock.seconds(runs: 1) {
        let result = try Plain.read(bytes, hard)
        #expect(result.document.string.attachments.isEmpty)
        let written = try Plain.write(result.document, hard)
        #expect(written.text.utf8.count == bytes.count)
      }
      #expect(seconds < 15, "\(text)")
    }
  }

  private func sticker(_ name: String) -> StickerPack.Sticker {
    .init(name: name, imageName: "x.png", image: Plain.picture(of: name))
  }
}
