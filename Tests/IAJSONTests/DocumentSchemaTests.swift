import Foundation
import IABytes
import IAFiles
import IAFormats
import IAJSON
import IATestSupport
import IAText
import Testing

@Suite struct DocumentSchemaTests {
  @Test(arguments: UInt64(0)..<400) func `Random documents come back as they were`(
    seed: UInt64
  ) throws {
    var random = RandomDocument(seed: seed)
    let document = random.next()
    for profile in ["document", "compact"] {
      let bytes = try writtenJSON(document, profile: profile)
      let result = try JSONDocumentReader().read(
        BytesSource(bytes), options: ReadOptions(isStrict: true))
      #expect(result.document == document)
      #expect(
        result.document.dump(includesOrigin: true) == document.dump(includesOrigin: true))
      #expect(result.report == ConversionReport())
      #expect(try writtenJSON(result.document, profile: profile) == bytes)
    }
  }

  @Test func `An empty document has its marker and its text`() throws {
    #expect(
      try writtenText(IADocument(), profile: "compact")
        == #"{"format":"ia-json","version":1,"text":""}"#)
    #expect(
      try writtenText(IADocument(), profile: nil)
        == "{\n  \"format\": \"ia-json\",\n  \"version\": 1,\n  \"text\": \"\"\n}\n")
  }

  @Test func `Halves of pairs and U+0000 are escapes, and the file is UTF-8`() throws {
    let units: [UInt16] = [0xDC00, 0xD83C, 0xDF89, 0xD800, 0x61, 0]
    let bytes = try writtenJSON(IADocument(IAString(units: units)), profile: "compact")
    #expect(
      String(validating: bytes, as: UTF8.self)
        == #"{"format":"ia-json","version":1,"text":"\udc00🎉\ud800a\u0000"}"#)
    let back = try JSONDocumentReader().read(BytesSource(bytes), options: ReadOptions())
    #expect(back.document.string.units(in: 0..<6) == units)
  }

  @Test func `Runs are merged and plain text has none`() throws {
    var string = IAString("ab\ncd", intensity: 10)
    string.setIntensity(20, in: 1..<2)
    string.set(\.bold, to: true, in: 0..<1)
    string.set(\.bold, to: true, in: 1..<3)
    string.setParagraphAttributes(
      ParagraphAttributes(blocks: [Block(id: 7, .blockQuote)]), in: 3..<4)
    #expect(
      try writtenText(IADocument(string), profile: "compact") == #"""
        {"format":"ia-json","version":1,"text":"ab\ncd","intensities":[1,10,1,20,3,10],\#
        "styles":[{"bold":true}],"runs":[[0,3,0]],\#
        "paragraphStyles":[{"blocks":[{"id":1,"kind":"block-quote"}]}],"paragraphs":[[3,5,0]]}
        """#)
  }

  static let faults: [(String, String)] = [
    (##"§{}"##, "ia-json.format"),
    (##"§[]"##, "json.type"),
    (##"{"format":§"other","version":1,"text":""}"##, "ia-json.format"),
    (##"{"format":§1,"version":1,"text":""}"##, "json.type"),
    (##"§{"format":"ia-json","text":""}"##, "field.missing"),
    (##"§{"format":"ia-json","version":1}"##, "field.missing"),
    (##"{"format":"ia-json","version":§2,"text":"","new":1}"##, "ia-json.version"),
    (##"{"format":"ia-json","version":§"1","text":""}"##, "json.type"),
    (##"{"format":"ia-json","version":1,"text":§7}"##, "json.type"),
    (##"{"format":"ia-json","version":1,"text":"",§"txet":""}"##, "field.unknown"),
    (##"{"format":"ia-json","version":1,"text":"",§"text":""}"##, "json.duplicate-key"),
    // Intensities.
    (##"{"format":"ia-json","version":1,"text":"ab","intensities":§{}}"##, "json.type"),
    (##"{"format":"ia-json","version":1,"text":"ab","intensities":§[1,40]}"##, "ia-json.length"),
    (
      ##"{"format":"ia-json","version":1,"text":"ab","intensities":[2,§101]}"##, "json.number-range"
    ),
    (##"{"format":"ia-json","version":1,"text":"ab","intensities":[2,§-1]}"##, "json.number-range"),
    (
      ##"{"format":"ia-json","version":1,"text":"ab","intensities":[2,§4.5]}"##, "json.number-range"
    ),
    (##"{"format":"ia-json","version":1,"text":"ab","intensities":[§0,1]}"##, "json.number-range"),
    (##"{"format":"ia-json","version":1,"text":"ab","intensities":[1,4,§2,4]}"##, "ia-json.length"),
    (##"{"format":"ia-json","version":1,"text":"ab","intensities":[1,4,§1]}"##, "ia-json.length"),
    (
      ##"{"format":"ia-json","version":1,"text":"ab","intensities":[§9223372036854775807,1]}"##,
      "ia-json.length"
    ),
    // Runs.
    (##"{"format":"ia-json","version":1,"text":"ab","runs":[[0,1,§0]]}"##, "ia-json.index"),
    (
      ##"{"format":"ia-json","version":1,"text":"ab","styles":[{}],"runs":[§[0,1]]}"##,
      "ia-json.length"
    ),
    (
      ##"{"format":"ia-json","version":1,"text":"ab","styles":[{}],"runs":[§[1,1,0]]}"##,
      "ia-json.range"
    ),
    (
      ##"{"format":"ia-json","version":1,"text":"ab","styles":[{}],"runs":[§[2,1,0]]}"##,
      "ia-json.range"
    ),
    (
      ##"{"format":"ia-json","version":1,"text":"ab","styles":[{}],"runs":[[0,§3,0]]}"##,
      "ia-json.range"
    ),
    (
      ##"{"format":"ia-json","version":1,"text":"ab","styles":[{}],"runs":[[0,2,0],§[1,2,0]]}"##,
      "ia-json.order"
    ),
    (
      ##"{"format":"ia-json","version":1,"text":"ab","styles":[{}],"runs":[[§-1,2,0]]}"##,
      "json.number-range"
    ),
    (##"{"format":"ia-json","version":1,"text":"ab","styles":[§{}]}"##, "ia-json.unused"),
    (##"{"format":"ia-json","version":1,"text":"ab","styles":[{"bold":§0}]}"##, "json.type"),
    // Paragraphs.
    (
      ##"{"format":"ia-json","version":1,"text":"a","paragraphStyles":[{"blocks":[{"id":§9007199254740992,"kind":"block-quote"}]}],"paragraphs":[[0,1,0]]}"##,
      "json.number-range"
    ),
    (
      ##"{"format":"ia-json","version":1,"text":"a\nb","paragraphStyles":[{}],"paragraphs":[[§1,3,0]]}"##,
      "ia-json.paragraph"
    ),
    (
      ##"{"format":"ia-json","version":1,"text":"a\nb","paragraphStyles":[{}],"paragraphs":[[0,§1,0]]}"##,
      "ia-json.paragraph"
    ),
    (
      ##"{"format":"ia-json","version":1,"text":"a\nb","paragraphStyles":[{"blocks":[{"id":§0,"kind":"header","level":1}]}]}"##,
      "json.number-range"
    ),
    // Attachments.
    (
      ##"{"format":"ia-json","version":1,"text":"a","records":[{"kind":"file"}],"attachments":[[§0,0]]}"##,
      "ia-json.attachment"
    ),
    (
      ##"{"format":"ia-json","version":1,"text":"\uFFFC","records":[{"kind":"file"}],"attachments":[[§1,0]]}"##,
      "ia-json.range"
    ),
    (
      ##"{"format":"ia-json","version":1,"text":"\uFFFC","records":[{"kind":"file"}],"attachments":[[0,§1]]}"##,
      "ia-json.index"
    ),
    (
      ##"{"format":"ia-json","version":1,"text":"\uFFFC","records":[{"kind":"file"}],"attachments":[[0,0],§[0,0]]}"##,
      "ia-json.order"
    ),
    (
      ##"{"format":"ia-json","version":1,"text":"\uFFFC","records":[§{"kind":"file"}]}"##,
      "ia-json.unused"
    ),
    // Bookmarks, options, metadata.
    (##"{"format":"ia-json","version":1,"text":"a","bookmarks":[[§2,"x"]]}"##, "ia-json.range"),
    (##"{"format":"ia-json","version":1,"text":"a","bookmarks":[§["x"]]}"##, "ia-json.length"),
    (
      ##"{"format":"ia-json","version":1,"text":"a","bookmarks":[[0,"x"],[1,§"x"]]}"##,
      "field.duplicate"
    ),
    (
      ##"{"format":"ia-json","version":1,"text":"a","bookmarks":[[0,§"\uD800"]]}"##,
      "field.lone-surrogate"
    ),
    (##"{"format":"ia-json","version":1,"text":"","options":{"smoothing":§"W"}}"##, "field.value"),
    (
      ##"{"format":"ia-json","version":1,"text":"","options":{"animation":§{"duration":1}}}"##,
      "field.missing"
    ),
    (##"{"format":"ia-json","version":1,"text":"","metadata":{"title":§1}}"##, "json.type"),
    // Blobs.
    (##"{"format":"ia-json","version":1,"text":"","blobs":{§"00":""}}"##, "field.value"),
    (
      ##"{"format":"ia-json","version":1,"text":"","blobs":{"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad":§"YWJj="}}"##,
      "ia-json.blob"
    ),
    (
      ##"{"format":"ia-json","version":1,"text":"","blobs":{"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad":§"YWJk"}}"##,
      "ia-json.blob"
    ),
  ]

  @Test(arguments: faults) func `A fault is an error at its place`(
    text: String, code: String
  ) throws {
    let marked = MarkedText(text)
    let error = #expect(throws: InputError.self) {
      try JSONDocumentReader().read(
        BytesSource(marked.bytes), options: ReadOptions(isStrict: true))
    }
    #expect(error?.code.rawValue == code)
    #expect(error?.byteOffset == marked.byteOffset)
  }

  @Test func `Lenient reading drops unknown values and reports them`() throws {
    let text = """
      {"format":"ia-json","version":1,"text":"a","future":[],"styles":[{}],\
      "options":{"colour":1},"bookmarks":[[0,"\\uDC00"]]}
      """
    let result = try JSONDocumentReader().read(BytesSource(text), options: ReadOptions())
    #expect(result.document.string.bookmarks == [.init(utf16Offset: 0, name: "\u{FFFD}")])
    #expect(
      result.report.notes.map(\.kind.feature.rawValue) == [
        "unknown-member", "unknown-member", "unused", "lone-surrogate",
      ])
    #expect(result.report.notes.map(\.kind.effect) == [.dropped, .dropped, .dropped, .repaired])
    #expect(result.report.notes.map(\.byteOffset) == [43, 80, 65, 108])
    #expect(!result.report.isLossless)
  }

  @Test func `More notes of a kind than are listed are still counted`() throws {
    let members = (0..<100).map { #""k\#($0)":0"# }.joined(separator: ",")
    let text = #"{"format":"ia-json","version":1,"text":"",\#(members)}"#
    let report = try JSONDocumentReader().read(BytesSource(text), options: ReadOptions()).report
    #expect(report.kinds.map(\.feature.rawValue) == ["unknown-member"])
    #expect(report.counts.values.first == 100)
    #expect(report.notes.count == 64)
  }

  @Test func `A block that comes back after other paragraphs is another block`() throws {
    let file = """
      {"format":"ia-json","version":1,"text":"a\\nb\\nc\\n","paragraphStyles":\
      [{"blocks":[{"id":7,"kind":"block-quote"}]}],"paragraphs":[[0,2,0],[4,6,0]]}
      """
    let document = try JSONDocumentReader().read(BytesSource(file), options: ReadOptions()).document
    let written = try writtenText(document, profile: "compact")
    #expect(
      written.hasSuffix(
        #"[{"blocks":[{"id":1,"kind":"block-quote"}]},{"blocks":[{"id":2,"kind":"block-quote"}]}],"#
          + #""paragraphs":[[0,2,0],[4,6,1]]}"#))
    // Each repetition of a style starts new blocks; the total number of blocks is limited.
    var limits = Limits.standard
    limits.entries = 40
    let many = (0..<41).map { "[\($0 * 4),\($0 * 4 + 2),0]" }
    let text = String(repeating: "a\\nb\\n", count: 41)
    let large = """
      {"format":"ia-json","version":1,"text":"\(text)","paragraphStyles":\
      [{"blocks":[{"id":7,"kind":"block-quote"}]}],"paragraphs":[\(many.joined(separator: ","))]}
      """
    #expect(throws: InputError.self) {
      try JSONDocumentReader().read(BytesSource(large), options: ReadOptions(limits: limits))
    }
  }

  @Test func `Files of runs, places or names only take linear time`() throws {
    func file(_ count: Int) -> [UInt8] {
      let text = String(repeating: "\u{FFFC}\\n", count: count)
      let all = 0..<count
      let records = all.map { #"{"kind":"file","name":"\#($0)"}"# }
      let styles = all.map { #"{"fontSize":\#($0 + 1)}"# }
      let blocks = all.map { #"{"blocks":[{"id":\#($0 + 1),"kind":"text-box"}]}"# }
      let places = all.map { "[\($0 * 2),\($0)]" }
      let runs = all.map { "[\($0 * 2),\($0 * 2 + 1),\($0)]" }
      let paragraphs = all.map { "[\($0 * 2),\($0 * 2 + 2),\($0)]" }
      let names = all.map { #"[1,"\#($0)"]"# }
      func list(_ parts: [String]) -> String { "[" + parts.joined(separator: ",") + "]" }
      return Array(
        """
        {"format":"ia-json","version":1,"text":"\(text)","styles":\(list(styles)),\
        "runs":\(list(runs)),"paragraphStyles":\(list(blocks)),"paragraphs":\(list(paragraphs)),\
        "records":\(list(records)),"attachments":\(list(places)),"bookmarks":\(list(names))}
        """.utf8)
    }
    func convert(_ bytes: [UInt8], count: Int) throws {
      let result = try JSONDocumentReader().read(
        BytesSource(bytes), options: ReadOptions(isStrict: true))
      _ = try writtenJSON(result.document, profile: nil)
      #expect(result.document.string.attachments.count == count)
    }
    let bound = ThreadClock.linearForEight
    let (small, large) = (file(250), file(2000))
    let ratio = try ThreadClock.ratio(
      upTo: bound, small: { try convert(small, count: 250) },
      large: { try convert(large, count: 2000) })
    #expect(ratio <= bound)
  }

  @Test func `Detection is certain of the marker and careful with the rest`() {
    let reader = JSONDocumentReader()
    func confidence(_ text: String) -> Int { reader.confidence(inPrefix: Array(text.utf8)) }
    #expect(confidence(#"{"format":"ia-json","version":1"#) == 100)
    #expect(confidence(" \n{ \"format\" :\t\"ia-json\"") == 100)
    #expect(confidence(#"{"blobs":{},"format":"ia-json""#) == 90)
    #expect(confidence(#"{"iaBaseAttributes":[],"text":""#) == 90)
    #expect(confidence(#"{"text":"x"}"#) == 60)
    #expect(confidence(#"{"text":"\"format\":\"ia-json\""}"#) == 60)
    #expect(confidence(#"{"name":"x"}"#) == 10)
    #expect(confidence("{}") == 10)
    for other in ["", "[1]", "{\\rtf1", "<html>", "plain", "\"format\":\"ia-json\"", "{ok}"] {
      #expect(confidence(other) == 0)
    }
  }

  @Test func `A profile that does not exist is refused`() {
    #expect(throws: UnknownProfile.self) {
      try JSONDocumentReader().read(
        BytesSource("{}"), options: ReadOptions(profile: "new"))
    }
    #expect(throws: UnknownProfile.self) { try writtenJSON(IADocument(), profile: "new") }
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile/blns")))
  func `Strings that are known to break programs come back as they were`() throws {
    let file = ExternalCorpora.root.appending(path: "hostile/blns/blns.json")
    let strings = try JSONDecoder().decode([String].self, from: Data(contentsOf: file))
    #expect(strings.count > 500)
    for string in strings {
      var attributes = InlineAttributes()
      attributes.link = .init(string, title: string)
      var document = IADocument(IAString(string, attributes: attributes))
      document.metadata.title = string
      for profile in ["document", "compact", "legacy"] {
        let bytes = try writtenJSON(document, profile: profile)
        let back = try JSONDocumentReader().read(
          BytesSource(bytes), options: ReadOptions(isStrict: true))
        #expect(back.document.string.text.utf16.elementsEqual(string.utf16))
        if profile != "legacy" { #expect(back.document.dump() == document.dump()) }
        #expect(try writtenJSON(back.document, profile: profile) == bytes)
      }
    }
  }
}

/// Returns the JSON of a document as bytes.
func writtenJSON(_ document: IADocument, profile: String?) throws -> [UInt8] {
  var sink = BytesSink()
  _ = try JSONDocumentWriter().write(
    document, to: &sink, options: WriteOptions(profile: profile))
  return sink.bytes
}

/// Returns the JSON of a document as text.
func writtenText(_ document: IADocument, profile: String?) throws -> String {
  String(decoding: try writtenJSON(document, profile: profile), as: UTF8.self)
}
