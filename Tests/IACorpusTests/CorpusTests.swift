import IACorpus
import IAFormats
import IASyntax
import IATestSupport
import IAText
import Testing

@Suite struct CorpusTests {
  @Test func everyDocumentIsTheSameEachTimeItIsMade() throws {
    let again = try Corpus.documents()
    for (first, second) in zip(try Corpus.documents(), again) {
      #expect(first.document == second.document, "\(first.name)")
    }
    #expect(Set(again.map(\.name)).count == again.count)
  }

  @Test func theLongReportIsAboutAHundredKilobytes() throws {
    let report = try Corpus.document("long-report").string
    #expect((90_000...120_000).contains(report.text.utf8.count), "\(report.text.utf8.count)")
  }

  /// Attributes that were added after this golden document; the documents of
  /// `RandomDocument.withEffects` have them.
  private static let youngerFields: Set<String> = ["outline", "shadow", "scale", "emphasisMark"]

  @Test func everyFieldOfInlineAttributesIsSetSomewhere() throws {
    let string = try Corpus.document("every-attribute").string
    let runs = string.attributeRuns(in: string.utf16Range).map(\.attributes)
    let last = try #require(runs.last { $0.link != nil })
    let plain = Mirror(reflecting: InlineAttributes()).children.map { "\($0.value)" }
    for (field, empty) in zip(Mirror(reflecting: last).children, plain)
    where !Self.youngerFields.contains(field.label ?? "") {
      #expect("\(field.value)" != empty, "\(field.label ?? "")")
    }
  }

  @Test func everyFieldOfParagraphAttributesIsSetSomewhere() throws {
    let paragraphs = try Corpus.document("every-paragraph").string.paragraphs
    let last = try #require(paragraphs.last).attributes
    let plain = Mirror(reflecting: ParagraphAttributes()).children.map { "\($0.value)" }
    for (field, empty) in zip(Mirror(reflecting: last).children, plain)
    where field.label != "blocks" {
      #expect("\(field.value)" != empty, "\(field.label ?? "")")
    }
  }

  @Test func everyKindOfBlockIsThere() throws {
    let blocks = try Corpus.document("every-block").string.paragraphs.flatMap(\.attributes.blocks)
    let names = Set(blocks.map { "\($0.kind)".prefix { $0.isLetter } })
    #expect(names.count == 15, "\(names.sorted())")
  }

  @Test func everyKindAndStateOfAttachmentIsThereAndNoBlobIsMissing() throws {
    let document = try Corpus.document("attachments")
    let attachments = document.string.attachments.map(\.attachment)
    #expect(Set(attachments.map(\.kind)) == Set(Attachment.Kind.allCases))
    #expect(Set(attachments.map(\.state)) == Set(Attachment.State.allCases))
    for digest in attachments.flatMap(\.digests) {
      #expect(document.attachments[digest] != nil)
    }
    #expect(document.attachments.count == 3)
  }

  @Test func theLegacyCycleHasTheSizesAndStylesOfTheSource() throws {
    let string = try Corpus.document("legacy-cycle").string
    #expect(string.utf16Count == 100 + 100 * 2 + 2)
    #expect(string.intensity(at: 0) == 0 && string.intensity(at: 99) == 99)
    #expect(string.attributes(at: 5).bold && !string.attributes(at: 4).bold)
    #expect(string.attributes(at: 10).italic)
    #expect(string.attributes(at: 15).underline != nil)
    #expect(string.attributes(at: 20).strikethrough == .single)
    #expect(string.attributes(at: 0).fontSize == 18)
  }

  @Test func everyStickerOfThePackHasAPicture() throws {
    let packs = try Corpus.stickerPacks()
    let names = packs.flatMap { $0.stickers.map(\.name) }
    #expect(Set(names) == Set(CorpusDocument.stickerNames))
    for sticker in packs.flatMap(\.stickers) {
      let image = try #require(sticker.image)
      let size = try #require(MediaType.pixelSize(of: image))
      #expect(size == (96, 96), "\(sticker.imageName)")
    }
  }

  @Test func theMixtureHasTheSharesItPromises() {
    var mixture = IntensityMixture(seed: 7)
    var counts: [IntensityMixture.Kind: Int] = [:]
    for _ in 0..<10_000 { counts[mixture.kind(), default: 0] += 1 }
    #expect((3_300...3_700).contains(counts[.raw, default: 0]))
    #expect((2_800...3_200).contains(counts[.byWord, default: 0]))
    #expect((1_300...1_700).contains(counts[.emphasised, default: 0]))
    #expect((1_800...2_200).contains(counts[.constant, default: 0]))
  }

  @Test func theManifestListsWhatIsThereWithItsHash() throws {
    let lines = String(decoding: try Corpus.bytes(of: "MANIFEST.tsv"), as: UTF8.self)
      .split(separator: "\n").dropFirst().map { $0.split(separator: "\t") }
    for fields in lines {
      let path = String(try #require(fields.first))
      let digest = SHA256Digest(of: try Corpus.bytes(of: path))
      #expect(fields.last.map(String.init) == "\(digest)", "\(path)")
    }
    for (folder, suffix) in [
      ("stickers", ".png"), ("stickers", ".json"), ("stickers", ".plist"), ("pictures", ".png"),
      ("goldens", ".png"),
      ("markdown", ".md"), ("legacy", ".json"), ("text", ".txt"),
      ("documents", ".json"), ("ia", ".ia"), ("ia/bad", ".ia"),
      ("iaa", ".iaa"), ("iaa/bad", ".iaa"), ("iaa/kept", ".iaa"),
    ] {
      for path in try Corpus.paths(in: folder, suffix: suffix) {
        #expect(lines.contains { $0.first.map(String.init) == path }, "\(path)")
      }
    }
  }
}
