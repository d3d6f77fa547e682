import IABytes
import IAFormats
import IAKit
import IATestSupport
import IAText
import Testing

@Suite struct KitReaderTests {
  private static let text = "Harbour at six, the wind \u{1F32C} turned.\nCome!"

  private func read(_ name: String, strict: Bool = false) throws -> ReadResult {
    try ArchiveText.read(try Corpus.bytes(of: "iakit/\(name).plist"), strict: strict)
  }

  @Test(arguments: [
    "message", "message-xml", "attachments", "dictionary", "dictionary-binary", "mangled-class",
  ])
  func `An archive that keeps all rules reads strictly`(name: String) throws {
    let result = try read(name, strict: true)
    #expect(result.document.string.defects() == [])
    #expect(result.document.string.intensity(at: 0) == 0)
    let last = result.document.string.utf16Count - 1
    #expect(result.document.string.intensity(at: last) == 100)
    #expect(result.document.string.options.renderScheme == "WeightScheme")
  }

  @Test func `The keyed archive, its XML and the bare dictionary hold the same message`() throws {
    for name in ["message", "message-xml", "dictionary", "dictionary-binary"] {
      let string = try read(name).document.string
      #expect(string.text(in: string.utf16Range) == Self.text)
    }
    let message = try read("message").document.string
    #expect(message.attributes(at: 6).bold)
    #expect(message.attributes(at: 6).link?.url == "https://example.org/harbour")
    #expect(message.attributes(at: 7).link == nil && message.attributes(at: 7).bold)
    #expect(!message.attributes(at: 8).bold && message.attributes(at: 8).fontSize == 20)
    let xml = try read("message-xml").document.string
    #expect(xml.attributes(at: 6).link?.url == "https://example.org/harbour")
    #expect(try read("dictionary").document == read("dictionary-binary").document)
  }

  @Test func `Pictures, films and places keep their names, addresses and sizes`() throws {
    let result = try read("attachments")
    let found = result.document.string.attachments
    #expect(found.map(\.utf16Offset) == [0, 7, 12])
    let image = try #require(found.first?.attachment)
    #expect(image.kind == .image && image.name == "harbour.png")
    #expect(image.content == .url("https://example.org/pictures/harbour.png"))
    #expect(image.pixelWidth == 640 && image.pixelHeight == 480)
    let video = found[1].attachment
    #expect(video.kind == .video && video.name == "storm.mov")
    let location = try #require(found[2].attachment.location)
    #expect(location.latitude == 59.436962 && location.longitude == 24.753574)
    #expect(location.radius == 25 && location.mapSpan == 1500)
    #expect(location.placename == "Sadama värav")
    #expect(
      location.address == [
        .init("City", "Tallinn"), .init("FormattedAddressLines", "Sadama 7\nTallinn"),
      ])
    #expect(result.report.notes.map(\.detail).first == "previewFilename storm.jpg")
    #expect(result.report.notes.count == 2)
  }

  @Test func `An object of an unknown class is left out and named`() throws {
    let result = try read("unknown-class")
    #expect(result.document.string.attachments.isEmpty)
    #expect(result.report.notes.map(\.kind.feature.rawValue) == ["unknown-class"])
    #expect(result.report.notes.first?.detail == "ACMEWidget")
    #expect(throws: InputError.self) { try read("unknown-class", strict: true) }
  }

  @Test func `An attributed string keeps runs, fonts, colours and paragraphs`() throws {
    let result = try read("attributed-string")
    #expect(
      result.document.dump() == #"""
        ia-dump 1
        paragraph {"alignment":"center","spacingAfter":6,"tabStops":[{"position":72}]}
          40 "Dear " {"fontSize":16,"fontFamily":"Georgia"}
          40 "all," {"fontSize":16,"bold":true,"fontFamily":"Georgia","foreground":"#CC1A00"}
          40 "\n" {"fontSize":16,"fontFamily":"Georgia"}
        paragraph
          40 "read this" #1 {"fontSize":16,"underline":{"style":"single"},"fontFamily":"Georgia","link":{"url":"https://example.org/"}}
          40 ", not that." {"fontSize":16,"strikethrough":"double","fontFamily":"Georgia","background":"#808080"}

        """#)
    #expect(result.report.notes.map(\.detail) == ["NSShadow"])
  }

  @Test func `The first versions' attributes are read`() throws {
    let string = try read("first-version", strict: true).document.string
    #expect(string.intensity(at: 3) == 75)
    #expect(string.attributes(at: 0).bold && string.attributes(at: 0).fontSize == 22)
  }

  @Test func `Content tells these files from other property lists, JSON and pages`() throws {
    let reader = KitReader()
    for path in try Corpus.paths(in: "iakit", suffix: ".plist") {
      let prefix = Array(try Corpus.bytes(of: path).prefix(4096))
      #expect(reader.confidence(inPrefix: prefix) >= 90, "\(path)")
    }
    for path in try Corpus.paths(in: "legacy", suffix: ".json") {
      #expect(reader.confidence(inPrefix: try Corpus.bytes(of: path)) == 0)
    }
    let pack = try Corpus.bytes(of: "stickers/pack.plist")
    #expect((1..<60).contains(reader.confidence(inPrefix: pack)))
    #expect(throws: InputError.self) { try ArchiveText.read(pack) }
    #expect(reader.confidence(inPrefix: Array("<!DOCTYPE html><p>plist".utf8)) == 0)
    let list = try Corpus.bytes(of: "iakit/message-xml.plist")
    #expect(reader.confidence(inPrefix: Array("# About lists\n".utf8) + list) == 0)
    #expect(reader.confidence(inPrefix: [0xEF, 0xBB, 0xBF, 0x0A] + list) >= 90)
  }
}
