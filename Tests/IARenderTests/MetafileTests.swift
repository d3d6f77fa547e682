import IALayout
import IATestSupport
import IAText
import Testing

@testable import IARender

/// Metafiles of 1000 by 500 units as bytes.
private enum SampleMetafile {
  static func word(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }

  static func long(_ value: Int) -> [UInt8] { word(value & 0xFFFF) + word(value >> 16 & 0xFFFF) }

  /// Returns a record of a Windows metafile.
  static func record(_ function: Int, _ words: [Int], _ rest: [UInt8] = []) -> [UInt8] {
    let content = words.flatMap(word) + rest + (rest.count.isMultiple(of: 2) ? [] : [0])
    return long((content.count + 6) / 2) + word(function) + content
  }

  static func windows(_ records: [[UInt8]]) -> [UInt8] {
    [UInt8](repeating: 0, count: 18) + record(0x020B, [0, 0]) + record(0x020C, [500, 1000])
      + records.flatMap { $0 } + record(0, [])
  }

  static func text(_ text: String, x: Int, y: Int) -> [UInt8] {
    let bytes = Array(text.utf8)
    let padding: [UInt8] = bytes.count.isMultiple(of: 2) ? [] : [0]
    return record(0x0521, [bytes.count], bytes + padding + word(y) + word(x))
  }

  /// Returns a record of an enhanced metafile.
  static func record(type: Int, _ numbers: [Int], _ rest: [UInt8] = []) -> [UInt8] {
    long(type) + long(8 + 4 * numbers.count + rest.count) + numbers.flatMap(long) + rest
  }

  static func enhanced(_ records: [[UInt8]]) -> [UInt8] {
    // The frame is 10 by 5 mm on a device with 100 pixels per millimetre.
    let header =
      [0, 0, 999, 499, 0, 0, 1000, 500].flatMap(long) + long(0x464D_4520)
      + [UInt8](repeating: 0, count: 28) + [1000, 1000, 10, 10].flatMap(long)
    return record(type: 1, [], header) + records.flatMap { $0 } + record(type: 14, [0, 0, 20])
  }

  static func wide(_ text: String, x: Int, y: Int) -> [UInt8] {
    let units = text.utf16.flatMap { word(Int($0)) }
    let padding = [UInt8](repeating: 0, count: (4 - units.count % 4) % 4)
    return record(
      type: 84, [0, 0, 9, 9, 1, 0, 0, x, y, text.utf16.count, 76, 0, 0, 0, 0, 0, 0],
      units + padding)
  }
}

@Suite struct MetafileTests {
  private func texts(_ metafile: Metafile) -> [Metafile.Text] {
    metafile.operations.compactMap { if case .text(let text) = $0.content { text } else { nil } }
  }

