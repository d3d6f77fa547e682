import IABytes
import IASyntax
import IATestSupport
import IAText
import Testing

@Suite struct AttributeCodingTests {
  private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  private func parsed(_ text: String) throws -> JSONValue {
    try JSONTable(Array(text.utf8)).root
  }

  @Test(arguments: UInt64(0)..<400) func `Random attributes come back as they were`(
    seed: UInt64
  ) throws {
    var random = RandomDocument(seed: seed)
    var reading = FieldReading(isStrict: true)
    let inline = random.withEffects(random.inlineAttributes())
    let inlineText = written { inline.write(to: &$0) }
    let inlineBack = try InlineAttributes(json: parsed(inlineText), reading: &reading)
    #expect(inlineBack == inline)
    #expect(written { inlineBack.write(to: &$0) } == inlineText)

    let paragraph = random.withFrame(random.paragraphAttributes())
    let paragraphText = written { paragraph.write(to: &$0) }
    let paragraphBack = try ParagraphAttributes(json: parsed(paragraphText), reading: &reading)
    #expect(paragraphBack == paragraph)
    #expect(written { paragraphBack.write(to: &$0) } == paragraphText)

    var document = IADocument()
    let record = random.attachment(in: &document)
    let recordText = written { record.write(to: &$0) }
    #expect(try Attachment(json: parsed(recordText), reading: &reading) == record)

    let options = random.options()
    let optionsText = written { options.write(to: &$0) }
    #expect(try DisplayOptions(json: parsed(optionsText), reading: &reading) == options)

    let metadata = random.metadata()
    let metadataText = written { metadata.write(to: &$0) }
    #expect(try DocumentMetadata(json: parsed(metadataText), reading: &reading) == metadata)
  }

