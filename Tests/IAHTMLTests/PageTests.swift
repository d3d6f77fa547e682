import IABytes
import IAFiles
import IAFormats
import IAHTML
import IAHiddenData
import IAText
import Testing

@Suite("Pages as a whole")
struct PageTests {
  @Test("Metadata is in the head, escaped")
  func metadataIsInHead() throws {
    let metadata = DocumentMetadata(
      title: "A & B", authors: ["C", "D"], subject: "<s>", keywords: ["k", "l"], language: "de")
    let page = try Page(IADocument("x", metadata: metadata))
    #expect(
      page.html.hasPrefix("<!DOCTYPE html>\n<html lang=\"de\">\n<head>\n<meta charset=\"utf-8\">"))
    for line in [
      "<title>A &amp; B</title>", "<meta name=\"author\" content=\"C\">",
      "<meta name=\"author\" content=\"D\">", "<meta name=\"description\" content=\"&lt;s&gt;\">",
      "<meta name=\"keywords\" content=\"k, l\">",
    ] {
      #expect(page.html.contains(line + "\n"))
    }
  }

  @Test("Without a title, the first words are the title, marked as derived")
  func titleIsDerived() throws {
    #expect(
      try Page(IAString("\n first  words\nmore")).html.contains(
        "<title class=\"ia-s\">first words<"))
    #expect(try Page(IAString()).html.contains("<title class=\"ia-s\">Untitled</title>"))
  }

  @Test("Equal documents give equal bytes, also if built differently")
  func outputIsDeterministic() throws {
    for seed in UInt64(0)..<10 {
      var first = RandomDocument(seed: seed)
      var second = RandomDocument(seed: seed)
      #expect(try Page(first.make()).html == (try Page(second.make())).html)
    }
  }

  @Test("Hidden data is written for each paragraph, and only if needed")
  func hiddenDataIsBound() throws {
    var string = IAString("ab\ncd")
    string.setIntensity(90, in: 1..<2)
    let page = try Page(string, options: WriteOptions())
    let first = try #require(page.body.split(separator: "\n").first)
    let data = try #require(first.firstMatch(of: /data-ia="([^"]*)"/))
    let packed = try Base64.decode(Array(data.1.utf8).span)
    let hidden = try HiddenParagraph(packed: packed)
    #expect(hidden.textHash == HiddenParagraph.hash("ab".utf16))
    #expect(hidden.intensities.map(\.value) == [40, 90, 40])
    #expect(page.losses == ["hidden intensity"])
    let bare = try Page(IAString("ab\n"), options: WriteOptions())
    #expect(bare.body == "<p>ab</p>")
  }

  @Test("Without hidden data, the loss of intensity is reported")
  func lossesAreHonest() throws {
    let string = IAString("ab", intensity: 50)
    let styled = try Page(string).losses
    #expect(styled == ["approximated intensity"])
    let semantic = try Page(
      string, options: WriteOptions(profile: "semantic", keepsHiddenData: false))
    #expect(semantic.losses == ["dropped intensity"])
  }

  @Test("A wrong profile is refused by name")
  func wrongProfile() {
    #expect(throws: UnknownProfile(name: "x", known: ["styled", "semantic", "cocoa"])) {
      try Page(IAString("a"), options: WriteOptions(profile: "x"))
    }
  }

  @Test("Pages grow in proportion to their text")
  func sizeIsLinear() throws {
    func size(_ count: Int) throws -> Int {
      var text = Paragraphs()
      let list = text.block(.unorderedList(marker: nil))
      for number in 0..<count {
        text.add("item \(number % 10)", in: [list, text.block(.listItem(.init(ordinal: number)))])
      }
      return try Page(text.string()).html.utf8.count
    }
    let (small, large) = (try size(100), try size(1000))
    let empty = try size(0)
    #expect(large - empty < 11 * (small - empty))
  }

  @Test(
    "A picture without a size has that of its pixels in documents of pages, and is reduced in messages",
    arguments: [
      ("html", "300", "200"), ("markdown", "300", "200"), ("rtf", "300", "200"),
      ("json", "160", "107"), ("text", "160", "107"),
    ])
  func sizesOfPictures(format: String, width: String, height: String) throws {
    // 300 by 200 pixels.
    var header = Array(Showcase.gif)
    (header[6], header[7], header[8], header[9]) = (44, 1, 200, 0)
    var document = IADocument()
    document.append(header, as: .image)
    var options = WriteOptions(keepsHiddenData: false)
    options.sourceFormat = FormatID(format)
    let page = try Page(document, options: options)
    #expect(page.body.contains("width=\"\(width)\" height=\"\(height)\""), "\(page.body)")
  }

  @Test(arguments: ["html", "json"])
  func `Pictures of our pages keep the size in which they are shown`(source: String) throws {
    var header = Array(Showcase.gif)
    (header[6], header[7], header[8], header[9]) = (44, 1, 200, 0)
    var document = IADocument(IAString("a"))
    document.append(header, as: .image)
    document.string.updateAttributes(in: 0..<1) { $0.bold = true }
    func written(_ document: IADocument, _ source: String) throws -> [UInt8] {
      var options = WriteOptions()
      options.sourceFormat = FormatID(source)
      var sink = BytesSink()
      _ = try HTMLWriter().write(document, to: &sink, options: options)
      return sink.bytes
    }
    let first = try written(document, source)
    let read = try HTMLReader().read(BytesSource(first))
    #expect(read.document.string == document.string)
    #expect(try written(read.document, "html") == first)
  }

  @Test("Attachments are pictures in the page, captions or links; nothing is loaded")
  func attachmentsAreContained() throws {
    let page = try Page(Showcase.attachments())
    #expect(
      page.body.contains(
        "<figure><img class=\"ia-picture\" alt=\"Stripes\" width=\"24\" height=\"16\""))
    #expect(
      page.body.contains("width=\"128\" height=\"128\" style=\"aspect-ratio:128/128\""),
      "in 96 × 96 points unstretched")
    #expect(
      page.body.contains("<img class=\"ia-sticker\" alt=\"[doge]\" src=\"data:image/gif;base64,"))
    #expect(page.body.contains("<span class=\"ia-sticker\">[拜拜]</span>"))
    #expect(page.body.contains("Tour Eiffel <span class=\"ia-place\">48.85837, 2.294481</span>"))
    #expect(page.body.contains("<figcaption>film.mp4</figcaption>"))
    #expect(
      page.body.contains(
        "<figcaption><a href=\"https://example.org/b.png\" rel=\"noopener noreferrer\">"))
    #expect(page.losses.contains("neutralised external-content"))
  }

  @Test(arguments: [
    ("48.85837, 2.294481", true), ("-90, 180", true), ("nan, 1e999", false), ("91, 0", false),
    ("0, -181", false),
  ])
  func `Coordinates out of range are no place`(coordinates: String, isPlace: Bool) throws {
    let page = try Page(Showcase.attachments()).html
      .replacing("48.85837, 2.294481", with: coordinates)
    let string = try ReaderTests.read(page).document.string
    #expect(string.attachments.contains { $0.attachment.location != nil } == isPlace)
  }

  @Test("A picture that browsers do not show is a missing one, whose label is no text")
  func missingPictures() throws {
    var store = AttachmentStore()
    var metafile = Attachment(.image, content: .blob(store.insert([1, 2, 3])))
    (metafile.displayWidth, metafile.displayHeight) = (30, 15)
    var text = Paragraphs()
    text.add(metafile)
    metafile.altText = "A \"plan\""
    text.build { builder in
      builder.append("a")
      builder.append(metafile)
      builder.append("b")
      builder.endParagraph()
    }
    let document = IADocument(text.string(), attachments: store)
    let page = try Page(document)
    #expect(
      page.body.contains(
        "<figure><img alt=\"image\" width=\"40\" height=\"20\" src=\"data:,\"></figure>"))
    #expect(
      page.body.contains(
        "a<span class=\"ia-attachment\"><img alt=\"A &quot;plan&quot;\" width=\"40\" height=\"20\"")
    )
    #expect(page.losses == ["dropped attachment-content"])
    let whole = try Page(document, options: WriteOptions())
    let read = try ReaderTests.read(whole.html)
    #expect(read.document.string == document.string)
    #expect(!read.report.notes.contains { $0.kind.effect == .neutralised })
  }
}
