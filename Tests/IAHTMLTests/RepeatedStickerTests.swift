import Foundation
import IAFiles
import IAFormats
import IAHTML
import IATestSupport
import IAText
import Testing

@Suite struct RepeatedStickerTests {
  private static let picture: [UInt8] =
    Array("GIF89a".utf8) + [2, 0, 1, 0, 0x80, 0, 0, 0xFF, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0, 0, 0, 0]
    + [2, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

  private func document(stickers count: Int) -> IADocument {
    var document = IADocument(IAString("hi "))
    var sticker = document.attachment(holding: Self.picture, as: .image, altText: "cat")
    sticker.textBacking = "[cat]"
    for _ in 0..<count { document.string.append(sticker) }
    document.string.append(" there\n")
    return document
  }

  private func page(_ document: IADocument, _ options: WriteOptions = WriteOptions()) throws
    -> String
  {
    var sink = BytesSink()
    _ = try HTMLWriter().write(document, to: &sink, options: options)
    return sink.text
  }

  @Test(arguments: [0, 1, 2, 3, 50])
  func `A sticker is in the page twice at most, and each keeps its text`(count: Int) throws {
    let page = try page(document(stickers: count))
    #expect(page.components(separatedBy: "data:image/gif").count - 1 == min(count, 2))
    #expect(page.components(separatedBy: "alt=\"[cat]\"").count - 1 == count)
    #expect(page.contains("content:url(") == (count >= 3))
  }

  @Test(arguments: [0, 1, 2, 3, 50]) func `All stickers come back`(count: Int) throws {
    #expect(try RoundTripTests.difference(document(stickers: count), profile: "styled") == nil)
  }

  @Test func `Without hidden data the pictures come back too`() throws {
    let page = try page(document(stickers: 4), WriteOptions(keepsHiddenData: false))
    let back = try HTMLReader().read(BytesSource(page)).document
    let found = back.string.attachments.map(\.attachment)
    #expect(found.count == 4 && Set(found.map(\.content)).count == 1)
    #expect(found.allSatisfy { $0.altText == "[cat]" && !$0.digests.isEmpty })
  }

  @Test func `The semantic profile has each picture in its place`() throws {
    let page = try page(document(stickers: 4), WriteOptions(profile: "semantic"))
    #expect(!page.contains("content:url("))
    #expect(page.components(separatedBy: "data:image/gif").count - 1 == 4)
  }
}
