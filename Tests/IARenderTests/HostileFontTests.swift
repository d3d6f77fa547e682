import Foundation
import IATestSupport
import Testing

@testable import IAFonts
@testable import IARender

@Suite struct HostileFontTests {
  @Test(.enabled(if: ExternalCorpora.has("hostile")))
  func `Damaged fonts give letters or none`() throws {
    let folder = ExternalCorpora.root.appending(path: "hostile/harfbuzz-fonts").path
    let fonts = try FontCollection.folder(folder)
    let atlas = GlyphAtlas(fonts)
    let faces = FaceCache(fonts: fonts)
    var drawn = 0
    for index in fonts.faces.indices {
      let face = fonts.faces[index]
      let weights = face.isVariable ? [Int(face.weights.upperBound)] : [nil]
      for weight in weights {
        for isPutOn in [false, true] {
          let font = FontInstance(
            face: index, variableWeight: weight, strokeChange: isPutOn ? 42 : 0, isSlanted: isPutOn)
          let sized = atlas.font(font, pixels: 24)
          let scaled = faces.face(font, size: 12, scale: 2)
          for glyph in UInt16(0)..<24 {
            if let sized, atlas.mask(glyph, quarter: Int(glyph) & 3, of: sized).width > 0 {
              drawn += 1
            }
            if let scaled, scaled.canDraw(glyph) { _ = GlyphOutline.path(of: glyph, scaled) }
          }
        }
      }
    }
    #expect(fonts.faces.count > 20)
    #expect(drawn > 50)
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile")))
  func `Files that fontconfig ignores give outlines or none`() throws {
    let plain = FontInstance(
      face: 0, variableWeight: nil, strokeChange: 0, isSlanted: false)
    var outlines = 0
    for file in ExternalCorpora.files(in: "hostile/harfbuzz-fonts") {
      guard let opened = FontFile.open(path: file.path, index: 0),
        let face = ScaledFace(opened, plain, size: 24, scale: 1)
      else { continue }
      for glyph in UInt16(0)..<48 where face.canDraw(glyph) {
        if GlyphOutline.path(of: glyph, face)?.isEmpty == false { outlines += 1 }
      }
    }
    #expect(outlines > 50)
  }
}
