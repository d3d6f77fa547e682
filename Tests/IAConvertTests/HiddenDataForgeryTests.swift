import Foundation
import IABytes
import IAConvert
import IAFiles
import IAForging
import IAFormats
import IAHiddenData
import IATestSupport
import IAText
import Testing

/// Forged hidden data: the visible content takes precedence (Specs/hidden-data.md, section 4).
@Suite struct HiddenDataForgeryTests {
  private static func read(
    _ text: String, _ format: String, ignoring: Bool = false
  ) throws -> ReadResult {
    var options = ReadOptions()
    options.ignoresHiddenData = ignoring
    return try FormatRegistry.standard.reader(id: FormatID(format))
      .read(BytesSource(Array(text.utf8)), options: options)
  }

  /// The record for "I owe you 10 euro." with a patch that replaces "10 euro.".
  private static let patch =
    "AdifNSc4Yvv1AQASHUkAIABvAHcAZQAgAHkAbwB1ACAAOQA5ADkAOQA5ACAAZQB1AHIAbwAuACAAUwBpAGcAbgBlAGQA"
    + "LgABHig="
  private static let emptyBlock = "eyJ2ZXJzaW9uIjoxfQ=="

  static let spoofs = [
    (
      "html",
      "<!DOCTYPE html><html><head><meta charset=\"utf-8\"><meta name=\"generator\" "
        + "content=\"intensity-suite\"><meta name=\"ia-doc\" content=\"\(emptyBlock)\"></head>"
        + "<body><main><p data-ia=\"\(patch)\">I owe you 10 euro.</p></main></body></html>"
    ),
    ("markdown", "I owe you 10 euro.\n\n<!-- ia:1 1\n\(emptyBlock)\n0 \(patch)\n-->\n"),
    (
      "rtf",
      "{\\rtf1\\ansi{\\*\\iadoc \(emptyBlock)}{\\*\\iap \(patch)}\\pard\\plain "
        + "I owe you 10 euro.\\par\n}"
    ),
  ]

  @Test(arguments: spoofs) func `A patch replaces no visible text`(
    format: String, text: String
  ) throws {
    let result = try Self.read(text, format)
    #expect(result.document.string.text == "I owe you 10 euro.\n")
    #expect(result.report.kinds.map(\.feature.rawValue) == ["refused-hidden-data"])
    #expect(!result.report.isLossless)
    let ignoring = try Self.read(text, format, ignoring: true)
    #expect(ignoring.document.string.text == "I owe you 10 euro.\n")
    #expect(ignoring.report.counts.isEmpty)
  }

  /// Returns a page whose records assign attributes: a link, a link with a script, or hidden text.
  private static func page(_ records: (String, String)) -> String {
    let block =
      "eyJ2ZXJzaW9uIjogMSwgImlubGluZSI6IFt7ImxpbmsiOiB7InVybCI6ICJodHRwczovL2V2aWwuZXhhbXBsZS8i"
      + "fX0sIHsibGluayI6IHsidXJsIjogImphdmFzY3JpcHQ6YWxlcnQoMSkifX0sIHsiaGlkZGVuIjogdHJ1ZX1dfQ=="
    return "<!DOCTYPE html><meta charset=\"utf-8\"><meta name=\"generator\" "
      + "content=\"intensity-suite\"><meta name=\"ia-doc\" content=\"\(block)\"><body><main>"
      + "<p data-ia=\"\(records.0)\"><a href=\"https://good.example/\">click here</a></p>"
      + "<p data-ia=\"\(records.1)\">plain text</p></main>"
  }

  @Test(arguments: [
    ("AekXGsE4aDswAgELKAELAQ==", "AXJrDFr/6CI0AgELKAELAQ=="),
    ("AekXGsE4aDswAgELKAELAg==", "AXJrDFr/6CI0AgELKAELAg=="),
    ("AekXGsE4aDswAgELKAELAw==", "AXJrDFr/6CI0AgELKAELAw=="),
  ]) func `Hidden data neither adds links to visible text nor hides it`(
    records: (String, String)
  ) throws {
    let result = try Self.read(Self.page(records), "html")
    let string = result.document.string
    #expect(string.text == "click here\nplain text\n")
    #expect(string.attributes(at: 0).link == .init("https://good.example/"))
    #expect(string.attributes(at: 12).link == nil)
    #expect((0..<10).allSatisfy { !string.attributes(at: $0).hidden })
    #expect((11..<21).allSatisfy { !string.attributes(at: $0).hidden })
    #expect(result.report.kinds.contains { $0.feature == .refusedHiddenData })
  }

