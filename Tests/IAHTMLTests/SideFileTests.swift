import IAFiles
import IAFormats
import IAHTML
import IAText
import Testing

/// Files beside a page.
@Suite struct SideFileTests {
  private static let tiff = Array("II*\0\u{8}\0\0\0".utf8)

  private func page(_ document: IADocument) throws -> (body: String, names: [String]) {
    var options = WriteOptions(keepsHiddenData: false)
    options.linksMedia = true
    var sink = BytesSink(keepsSideFiles: true)
    _ = try HTMLWriter().write(document, to: &sink, options: options)
    return (sink.text, sink.sideFiles.map(\.name))
  }

  @Test(arguments: [IAText.Attachment.Kind.image, .video], ["", "text "])
  func `A file that browsers do not show is written once and linked`(
    kind: IAText.Attachment.Kind, before: String
  ) throws {
    var document = IADocument(IAString(before))
    document.append(Self.tiff, as: kind, name: "a.tif", altText: "label")
    let (body, names) = try page(document)
    let name = try #require(names.first)
    #expect(names.count == 1)
    #expect(body.contains("<a href=\"\(name)\"") && body.contains(">label</a>"))
    #expect(!body.contains("data:,"))
  }

  @Test func `A picture in a link that browsers do not show is beside the page as well`() throws {
    var document = IADocument(IAString("text "))
    document.append(Self.tiff, as: .image, name: "a.tif", altText: "label")
    document.string.updateAttributes(in: 0..<6) { $0.link = .init("https://example.org/") }
    let (body, names) = try page(document)
    #expect(names.count == 1)
    #expect(body.contains("<img alt=\"label\" src=\"data:,\">"))
    #expect(
      body.contains("href=\"https://example.org/\"") && !body.contains("href=\"\(names[0])\""))
  }
}
