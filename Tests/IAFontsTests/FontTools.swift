import Foundation
import IAFonts
import IAUnicode

/// The fonts for which the tests are written; `Scripts/bootstrap --tests` installs them.
enum TestFonts {
  static let folder = "/usr/share/fonts/truetype"
  static let areThere =
    FileManager.default.fileExists(atPath: "\(folder)/noto/NotoSans-Regular.ttf")
    && FileManager.default.fileExists(atPath: "\(folder)/dejavu/DejaVuSans.ttf")
    && FileManager.default.fileExists(atPath: "\(folder)/noto/NotoColorEmoji.ttf")

  /// The shared collection of all tests, which does not change.
  static let collection = Result { () throws(FontError) in
    try FontCollection.folder(folder)
  }

  static func shaper() throws -> TextShaper { TextShaper(try collection.get()) }
}

extension TextShaper {
  mutating func shape(_ text: String, _ style: ShapingStyle) -> ShapedText {
    shape(Array(text.utf16).span, style)
  }

  func glyphs(of shaped: ShapedText) -> [Glyph] {
    var glyphs: [Glyph] = []
    forEachGlyph(of: shaped) { glyphs.append($0) }
    return glyphs
  }
}
