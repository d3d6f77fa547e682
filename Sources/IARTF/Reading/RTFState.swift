/// What a group inherits and what ends with it.
struct RTFState {
  /// What happens with text.
  enum Destination: UInt8 {
    /// It is text of the document.
    case text
    /// It is passed over.
    case skip
    /// It is collected for what its group defines.
    case capture
    /// It is passed over, but words count.
    case structure
    case fonts
    case colors
    case expandedColors
    case styles
    /// Hexadecimal digits.
    case picture
    case objectData
    /// HTML that is written as it is.
    case html
  }

  /// What is done at the end of a group.
  enum Ending: UInt8 {
    case none, fontTable, style, list, listLevel, levelText, listOverride, overrideLevel
    case infoText, date, fieldInstruction, field, note, bookmark, picture, objectClass, objectData
    case propertyName, propertyValue, shapeName, shapeValue, label, oldList, oldListBefore
    case oldListAfter, annotationAuthor, annotationDate, graphic, record, fingerprint, order
    case attachment, blob, generator, stylesheet, info
  }

  var character = RTFCharacter()
  var paragraph = RTFParagraph()
  /// The number of the character attributes; -1 until they are needed.
  var look: Int32 = -1
  /// How many characters stand in for one of Unicode.
  var fallbackCount: Int32 = 1
  /// The index of the character set of bytes.
  var charset: Int32 = 0
  var destination = Destination.text
  var ending = Ending.none
  /// Whether formatting comes from a render scheme.
  var isFrozen = false
  /// Whether text is no part of the document.
  var isMark = false
  /// Whether the group just began, or began with `\*`.
  var isFresh = true
  var isIgnorable = false
  /// Whether rows are those of a nested table.
  var isNestedTable = false
  /// Which text of the document's information is collected, or which table is read.
  var detail: UInt8 = 0
  /// Where the text that is collected starts.
  var captureStart = 0
  /// The offset of the brace.
  var open = 0
}
