import IAFormats
import IATestSupport
import IAText
import Testing

@testable import IARTF

/// Frames, shapes and drawing objects with a stated place.
struct RTFPlacementTests {
  private static let head = #"{\rtf1\ansi{\fonttbl{\f0 Arial;}}"#
  private static let pixel =
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    + "0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"

  private func read(_ body: String) throws -> ReadResult {
    try readRTF(Self.head + body + "}")
  }

  private func boxes(_ string: IAString) -> [Block.TextBox?] {
    string.paragraphs.map { $0.attributes.blocks.first?.textBox }
  }

  private func shape(_ words: String, _ properties: String = "", text: String = "box") -> String {
    #"{\shp{\*\shpinst"# + words + properties + #"{\shptxt \pard "# + text + #"\par}}}"#
  }

  private func property(_ name: String, _ value: Int) -> String {
    #"{\sp{\sn "# + name + #"}{\sv "# + String(value) + "}}"
  }

  @Test func `Paragraphs with one place are a frame of the paragraph after them`() throws {
    let result = try read(
      #"\pard a\par{\pard\pvpg\phpg\posx2160\posy3600\absw4320\absh-400\dfrmtxtx100 b\par c\par}\pard d\par"#
    )
    let found = boxes(result.document.string)
    #expect(found.map { $0 == nil } == [true, false, false, true])
    let box = try #require(found[1])
    #expect(found[2] == box)
    #expect(box.placement?.across == .init(.page, offset: 108))
    #expect(box.placement?.down == .init(.page, offset: 180))
    #expect(box.placement?.belongsToNext == true)
    #expect(box.placement?.distance == Sides(right: 5, left: 5))
    #expect(box.width == 216 && box.height == .exactly(20))
    let ids = result.document.string.paragraphs.map { $0.attributes.blocks.first?.id }
    #expect(ids[1] == ids[2])
    #expect(!result.report.notes.contains { $0.kind.feature == .frame })
  }