  @Test func `Every inline attribute has its key, in a fixed order`() {
    var set = InlineAttributes()
    set.fontSize = 12.5
    set.bold = true
    set.italic = true
    set.underline = .init(.wavy, color: Color(0xFF0000))
    set.strikethrough = .double
    set.script = .subscript
    set.baselineOffset = -2
    set.fontFamily = "Georgia"
    set.fontWeight = 300
    set.foreground = Color(red: 1, green: 2, blue: 3, alpha: 4)
    set.background = .white
    set.letterSpacing = 0.25
    set.capitals = .small
    set.outline = true
    set.shadow = true
    set.horizontalScale = 80
    set.emphasisMark = .dotBelow
    set.hidden = true
    set.language = "de"
    set.direction = .rightToLeft
    set.code = true
    set.link = .init("https://example.org/", title: "Example")
    set.tags = [.init("html.kbd"), .init("x", "1")]
    #expect(
      written { set.write(to: &$0) } == """
        {"fontSize":12.5,"bold":true,"italic":true,"underline":{"style":"wavy","color":"#FF0000"},\
        "strikethrough":"double","script":"subscript","baselineOffset":-2,"fontFamily":"Georgia",\
        "fontWeight":300,"foreground":"#01020304","background":"#FFFFFF","letterSpacing":0.25,\
        "capitals":"small","outline":true,"shadow":true,"horizontalScale":80,\
        "emphasisMark":"dot-below","hidden":true,"language":"de","direction":"rtl","code":true,\
        "link":{"url":"https://example.org/","title":"Example"},"tags":{"html.kbd":"","x":"1"}}
        """)
    #expect(written { InlineAttributes().write(to: &$0) } == "{}")
  }

  @Test func `Frame, leaders and rules for pages have their keys, in a fixed order`() {
    var set = ParagraphAttributes()
    set.tabStops = [.init(72, .right, leader: .middleDots)]
    set.keepTogether = true
    set.keepWithNext = true
    set.widowControl = false
    set.borders = Sides(top: Border(.double, width: 3), left: Border(color: Color(0xFF0000)))
    set.borders.bottom = Border.none
    set.borderSpacing = Sides(top: 4)
    set.shading = Color(0xFFEE00)
    #expect(
      written { set.write(to: &$0) } == """
        {"tabStops":[{"position":72,"kind":"right","leader":"middle-dots"}],"keepTogether":true,\
        "keepWithNext":true,"widowControl":false,"borders":{"top":{"style":"double","width":3},\
        "bottom":{"style":"none","width":0},"left":{"width":0.5,"color":"#FF0000"}},\
        "borderSpacing":{"top":4},"shading":"#FFEE00"}
        """)
  }

  @Test func `A section states its start and the parts of its page`() throws {
    var set = ParagraphAttributes()
    set.section = PageSection()
    #expect(written { set.write(to: &$0) } == #"{"section":{}}"#)
    var page = PageLayout(width: 842, height: 595, leftMargin: 20.5)
    (page.columns, page.columnLine, page.firstPageNumber) = (3, true, 0)
    set.section = PageSection(.continuous, page: page)
    let text = written { set.write(to: &$0) }
    #expect(
      text == """
        {"section":{"start":"continuous","page":{"width":842,"height":595,"leftMargin":20.5,\
        "columns":3,"columnLine":true,"firstPageNumber":0}}}
        """)
    var reading = FieldReading(isStrict: true)
    #expect(try ParagraphAttributes(json: parsed(text), reading: &reading) == set)
  }

  @Test func `Borders that no reader accepts are clamped`() {
    var set = ParagraphAttributes()
    set.borders = Sides(top: Border(width: .nan), bottom: Border(width: -3))
    set.borders.left = Border(width: .infinity)
    set.borderSpacing = Sides(top: 1e300, left: -1)
    #expect(
      written { set.write(to: &$0) } == """
        {"borders":{"top":{"width":0},"bottom":{"width":0},"left":{"width":1000}}}
        """)
    var inline = InlineAttributes()
    inline.horizontalScale = 0
    #expect(written { inline.write(to: &$0) } == "{}")
  }

  @Test func `Every kind of block has its name and its members`() {
    let kinds: [(Block.Kind, String)] = [
      (.header(level: 2), #""header","level":2"#),
      (.blockQuote, #""block-quote""#),
      (.codeBlock(language: nil), #""code-block""#),
      (.codeBlock(language: "c"), #""code-block","language":"c""#),
      (.orderedList(.init()), #""ordered-list""#),
      (
        .orderedList(.init(numbering: .lowerRoman, start: 0, delimiter: ")")),
        #""ordered-list","numbering":"lower-roman","start":0,"delimiter":")""#
      ),
      (.unorderedList(marker: "•"), #""unordered-list","marker":"•""#),
      (.listItem(.init(ordinal: 3, task: .done)), #""list-item","ordinal":3,"task":"done""#),
      (.thematicBreak, #""thematic-break""#),
      (
        .table(.init(columns: [.init(), .init(alignment: .right, width: 72)], borderWidth: 0)),
        #""table","columns":[{},{"alignment":"right","width":72}],"borderWidth":0"#
      ),
      (.tableRow(isHeader: true), #""table-row","isHeader":true"#),
      (
        .tableCell(.init(column: 1, columnSpan: 2, rowSpan: 3, shading: .black)),
        ##""table-cell","column":1,"columnSpan":2,"rowSpan":3,"shading":"#000000""##
      ),
      (.footnote(label: "1"), #""footnote","label":"1""#),
      (
        .annotation(.init(author: "A", date: "today")),
        #""annotation","author":"A","date":"today""#
      ),
      (.endnote(label: "i"), #""endnote","label":"i""#),
      (.pageHeader(on: .first), #""page-header","pages":"first""#),
      (.pageHeader(), #""page-header""#), (.pageFooter(), #""page-footer""#),
      (.textBox(), #""text-box""#),
    ]
    for (kind, members) in kinds {
      #expect(written { Block(id: 7, kind).write(to: &$0) } == #"{"id":7,"kind":"# + members + "}")
    }
  }

  @Test func `Values that no reader accepts are left out or clamped`() throws {
    var set = InlineAttributes()
    set.fontSize = -3
    set.fontWeight = 2000
    set.baselineOffset = .infinity
    set.letterSpacing = -0.0
    set.tags = [.init("b", "1"), .init("a", "2"), .init("b", "3")]
    #expect(
      written { set.write(to: &$0) } == #"{"letterSpacing":0,"tags":{"a":"2","b":"1"}}"#)
    var place = Attachment(.location)
    place.location = .init(latitude: .nan, longitude: 500)
    #expect(
      written { place.write(to: &$0) }
        == #"{"kind":"location","location":{"latitude":0,"longitude":180}}"#)
    #expect(
      written { Block(id: 0, .header(level: -1)).write(to: &$0) }
        == #"{"id":1,"kind":"header","level":1}"#)
  }

  @Test(arguments: [
    (#"{"bold":§1}"#, "json.type"),
    (#"§[]"#, "json.type"),
    (#"{"bold":true,§"blod":true}"#, "field.unknown"),
    (#"{"fontSize":§0}"#, "json.number-range"),
    (#"{"fontSize":§1e999}"#, "json.number-range"),
    (#"{"fontWeight":§1001}"#, "json.number-range"),
    (#"{"fontWeight":§1.5}"#, "json.number-range"),
    (#"{"underline":§{}}"#, "field.missing"),
    (#"{"underline":{"style":§"curly"}}"#, "field.value"),
    (#"{"underline":{"style":"wavy",§"colour":"x"}}"#, "field.unknown"),
    (#"{"script":§"super"}"#, "field.value"),
    (#"{"horizontalScale":§601}"#, "json.number-range"),
    (#"{"emphasisMark":§"dots"}"#, "field.value"),
    (##"{"foreground":§"#12345"}"##, "field.value"),
    (#"{"foreground":§"red"}"#, "field.value"),
    (#"{"fontFamily":§"\uD800"}"#, "field.lone-surrogate"),
    (#"{"link":§{"title":"t"}}"#, "field.missing"),
    (#"{"tags":{"a":§1}}"#, "json.type"),
    (#"{"tags":{"\u00E9":"",§"e\u0301":""}}"#, "field.duplicate"),
  ]) func `A wrong inline attribute is an error at its place`(
    text: String, code: String
  ) throws {
    try expectError(code, in: text) { (json, reading) throws(InputError) in
      _ = try InlineAttributes(json: json, reading: &reading)
    }
  }

  @Test(arguments: [
    (#"{"lineHeight":§{}}"#, "field.missing"),
    (#"{"lineHeight":{"exactly":§-1}}"#, "json.number-range"),
    (#"{"lineHeight":{"exactly":1,§"atLeast":1}}"#, "field.value"),
    (#"{"lineHeight":{§"more":1}}"#, "field.unknown"),
    (#"{"tabStops":[{"position":1},§{"kind":"left"}]}"#, "field.missing"),
    (#"{"widowControl":§1}"#, "json.type"),
    (#"{"section":§true}"#, "json.type"),
    (#"{"section":{"start":§"left"}}"#, "field.value"),
    (#"{"section":{"page":{"columns":§0}}}"#, "json.number-range"),
    (#"{"section":{"page":{"firstPageNumber":§32768}}}"#, "json.number-range"),
    (#"{"section":{§"end":1}}"#, "field.unknown"),
    (#"{"borders":§[]}"#, "json.type"),
    (#"{"borders":{"top":§{}}}"#, "field.missing"),
    (#"{"borders":{"top":{"width":§-1}}}"#, "json.number-range"),
    (#"{"borders":{"top":{"width":1,"style":§"groove"}}}"#, "field.value"),
    (#"{"borders":{§"inside":{"width":1}}}"#, "field.unknown"),
    (#"{"borderSpacing":{"top":§1001}}"#, "json.number-range"),
    (#"{"shading":§"red"}"#, "field.value"),
    (#"{"tabStops":[{"position":1,"leader":§"dot"}]}"#, "field.value"),
    (#"{"blocks":[§{"id":1}]}"#, "field.missing"),
    (#"{"blocks":[§7]}"#, "json.type"),
    (#"{"blocks":[§{"kind":"text-box"}]}"#, "field.missing"),
    (#"{"blocks":[{"kind":"text-box","id":§0}]}"#, "json.number-range"),
    (#"{"blocks":[{"kind":§"box","id":1}]}"#, "field.value"),
    (#"{"blocks":[{"kind":"text-box","id":1,§"level":1}]}"#, "field.unknown"),
    (#"{"blocks":[{"kind":"table-cell","id":1,"column":§-1}]}"#, "json.number-range"),
    (#"{"blocks":[{"kind":"table-cell","id":1,"column":1,"rowSpan":§0}]}"#, "json.number-range"),
    (
      #"{"blocks":[{"kind":"table-cell","id":1,"column":1,"padding":{"top":§-1}}]}"#,
      "json.number-range"
    ),
    (
      #"{"blocks":[{"kind":"table-cell","id":1,"column":1,"borders":{"top":{"width":§1e9}}}]}"#,
      "json.number-range"
    ),
    (
      #"{"blocks":[{"kind":"table-cell","id":1,"column":1,"borders":{"top":§{}}}]}"#,
      "field.missing"
    ),
    (
      #"{"blocks":[{"kind":"table-cell","id":1,"column":1,"borders":{§"start":{"width":1}}}]}"#,
      "field.unknown"
    ),
    (#"{"blocks":[{"kind":"table-row","id":1,"height":§{}}]}"#, "field.missing"),
    (#"{"blocks":[{"kind":"table-row","id":1,"height":{"exactly":§-2}}]}"#, "json.number-range"),
    (
      #"{"blocks":[{"kind":"table","id":1,"columns":[],"width":{"percent":§1e300}}]}"#,
      "json.number-range"
    ),
    (
      #"{"blocks":[{"kind":"table","id":1,"columns":[],"alignment":§"justified"}]}"#, "field.value"
    ),
  ]) func `A wrong paragraph attribute is an error at its place`(
    text: String, code: String
  ) throws {
    try expectError(code, in: text) { (json, reading) throws(InputError) in
      _ = try ParagraphAttributes(json: json, reading: &reading)
    }
  }

  @Test(arguments: [
    (#"§{}"#, "field.missing"),
    (#"{"kind":§"picture"}"#, "field.value"),
    (#"{"kind":"file","content":{"blob":§"00"}}"#, "field.value"),
    (#"{"kind":"file","content":§{}}"#, "field.missing"),
    (#"{"kind":"file","pixelWidth":§-1}"#, "json.number-range"),
    (#"{"kind":"location","location":{"latitude":§91,"longitude":0}}"#, "json.number-range"),
    (#"{"kind":"location","location":§{"latitude":9}}"#, "field.missing"),
  ]) func `A wrong attachment is an error at its place`(text: String, code: String) throws {
    try expectError(code, in: text) { (json, reading) throws(InputError) in
      _ = try Attachment(json: json, reading: &reading)
    }
  }

  /// Expects that strict reading fails with an error code at the mark in the text.
  private func expectError(
    _ code: String, in text: String,
    _ read: (JSONValue, inout FieldReading) throws(InputError) -> Void
  ) throws {
    let marked = MarkedText(text)
    let root = try JSONTable(marked.bytes).root
    var reading = FieldReading(isStrict: true)
    let error = #expect(throws: InputError.self) { try read(root, &reading) }
    #expect(error?.code.rawValue == code)
    #expect(error?.byteOffset == marked.byteOffset)
  }

  @Test func `Lenient reading records what it accepts, and keeps at most 64`() throws {
    var reading = FieldReading(isStrict: false)
    let members = (0..<100).map { #""k\#($0)":0"# }.joined(separator: ",")
    let root = try parsed(#"{"bold":true,"link":{"url":"\uDC00"},\#(members)}"#)
    let set = try InlineAttributes(json: root, reading: &reading)
    #expect(set.bold)
    #expect(set.link?.url == "\u{FFFD}")
    #expect(reading.toleratedCounts == [.fieldLoneSurrogate: 1, .fieldUnknown: 100])
    #expect(reading.tolerated.count == 1 + FieldReading.toleratedPerCode)
    #expect(reading.tolerated.first?.code == .fieldLoneSurrogate)
    #expect(reading.tolerated.last?.code == .fieldUnknown)
  }

  @Test func `A path of blocks is no deeper than the limit`() throws {
    let blocks = (1...4).map { #"{"id":\#($0),"kind":"block-quote"}"# }.joined(separator: ",")
    let root = try parsed(#"{"blocks":[\#(blocks)]}"#)
    var limits = Limits.standard
    limits.depth = 4
    var reading = FieldReading(isStrict: true, limits: limits)
    #expect(try ParagraphAttributes(json: root, reading: &reading).blocks.count == 4)
    limits.depth = 3
    reading = FieldReading(isStrict: true, limits: limits)
    let error = #expect(throws: InputError.self) {
      try ParagraphAttributes(json: root, reading: &reading)
    }
    #expect(error?.code == .fieldLimit)
    #expect(error?.limit == .init(name: "depth", maximum: 3, seen: 4))
  }
}