  @Test func `A Windows metafile has its shapes, colours and text`() throws {
    let font: [UInt8] =
      [0x9C, 0xFF] + [UInt8](repeating: 0, count: 2) + [0x84, 0x03, 0, 0] + [
        0xBC, 0x02, 1, 0, 0, 0,
      ]
      + [0, 0, 0, 0] + Array("Arial".utf8) + [0]
    let metafile = try #require(
      Metafile(
        SampleMetafile.windows([
          SampleMetafile.record(0x02FC, [0, 0x00FF, 0, 0]), SampleMetafile.record(0x012D, [0]),
          SampleMetafile.record(0x02FA, [5, 0, 0, 0, 0]), SampleMetafile.record(0x012D, [1]),
          SampleMetafile.record(0x041B, [250, 500, 0, 0]),
          SampleMetafile.record(0x02FB, [], font), SampleMetafile.record(0x012D, [2]),
          SampleMetafile.record(0x0209, [0, 0x00FF]),
          SampleMetafile.text("caf\u{65}", x: 100, y: 50),
        ])))
    guard case .fill(let points, let color)? = metafile.operations.first?.content else {
      Issue.record("the rectangle is not filled")
      return
    }
    #expect(color == Color(red: 255, green: 0, blue: 0))
    #expect(points == [Point(0, 0), Point(0.5, 0), Point(0.5, 0.5), Point(0, 0.5)])
    // Without a pen there is no outline.
    #expect(metafile.operations.count == 2)
    let text = try #require(texts(metafile).first)
    #expect(text.text == "cafe" && text.place == Point(0.1, 0.1))
    #expect(text.color == Color(red: 0, green: 0, blue: 255))
    #expect(text.font == .init(family: "Arial", isBold: true, isItalic: true))
    #expect(abs(text.size - 0.2) < 1e-9 && text.angle == 90)
  }

  @Test func `An enhanced metafile has paths, transforms and text of Unicode`() throws {
    let metafile = try #require(
      Metafile(
        SampleMetafile.enhanced([
          SampleMetafile.record(type: 59, []), SampleMetafile.record(type: 27, [0, 0]),
          SampleMetafile.record(type: 54, [500, 0]), SampleMetafile.record(type: 54, [500, 250]),
          SampleMetafile.record(type: 61, []), SampleMetafile.record(type: 60, []),
          SampleMetafile.record(type: 63, [0, 0, 9, 9]),
          // Scaled by 2.
          SampleMetafile.record(
            type: 35, [0x4000_0000, 0, 0, 0x4000_0000, 0, 0]),
          SampleMetafile.wide("π ≈ 3", x: 250, y: 125),
        ])))
    let contents = metafile.operations.map(\.content)
    guard case .fill(let area, _) = contents[0], case .line(let outline, _, _) = contents[1] else {
      Issue.record("the path is not drawn")
      return
    }
    #expect(area == [Point(0, 0), Point(0.5, 0), Point(0.5, 0.5), Point(0, 0)])
    #expect(outline == area)
    let text = try #require(texts(metafile).first)
    #expect(text.text == "π ≈ 3" && text.place == Point(0.5, 0.5))
  }

  @Test(arguments: [false, true])
  func `Polygons of one record are one area with holes`(winds: Bool) throws {
    func square(_ low: Int, _ high: Int) -> [Int] {
      [low, low, high, low, high, high, low, high]
    }
    let metafile = try #require(
      Metafile(
        SampleMetafile.enhanced([
          SampleMetafile.record(type: 19, [winds ? 2 : 1]),
          SampleMetafile.record(
            type: 8, [0, 0, 0, 0, 2, 8, 4, 4] + square(0, 500) + square(100, 200)),
        ])))
    guard case .area(let figures, let found, _)? = metafile.operations.first?.content else {
      Issue.record("the polygons are not one area")
      return
    }
    #expect(figures.count == 2 && found == winds)
  }

  @Test func `Extents of windows count only in modes that scale`() throws {
    func place(_ records: [[UInt8]]) throws -> Point? {
      texts(
        try #require(
          Metafile(
            SampleMetafile.enhanced(records + [SampleMetafile.wide("x", x: 500, y: 250)])))
      ).first?.place
    }
    let window = SampleMetafile.record(type: 9, [2000, 1000])
    let viewport = SampleMetafile.record(type: 11, [1000, 500])
    #expect(try place([window]) == Point(0.5, 0.5))
    #expect(
      try place([SampleMetafile.record(type: 17, [8]), window, viewport]) == Point(0.25, 0.25))
    #expect(
      try place([
        SampleMetafile.record(type: 17, [8]), window, viewport,
        SampleMetafile.record(type: 17, [1]),
      ]) == Point(0.5, 0.5))
  }

  @Test func `States are saved and restored, and areas are clipped`() throws {
    let metafile = try #require(
      Metafile(
        SampleMetafile.windows([
          SampleMetafile.record(0x001E, []), SampleMetafile.record(0x0416, [250, 500, 0, 0]),
          SampleMetafile.text("inside", x: 1, y: 1), SampleMetafile.record(0x0127, [0xFFFF]),
          SampleMetafile.text("outside", x: 1, y: 1),
        ])))
    #expect(metafile.operations.map { $0.clip?.width } == [0.5, nil])
  }

  @Test(arguments: [
    ("Symbol", "\u{2200})\u{3D1}"), ("Wingdings", "\u{2702}\u{2706}\u{263A}"),
    ("Unknown", "\u{F022}\u{F029}\u{F04A}"),
  ])
  func `Letters of symbol fonts are their characters`(name: String, expected: String) throws {
    // Height −12, character set 2.
    let font =
      [0xF4, 0xFF] + [UInt8](repeating: 0, count: 11) + [2, 0, 0, 0, 0] + Array(name.utf8) + [0, 0]
    let letters: [UInt8] = [0x22, 0x29, 0x4A, 0]
    let metafile = try #require(
      Metafile(
        SampleMetafile.windows([
          SampleMetafile.record(0x02FB, [], font), SampleMetafile.record(0x012D, [0]),
          SampleMetafile.record(
            0x0521, [3], letters + SampleMetafile.word(1) + SampleMetafile.word(1)),
        ])))
    #expect(texts(metafile).first?.text == expected)
  }

  @Test func `Areas that do not overlap leave nothing to draw`() throws {
    let metafile = try #require(
      Metafile(
        SampleMetafile.windows([
          SampleMetafile.record(0x0416, [100, 100, 0, 0]),
          SampleMetafile.record(0x0416, [500, 1000, 400, 900]),
          SampleMetafile.text("nowhere", x: 1, y: 1),
        ])))
    let clip = try #require(metafile.operations.first?.clip)
    #expect(clip.width == 0 && clip.height == 0)
  }

  @Test func `Products of matrices that are infinite have finite places and angles`() throws {
    let huge = [0x7F00_0000, 0x7F00_0000, 0x7F00_0000, 0x7F00_0000, 0, 0]
    let multiply = SampleMetafile.record(type: 36, huge + [2])
    let metafile = try #require(
      Metafile(
        SampleMetafile.enhanced(
          Array(repeating: multiply, count: 12) + [SampleMetafile.wide("far", x: 1, y: 1)])))
    let text = try #require(texts(metafile).first)
    #expect(text.angle.isFinite && text.size.isFinite && text.place.x.isFinite)
  }

  @Test(arguments: [
    [], [0xD7, 0xCD, 0xC6, 0x9A], SampleMetafile.windows([]), SampleMetafile.enhanced([]),
    SampleMetafile.windows([SampleMetafile.record(0x0F43, [0, 0, 0, 0, 0, 0, 0, 9, 9, 0, 0])]),
  ])
  func `A metafile without shapes and text is none`(bytes: [UInt8]) {
    #expect(Metafile(bytes) == nil)
  }

  @Test func `A truncated metafile is drawn up to its end`() {
    let whole = SampleMetafile.windows((0..<20).map { SampleMetafile.text("t\($0)", x: $0, y: 1) })
    for length in whole.indices {
      #expect(Metafile(Array(whole[..<length])).map { $0.operations.count <= 20 } ?? true)
    }
  }

  @Test(.enabled(if: Drawings.fonts != nil, "the test fonts are not installed"))
  func `The text of a metafile is text of the drawing`() throws {
    var document = IADocument(IAString("before "))
    let bytes = SampleMetafile.windows([SampleMetafile.text("inside", x: 100, y: 50)])
    var attachment = Attachment(
      .image, content: .blob(document.attachments.insert(bytes)), mediaType: "image/wmf")
    (attachment.displayWidth, attachment.displayHeight) = (200, 100)
    document.string.append(attachment)
    let renderer = try Drawings.renderer()
    let svg = renderer.svg(try Drawings.page(document, renderer))
    #expect(svg.contains(">inside</text>"))
    #expect(svg.contains("before"))
  }
}
