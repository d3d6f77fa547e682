import IAFormats
import IAShapes
import IATestSupport
import IAText
import Testing

@testable import IARTF

/// Shapes and drawing objects that are drawn: their outlines, groups and places.
struct RTFShapeTests {
  private func read(_ body: String) throws -> ReadResult {
    try readRTF(#"{\rtf1\ansi{\fonttbl{\f0 Arial;}}"# + body + "}")
  }

  private func properties(_ values: KeyValuePairs<String, String>) -> String {
    values.map { #"{\sp{\sn "# + $0.key + #"}{\sv "# + $0.value + "}}" }.joined()
  }

  /// Returns a shape of 100 by 50 points, 10 points to the right.
  private func shape(
    _ values: KeyValuePairs<String, String>, wrap: Int = 3, height: Int = 1000, text: String = ""
  ) -> String {
    #"{\shp{\*\shpinst\shpleft200\shptop0\shpright2200\shpbottom\#(height)"#
      + #"\shpbxcolumn\shpbypara\shpwr\#(wrap)"# + properties(values)
      + (text.isEmpty ? "" : #"{\shptxt \pard "# + text + #"\par}"#) + "}}"
  }

  private func picture(_ result: ReadResult, _ index: Int = 0) throws -> ShapePicture {
    let attachments = result.document.string.attachments
    try #require(attachments.indices.contains(index))
    let attachment = attachments[index].attachment
    #expect(attachment.mediaType == "image/svg+xml")
    guard case .blob(let digest) = attachment.content else { throw Missing() }
    let bytes = try #require(result.document.attachments[digest])
    return try #require(ShapePicture(svg: bytes))
  }

  private struct Missing: Error {}

  @Test func `A rectangle is a picture with its fill and line`() throws {
    let result = try read(
      #"\pard a"#
        + shape(["shapeType": "1", "fillColor": "65535", "lineWidth": "12700", "lineColor": "255"])
        + #"b\par"#)
    #expect(result.document.string.text == "a\u{FFFC}b\n")
    let attachment = result.document.string.attachments[0].attachment
    // Half of the line width is outside the rectangle.
    #expect(attachment.displayWidth == 101 && attachment.displayHeight == 51)
    #expect(attachment.placement?.across == .init(.text, offset: 9.5))
    #expect(attachment.placement?.down == .init(.text, offset: -0.5))
    #expect(attachment.placement?.wrap == .front)
    let picture = try picture(result)
    #expect(
      picture.shapes == [
        .init(
          [
            .move(.init(10, 10)), .line(.init(2010, 10)), .line(.init(2010, 1010)),
            .line(.init(10, 1010)), .close,
          ], fill: Color(0xFFFF00),
          line: .init(width: 20, color: Color(0xFF0000)))
      ])
    #expect(!result.report.notes.contains { $0.kind.feature == .shape })
  }

  @Test(arguments: [
    ("2", 10), ("3", 6), ("4", 5), ("5", 4), ("13", 8), ("20", 2), ("34", 4), ("56", 6), ("87", 7),
  ])
  func kindsHaveForms(kind: String, steps: Int) throws {
    let picture = try picture(try read(shape(["shapeType": kind]) + #"\par"#))
    #expect(picture.shapes.map(\.steps.count) == [steps])
    #expect((picture.shapes[0].fill == nil) == ["20", "34"].contains(kind))
  }

  @Test(
    arguments: [
      ("fillType 7", "gradient"), ("fillType 2", "pattern"), ("fShadow 1", "shadow"),
      ("lineType 1", "pattern of the line"), ("lineStyle 2", "several lines"),
      ("fc3D 1", "depth"), ("pctHoriz 400", "relative width"), ("pctVert 0", nil),
      ("fFilled 0 fShadow 1", "shadow"),
      ("fillType 7 fFilled 0", nil), ("fillType 0", nil), ("fillType 7 fHidden 1", nil),
    ] as [(String, String?)])
  func `What a picture does not have of a shape is reported`(words: String, effect: String?) throws
  {
    let words = words.split(separator: " ")
    var shape = #"{\shp{\*\shpinst\shpleft0\shptop0\shpright2000\shpbottom1000"#
    for index in stride(from: 0, to: words.count, by: 2) {
      shape += #"{\sp{\sn \#(words[index])}{\sv \#(words[index + 1])}}"#
    }
    shape += #"{\sp{\sn shapeType}{\sv 3}}}}"#
    let group = #"{\shpgrp{\*\shpinst\shpleft0\shptop0\shpright2000\shpbottom1000"# + shape + "}}"
    for text in [shape, group] {
      let notes = try read(text + #"\par"#).report.losses
        .filter { $0.kind.feature == .shape && $0.kind.effect == .dropped }
      let effects: Set<String?> = [
        "gradient", "pattern", "shadow", "pattern of the line", "several lines", "depth",
        "relative width", "relative height",
      ]
      #expect(notes.first { effects.contains($0.detail) }?.detail == effect, "\(notes)")
    }
  }

  @Test func `Arcs of paths and rotations of groups in groups are reported`() throws {
    let arc = try read(
      shape([
        "pVerticies": "8;4;(0,0);(10,10);(0,5);(5,0)", "pSegmentInfo": "2;3;16384;42244;32768",
      ]) + #"\par"#)
    #expect(arc.report.losses.contains { $0.kind.feature == .shape && $0.detail == "arcs" })
    let inner =
      #"{\shpgrp{\*\shpinst{\sp{\sn relRight}{\sv 100}}{\sp{\sn relBottom}{\sv 100}}{\sp{\sn rotation}{\sv 5898240}}"#
      + #"{\shp{\*\shpinst{\sp{\sn relRight}{\sv 50}}{\sp{\sn relBottom}{\sv 50}}{\sp{\sn shapeType}{\sv 3}}}}}}"#
    let group =
      #"{\shpgrp{\*\shpinst\shpleft0\shptop0\shpright2000\shpbottom2000{\sp{\sn groupRight}{\sv 100}}"#
      + #"{\sp{\sn groupBottom}{\sv 100}}"# + inner + #"}}\par"#
    #expect(
      try read(group).report.losses.contains { $0.detail == "rotation of a group in a group" })
  }

  @Test func `A line without a height has its width as height, and ends`() throws {
    let result = try read(
      shape(["shapeType": "20", "lineEndArrowhead": "1", "lineWidth": "25400"], height: 0)
        + #"\par"#)
    let picture = try picture(result)
    #expect(picture.shapes.count == 2)
    #expect(picture.shapes[0].fill == nil && picture.shapes[1].fill == .black)
    #expect(picture.shapes[1].steps.count == 4)
    #expect(picture.height == 120)
    let dashed = try self.picture(
      try read(shape(["shapeType": "20", "lineDashing": "6"], height: 0) + #"\par"#))
    #expect(dashed.shapes[0].figures.count > 10)
  }

  @Test func `A free form has straight lines and curves`() throws {
    let points = "8;6;(0,0);(100,0);(100,50);(80,50);(60,40);(0,50)"
    let values: KeyValuePairs = [
      "geoRight": "100", "geoBottom": "50", "pVerticies": points,
      "pSegmentInfo": "2;5;16384;2;8193;24577;32768", "fLine": "0",
    ]
    let picture = try picture(try read(shape(values) + #"\par"#))
    #expect(
      picture.shapes.first?.steps == [
        .move(.init(0, 0)), .line(.init(2000, 0)), .line(.init(2000, 1000)),
        .curve(.init(1600, 1000), .init(1200, 800), .init(0, 1000)), .close,
      ])
  }

  @Test func `Shapes are flipped and rotated around their middle`() throws {
    let flipped = try picture(
      try read(shape(["shapeType": "6", "fFlipH": "1", "fLine": "0"]) + #"\par"#))
    #expect(flipped.shapes[0].steps.first == .move(.init(2000, 0)))
    let turned = try picture(
      try read(shape(["shapeType": "1", "rotation": "2949120", "fLine": "0"]) + #"\par"#))
    #expect(turned.width > 2000 && turned.height > 2000)
  }

  @Test func `The shapes of a group are one picture, and its texts are boxes at their places`()
    throws
  {
    func part(_ sides: [Int], _ kind: String, text: String = "") -> String {
      #"{\shp{\*\shpinst"#
        + properties([
          "relLeft": "\(sides[0])", "relTop": "\(sides[1])", "relRight": "\(sides[2])",
          "relBottom": "\(sides[3])", "shapeType": kind,
        ]) + (text.isEmpty ? "" : #"{\shptxt \pard "# + text + #"\par}"#) + "}}"
    }
    let group =
      #"{\shpgrp{\*\shpinst\shpleft0\shptop0\shpright4000\shpbottom1000\shpbxcolumn\shpbypara\shpwr3"#
      + properties([
        "groupLeft": "1000", "groupTop": "1000", "groupRight": "3000", "groupBottom": "2000",
      ])
      + part([1000, 1000, 1500, 2000], "3") + part([1500, 1500, 2000, 1500], "20")
      + part([2000, 1000, 3000, 2000], "1", text: "box") + "}}"
    let result = try read(#"\pard a"# + group + #"\par b\par"#)
    #expect(result.document.string.text == "a\u{FFFC}\nbox\nb\n")
    let picture = try picture(result)
    #expect(picture.shapes.count == 2)
    #expect(
      picture.shapes[1].steps
        == [.move(.init(1008, 508)), .line(.init(2008, 508))])
    let box = result.document.string.paragraphs[1].attributes.blocks.first?.textBox
    #expect(box?.placement?.across.offset == 100 && box?.placement?.down.offset == 0)
    #expect(box?.width == 100 && box?.fill == .white)
    #expect(!result.report.notes.contains { $0.kind.feature == .shape })
  }

  @Test(arguments: [("1", true), ("136", false)])
  func `Letters that a shape draws are its text`(kind: String, hasFill: Bool) throws {
    let result = try read(
      #"\pard a"# + shape(["shapeType": kind, "gtextUNICODE": "Art"]) + #"\par"#)
    #expect(result.document.string.text == "a\nArt\n")
    let box = result.document.string.paragraphs[1].attributes.blocks.first?.textBox
    #expect(box?.placement != nil && (box?.fill != nil) == hasFill)
    #expect(result.report.notes.contains { $0.kind.feature == .shape })
    let own = try read(
      #"\pard a"# + shape(["shapeType": "1", "gtextUNICODE": "Art"], text: "box") + #"\par"#)
    #expect(own.document.string.text == "a\nbox\n")
  }

  @Test func `An ellipse with text is a picture behind the text`() throws {
    let result = try read(
      #"\pard a"# + shape(["shapeType": "3"], text: "box") + #"\par"#)
    #expect(try picture(result).shapes.count == 1)
    let box = result.document.string.paragraphs[1].attributes.blocks.first?.textBox
    #expect(box?.fill == nil && box?.border == nil && box?.placement != nil)
    #expect(!result.report.notes.contains { $0.kind.feature == .shape })
  }

  @Test func `Drawing objects of Word 6 are lines, rectangles, ellipses and polygons`() throws {
    let place = #"\dpx100\dpy200\dpxsize2000\dpysize1000\dplinew20}"#
    let result = try read(
      #"\pard a{\*\do\dobxcolumn\dobypara\dpline\dpptx0\dppty0\dpptx2000\dppty1000"# + place
        + #"{\*\do\dobxcolumn\dobypara\dprect\dproundr"# + place
        + #"{\*\do\dobxcolumn\dobypara\dpellipse\dpfillpat1\dpfillbgcr255"# + place
        + #"{\*\do\dobxcolumn\dobypara\dppolyline\dppolygon\dppolycount3\dpptx0\dppty0\dpptx2000\dppty0\dpptx0\dppty1000"#
        + place + #"\par"#)
    #expect(result.document.string.attachments.count == 4)
    #expect(
      try picture(result, 0).shapes[0].steps
        == [.move(.init(10, 10)), .line(.init(2010, 1010))])
    #expect(try picture(result, 1).shapes[0].steps.count == 10)
    #expect(try picture(result, 2).shapes[0].fill == Color(0xFFFFFF))
    #expect(try picture(result, 3).shapes[0].steps.last == .close)
    #expect(result.document.string.attachments[0].attachment.placement?.down.offset == 9.5)
  }

  @Test func `Invisible parts are not drawn, and unknown forms are reported`() throws {
    let invisible = try read(
      #"\pard a"# + shape(["shapeType": "1", "fFilled": "0", "fLine": "0"])
        + shape(["shapeType": "3", "fHidden": "1"]) + #"\par"#)
    #expect(invisible.document.string.text == "a\n")
    #expect(!invisible.report.notes.contains { $0.kind.feature == .shape })
    let unknown = try read(#"\pard a"# + shape(["shapeType": "150"]) + #"\par"#)
    #expect(unknown.document.string.text == "a\n")
    #expect(
      unknown.report.notes.contains { $0.kind.feature == .shape && $0.kind.effect == .dropped })
  }

  @Test func `Shapes in cells and headers are over the text of their paragraph`() throws {
    let cell = try read(
      #"\trowd\cellx4000\pard\intbl a"# + shape(["shapeType": "3"], wrap: 2) + #"\cell\row"#)
    let placement = cell.document.string.attachments.first?.attachment.placement
    #expect(placement?.wrap == .front && placement?.across.reference == .text)
    #expect(cell.report.notes.contains { $0.kind.feature == .shape })
    let line =
      #"{\shp{\*\shpinst\shpleft1800\shptop900\shpright9000\shpbottom900\shpbxpage\shpbypage\shpwr3"#
      + properties(["shapeType": "20"]) + "}}"
    let header = try read(
      #"\margl1440\headery720{\header \pard h"# + line + #"\par}\pard a\par"#)
    let place = try #require(header.document.string.attachments.first?.attachment.placement)
    #expect(place.across.reference == .text && place.down.reference == .text)
    #expect(abs(place.across.offset - 18) < 1 && abs(place.down.offset - 9) < 1)
  }

  @Test func `Shapes survive writing without hidden data`() throws {
    let first = try read(
      #"\pard a"# + shape(["shapeType": "3", "fillOpacity": "32768"])
        + shape(["shapeType": "20", "lineEndArrowhead": "1"])
        + shape(["shapeType": "1", "rotation": "1000000"]) + #"\par"#)
    let bytes = try RTFWriterTests.rtf(
      first.document, profile: "word", keepsHiddenData: false)
    let second = try readRTF(String(decoding: bytes, as: UTF8.self))
    #expect(second.document.string.attachments == first.document.string.attachments)
    #expect(first.document.string.attachments.count == 3)
  }

  @Test func `Extreme shapes are bounded`() throws {
    let far = #"\shpleft-2147483648\shptop2147483647\shpright2147483647\shpbottom2147483647"#
    let points = "8;3;(99999999999,-99999999999);(1,1);(2,2)"
    let result = try read(
      #"\pard a{\shp{\*\shpinst"# + far
        + properties([
          "shapeType": "3", "rotation": "9223372036854775807", "pVerticies": points,
          "geoRight": "-1", "lineWidth": "9223372036854775807",
        ]) + "}}" + shape(["pVerticies": points, "pSegmentInfo": "2;2;8191;65535;16384"])
        + shape(["lineDashing": "2", "shapeType": "20", "lineWidth": "1"])
        + String(repeating: #"{\shpgrp{\*\shpinst"#, count: 60)
        + shape(["relRight": "9223372036854775807", "relLeft": "-9223372036854775807"])
        + String(repeating: "}}", count: 60) + #"\par"#)
    for placed in result.document.string.attachments {
      let placement = try #require(placed.attachment.placement)
      #expect(Placement.offsets.contains(placement.across.offset))
      #expect(Placement.offsets.contains(placement.down.offset))
    }
    #expect(result.document.string.text.hasPrefix("a"))
  }

  @Test func `Only the file of a picture of shapes is one`() throws {
    let picture = ShapePicture(
      width: 200, height: 100,
      shapes: [
        .init(
          [.move(.init(0, 0)), .curve(.init(1, 2), .init(3, 4), .init(-5, 6)), .close],
          fill: Color(red: 1, green: 2, blue: 3, alpha: 4), line: .init(width: 3, color: .black))
      ])
    let svg = String(decoding: picture.svg, as: UTF8.self)
    #expect(ShapePicture(svg: picture.svg) == picture)
    for change in [
      ("<path", "<script/><path"), ("fill=\"", "onload=\"x\" fill=\""), ("M0 0", "M0 0 "),
      ("</svg>", "<a/></svg>"), ("width=\"10.00pt\"", "width=\"11.00pt\""), ("-5", "-99999999"),
    ] {
      let other = svg.replacing(change.0, with: change.1)
      #expect(other != svg && ShapePicture(svg: Array(other.utf8)) == nil)
    }
    for end in 0..<svg.utf8.count {
      #expect(ShapePicture(svg: Array(svg.utf8.prefix(end))) == nil)
    }
  }
}