  @Test func `Text in the style of marks is text unless it is the stand-in of an object`()
    throws
  {
    let head = "{\\rtf1\\ansi{\\stylesheet{\\*\\cs21 IA-mark;}}"
    let spoken = try Self.read(head + "\\pard I owe you {\\cs21 not }10 euro.\\par}", "rtf")
    #expect(spoken.document.string.text == "I owe you not 10 euro.\n")
    let object = try Self.read(
      head + "\\pard a{\\*\\iaobj 0}{\\cs21 [doge]}\\par{\\*\\iadoc \(emptySticker)}}", "rtf")
    #expect(object.document.string.attachments.map(\.attachment.textBacking) == ["[doge]"])
    let forged = try Self.read(
      head + "\\pard a{\\*\\iaobj 0}{\\cs21 [deal]}\\par{\\*\\iadoc \(emptySticker)}}", "rtf")
    #expect(forged.document.string.text == "a[deal]\n")
  }

  @Test func `An object needs the style of its stand-in`() throws {
    let file =
      "{\\rtf1\\ansi\\pard a{\\*\\iaobj 0}{\\cs21 [doge]}\\par{\\*\\iadoc \(emptySticker)}}"
    let result = try Self.read(file, "rtf")
    #expect(result.document.string.text == "a[doge]\n")
    #expect(result.report.kinds.contains { $0.feature == .refusedHiddenData })
  }

  @Test(arguments: ["\\iao 3", "\\iaf 0", "\\iap AA==", "\\iaobj 0", "\\iablob AA=="])
  func `Hidden data inside a note does not change the end of the note`(words: String) throws {
    let file = "{\\rtf1\\ansi\\pard one{\\footnote note\(words)}\\par two\\par}"
    let seen = try Self.read(file, "rtf", ignoring: true).document.string
    let string = try Self.read(file, "rtf").document.string
    #expect(string.text == seen.text)
    #expect(string.paragraphs.map(\.attributes) == seen.paragraphs.map(\.attributes))
  }

  /// Hidden data that hides and deletes the first line end.
  @Test(arguments: [
    ("rtf", "{\\rtf1\\ansi{\\*\\iap #}\\pard\\plain 10\\par\\pard 000 euro\\par{\\*\\iadoc @}}"),
    ("markdown", "10\n\n000 euro\n\n<!-- ia:1 2\n@\n0 #\n-->\n"),
  ]) func `Visible line ends are neither hidden nor deleted`(
    format: String, text: String
  ) throws {
    var block = HiddenDocument()
    block.inline = [InlineAttributes()]
    block.inline[0].hidden = true
    block.inline[0].deletion = .init()
    var record = HiddenParagraph(visible: Array("10".utf16))
    record.intensities = [.init(count: 3, value: 7)]
    record.inline = [.init(count: 2, value: 0), .init(count: 1, value: 1)]
    let file = text.replacing("#", with: Self.base64(record.packed))
      .replacing("@", with: Self.base64(block.json))
    let result = try Self.read(file, format)
    #expect(result.document.string.text == "10\n000 euro\n")
    #expect(result.document.string.intensity(at: 2) == 7)
    #expect(result.document.string.inlineSets.allSatisfy { !$0.hidden && $0.deletion == nil })
    #expect(result.report.kinds.contains { $0.feature == .refusedHiddenData })
  }

  /// The base64 form of a document record with the sticker `[doge]`.
  private var emptySticker: String {
    var block = HiddenDocument()
    block.records = [.sticker("doge")]
    return Self.base64(block.json)
  }

  private static func base64(_ bytes: [UInt8]) -> String { Base64.encode(bytes.span) }

  @Test func `Paragraphs are neither joined nor omitted`() throws {
    for (isAbsent, isTerminated) in [(true, true), (false, false)] {
      var record = HiddenParagraph(visible: isAbsent ? [UInt16]() : Array("10".utf16))
      record.isAbsent = isAbsent
      record.isTerminated = isTerminated
      if !isAbsent { record.intensities = [.init(count: 2, value: 7)] }
      let data = Self.base64(record.packed)
      let page =
        "<meta name=\"generator\" content=\"intensity-suite\"><p data-ia=\"\(data)\">"
        + (isAbsent ? "" : "10") + "</p><p>000 euro</p>"
      let result = try Self.read(page, "html")
      #expect(result.document.string.text == (isAbsent ? "" : "10") + "\n000 euro\n")
      #expect(!result.report.isLossless)
    }
  }

