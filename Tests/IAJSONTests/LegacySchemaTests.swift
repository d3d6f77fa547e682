import IABytes
import IAFiles
import IAFormats
import IAJSON
import IATestSupport
import IAText
import Testing

@Suite struct LegacySchemaTests {
  private func read(_ text: String, strict: Bool = true) throws -> ReadResult {
    try JSONDocumentReader().read(BytesSource(text), options: ReadOptions(isStrict: strict))
  }

  /// The output of the source system for nine characters in two styles.
  private let golden = """
    {"text":"plain\u{1F389}ab","intensities":[0,10,20,30,40,50,60,70,100],\
    "iaBaseAttributes":[[0,5,20],[5,9,276]],"linkRVPs":[[5,7,"https://example.org/"]],\
    "options":{"renderScheme":"HueGYRScheme","preferedSmoothing":"S","animates":false}}
    """

  @Test func `The golden dictionary reads as it should and is written back byte for byte`() throws {
    let result = try read(golden)
    #expect(result.report == ConversionReport())
    #expect(
      result.document.dump() == #"""
        ia-dump 1
        options {"renderScheme":"HueGYRScheme","smoothing":"Sentence","animates":false}
        paragraph
          0 "p" {"fontSize":20}
          10 "l" {"fontSize":20}
          20 "a" {"fontSize":20}
          30 "i" {"fontSize":20}
          40 "n" {"fontSize":20}
          50 "\u{D83C}" {"fontSize":20,"bold":true,"link":{"url":"https://example.org/"}}
          60 "\u{DF89}" {"fontSize":20,"bold":true,"link":{"url":"https://example.org/"}}
          70 "a" {"fontSize":20,"bold":true}
          100 "b" {"fontSize":20,"bold":true}

        """#)
    #expect(try writtenText(result.document, profile: "legacy") == golden)
  }

  @Test func `Bold italic text of 20 points is 0x314, and text without size has 20 points`() throws
  {
    var attributes = InlineAttributes()
    attributes.bold = true
    attributes.italic = true
    #expect(0x314 == 788)
    #expect(
      try writtenText(IADocument(IAString("ab", attributes: attributes)), profile: "legacy")
        == #"{"text":"ab","intensities":[40,40],"iaBaseAttributes":[[0,2,788]],"linkRVPs":[],"options":{}}"#
    )
    let all =
      #"{"text":"a","intensities":[1],"iaBaseAttributes":[[0,1,4095]],"linkRVPs":[],"options":{}}"#
    let set = try read(all).document.string.attributes(at: 0)
    #expect(set.fontSize == 255 && set.bold && set.italic)
    #expect(set.underline == .init() && set.strikethrough == .single)
    #expect(try writtenText(read(all).document, profile: "legacy") == all)
  }

  @Test func `Attachments keep their bytes, their names and their places`() throws {
    var document = IADocument("see ")
    document.append(Array("GIF89a\u{3}\0\u{2}\0".utf8), as: .image, name: "a.gif")
    var place = Attachment(.location)
    place.location = .init(
      latitude: 48.137, longitude: 11.575, radius: 25, placename: "Munich",
      address: [.init("City", "München"), .init("Country", "Germany")])
    document.string.append(place)
    document.string.append(Attachment(.video, content: .url("https://example.org/v.mov")))
    document.string.append(Attachment(.file))
    document.string.set(\.fontSize, to: 20, in: document.string.utf16Range)
    let text = try writtenText(document, profile: "legacy")
    #expect(
      text == """
        {"text":"see \u{FFFC}\u{FFFC}\u{FFFC}\u{FFFC}","intensities":[40,40,40,40,40,40,40,40],\
        "iaBaseAttributes":[[0,8,20]],"linkRVPs":[],"options":{},"attachments":{\
        "4":{"attachType":"image","name":"a.gif","url":"data:image/gif;base64,R0lGODlhAwACAA=="},\
        "5":{"attachType":"location","addressDictionary":{"City":"München","Country":"Germany"},\
        "coordinate":{"latitude":48.137,"longitude":11.575},"radius":25,"placename":"Munich",\
        "mapViewDeltaMeters":1000},\
        "6":{"attachType":"video","url":"https://example.org/v.mov"},\
        "7":{"attachType":"unknown"}}}
        """)
    let back = try read(text)
    #expect(back.document == document)
    #expect(try writtenText(back.document, profile: "legacy") == text)
  }

  @Test func `A font size that is not a number becomes the default size`() throws {
    var string = IAString("a")
    string.set(\.fontSize, to: .nan, in: 0..<1)
    #expect(
      try writtenText(IADocument(string), profile: "legacy")
        == #"{"text":"a","intensities":[40],"iaBaseAttributes":[[0,1,20]],"linkRVPs":[],"options":{}}"#
    )
  }

  @Test func `A size that is not stated is written as the default size and reported`() throws {
    func sizes(_ string: IAString) throws -> [String] {
      var sink = BytesSink()
      return try JSONDocumentWriter().write(
        IADocument(string), to: &sink, options: WriteOptions(profile: "legacy")
      ).notes.filter { $0.kind.feature == .fontSize }.map(\.detail)
    }
    var string = IAString("ab")
    #expect(try sizes(string) == ["20 points where none is stated"])
    string.set(\.fontSize, to: 18, in: 0..<2)
    #expect(try sizes(string).isEmpty)
    #expect(try sizes(IAString()).isEmpty)
  }

  @Test func `A data URL without a media type is content too`() throws {
    let text = Self.with(
      text: #""a\uFFFC""#,
      more: #","attachments":{"1":{"attachType":"file","url":"data:;base64,AQI="}}"#)
    let document = try read(text).document
    let attachment = try #require(document.string.attachments.first?.attachment)
    #expect(attachment.mediaType == nil)
    #expect(attachment.digests.map { document.attachments[$0] } == [[1, 2]])
  }

  @Test func `A negative radius becomes 0`() throws {
    let text = Self.with(
      text: #""a\uFFFC""#,
      more: #","attachments":{"1":{"attachType":"location","radius":-1,"#
        + #""coordinate":{"latitude":1,"longitude":2}}}"#)
    let place = try read(text, strict: false).document.string.attachments.first?.attachment
    #expect(place?.location?.radius == 0)
  }

  @Test func `Both ways to spell smoothing and both lists of links are read`() throws {
    let text = """
      {"text":"ab","intensities":[1,2],"iaBaseAttributes":[[0,2,20]],"nsurlRVPs":[[0,1,"x:y"]],\
      "options":{"preferredSmoothing":"Paragraph"},"renderScheme":"AlphaScheme"}
      """
    let document = try read(text).document
    #expect(document.string.options.smoothing == .paragraph)
    #expect(document.string.options.renderScheme == "AlphaScheme")
    #expect(document.string.link(at: 0)?.link.url == "x:y")
  }

  /// Returns a dictionary with one member replaced.
  private static func with(
    text: String = #""ab""#, intensities: String = "[1,2]", base: String = "[[0,2,20]]",
    links: String = "[]", options: String = "{}", more: String = ""
  ) -> String {
    #"{"text":\#(text),"intensities":\#(intensities),"iaBaseAttributes":\#(base),"#
      + #""linkRVPs":\#(links),"options":\#(options)\#(more)}"#
  }

  static let faults: [(String, String, String?)] = [
    (#"§{"intensities":[],"iaBaseAttributes":[],"linkRVPs":[]}"#, "legacy-json.missing", nil),
    (
      #"§{"text":"ab","iaBaseAttributes":[[0,2,20]],"linkRVPs":[],"options":{}}"#,
      "legacy-json.missing", #"40 "ab" {"fontSize":20}"#
    ),
    (
      #"§{"text":"ab","intensities":[1,1],"linkRVPs":[],"options":{}}"#,
      "legacy-json.missing", #"1 "ab""#
    ),
    (
      #"§{"text":"ab","intensities":[1,1],"iaBaseAttributes":[[0,2,9]],"options":{}}"#,
      "legacy-json.missing", #"1 "ab" {"fontSize":9}"#
    ),
    (
      #"§{"text":"ab","intensities":[1,1],"iaBaseAttributes":[[0,2,9]],"linkRVPs":[]}"#,
      "legacy-json.missing", #"1 "ab" {"fontSize":9}"#
    ),
    (with(text: "§1"), "json.type", nil),
    (with(text: #"§"a\uD800""#), "field.lone-surrogate", #"1 "a" {"fontSize":20}"#),
    (with(intensities: "§[1]"), "legacy-json.length", #"1 "a" {"fontSize":20}"#),
    (with(intensities: "[1,1,§1]"), "legacy-json.length", #"1 "ab" {"fontSize":20}"#),
    (with(intensities: "[100,§101]"), "legacy-json.intensity", #"100 "ab" {"fontSize":20}"#),
    (with(intensities: "[0,§-1]"), "legacy-json.intensity", #"0 "ab" {"fontSize":20}"#),
    (with(intensities: "[2,§2.5]"), "legacy-json.intensity", #"2 "ab" {"fontSize":20}"#),
    (with(intensities: "[§\"1\",1]"), "json.type", nil),
    (with(base: "[[0,1,20],§[2,3,21]]"), "legacy-json.range", #"2 "b" {"fontSize":21}"#),
    (with(base: "[[0,2,20],§[1,2,21]]"), "legacy-json.range", #"2 "b" {"fontSize":20}"#),
    (with(base: "[§[0,0,9],[0,2,20]]"), "legacy-json.range", #"1 "a" {"fontSize":20}"#),
    (with(base: "[[0,1,20],§[1,0,9]]"), "legacy-json.range", #"1 "a" {"fontSize":20}"#),
    (with(base: "[§[0,3,20]]"), "legacy-json.range", #"2 "b" {"fontSize":20}"#),
    (with(base: "§[[0,1,20]]"), "legacy-json.range", #"2 "b""#),
    (
      with(base: "[§[-9223372036854775808,9223372036854775807,20]]"), "legacy-json.range",
      #"2 "b" {"fontSize":20}"#
    ),
    (with(base: "[§[0,2]]"), "ia-json.length", nil),
    (
      with(base: "[[0,2,§256]]"), "legacy-json.base-attributes",
      #"1 "a" {"fontSize":20,"bold":true}"#
    ),
    (with(base: "[[0,2,§4117]]"), "legacy-json.base-attributes", #"1 "a" {"fontSize":21}"#),
    (
      with(base: "[[0,2,§-9223372036854775808]]"), "legacy-json.base-attributes",
      #"1 "a" {"fontSize":20}"#
    ),
    (
      with(links: #"[[0,1,"u:a"],§[0,2,"u:b"]]"#), "legacy-json.link",
      #"1 "a" {"fontSize":20,"link":{"url":"u:a"}}"#
    ),
    (
      with(links: #"[[0,1,"u:a"],§[0,2,"u:b"]]"#), "legacy-json.link",
      #"2 "b" {"fontSize":20,"link":{"url":"u:b"}}"#
    ),
    (
      with(links: #"[§[1,9,"u:a"]]"#), "legacy-json.link",
      #"2 "b" {"fontSize":20,"link":{"url":"u:a"}}"#
    ),
    (with(links: #"[§[1,1,"u:a"]]"#), "legacy-json.link", #"2 "b" {"fontSize":20}"#),
    (with(links: #"[[1,2,§5]]"#), "json.type", nil),
    (with(options: #"{"renderScheme":§"Rainbow"}"#), "legacy-json.option", nil),
    (with(options: #"{"preferedSmoothing":§"X"}"#), "legacy-json.option", nil),
    (with(options: #"{"animates":§1}"#), "legacy-json.option", nil),
    (with(options: #"{§"speed":1}"#), "field.unknown", nil),
    (with(more: #","attachments":{§"0":{"attachType":"image"}}"#), "legacy-json.attachment", nil),
    (with(more: #","attachments":{§"9":{"attachType":"image"}}"#), "legacy-json.attachment", nil),
    (
      with(text: #""a\uFFFC""#, more: #","attachments":{§"01":{"attachType":"image"}}"#),
      "legacy-json.attachment", #"2 "\u{FFFC}" {"fontSize":20}"#
    ),
    (
      with(text: #""a\uFFFC""#, more: #","attachments":{"1":§[]}"#),
      "legacy-json.attachment", #"2 "\u{FFFC}" {"fontSize":20}"#
    ),
    (
      with(text: #""a\uFFFC""#, more: #","attachments":{"1":§{"name":"x"}}"#),
      "legacy-json.attachment", #"2 attachment {"kind":"file","name":"x"} {"fontSize":20}"#
    ),
    (
      with(text: #""a\uFFFC""#, more: #","attachments":{"1":{"attachType":§"smell"}}"#),
      "legacy-json.attachment", #"2 attachment {"kind":"file"} {"fontSize":20}"#
    ),
    (
      with(
        text: #""a\uFFFC""#,
        more: #","attachments":{"1":§{"coordinate":{"latitude":1,"longitude":2}}}"#),
      "legacy-json.attachment",
      #"2 attachment {"kind":"location","location":{"latitude":1,"longitude":2}} {"fontSize":20}"#
    ),
    (
      with(
        text: #""a\uFFFC""#,
        more: #","attachments":{"1":{"coordinate":{"latitude":§91,"longitude":2},"radius":10}}"#),
      "legacy-json.attachment",
      #"2 attachment {"kind":"location","location":{"latitude":90,"longitude":2}} {"fontSize":20}"#
    ),
    (with(more: #",§"iaTextAttachments":{}"#), "field.unknown", nil),
  ]

  @Test(arguments: faults) func `A fault is an error at its place, or is repaired and noted`(
    text: String, code: String, repaired: String?
  ) throws {
    let marked = MarkedText(text)
    let source = BytesSource(marked.bytes)
    let options = ReadOptions(isStrict: true, profile: "legacy")
    let error = #expect(throws: InputError.self) {
      try JSONDocumentReader().read(source, options: options)
    }
    #expect(error?.code.rawValue == code)
    #expect(error?.byteOffset == marked.byteOffset)
    guard code != "json.type", code != "ia-json.length", !text.hasPrefix(#"§{"intensities""#) else {
      return
    }
    let result = try JSONDocumentReader().read(
      source, options: ReadOptions(isStrict: false, profile: "legacy"))
    #expect(result.report.notes.first?.byteOffset == marked.byteOffset)
    #expect(!result.report.isLossless)
    if let repaired { #expect(result.document.dump().contains("  " + repaired + "\n")) }
  }

  @Test(arguments: UInt64(0)..<300) func `Files are read back, and a second writing is the same`(
    seed: UInt64
  ) throws {
    var random = RandomDocument(seed: seed)
    let document = random.next()
    let bytes = try writtenJSON(document, profile: "legacy")
    let back = try JSONDocumentReader().read(
      BytesSource(bytes), options: ReadOptions(isStrict: true))
    #expect(back.report == ConversionReport())
    #expect(try writtenJSON(back.document, profile: "legacy") == bytes)
    #expect(
      back.document.string.intensities(in: back.document.string.utf16Range)
        == document.string.intensities(in: document.string.utf16Range))
    #expect(back.document.string.text == document.string.text)
  }

  @Test func `What the dictionary cannot hold is reported with its place`() throws {
    var colored = InlineAttributes()
    colored.foreground = Color(0x123456)
    colored.fontSize = 12.5
    var string = IAString(units: [0x61, 0xD800, 0x0A])
    string.append("b", attributes: colored)
    string.append(.sticker("doge"), attributes: InlineAttributes())
    string.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 1, .blockQuote)]), in: 3..<4)
    string.setBookmark("x", at: 1)
    string.options.renderScheme = "BlueOrangeScheme"
    var document = IADocument(string)
    document.metadata.title = "T"
    document.attachments.insert([1])
    var sink = BytesSink()
    let report = try JSONDocumentWriter().write(
      document, to: &sink, options: WriteOptions(profile: "legacy"))
    #expect(
      report.notes.map { "\($0.kind.effect) \($0.kind.feature) \($0.utf16Range ?? 0..<0)" } == [
        "approximated lone-surrogate 1..<2", "dropped attributes 3..<4",
        "dropped render-scheme 0..<0", "approximated attachment 4..<5",
        "dropped paragraph-attributes 3..<5", "dropped bookmark 1..<1",
        "approximated font-size 0..<0", "dropped metadata 0..<0", "dropped blob 0..<0",
      ])
    #expect(report.notes[1].detail == ##"{"fontSize":12.5,"foreground":"#123456"}"##)
  }

  @Test func `Many links over the same text take linear time`() throws {
    func file(_ count: Int) -> String {
      let text = String(repeating: "a", count: count)
      let link = "[0,\(count),\"u:\"]"
      return """
        {"text":"\(text)","intensities":[],"iaBaseAttributes":[],\
        "linkRVPs":[\(Array(repeating: link, count: count).joined(separator: ","))]}
        """
    }
    let bound = ThreadClock.linearForEight
    let (small, large) = (file(2000), file(16000))
    let ratio = try ThreadClock.ratio(
      upTo: bound, small: { _ = try read(small, strict: false) },
      large: { _ = try read(large, strict: false) })
    #expect(ratio <= bound)
  }
}