  @Test(arguments: [
    (#"\posxc\posyb\absw200"#, Placement.Edge.center, Placement.Edge.end),
    (#"\posxr\posyt\absw200"#, .end, .start),
    (#"\posxi\posyc\absw200"#, .start, .center),
  ])
  func framesAreAtEdges(words: String, across: Placement.Edge, down: Placement.Edge) throws {
    let result = try read(#"{\pard"# + words + #" a\par}\pard b\par"#)
    let placement = try #require(boxes(result.document.string)[0]?.placement)
    #expect(placement.across.edge == across && placement.down.edge == down)
  }

  @Test func `A place at the centre or the right edge is a frame without a size`() throws {
    for words in ["\\posxr", "\\phmrg\\posxc", "\\pvpg\\posyb"] {
      let result = try read("{\\pard\\pvpara" + words + " a\\par}\\pard b\\par")
      #expect(boxes(result.document.string).map { $0 == nil } == [false, true], "\(words)")
    }
    let start = try read(#"{\pard\pvpara\phmrg\posxl\posy0 a\par}\pard b\par"#)
    #expect(boxes(start.document.string) == [nil, nil])
  }

  @Test(arguments: [#"\header"#, #"\footer"#])
  func framesOfRunningTextsAreAligned(name: String) throws {
    func running(_ body: String) throws -> [String] {
      let result = try read("{" + name + body + #"}\pard\plain text\par"#)
      return result.document.string.paragraphs.compactMap { paragraph in
        switch paragraph.attributes.blocks.first?.kind {
        case .pageHeader, .pageFooter: break
        default: return nil
        }
        let alignment = paragraph.attributes.alignment.map { "\($0)" } ?? "start"
        let text = result.document.string.text(in: paragraph.contentRange)
        return alignment + ":" + text
      }
    }
    let frame = #"\pard\plain\pvpara\phmrg"#
    // The empty paragraph beside the frame has no line of its own; others have one.
    let beside = frame + #"\posxr\posy0 1\par\pard\plain\par\par"#
    #expect(try running(beside) == ["right:1", "start:"])
    #expect(try running(frame + #"\posxc 1\par\pard\plain a\par"#) == ["center:1", "start:a"])
    #expect(try running(frame + #"\posxl 1\par\pard\plain\par"#) == ["start:1", "start:"])
    let rule = #"{\pict{\*\picprop{\sp{\sn fHorizRule}{\sv 1}}}\picw9\wmetafile8}"#
    #expect(try running(frame + #"\posxr 1\par\pard\plain"# + rule + #"\par"#).count == 2)
    let notes = try read("{" + name + frame + #"\posxr 1\par}\pard a\par"#).report.notes
    #expect(notes.contains { $0.kind.feature == .frame && $0.kind.effect == .approximated })
  }

  @Test func `A place without a size or a distance is no frame`() throws {
    let result = try read(#"{\pard\pvpara\phcol\posx0\posy0\dxfrtext180 a\par}\pard b\par"#)
    #expect(boxes(result.document.string) == [nil, nil])
  }

  @Test func `Frames with different places are different boxes`() throws {
    let result = try read(
      #"{\pard\absw400 a\par}{\pard\absw500 b\par}{\pard\absw400 c\par}\pard d\par"#)
    let ids = result.document.string.paragraphs.map { $0.attributes.blocks.first?.id }
    #expect(Set(ids.compactMap(\.self)).count == 3)
  }

  @Test func `Frames in tables are reported`() throws {
    let result = try read(
      #"\trowd\cellx4000\pard\intbl\absw400 a\cell\row\pard b\par"#)
    #expect(result.report.notes.contains { $0.kind.feature == .frame })
    #expect(!boxes(result.document.string).contains { $0 != nil })
  }

  @Test func `The text of a shape is a box at its place`() throws {
    let result = try read(
      #"\pard a"#
        + shape(
          #"\shpleft100\shptop-200\shpright2100\shpbottom800\shpbxpage\shpbymargin\shpwr1"#,
          property("fillColor", 0x00FFFF) + property("lineWidth", 12_700)
            + property("lineColor", 255) + property("dxTextLeft", 0)
            + property("fFitShapeToText", 1) + property("posrelh", 0))
        + #" b\par c\par"#)
    #expect(result.document.string.text == "a b\nbox\nc\n")
    let box = try #require(boxes(result.document.string)[1])
    #expect(box.placement?.across == .init(.margin, offset: 5))
    #expect(box.placement?.down == .init(.margin, offset: -10))
    #expect(box.placement?.wrap == .topAndBottom && box.placement?.belongsToNext == false)
    #expect(box.width == 100 && box.height == .atLeast(50))
    #expect(box.fill == Color(red: 255, green: 255, blue: 0))
    #expect(box.border == Border(width: 1, color: Color(red: 255, green: 0, blue: 0)))
    #expect(box.padding == Sides(top: 3.6, right: 7.2, bottom: 3.6, left: 0))
    #expect(!result.report.notes.contains { $0.kind.feature == .shape })
  }

  @Test func `The words of a drawing object follow its text`() throws {
    let result = try read(
      #"\pard a{\*\do\dobxmargin\dobypage\dptxbx{\dptxbxtext\pard box\par}\dpx100\dpy200\dpxsize2000\dpysize1000\dpfillpat1\dpfillbgcr255\dplinew20}\par"#
    )
    let box = try #require(boxes(result.document.string)[1])
    #expect(box.placement?.across == .init(.margin, offset: 5))
    #expect(box.placement?.down == .init(.page, offset: 10))
    #expect(box.width == 100 && box.height == .exactly(50))
    #expect(box.fill == Color(red: 255, green: 255, blue: 255) && box.border?.width == 1)
  }

  @Test func `The picture of a shape has its place and size`() throws {
    let picture =
      #"{\sp{\sn pib}{\sv {\pict\pngblip\picwgoal20\pichgoal20 "# + Self.pixel + "}}}"
    let words = #"\shpleft0\shptop0\shpright400\shpbottom600\shpwr3\shpfblwtxt1"#
    let result = try read(#"\pard a{\shp{\*\shpinst"# + words + picture + #"}}b\par"#)
    let attachment = try #require(result.document.string.attachments.first?.attachment)
    #expect(attachment.placement?.wrap == .behind)
    #expect(attachment.displayWidth == 20 && attachment.displayHeight == 30)
    let cell = try read(
      #"\trowd\cellx4000\pard\intbl a{\shp{\*\shpinst"# + words + picture
        + #"}}\cell\row\pard b\par"#)
    #expect(cell.document.string.attachments.first?.attachment.placement == nil)
    #expect(cell.report.notes.contains { $0.kind.feature == .shape })
  }

  @Test func `The properties of a shape can follow its picture`() throws {
    let picture =
      #"{\sp{\sn pib}{\sv {\pict{\*\picprop{\sp{\sn fLine}{\sv 0}}}\pngblip "# + Self.pixel + "}}}"
    let words = #"\shpleft0\shptop0\shpright400\shpbottom600\shpwr2"#
    func read(_ properties: String) throws -> ReadResult {
      try self.read(#"\pard a{\shp{\*\shpinst"# + words + picture + properties + #"}}b\par"#)
    }
    let result = try read(
      property("posh", 2) + property("dxWrapDistLeft", 127_000) + property("fFlipH", 0))
    let attachment = try #require(result.document.string.attachments.first?.attachment)
    #expect(result.document.string.attachments.count == 1)
    #expect(attachment.placement?.across.edge == .center)
    #expect(attachment.placement?.distance.left == 10)
    #expect(result.report.notes.isEmpty)
    for (name, number, feature) in [
      ("rotation", 5_898_240, DocumentFeature.visualEffect), ("fFlipV", 1, .visualEffect),
      ("fLine", 1, .visualEffect), ("cropFromTop", 100, .pictureCrop),
    ] {
      let kinds = try read(property(name, number)).report.notes.map(\.kind)
      #expect(kinds.map(\.feature) == [feature], "\(name)")
    }
  }

  @Test func `The properties of a picture are not those of the shape around it`() throws {
    let picture =
      #"{\pict{\*\picprop{\sp{\sn fLine}{\sv 0}}{\sp{\sn rotation}{\sv 65536}}}\pngblip "#
      + Self.pixel + "}"
    let words = #"\shpleft0\shptop0\shpright4000\shpbottom600\shpwr2"#
    let text = #"\pard a{\shp{\*\shpinst"# + words + #"{\shptxt x"# + picture + #"\par}}}\par"#
    let result = try read(text)
    #expect(boxes(result.document.string).contains { $0?.border != nil })
    #expect(result.report.notes.map(\.kind.feature) == [.visualEffect])
  }

  @Test func `What a text box does not have of a shape is reported`() throws {
    let words = #"\shpleft0\shptop0\shpright4000\shpbottom600\shpwr2\shpwrk"#
    for (side, name, number, detail) in [
      (0, "anchorText", 0, nil), (1, "anchorText", 0, "text at both sides"),
      (0, "anchorText", 1, "vertical alignment of the text"),
      (0, "txflTextFlow", 1, "direction of the text"), (0, "txflTextFlow", 4, nil),
      (0, "rotation", 5_898_240, "rotation of the text"), (0, "fFlipV", 1, "mirroring of the text"),
      (0, "hspNext", 1026, "text that continues in another shape"),
      (0, "ccol", 2, "columns of the text"),
    ] as [(Int, String, Int, String?)] {
      let result = try read(
        #"\pard a{\shp{\*\shpinst"# + words + "\(side)" + property("shapeType", 1)
          + property(name, number) + #"{\shptxt x\par}}}\par"#)
      #expect(result.report.notes.map(\.detail) == (detail.map { [$0] } ?? []))
    }
  }

  @Test func `A shape of an unknown form without text and picture is left out and reported`() throws
  {
    let result = try read(
      #"\pard a{\shp{\*\shpinst\shpleft0\shpright100\shpbottom100"#
        + property("shapeType", 150) + #"}}\par"#)
    let note = try #require(result.report.notes.first { $0.kind.feature == .shape })
    #expect(note.kind.effect == .dropped)
  }

  @Test(arguments: [
    (#"{\header "#, Placement.Reference.page, 36.0), (#"{\footer "#, .text, 0),
  ])
  func boxesOfHeadersAreOnTheirPage(
    start: String, reference: Placement.Reference, offset: Double
  ) throws {
    let words = #"\shpleft0\shptop0\shpright400\shpbottom600\shpbypara"#
    let result = try read(start + shape(words) + #"h\par}\pard b\par"#)
    let box = boxes(result.document.string).compactMap(\.self).first
    #expect(box?.placement?.down == (offset == 0 ? nil : .init(reference, offset: offset)))
    #expect(result.report.notes.contains { $0.kind.feature == .shape })
  }

  @Test(arguments: [
    Placement(across: .init(.page, offset: 100), down: .init(offset: -12.5)),
    Placement(across: .init(.margin, edge: .end), down: .init(.page, edge: .center), wrap: .behind),
    Placement(across: .init(edge: .start), wrap: .topAndBottom, distance: Sides(all: 9)),
    Placement(down: .init(.margin, offset: 5), wrap: .front),
  ])
  func placesSurviveWriting(placement: Placement) throws {
    for belongsToNext in [false, true] {
      var box = Block.TextBox()
      box.placement = placement
      box.placement?.belongsToNext = belongsToNext
      (box.width, box.height) = (144, .atLeast(72))
      if belongsToNext {
        box.placement?.distance = Sides(right: 9, left: 9)
        if placement.wrap == .behind { box.placement?.wrap = .front }
      } else {
        box.fill = Color(0xFFFFCC)
        box.border = Border(width: 1.5, color: Color(0x102030))
        box.padding = Sides(all: 7.2)
      }
      var builder = IAStringBuilder()
      builder.append("a")
      builder.endParagraph(ParagraphAttributes())
      builder.append("box")
      builder.endParagraph(ParagraphAttributes(blocks: [Block(id: 1, .textBox(box))]))
      builder.append("b")
      builder.endParagraph(ParagraphAttributes())
      let bytes = try RTFWriterTests.rtf(
        IADocument(builder.finish()), profile: "word", keepsHiddenData: false)
      let read = try readRTF(String(decoding: bytes, as: UTF8.self))
      #expect(boxes(read.document.string) == [nil, box, nil])
    }
  }

  /// Returns a document of paragraphs; those with a box are inside it.
  private func document(_ paragraphs: [(text: String, box: Block.TextBox?)]) -> IADocument {
    var builder = IAStringBuilder()
    for (index, paragraph) in paragraphs.enumerated() {
      builder.append(paragraph.text + "\n")
      builder.endParagraph(
        ParagraphAttributes(
          blocks: paragraph.box.map { [Block(id: index + 1, .textBox($0))] } ?? []))
    }
    return IADocument(builder.finish())
  }

  private func float(_ edge: Placement.Edge) -> Block.TextBox {
    var box = Block.TextBox()
    box.placement = Placement(
      across: .init(edge: edge), distance: Sides(top: 3, right: 6, bottom: 9, left: 12),
      belongsToNext: true)
    (box.width, box.fill) = (100, Color(0xFFFFCC))
    (box.border, box.padding) = (Border(width: 1, color: Color(0x102030)), Sides(all: 6))
    return box
  }

  @Test(arguments: [true, false])
  func `Floating boxes are shapes of the paragraph beside them`(_ keepsHiddenData: Bool) throws {
    let source = document([
      ("a", nil), ("b", float(.start)), ("c", float(.end)), ("d", nil), ("e", float(.end)),
      ("", nil),
    ])
    let bytes = try RTFWriterTests.rtf(source, profile: "word", keepsHiddenData: keepsHiddenData)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#"\shpleft0\shptop0\shpright2000"#))
    #expect(text.contains(#"\shpleft7360\shptop0\shpright9360"#))
    #expect(!text.contains(#"\absw"#))
    let read = try readRTF(text).document.string
    #expect(read.text == source.string.text)
    #expect(boxes(read) == boxes(source.string))
  }

  @Test func `Floating boxes without a paragraph beside them are frames`() throws {
    let cell = [
      Block(id: 7, .table(.init(columns: [.init()]))), Block(id: 8, .tableRow(isHeader: false)),
      Block(id: 9, .tableCell(.init(column: 0))),
    ]
    var beforeTable = document([("a", nil), ("b", float(.end)), ("c", nil)])
    let last = beforeTable.string.paragraphs[2].utf16Range
    beforeTable.string.updateParagraphAttributes(in: last) { $0.blocks = cell }
    for source in [document([("a", nil), ("b", float(.end))]), beforeTable] {
      let bytes = try RTFWriterTests.rtf(source, profile: "word", keepsHiddenData: false)
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains(#"\posxr"#) && !text.contains(#"\shp"#))
      #expect(try readRTF(text).document.string.text == source.string.text)
    }
  }

  @Test func `The offset of pictures at an edge follows from the column`() throws {
    var source = try read(
      #"{\pict\pngblip\picwgoal400\pichgoal400 "# + Self.pixel + #"}\par"#
    ).document
    var attachment = try #require(source.string.attachments.first?.attachment)
    attachment.placement = Placement(across: .init(edge: .end))
    source.string.setAttachment(attachment, at: 0)
    let bytes = try RTFWriterTests.rtf(source, profile: "word", keepsHiddenData: false)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#"\shpleft8960\shptop0\shpright9360"#))
    let found = try readRTF(text).document.string.attachments.first?.attachment.placement
    #expect(found == attachment.placement)
  }

  @Test func `Boxes without a place keep none`() throws {
    var builder = IAStringBuilder()
    builder.append("a")
    builder.endParagraph(ParagraphAttributes())
    builder.append("box")
    builder.endParagraph(ParagraphAttributes(blocks: [Block(id: 1, .textBox())]))
    let bytes = try RTFWriterTests.rtf(
      IADocument(builder.finish()), profile: "word", keepsHiddenData: false)
    let read = try readRTF(String(decoding: bytes, as: UTF8.self))
    #expect(boxes(read.document.string) == [nil, Block.TextBox()])
  }

  @Test func `Boxes in the text with lines are borders of their paragraphs`() throws {
    var box = Block.TextBox()
    (box.border, box.fill, box.padding) = (Border(width: 1), Color(0xFFEEDD), Sides(all: 6))
    box.margin = Sides(left: 10)
    let path = [Block(id: 1, .textBox(box))]
    var builder = IAStringBuilder()
    for blocks in [[], path, path + [Block(id: 2, .blockQuote)], []] {
      builder.append("text")
      builder.endParagraph(ParagraphAttributes(blocks: blocks))
    }
    let document = IADocument(builder.finish())
    let bytes = try RTFWriterTests.rtf(document, profile: "word", keepsHiddenData: false)
    let read = try readRTF(String(decoding: bytes, as: UTF8.self))
    let attributes = read.document.string.paragraphs.map(\.attributes)
    #expect(attributes.map(\.borders.isEmpty) == [true, false, false, true])
    #expect(attributes[1].borders == Sides(all: Border(width: 1)))
    #expect(attributes[1].borderSpacing == Sides(all: 6))
    #expect(attributes[2].shading == Color(0xFFEEDD))
    #expect(attributes[1].headIndent == 17 && attributes[1].tailIndent == 7)
  }

  @Test func `Extreme numbers are bounded`() throws {
    let words =
      #"\shpleft-2147483648\shptop2147483647\shpright2147483647\shpbottom-2147483648\shpwr99"#
    let result = try read(
      #"\pard a"#
        + shape(
          words,
          property("lineWidth", .max) + property("dxTextLeft", .min)
            + property("fillColor", -1) + property("posh", 77))
        + #"\par{\pard\posx2147483647\posnegy-2147483648\absw2147483647\absh-2147483648\dxfrtext-9 f\par}\pard b\par"#
    )
    for box in boxes(result.document.string) {
      guard let box, let placement = box.placement else { continue }
      #expect(Placement.offsets.contains(placement.across.offset))
      #expect(Placement.offsets.contains(placement.down.offset))
      #expect(box.width ?? 0 <= 16_384 && box.height?.points ?? 0 <= 16_384)
    }
    #expect(result.document.string.text.contains("box"))
  }

  @Test func `Shapes inside each other and many boxes end`() throws {
    let words = #"\shpleft0\shptop0\shpright400\shpbottom600"#
    let open = #"{\shp{\*\shpinst"# + words + #"{\shptxt \pard x"#
    let nested = String(repeating: open, count: 60) + String(repeating: #"\par}}}"#, count: 60)
    let deep = try read(#"\pard a"# + nested + #"\par"#)
    #expect(deep.document.string.text.filter { $0 == "x" }.count == 60)
    let many = String(repeating: shape(words), count: 2_000)
    let wide = try read(#"\pard a"# + many + #"\par"#)
    #expect(boxes(wide.document.string).count { $0?.placement != nil } == 2_000)
  }

  @Test func `Consecutive boxes with equal lines have different indents`() throws {
    var box = Block.TextBox()
    box.border = Border(width: 1)
    box.padding = Sides(all: 3)
    var builder = IAStringBuilder()
    for id in [1, 1, 2, 3] {
      builder.append("x")
      builder.endParagraph(ParagraphAttributes(blocks: [Block(id: id, .textBox(box))]))
    }
    let text = try writtenRTF(
      IADocument(builder.finish()), WriteOptions(keepsHiddenData: false)
    ).text
    #expect(text.matches(of: /\\ri(\d+)/).map { Int($0.1) } == [80, 80, 81, 80])
  }
}