  @Test func `The report lists paragraphs that were restored from hidden data`() throws {
    var string = IAString("one\ntwo\nthree\n")
    string.setIntensity(90, in: 4..<7)
    var sink: any DocumentSink = BytesSink()
    let registry = FormatRegistry.standard
    _ = try registry.writer(id: FormatID("html"))
      .write(IADocument(string), to: &sink, options: WriteOptions())
    let bytes = try #require(sink as? BytesSink).bytes
    let result = try Self.read(String(decoding: bytes, as: UTF8.self), "html")
    #expect(result.document.string == string)
    #expect(result.report.isLossless)
    #expect(result.report.notes.map(\.kind) == [.init(effect: .restored, feature: .hiddenData)])
    #expect(result.report.notes.map(\.detail) == ["paragraph 2"])
    #expect(result.report.notes.map(\.utf16Range) == [4..<8])
    let ignoring = try Self.read(String(decoding: bytes, as: UTF8.self), "html", ignoring: true)
    #expect(ignoring.document.string.intensity(at: 5) == DisplayOptions.defaultIntensity)
  }

  /// Returns a document record and the record of one paragraph in base64.
  private static func hidden(
    _ block: HiddenDocument, visible: String, _ change: (inout HiddenParagraph) -> Void
  ) -> (block: String, record: String) {
    let units = Array(visible.utf16)
    var record = HiddenParagraph(visible: units)
    record.intensities = [.init(count: units.count + 1, value: 40)]
    change(&record)
    return (base64(block.json), base64(record.packed))
  }

  @Test(arguments: [
    "one{\\shp{\\*\\shpinst{\\shptxt{\\*\\iao 0}\\pard box\\par}}}\\par two\\par",
    "one{\\footnote{\\*\\iao 0}\\pard box\\par}\\par two\\par",
  ]) func `Hidden data does not move text of RTF`(body: String) throws {
    let block = Self.emptyBlock
    let text = "{\\rtf1\\ansi{\\stylesheet{\\*\\cs21 IA-mark;}}\\pard \(body){\\*\\iadoc \(block)}}"
    let shown = try Self.read(text, "rtf", ignoring: true).document.string.text
    let result = try Self.read(text, "rtf")
    #expect(result.document.string.text == shown)
    #expect(result.report.kinds.contains { $0.feature == .refusedHiddenData })
  }

  @Test func `A footnote reference does not replace a link of a page`() throws {
    var block = HiddenDocument()
    var tagged = InlineAttributes()
    tagged.tags = [.init("footnote", "1")]
    block.inline = [tagged]
    let data = Self.hidden(block, visible: "click here") {
      $0.inline = [.init(count: 10, value: 1), .init(count: 1, value: 0)]
    }
    let result = try Self.read(
      "<!DOCTYPE html><meta name=\"generator\" content=\"intensity-suite\"><meta name=\"ia-doc\" "
        + "content=\"\(data.block)\"><p data-ia=\"\(data.record)\">"
        + "<a href=\"https://good.example/\">click here</a></p>", "html")
    let attributes = result.document.string.attributes(at: 0)
    #expect(attributes.link == .init("https://good.example/"))
    #expect(attributes.tags.isEmpty)
    #expect(result.report.kinds.contains { $0.feature == .refusedHiddenData })
  }

