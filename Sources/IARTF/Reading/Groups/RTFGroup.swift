/// The state of a group: what its inner groups inherit, and what its end completes.
struct RTFGroup {
  /// What becomes of text.
  enum Destination: UInt8 {
    /// It is text of the document.
    case text
    /// It is skipped, and so are the destinations in it.
    case skip
    /// It is collected for what the group defines.
    case capture
    /// It is skipped, but control words count.
    case structure
    case fonts
    case colors
    case expandedColors
    case styles
    /// It is hexadecimal digits of a picture or of an object's data.
    case picture, objectData
    /// It is HTML, written as it is.
    case html
  }

  /// What the end of a group completes.
  enum Ending: Equatable {
    case none
    case fontTable, stylesheet, style
    case list, listLevel, levelText, listOverride, overrideLevel
    case oldList, oldListBefore, oldListAfter, label
    case information
    case informationText(RTFInformation.Field), informationDate(RTFInformation.Moment)
    case propertyName, propertyValue, generator
    case field, fieldInstruction, bookmark
    case note, annotationAuthor, annotationDate
    case picture, shapeName, shapeValue, graphic, objectClass, objectData
    case record, fingerprint, order, attachment, blob
  }

  /// What a group is to control words in it and in its inner groups.
  enum Role: Equatable {
    case ordinary
    /// The style sheet, whose inner groups are its entries.
    case stylesheet
    /// An object or a shape, parts of which are text again.
    case partlyText
    /// The skipped half of `\upr`; its other half, `\ud`, is read in place of it.
    case alternative(to: Destination)
  }

  var character = RTFCharacter()
  var paragraph = RTFParagraph()
  /// The index of the character formatting; none until it is needed.
  var format = RTFIndex<RTFCharacter>.none
  /// The paragraph style whose character formatting is in effect.
  var appliedStyle = RTFIndex<RTFStyle>.none
  /// The number of characters that follow a `\u` for readers without Unicode.
  var fallbackCount: Int32 = 1
  /// The character set of bytes.
  var charset = RTFCharsets.standard
  var destination = Destination.text
  var ending = Ending.none
  var role = Role.ordinary
  /// Whether formatting comes from a render scheme.
  var isFrozen = false
  /// Whether text is no part of the document.
  var isMark = false
  /// Whether the group just began, or began with `\*`.
  var isFresh = true
  var isIgnorable = false
  /// Whether rows are those of a nested table.
  var isNestedTable = false
  /// Where the text that is collected starts in the buffer of collected text.
  var captureStart = 0
  /// The offset of the opening brace.
  var start = 0
}
