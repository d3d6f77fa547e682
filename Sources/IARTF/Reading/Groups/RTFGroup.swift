/// The state of a group: what inner groups inherit, and what its end completes.
///
/// A closing brace restores all of it, except that the end of `\fonttbl` sets the default font, and
/// that of `\pn` the list of the paragraph, in the group around it. Text, the marks of the current
/// paragraph, row definitions, the kind of the next tab, tables of the document, and open pictures
/// and fields do not belong to a group and stay as they are.
struct RTFGroup {
  /// The ways to use text.
  enum Destination: UInt8 {
    /// Text of the document.
    case text
    /// Skipped, including inner destinations.
    case skip
    /// Collected for the definition of the group.
    case capture
    /// Skipped, but control words are applied.
    case structure
    case fonts
    case colors
    case expandedColors
    case styles
    /// Hexadecimal digits of a picture or of an object's data.
    case picture, objectData
    /// HTML, as written.
    case html
  }

  /// The structures that are completed at the end of a group.
  enum Ending: Equatable {
    case none
    case fontTable, stylesheet, style
    case list, listLevel, levelText, listOverride, overrideLevel
    case oldList, oldListBefore, oldListAfter, label
    case information
    case informationText(RTFInformation.Field), informationDate(RTFInformation.Moment)
    case propertyName, propertyValue, generator
    case field, fieldInstruction, formChoice, formText, formName, bookmark
    case revisionAuthors
    case math(RTFMathPart), equation
    case note, annotationAuthor, annotationDate
    case picture, shape, shapeName, shapeValue, graphic, objectClass, objectData
    case record, fingerprint, order, attachment, blob, tex
  }

  /// The role of a group for the control words in it and in its inner groups.
  enum Role: Equatable {
    case ordinary
    /// The style sheet, whose inner groups are its entries.
    case stylesheet
    /// An object or a shape, of which some parts are text.
    case partlyText
    /// The skipped half of `\upr`; its other half, `\ud`, is read instead.
    case alternative(to: Destination)
  }

  /// The text that the following control words concern.
  enum Scripts: UInt8 {
    /// All text: none of the following words occurred in the group.
    case all
    /// Text in other than complex scripts, after `\ltrch`.
    case ordinary
    /// Text in complex scripts, after `\rtlch`.
    case complex
    /// Fonts are those of text in ASCII, after `\loch`.
    case ascii
    /// Fonts are those of other text in ordinary scripts, after `\hich`.
    case high
    /// Fonts are those of East Asian text, after `\dbch`.
    case eastAsian
  }

  /// Formatting that a style and the text itself may state.
  struct Stated: OptionSet {
    let rawValue: UInt8
    static let size = Stated(rawValue: 1)
    static let font = Stated(rawValue: 2)
    static let bold = Stated(rawValue: 4)
    static let italic = Stated(rawValue: 8)
    static let underline = Stated(rawValue: 16)
    static let color = Stated(rawValue: 32)
  }

  var character = RTFCharacter()
  /// The text to which fonts, sizes, weights and slants apply.
  ///
  /// Inner groups start with all text, as in LibreOffice.
  var scripts = Scripts.all
  var paragraph = RTFParagraph()
  /// The index of the character formatting; none until it is needed.
  var format = RTFIndex<RTFCharacter>.none
  /// The paragraph style whose character formatting is in effect.
  var appliedStyle = RTFIndex<RTFStyle>.none
  /// The formatting that was stated by control words after the one that selects the style.
  var stated: Stated = []
  /// The number of fallback characters after a `\u`, for readers without Unicode.
  var fallbackCount: Int32 = 1
  /// The character set of bytes.
  var charset = RTFCharsets.standard
  var destination = Destination.text
  var ending = Ending.none
  var role = Role.ordinary
  /// Whether a render scheme determines the formatting, so that control words for characters are ignored.
  var isFrozen = false
  /// Whether the text is a mark, which is not part of the document.
  var isMark = false
  /// Whether the group has just started.
  var isFresh = true
  /// Whether it started with `\*`.
  var isIgnorable = false
  /// Whether rows belong to a nested table.
  var isNestedTable = false
  /// The start of the group's text in the buffer of collected text.
  var captureStart = 0
  /// The offset of the opening brace.
  var start = 0
}
