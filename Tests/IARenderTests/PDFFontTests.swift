import Foundation
import IALayout
import IATestSupport
import IAText
import Testing

@testable import IAFonts
@testable import IARender

@Suite struct PDFFontTests {
  private static let plain = FontInstance(
    face: 0, variableWeight: nil, strokeChange: 0, isSlanted: false)

  /// Writes bytes to a temporary file and passes its path to a function.
  private func withFile<Result>(
    _ bytes: [UInt8], _ body: (String) throws -> Result
  ) throws -> Result {
    let file = FileManager.default.temporaryDirectory.appending(path: "ia-\(UUID().uuidString).ttf")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path)
  }

  /// Returns a font file with the outlines of glyphs, numbered from 1.
  private func written(_ outlines: FontOutlines, _ glyphs: Range<UInt16>) -> [UInt8] {
    var file = TrueTypeFile(
      unitsPerEm: outlines.unitsPerEm, ascent: outlines.ascent, descent: outlines.descent)
    for glyph in glyphs {
      if let outline = outlines.outline(of: glyph) { _ = file.add(outline) }
    }
    return file.written()
  }

  @Test func `A font file has the outlines that it was made of`() throws {
    let fonts = try Drawings.renderer().fonts
    let regular = fonts.match(FontRequest())
    let face = fonts.faces[regular.face]
    let outlines = try #require(FontOutlines(path: face.path, index: face.index, regular))
    let file = written(outlines, 30..<130)
    try withFile(file) { path in
      let again = try #require(FontOutlines(path: path, index: 0, Self.plain))
      #expect(again.unitsPerEm == outlines.unitsPerEm)
      for glyph in UInt16(30)..<130 {
        let one = try #require(outlines.outline(of: glyph))
        let other = try #require(again.outline(of: glyph - 29))
        #expect(one.points == other.points && one.ends == other.ends)
        #expect(abs(one.advance - other.advance) <= 0.5)
      }
    }
  }

  @Test func `A circle of cubic curves is one of quadratic curves`() {
    typealias Source = QuadraticOutline.SourcePoint
    let (radius, control) = (1000.0, 552.285)
    var outline = QuadraticOutline(advance: 0)
    let isTaken = outline.append([
      Source(x: radius, y: 0, kind: .onCurve), Source(x: radius, y: control, kind: .cubic),
      Source(x: control, y: radius, kind: .cubic), Source(x: 0, y: radius, kind: .onCurve),
      Source(x: -control, y: radius, kind: .cubic), Source(x: -radius, y: control, kind: .cubic),
      Source(x: -radius, y: 0, kind: .onCurve), Source(x: -radius, y: -control, kind: .cubic),
      Source(x: -control, y: -radius, kind: .cubic), Source(x: 0, y: -radius, kind: .onCurve),
      Source(x: control, y: -radius, kind: .cubic), Source(x: radius, y: -control, kind: .cubic),
    ])
    #expect(isTaken && outline.ends.count == 1)
    var last = (x: 0.0, y: 0.0)
    var curves = 0
    outline.forEachSegment { segment in
      switch segment {
      case .move(let x, let y), .line(let x, let y): last = (x, y)
      case .curve(let controlX, let controlY, let x, let y):
        let middle = (
          x: last.x / 4 + controlX / 2 + x / 4, y: last.y / 4 + controlY / 2 + y / 4
        )
        let distance = (middle.x * middle.x + middle.y * middle.y).squareRoot()
        #expect(abs(distance - radius) < 1.5)
        last = (x, y)
        curves += 1
      }
    }
    #expect((8...32).contains(curves))
  }

  @Test func `Outlines that a font file cannot state are refused`() {
    var outline = QuadraticOutline(advance: 0)
    let isTaken = outline.append([.init(x: 40_000, y: 0, kind: .onCurve)])
    #expect(!isTaken)
    var long = QuadraticOutline(advance: 0)
    let points = [QuadraticOutline.SourcePoint](
      repeating: .init(x: 0, y: 0, kind: .onCurve), count: 65_001)
    let isLongTaken = long.append(points)
    #expect(!isLongTaken)
  }

  @Test func `A glyph with two texts has two codes, and a full font is followed by another`() throws
  {
    let fonts = try Drawings.renderer().fonts
    let all = PDFFonts(fonts)
    let face = try #require(all.face(fonts.match(FontRequest())))
    let letter = try #require(face.code(of: 40, [0x41]))
    #expect(letter.code == 0x41)
    #expect(face.code(of: 40, [0x41])?.code == letter.code)
    let other = try #require(face.code(of: 40, [0x391]))
    #expect(other.code >= 0x80 && other.advance == letter.advance)
    let parenthesis = try #require(face.code(of: 41, [0x28]))
    #expect(parenthesis.code >= 0x80)
    var codes: Set<[Int]> = []
    for unit in UInt16(0x400)..<0x600 {
      let code = try #require(face.code(of: 40, [unit]))
      codes.insert([code.font, Int(code.code)])
    }
    #expect(codes.count == 0x200)
    #expect(all.subsets.count == 3)
    #expect(!codes.contains { [0x28, 0x29, 0x5C, 0x0D, 0x0A].contains($0[1]) })
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile")))
  func `Damaged fonts give font files or none`() throws {
    var written = 0
    for file in ExternalCorpora.files(in: "hostile/harfbuzz-fonts") {
      for change in [0, 42] {
        let font = FontInstance(
          face: 0, variableWeight: change == 0 ? nil : 700, strokeChange: change, isSlanted: false)
        guard let outlines = FontOutlines(path: file.path, index: 0, font) else { continue }
        let bytes = self.written(outlines, 0..<48)
        try withFile(bytes) { path in
          #expect(FontFile.open(path: path, index: 0) != nil, "\(file.lastPathComponent)")
        }
        written += 1
      }
    }
    #expect(written > 20)
  }

  @Test func `Text that is shown twice has its font and its codes once`() throws {
    let renderer = try Drawings.renderer()
    let pages = try ["ab", "ba"].map { try Drawings.page(IADocument(IAString($0)), renderer) }
    let file = String(decoding: try renderer.pdf(pages), as: Unicode.ASCII.self)
    #expect(file.ranges(of: "/Subtype /TrueType").count == 1)
    #expect(file.ranges(of: "/FontFile2").count == 1)
    #expect(file.contains("/FirstChar 97 /LastChar 98 "))
  }
}
