internal import IAText

/// The default style of a document, as written in RTF.
struct RTFDefaultStyle {
  /// The font; its number is 0.
  let font: String
  /// The size, in half points.
  let halfPoints: Int
  /// The space after paragraphs that use the document's paragraph spacing, in twips.
  let spacing: Int
  /// Whether the document states the space after paragraphs.
  private let statesSpacing: Bool
  /// `\plain`, followed by the default formatting that differs from that of RTF; nothing for Cocoa.
  let plain: [UInt8]
  /// Whether the document states a font.
  private let statesFont: Bool
  /// Whether the document states a size.
  private let statesSize: Bool

  private let isCocoa: Bool
  /// Whether the document has text in complex scripts, so that the styles also state its formatting.
  private let hasComplexText: Bool

  init(_ display: DisplayOptions, isCocoa: Bool, hasComplexText: Bool) {
    let family = display.fontFamily.flatMap { $0.isEmpty ? nil : $0 }
    font = family.map(FontFamilyList.first) ?? RTFTables.defaultFont
    halfPoints =
      RTFWords.count(display.fontSize, parts: 2, in: 2...3276)
      ?? Int(RTFCharacter.usualHalfPoints)
    spacing =
      RTFWords.count(display.paragraphSpacing, parts: 20, in: 0...31_680)
      ?? Int(RTFStyles.usualSpacing)
    statesSpacing = display.paragraphSpacing != nil
    self.isCocoa = isCocoa
    self.hasComplexText = hasComplexText
    var words = RTFWords()
    if !isCocoa, halfPoints != RTFCharacter.usualHalfPoints { words.add("\\fs", halfPoints) }
    if hasComplexText { words = words.withAssociated() }
    plain = isCocoa ? [] : Array("\\plain".utf8) + words.bytes
    statesFont = family != nil
    statesSize = display.fontSize != nil
  }

  /// Returns the control words of the style `Normal`: the document's own default style.
  ///
  /// - Parameter hasEastAsianFonts: Whether any text states a font for East Asian characters. If so, and if the style
  ///   states no East Asian font, LibreOffice uses that font for later East Asian text.
  func normalWords(hasEastAsianFonts: Bool) -> RTFWords {
    var words = RTFWords()
    if statesFont {
      if hasEastAsianFonts { words.add("\\dbch\\af0\\loch") }
      words.add("\\f0")
    }
    if statesSize { words.add("\\fs", halfPoints) }
    return stated(words)
  }

  /// Returns control words for characters; in a document with complex scripts, also their forms for complex scripts.
  func stated(_ words: RTFWords) -> RTFWords { hasComplexText ? words.withAssociated() : words }

  /// The font size, in points.
  var fontSize: Double { Double(halfPoints) / 2 }

  /// Returns the end of the control words of a paragraph: a space, for Cocoa preceded by the font, the
  /// size and the colour of its style.
  func paragraphEnd(ofStyle style: Int) -> [UInt8] {
    guard isCocoa else { return [UInt8(ascii: " ")] }
    var words = RTFWords()
    words.add("\\pardirnatural\\partightenfactor0\n")
    words.add(style == RTFStyles.preformatted ? "\\f1" : "\\f0")
    words.add("\\fs", RTFStyles.size(style) ?? halfPoints)
    words.add(" \\cf0 ")
    return words.bytes
  }

  /// The control words for another style without a font size.
  var sizeWords: RTFWords {
    var words = RTFWords()
    if halfPoints != RTFCharacter.usualHalfPoints { words.add("\\fs", halfPoints) }
    return words
  }

  /// Returns the control words for the space after paragraphs in the definition of a style.
  func spacingWords(ofStyle style: Int) -> RTFWords {
    var words = RTFWords()
    if RTFStyles.takesSpacing(style) {
      if spacing > 0 { words.add("\\sa", spacing) }
      if style == 0, statesSpacing, spacing == RTFStyles.usualSpacing, !isCocoa {
        words.add("\\sa", spacing)
      }
    } else if style > 6, spacing > 0 {
      words.add("\\sa0")
    }
    return words
  }

  /// Returns a second control word for a space after a paragraph that equals the implied space, which marks it as
  /// stated.
  ///
  /// Headers have such a word in their style.
  func statedSpacingWords(of attributes: ParagraphAttributes, style: Int) -> RTFWords {
    var words = RTFWords()
    guard !isCocoa, !(1...6).contains(style),
      let twips = RTFWords.count(attributes.spacingAfter, parts: 20, in: 0...31_680),
      twips == 0 || twips == spacing && RTFStyles.takesSpacing(style)
    else { return words }
    words.add("\\sa", twips)
    return words
  }

  /// Returns the control words for the space after a paragraph that does not state one.
  func spacingWords(of attributes: ParagraphAttributes, style: Int) -> RTFWords {
    var words = RTFWords()
    guard spacing > 0, attributes.spacingAfter == nil else { return words }
    if attributes.takesDocumentSpacing, RTFStyles.takesSpacing(style) {
      words.add("\\sa", spacing)
    } else if RTFStyles.isTight(style), !isCocoa, attributes.spacingBefore == nil,
      !attributes.blocks.contains(where: \.kind.isCell)
    {
      // The space after the last item of a list, or the last line of code.
      words.add("\\sa", spacing)
      words.add("\\contextualspace")
    } else if style > 6, !RTFStyles.takesSpacing(style) {
      words.add("\\sa0")
    }
    return words
  }
}

extension Block.Kind {
  /// Whether it is a cell.
  fileprivate var isCell: Bool { if case .tableCell = self { true } else { false } }
}
