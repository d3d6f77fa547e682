import IABytes
import IAFiles
import IAFormats
import IAStickers
import IAText
import Testing

@Suite struct StickerIndexTests {
  private static func pack(_ names: [String]) -> StickerPack {
    StickerPack(name: "p", stickers: names.map { .init(name: $0, imageName: "\($0).png") })
  }

  @Test func `Of equal names the first applies, and the others are counted`() {
    let index = StickerIndex([
      Self.pack(["b", "a", "b"]), Self.pack(["a", "c", "b"]), Self.pack(["b"]),
    ])
    #expect(index.stickers.map(\.name) == ["b", "a", "c"])
    #expect(index.duplicateCounts == [3, 1, 0])
    #expect(!index.isEmpty)
    #expect(StickerIndex([Self.pack([""])]).isEmpty)
  }

  @Test(
    arguments: [
      ("[doge]", 1), ("[dog]", 0), ("[]", nil), ("", nil), ("[", nil), ("doge", nil),
      ("[doge", nil),
      ("[doge]!", nil), (" [doge]", nil), ("[cat]", nil), ("x[dog]", nil),
    ] as [(String, Int?)])
  func `A text backs a sticker if it is the whole token`(text: String, sticker: Int?) {
    #expect(StickerIndex([Self.pack(["dog", "doge"])]).sticker(backedBy: text) == sticker)
  }

  @Test func `A token may end at the first unit of a text in reverse order`() {
    let index = StickerIndex([Self.pack(["dog"])])
    let units = Array("]god[".utf16)
    #expect(index.token(inReversed: units.span, at: 4)?.utf16Count == 5)
    #expect(index.token(in: Array("[dog]".utf16).span, at: 0)?.utf16Count == 5)
  }

  @Test func `Names of the maximum length are found, and longer ones are not`() {
    let longest = String(repeating: "n", count: StickerPack.longestName)
    let index = StickerIndex([Self.pack([longest, longest + "n", "a\u{FFFC}", "a\n", "ok"])])
    #expect(index.stickers.map(\.name) == [longest, "ok"])
    #expect(index.sticker(backedBy: "[\(longest)]") == 0)
  }
}

@Suite struct StickerAttachmentTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    + Array("IHDR".utf8) + [0, 0, 0, 48, 0, 0, 0, 32]

  @Test func `The attachment of a sticker has its picture with type and size`() throws {
    var store = AttachmentStore()
    let sticker = StickerPack.Sticker(name: "doge", imageName: "doge.png", image: Self.png)
    let made = sticker.attachment(storingIn: &store)
    #expect(made.isSticker && made.textBacking == "[doge]")
    #expect(made.name == "doge.png")
    #expect(made.state == .ready && made.mediaType == "image/png")
    #expect(made.pixelWidth == 48 && made.pixelHeight == 32)
    guard case .blob(let digest) = made.content else {
      Issue.record("the picture is not in the store")
      return
    }
    #expect(store[digest] == Self.png)
  }

  @Test func `A sticker without a picture is missing, and one with other bytes has failed`() {
    var store = AttachmentStore()
    let empty = StickerPack.Sticker(name: "a", imageName: "").attachment(storingIn: &store)
    #expect(empty.name == nil && empty.content == .none && empty.state == .missing)
    let other = StickerPack.Sticker(name: "a", imageName: "a", image: [1, 2])
      .attachment(storingIn: &store)
    #expect(other.state == .failed && other.mediaType == nil && other.pixelWidth == nil)
  }
}

@Suite struct StickerPackLimitTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    + Array("IHDR".utf8) + [0, 0, 0, 48, 0, 0, 0, 32]

  @Test func `A picture of the maximum size and a name of the maximum length have no defect`() {
    let name = String(repeating: "n", count: StickerPack.longestName)
    let packs = [
      StickerPack(
        name: "p", stickers: [.init(name: name, imageName: "a.png", image: Self.png)])
    ]
    let limits = Limits(inputBytes: Self.png.count)
    #expect(StickerPackValidator(limits: limits).defects(in: packs) == [])
  }

  @Test func `The place and the total of too many stickers are reported once`() {
    let pack = StickerPack(
      name: "p", stickers: [.init(name: "a", imageName: "a.png", image: Self.png)])
    var packs = [pack, pack, pack, pack]
    for index in packs.indices {
      packs[index].name = "p\(index)"
      packs[index].stickers[0].name = "a\(index)"
    }
    #expect(
      StickerPackValidator(limits: Limits(tableEntries: 1)).defects(in: packs) == [
        .init(.tooManyStickers(count: 4, limit: 1), pack: 1)
      ])
  }

  @Test func `Of several equivalent names each refers to the first`() {
    let names = ["e\u{301}", "\u{E9}", "e\u{301}\u{327}", "\u{229}\u{301}", "e\u{327}\u{301}"]
    let pack = StickerPack(
      name: "p", stickers: names.map { .init(name: $0, imageName: "a.png", image: Self.png) })
    #expect(
      StickerPackValidator().defects(in: [pack]) == [
        .init(.equivalentName(first: .init(pack: 0, sticker: 0)), pack: 0, sticker: 1),
        .init(.equivalentName(first: .init(pack: 0, sticker: 2)), pack: 0, sticker: 3),
        .init(.equivalentName(first: .init(pack: 0, sticker: 2)), pack: 0, sticker: 4),
      ])
  }

  @Test func `Two pictures of one name are reported when written, one picture twice is not`() throws
  {
    func sticker(_ name: String, _ image: [UInt8]) -> StickerPack.Sticker {
      .init(name: name, imageName: "a.png", image: image)
    }
    var sink = BytesSink(keepsSideFiles: true)
    let report = try StickerPackWriter().write(
      [StickerPack(name: "p", stickers: [sticker("a", [1]), sticker("b", [1])])], to: &sink)
    #expect(report.isLossless)
    #expect(sink.sideFiles.map(\.bytes) == [[1]])
    var other = BytesSink(keepsSideFiles: true)
    let lossy = try StickerPackWriter().write(
      [StickerPack(name: "p", stickers: [sticker("a", [1]), sticker("b", [2])])], to: &other)
    #expect(lossy.losses.map(\.detail) == ["a.png is taken"])
    #expect(other.sideFiles.map(\.bytes) == [[1]])
  }

  @Test func `The packs of a property list count towards the limit, and unknown members are notes`()
    throws
  {
    let list = """
      <?xml version="1.0"?><plist version="1.0"><array>\
      <dict><key>cover_pic</key><string>a.png</string><key>speed</key><string>x</string>\
      <key>emoticons</key><array><dict><key>desc</key><string>b</string></dict></array></dict>\
      <dict><key>emoticons</key><array/></dict></array></plist>
      """
    let result = try StickerPackReader(limits: Limits(tableEntries: 3)).read(BytesSource(list))
    #expect(result.packs.map(\.name) == ["a", "pack 2"])
    #expect(result.report.notes.map(\.detail) == ["speed"])
    let error = #expect(throws: InputError.self) {
      try StickerPackReader(limits: Limits(tableEntries: 2)).read(BytesSource(list))
    }
    #expect(error?.code.rawValue == "stickers.count")
  }
}
