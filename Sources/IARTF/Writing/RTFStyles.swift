internal import IAFormats
internal import IAText

/// The style sheet, which is equal for all documents except for the default style.
///
/// For Cocoa, it contains only the styles that the document uses.
///
/// The constants up to 15 are numbers of paragraph styles, those from 20 on numbers of character styles.
enum RTFStyles {
  static let quote = 7
  static let preformatted = 8
  static let listParagraph = 9
  static let rule = 10
  static let footnote = 11
  static let annotation = 12
  static let pageHeader = 13
  static let pageFooter = 14
  static let frame = 15
  static let endnote = 16

  static let scheme = 20
  static let mark = 21
  static let code = 22
  static let hyperlink = 23
  static let footnoteReference = 24
  static let annotationReference = 25
  /// The character style of text that itself states the default size or the underline of links.
  static let ownFormat = 26

  /// The default paragraph spacing, in twips: 8 points.
  static let usualSpacing: Int32 = 160

  /// The font sizes of headers of level 1…6, in half points.
  static let headerSizes = RTFHeadings.halfPoints

  /// The spaces above and below headers of level 1…6, in twips.
  static let headerSpacing = RTFHeadings.spacing

  /// Returns the number of the style of a header.
  static func header(level: Int) -> Int { min(max(level, 1), 6) }

  /// Returns whether paragraphs of a style use the document's paragraph spacing.
  static func takesSpacing(_ style: Int) -> Bool {
    style == 0 || style == quote || style == rule || style == frame
  }

  /// Returns whether there is no space between paragraphs of a style.
  static func isTight(_ style: Int) -> Bool { style == listParagraph || style == preformatted }

  /// Returns the control words for paragraphs in a paragraph style.
  static func paragraphWords(_ style: Int) -> RTFWords {
    var words = RTFWords()
    switch style {
    case 1...6:
      words.add("\\sb", headerSpacing[style - 1].before)
      words.add("\\sa", headerSpacing[style - 1].after)
      words.add("\\outlinelevel", style - 1)
    case rule: words.add("\\brdrb\\brdrs\\brdrw10\\brsp20")
    default: break
    }
    return words
  }

  /// Returns the control words for characters in a paragraph style.
  static func characterWords(_ style: Int) -> RTFWords {
    var words = RTFWords()
    switch style {
    case 1...6: words.add("\\b\\fs", headerSizes[style - 1])
    case preformatted: words.add("\\f1\\fs20")
    case footnote, endnote, annotation: words.add("\\fs20")
    default: break
    }
    return words
  }

  /// Returns the font size of a paragraph style in half points, or `nil` if it has none.
  static func size(_ style: Int) -> Int? {
    switch style {
    case 1...6: headerSizes[style - 1]
    case preformatted, footnote, endnote, annotation: 20
    default: nil
    }
  }

  private static let paragraphStyles: [(number: Int, name: StaticString)] = [
    (1, "heading 1"), (2, "heading 2"), (3, "heading 3"), (4, "heading 4"), (5, "heading 5"),
    (6, "heading 6"), (quote, "Quote"), (preformatted, "HTML Preformatted"),
    (listParagraph, "List Paragraph"), (rule, "Horizontal Line"), (footnote, "footnote text"),
    (annotation, "annotation text"), (pageHeader, "header"), (pageFooter, "footer"),
    (frame, "Frame Contents"), (endnote, "endnote text"),
  ]

  private static let characterStyles: [(number: Int, words: StaticString, name: StaticString)] = [
    (scheme, "", "IA-scheme"), (mark, "", "IA-mark"), (code, "\\f1", "HTML Code"),
    (hyperlink, "\\ul\\cf1", "Hyperlink"), (footnoteReference, "\\super", "footnote reference"),
    (annotationReference, "", "annotation reference"),
  ]

  /// Writes the stylesheet.
  ///
  /// - Parameters:
  ///   - base: The default style of the document.
  ///   - used: The numbers of the styles to write; `nil` for all.
  ///   - hasEndnotes: Whether any paragraph has the style of endnotes.
  ///   - hasOwnFormat: Whether any text has the style `ownFormat`.
  ///   - hasEastAsianFonts: Whether any text states a font for East Asian characters.
  ///   - output: The output.
  static func write(
    _ base: RTFDefaultStyle, only used: Set<Int>?, hasEndnotes: Bool, hasOwnFormat: Bool,
    hasEastAsianFonts: Bool, to output: inout RTFOutput
  ) {
    output.write("{\\stylesheet{\\s0")
    output.write(base.spacingWords(ofStyle: 0).bytes)
    output.write(base.normalWords(hasEastAsianFonts: hasEastAsianFonts).bytes)
    output.write("\\snext0 Normal;}\n")
    for style in paragraphStyles
    where used?.contains(style.number) ?? (style.number != endnote || hasEndnotes) {
      output.write("{\\s", style.number)
      output.write(paragraphWords(style.number).bytes)
      output.write(base.spacingWords(ofStyle: style.number).bytes)
      var words = size(style.number) == nil ? base.sizeWords : RTFWords()
      words.add(characterWords(style.number))
      output.write(base.stated(words).bytes)
      output.write("\\sbasedon0\\snext", style.number < quote ? 0 : style.number)
      output.write(" ")
      output.write(style.name)
      output.write(";}\n")
    }
    if hasOwnFormat {
      output.write("{\\*\\cs", ownFormat)
      output.write("\\additive Default Paragraph Font;}\n")
    }
    for style in characterStyles where used?.contains(style.number) ?? true {
      output.write("{\\*\\cs", style.number)
      output.write("\\additive")
      output.write(style.words)
      output.write(" ")
      output.write(style.name)
      output.write(";}\n")
    }
    output.write("}\n")
  }
}