  @Test(arguments: ["html", "markdown"]) func `Shading does not hide visible text`(
    format: String
  ) throws {
    for (shading, ink, isTaken) in [
      (Color.black, nil, false), (Color(0x010101), nil, false), (Color(0x202020), nil, true),
      (.black, Color.white, true),
      (.white, .white, false), (Color(red: 0, green: 0, blue: 0, alpha: 9), nil, false),
      (Color(0xFFEEAA), nil, true),
    ] as [(Color, Color?, Bool)] {
      var block = HiddenDocument()
      var set = ParagraphAttributes()
      set.shading = shading
      set.keepTogether = true
      block.paragraphs = [set]
      var text = InlineAttributes()
      text.foreground = ink
      block.inline = [text]
      let data = Self.hidden(block, visible: "ten") {
        $0.paragraph = 1
        if ink != nil { $0.inline = [.init(count: 4, value: 1)] }
      }
      let file =
        format == "markdown"
        ? "ten\n\n<!-- ia:1 1\n\(data.block)\n0 \(data.record)\n-->\n"
        : "<!DOCTYPE html><meta name=\"generator\" content=\"intensity-suite\"><meta "
          + "name=\"ia-doc\" content=\"\(data.block)\"><p data-ia=\"\(data.record)\">ten</p>"
      let result = try Self.read(file, format)
      let found = result.document.string.paragraphAttributes(at: 0)
      #expect(found.keepTogether)
      #expect(found.shading == (isTaken ? shading : nil), "\(shading.hex)")
      #expect(
        result.report.kinds.contains { $0.feature == .refusedHiddenData }
          == !(isTaken))
      let isWhite = result.document.string.attributes(at: 0).foreground == .white
      #expect(!isWhite || found.shading == .black)
    }
  }

  /// Attributes that change the meaning of text: its order, position, validity or legibility.
  private static let distortions: [InlineAttributes] = {
    var sets = Array(repeating: InlineAttributes(), count: 8)
    sets[0].direction = .rightToLeft
    sets[1].strikethrough = .single
    sets[2].foreground = Color(0xFEFEFE)
    sets[3].foreground = Color(red: 0, green: 0, blue: 0, alpha: 1)
    sets[4].letterSpacing = -500
    sets[5].baselineOffset = 5000
    sets[6].fontFamily = "Wingdings"
    sets[7].script = .superscript
    return sets
  }()

  @Test(arguments: ["html", "markdown"], distortions)
  func `Hidden data does not change the meaning of visible text`(
    format: String, attributes: InlineAttributes
  ) throws {
    var block = HiddenDocument()
    var wanted = attributes
    wanted.emphasisMark = .dot
    block.inline = [wanted]
    let data = Self.hidden(block, visible: "Pay 19") { $0.inline = [.init(count: 7, value: 1)] }
    let file =
      format == "markdown"
      ? "Pay 19\n\n<!-- ia:1 1\n\(data.block)\n0 \(data.record)\n-->\n"
      : "<!DOCTYPE html><meta name=\"generator\" content=\"intensity-suite\"><meta "
        + "name=\"ia-doc\" content=\"\(data.block)\"><p data-ia=\"\(data.record)\">Pay 19</p>"
    let result = try Self.read(file, format)
    var expected = InlineAttributes()
    // A page with unformatted text is read like one of the profile that shows no attributes.
    expected.emphasisMark = .dot
    #expect(result.document.string.attributes(at: 0) == expected)
    #expect(result.report.kinds.contains { $0.feature == .refusedHiddenData })
  }

  @Test func `A visible colour is not replaced`() throws {
    var block = HiddenDocument()
    var pale = InlineAttributes()
    pale.foreground = Color(0xC0C0C0)
    block.inline = [pale]
    let data = Self.hidden(block, visible: "Pay 19") { $0.inline = [.init(count: 7, value: 1)] }
    let result = try Self.read(
      "<!DOCTYPE html><meta name=\"generator\" content=\"intensity-suite\"><meta name=\"ia-doc\" "
        + "content=\"\(data.block)\"><p style=\"color:#ff0000\" "
        + "data-ia=\"\(data.record)\">Pay 19</p>", "html")
    #expect(result.document.string.attributes(at: 0).foreground == Color(0xFF0000))
    #expect(result.report.kinds.contains { $0.feature == .refusedHiddenData })
  }

  @Test func `A record does not change the kind or description of a picture in Markdown`() throws {
    var claims = Array(
      repeating: IAText.Attachment(.image, content: .url("https://x.example/a.png")), count: 5)
    claims[0].altText = "Approved"
    claims[1].textBacking = "[I owe you $1000]"
    claims[2].location = .init(latitude: 1, longitude: 2, placename: "Approved")
    claims[3].kind = .file
    claims[4].altText = "Rejected"
    claims[4].location = .init(latitude: 1, longitude: 2, placename: "Approved")
    for claim in claims {
      var block = HiddenDocument()
      block.records = [claim]
      let data = Self.hidden(block, visible: "\u{FFFC}") {
        $0.records = [.init(utf16Offset: 0, index: 0)]
      }
      let result = try Self.read(
        "![Rejected](https://x.example/a.png)\n\n<!-- ia:1 1\n\(data.block)\n0 \(data.record)\n-->\n",
        "markdown")
      let found = try #require(result.document.string.attachments.first?.attachment)
      #expect(found.altText == "Rejected")
      #expect(found.textBacking == nil && found.location == nil && found.kind == .image)
    }
  }

  @Test func `A record replaces neither the picture of a page nor its alternative text`() throws {
    let png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    func page(_ claim: IAText.Attachment?) throws -> IAText.Attachment {
      var block = HiddenDocument()
      block.records = claim.map { [$0] } ?? []
      let data = Self.hidden(block, visible: "\u{FFFC}") {
        if claim != nil { $0.records = [.init(utf16Offset: 0, index: 0)] }
      }
      let text =
        "<!DOCTYPE html><meta name=\"generator\" content=\"intensity-suite\"><meta name=\"ia-doc\" "
        + "content=\"\(data.block)\"><figure data-ia=\"\(data.record)\"><img class=\"ia-picture\" "
        + "alt=\"Rejected\" src=\"data:image/png;base64,\(png)\"></figure>"
      return try #require(
        try Self.read(text, "html").document.string.attachments.first?.attachment)
    }
    let shown = try page(nil)
    var remote = shown
    remote.content = .url("https://x.example/a.png")
    if case .blob(let digest) = shown.content { remote.preview = digest }
    #expect(try page(remote).content == shown.content)
    var other = shown
    other.altText = "Approved"
    #expect(try page(other).altText == "Rejected")
  }

  @Test func `Hidden data does not remove shading or make text narrow`() throws {
    var block = HiddenDocument()
    var narrow = InlineAttributes()
    narrow.horizontalScale = 1
    var ink = InlineAttributes()
    ink.foreground = Color(0x000080)
    block.inline = [narrow, ink]
    let data = Self.hidden(block, visible: "ten") {
      $0.inline = [.init(count: 1, value: 1), .init(count: 2, value: 2), .init(count: 1, value: 0)]
    }
    let result = try Self.read(
      "<!DOCTYPE html><meta name=\"generator\" content=\"intensity-suite\"><meta name=\"ia-doc\" "
        + "content=\"\(data.block)\"><p style=\"background:#000080;color:#fff\" "
        + "data-ia=\"\(data.record)\">ten</p>", "html")
    let string = result.document.string
    #expect(string.paragraphAttributes(at: 0).shading == Color(0x000080))
    #expect(string.attributes(at: 0).horizontalScale == nil)
    #expect(string.attributes(at: 1).foreground == .white)
    #expect(result.report.kinds.contains { $0.feature == .refusedHiddenData })
  }

  @Test func `A code block does not replace a picture in Markdown`() throws {
    var block = HiddenDocument()
    block.paragraphs = [ParagraphAttributes(blocks: [Block(id: 1, .codeBlock(language: nil))])]
    let data = Self.hidden(block, visible: "\u{FFFC}") { $0.paragraph = 1 }
    let result = try Self.read(
      "![](https://good.example/p.png)\n\n<!-- ia:1 1\n\(data.block)\n0 \(data.record)\n-->\n",
      "markdown")
    let string = result.document.string
    #expect(string.attachments.map(\.attachment.content) == [.url("https://good.example/p.png")])
    #expect(string.paragraphs.allSatisfy { $0.attributes.blocks.isEmpty })
    #expect(result.report.kinds.contains { $0.feature == .refusedHiddenData })
  }

  /// A subset of `Scripts/forged`; `IA_FORGED` sets the number of documents.
  @Test(arguments: ["rtf", "html", "markdown"], [1, 2])
  func `Forged hidden data has no visible effect`(format: String, seed: Int) throws {
    let registry = FormatRegistry.standard
    var trial = ForgeryTrial(
      reader: try registry.reader(id: FormatID(format)),
      writer: try registry.writer(id: FormatID(format)),
      textWriter: try registry.writer(id: FormatID("text")), seed: seed)
    let count =
      ProcessInfo.processInfo.environment["IA_FORGED"].flatMap(Int.init)
      ?? RandomInputs.count(ofAll: 60)
    for _ in 0..<count {
      do {
        try trial.run()
      } catch let failure as ForgeryTrial.Failure {
        Issue.record("\(failure)")
        if let folder = ProcessInfo.processInfo.environment["IA_FORGED_FILES"] {
          let name = "forged-\(seed)-\(UInt32.random(in: 0...99_999)).\(format)"
          try Data(failure.file).write(to: URL(fileURLWithPath: folder).appending(path: name))
        }
      }
    }
    #expect(trial.restoredCount > 0)
    #expect(trial.refusedCount > 0)
  }
}
