import Foundation
import IABytes
import IAFiles
import IAFormats
import IAStickers
import IATestSupport
import IAText
import Testing

@Suite struct StickerPackTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    + Array("IHDR".utf8) + [0, 0, 0, 48, 0, 0, 0, 32]

  private static let own = """
    {"format": "ia-stickers", "version": 1, "packs": [
      {"name": "dogs", "cover": "doge.png", "stickers": [
        {"name": "doge", "image": "doge.png"}, {"name": "哈哈", "image": "haha"}]}]}
    """

  @Test func ownJSONIsReadWithItsPictures() throws {
    let source = BytesSource(
      Array(Self.own.utf8), sideFiles: ["doge.png": Self.png, "haha@2x.png": [1]])
    let result = try StickerPackReader().read(source)
    #expect(
      result.packs == [
        StickerPack(
          name: "dogs", coverName: "doge.png",
          stickers: [
            .init(name: "doge", imageName: "doge.png", image: Self.png),
            .init(name: "哈哈", imageName: "haha", image: [1]),
          ])
      ])
    #expect(result.report.isLossless)
  }

  @Test func packsAreWrittenAsTheyAreRead() throws {
    let source = BytesSource(Array(Self.own.utf8), sideFiles: ["doge.png": Self.png])
    let packs = try StickerPackReader().read(source).packs
    var sink = BytesSink(keepsSideFiles: true)
    let report = try StickerPackWriter().write(packs, to: &sink)
    #expect(report.isLossless)
    let written = sink
    #expect(written.sideFiles.map(\.name) == ["doge.png"])
    let again = BytesSource(
      written.bytes,
      sideFiles: Dictionary(uniqueKeysWithValues: written.sideFiles.map { ($0.name, $0.bytes) }))
    #expect(try StickerPackReader().read(again).packs == packs)
    #expect(StickerPackWriter.json(of: packs) == written.bytes)
  }

  @Test func `Pictures are left out if they are not requested`() throws {
    let source = BytesSource(Array(Self.own.utf8), sideFiles: ["doge.png": Self.png])
    let packs = try StickerPackReader(loadsImages: false).read(source).packs
    #expect(packs.flatMap(\.stickers).map(\.image) == [nil, nil])
    #expect(packs.flatMap(\.stickers).map(\.imageName) == ["doge.png", "haha"])
  }

  @Test func theShapeOfTheSourceSystemIsReadFromJSONToo() throws {
    let text = """
      [{"cover_pic": "doge.png", "emoticons": [{"image": "a", "desc": "x"}], "odd": 1},
       {"emoticons": []}]
      """
    let result = try StickerPackReader().read(BytesSource(text))
    #expect(result.packs.map(\.name) == ["doge", "pack 2"])
    #expect(result.packs[0].stickers == [.init(name: "x", imageName: "a")])
    #expect(result.report.notes.map(\.detail) == ["odd"])
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func propertyListsOfTheSourceSystemAreRead(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let list: [[String: Any]] = [
      [
        "cover_pic": "doge.png",
        "emoticons": [
          ["image": "doge", "desc": "doge"], ["image": "haha.png", "desc": "哈哈"],
          ["image": "../x", "desc": "out", "odd": 1],
        ],
      ],
      ["emoticons": [[String: Any]]()],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: format, options: 0)
    let source = BytesSource(
      Array(data), sideFiles: ["doge@3x.png": Self.png, "haha.png": [7], "../x": [1]])
    let result = try StickerPackReader().read(source)
    #expect(
      result.packs == [
        StickerPack(
          name: "doge", coverName: "doge.png",
          stickers: [
            .init(name: "doge", imageName: "doge", image: Self.png),
            .init(name: "哈哈", imageName: "haha.png", image: [7]),
            .init(name: "out", imageName: "../x"),
          ]),
        StickerPack(name: "pack 2", stickers: []),
      ])
    #expect(result.report.kinds.map(\.feature.rawValue) == ["sticker-member", "sticker-picture"])
    #expect(throws: InputError.self) {
      try StickerPackReader(limits: Limits(tableEntries: 4)).read(source)
    }
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile/libplist")))
  func hostilePropertyListsAreRefusedOrRead() throws {
    for url in ExternalCorpora.files(in: "hostile/libplist") {
      let bytes = Array(try Data(contentsOf: url))
      do {
        _ = try StickerPackReader().read(BytesSource(bytes))
      } catch let error as InputError {
        #expect(error.byteOffset <= bytes.count)
      }
    }
  }

  @Test(arguments: [
    "", "{}", "[1]", "\"x\"", "{\"format\": \"other\"}", "nonsense", "[{\"emoticons\": 1}]",
    "{\"format\": \"ia-stickers\", \"version\": 2, \"packs\": []}",
    "{\"format\": \"ia-stickers\"}", "[{\"emoticons\": [{\"desc\": 1}]}]", "[",
  ])
  func whatIsNoPackIsRefusedWithItsPlace(text: String) {
    #expect(throws: InputError.self) { try StickerPackReader().read(BytesSource(text)) }
  }

  @Test func moreStickersThanTheLimitAreRefused() throws {
    let source = BytesSource(Self.own)
    #expect(try StickerPackReader(limits: Limits(tableEntries: 3)).read(source).packs.count == 1)
    #expect(throws: InputError.self) {
      try StickerPackReader(limits: Limits(tableEntries: 2)).read(source)
    }
  }

  @Test(arguments: [
    ("doge.png", true), ("哈哈@2x.png", true), ("a b (1).gif", true), ("é", true),
    ("../doge.png", false), ("a/b.png", false), ("a\\b.png", false), ("", false), (".", false),
    ("..", false), (".hidden", false), ("a..b", false), ("-rf", false), ("a\0b", false),
    ("a\nb", false), ("C:a", false), ("a.", false), ("a ", false), ("%2e%2e", false),
    ("a\u{202E}gnp.exe", false), ("*", false), ("$HOME", false),
  ])
  func picturesAreLookedForUnderHarmlessNamesOnly(name: String, isAllowed: Bool) throws {
    #expect(StickerPack.isAllowed(imageName: name) == isAllowed)
    let source = ForbiddingSource(
      bytes: StickerPackWriter.json(of: [
        StickerPack(name: "p", stickers: [.init(name: "x", imageName: name)])
      ]))
    let result = try StickerPackReader().read(source)
    #expect(result.packs[0].stickers[0].imageName == name)
    #expect(result.report.isLossless == (isAllowed || name.isEmpty))
  }

  @Test func allDefectsAreListedWithTheirPlaces() {
    let packs = [
      StickerPack(
        name: "one", coverName: "../x",
        stickers: [
          .init(name: "a", imageName: "a.png", image: Self.png),
          .init(name: "a", imageName: "b.png", image: Self.png),
          .init(name: "", imageName: "", image: nil),
          .init(name: "x[y", imageName: "c.png", image: [1, 2]),
          .init(name: "l\ni\u{7}n", imageName: "d/e.png", image: Self.png),
          .init(name: "e\u{301}\\", imageName: "e.png", image: Self.png + [9]),
        ]),
      StickerPack(
        name: "one",
        stickers: [
          .init(name: "a", imageName: "a.png", image: Self.png),
          .init(name: "\u{E9}\\", imageName: "f.png", image: Self.png),
          .init(name: String(repeating: "n", count: 129), imageName: "g.png", image: Self.png),
        ]),
      StickerPack(name: "", stickers: []),
    ]
    let place = StickerIndex.Place(pack: 0, sticker: 0)
    #expect(
      StickerPackValidator(limits: Limits(pixels: 2000)).defects(in: packs) == [
        .init(.forbiddenImageName, pack: 0),
        .init(.duplicateName(first: place), pack: 0, sticker: 1),
        .init(.emptyName, pack: 0, sticker: 2), .init(.emptyImageName, pack: 0, sticker: 2),
        .init(.missingImage, pack: 0, sticker: 2), .init(.bracketInName, pack: 0, sticker: 3),
        .init(.unreadableImage, pack: 0, sticker: 3),
        .init(.lineBreakInName, pack: 0, sticker: 4), .init(.controlInName, pack: 0, sticker: 4),
        .init(.forbiddenImageName, pack: 0, sticker: 4),
        .init(.backslashInName, pack: 0, sticker: 5),
        .init(.duplicatePackName(firstPack: 0), pack: 1),
        .init(.duplicateName(first: place), pack: 1, sticker: 0),
        .init(.backslashInName, pack: 1, sticker: 1),
        .init(.equivalentName(first: .init(pack: 0, sticker: 5)), pack: 1, sticker: 1),
        .init(.longName(utf16Count: 129, limit: 128), pack: 1, sticker: 2),
        .init(.emptyPackName, pack: 2), .init(.noStickers, pack: 2),
      ])
  }

  @Test func limitsOfPicturesAndNumbersAreChecked() {
    let packs = [
      StickerPack(name: "p", stickers: [.init(name: "a", imageName: "a.png", image: Self.png)])
    ]
    func defects(_ limits: Limits) -> [StickerPackDefect.Fault] {
      StickerPackValidator(limits: limits).defects(in: packs).map(\.fault)
    }
    #expect(defects(Limits(tableEntries: 1, pixels: 1536)).isEmpty)
    #expect(defects(Limits(pixels: 1535)) == [.imageSize(width: 48, height: 32, limit: 1535)])
    #expect(defects(Limits(inputBytes: 23)) == [.imageBytes(count: 24, limit: 23)])
    #expect(defects(Limits(tableEntries: 0)) == [.tooManyStickers(count: 1, limit: 0)])
  }

  @Test func theIndexFindsWhatATableOfNamesFinds() {
    let seed: UInt64 = 0x1DE4
    var random = SeededGenerator(seed: seed)
    for round in 0..<2000 {
      let alphabet = ["a", "b", "]", "["]
      let names = (0..<random.below(8)).map { _ in
        (0..<random.below(5)).map { _ in alphabet[random.below(4)] }.joined()
      }
      let index = StickerIndex([
        StickerPack(name: "p", stickers: names.map { .init(name: $0, imageName: "") })
      ])
      let text = "[" + (0..<8).map { _ in alphabet[random.below(4)] }.joined()
      let expected = names.filter { !$0.isEmpty && text.hasPrefix("[\($0)]") }
        .max { $0.count < $1.count }
      let units = Array(text.utf16)
      let found = index.token(in: units.span, at: 0)
      #expect(
        found.map { index.stickers[$0.sticker].name } == expected, "seed \(seed), round \(round)")
      #expect(found?.utf16Count == expected.map { $0.utf16.count + 2 })
      let reversed = Array(units.reversed())
      #expect(index.token(inReversed: reversed.span, at: units.count - 1) == found)
    }
  }
}

/// A source that fails the test if a file outside its folder is requested.
private struct ForbiddingSource: DocumentSource {
  let name: String? = nil
  let bytes: [UInt8]

  func bytes(limits: Limits) throws -> [UInt8] { bytes }

  func sideFile(named name: String, limits: Limits) throws -> [UInt8]? {
    #expect(!name.contains("/") && !name.contains("\\") && !name.contains(".."))
    return nil
  }
}
