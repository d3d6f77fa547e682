internal import IAText

/// What text and paragraphs look like of which nothing is said: what the style `Normal` says, else
/// what RTF says.
struct RTFBase {
  /// The size of text, in half points.
  var halfPoints = RTFCharacter.usualHalfPoints
  /// The index of the font; -1 for the document's default.
  var font: Int32 = -1
  /// The space behind paragraphs, in twips.
  var spaceAfter: Int32 = 0
  /// Whether the style `Normal` says the size.
  var saysSize = false
  /// Whether there are paragraphs that have that space.
  var isSpaceUsed = false
}

extension RTFParser {
  /// Takes the looks of the style `Normal` for those of which nothing is said, as long as there is no
  /// text.
  mutating func settleBase() {
    guard looks.entries.isEmpty, stream.paragraphCount == 0,
      let index = normalStyle ?? paragraphStyles[0]
    else { return }
    let normal = styles[Int(index)]
    guard normal.role == .none else { return }
    if normal.character.halfPoints > 0 {
      base.halfPoints = normal.character.halfPoints
      base.saysSize = true
    }
    base.spaceAfter = max(normal.paragraph.spaceAfter, 0)
    let font = normal.character.font
    if fonts.indices.contains(Int(font)), !fonts[Int(font)].isFixedPitch { base.font = font }
  }

  /// The index of the font that stands for none; -1 where that is of fixed pitch.
  var baseFont: Int32 {
    if base.font >= 0 { return base.font }
    guard let index = fontIndexes[defaultFont], !fonts[Int(index)].isFixedPitch else { return -1 }
    return index
  }

  /// Whether a font is the one that stands for none, or has its name.
  func isBaseFont(_ font: Int32) -> Bool {
    let base = baseFont
    guard base >= 0, fonts.indices.contains(Int(font)) else { return false }
    return font == base || fonts[Int(font)].name == fonts[Int(base)].name
  }

  /// The looks of text and paragraphs of which nothing is said, as far as there are any.
  ///
  /// Those that our own writer chose for a document without any, which its style `Normal` does not
  /// say, are no looks of the document; where there is a document record, that says them.
  var baseLooks: DisplayOptions {
    var looks = DisplayOptions()
    guard block == nil, html == nil else { return looks }
    let isOwn = metadata.generator == "intensity-suite"
    let ordinary = self.looks.entries
    let saysFont =
      isOwn
      ? base.font >= 0
      : baseFont >= 0 && ordinary.contains { $0.font < 0 || isBaseFont($0.font) }
    if saysFont { looks.fontFamily = fonts[Int(baseFont)].name }
    let saysSize =
      isOwn ? base.saysSize : ordinary.contains { $0.halfPoints == base.halfPoints }
    if saysSize { looks.fontSize = Double(base.halfPoints) / 2 }
    if isOwn || base.isSpaceUsed, !(isOwn && base.spaceAfter == RTFStyles.usualSpacing) {
      looks.paragraphSpacing = Double(base.spaceAfter) / 20
    }
    return looks
  }
}
