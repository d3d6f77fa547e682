internal import IACSS
internal import IAEquations
internal import IAText

/// The space around code blocks, whose lines are paragraphs.
struct CodeSpacing {
  /// The style of the code block that is read.
  var style: Int?
  /// The last units of the code blocks that have space below, in points.
  var spacesBelow: [(utf16Offset: Int, space: Double)] = []
}

/// The state of the text of a paragraph at the current place.
struct TextState {
  /// Whether the paragraph has content.
  var hasContent = false
  /// Whether the current place is the start of a line, where spaces are dropped.
  var isAtLineStart = true
  /// The attributes of a space that is one if something follows.
  var pendingSpace: IAStringBuilder.Attributes?
  /// The attributes of line breaks that are ones if something follows.
  var pendingBreaks: [IAStringBuilder.Attributes] = []
  /// Whether the last line of a code block was ended by a line end.
  var needsLine = false
  /// The space around code blocks, which paragraphs do not end.
  var code = CodeSpacing()
  /// No-break spaces at the start of the paragraph, which are dropped if nothing follows.
  var heldBlank: (units: [UInt16], attributes: IAStringBuilder.Attributes)?
  /// The change of the characters of that node.
  var transform = TextTransform.none
  /// The units of one text node.
  var units: [UInt16] = []
  /// The link around.
  private(set) var link: InlineAttributes.Link?
  /// The label of the note that the text refers to.
  private(set) var note: String?
  /// The tag of the form field whose state the text is.
  private(set) var form: String?
  /// The form of the equation whose TeX the text is.
  private(set) var equation: String?
  /// Whether the reference to the note is raised, whatever its style.
  private(set) var isNoteRaised = false
  /// Whether blanks at this place only set the mark of a note apart.
  var dropsBlank = false
  /// Interned attributes of plain text by number of the style.
  private var plain: [IAStringBuilder.Attributes?] = []
  /// Interned attributes by number of the style, for the link, the note, the form field or the equation around.
  private var linked: [Int: IAStringBuilder.Attributes] = [:]

  /// Removes the state of the text of a paragraph.
  mutating func clear() {
    hasContent = false
    isAtLineStart = true
    pendingSpace = nil
    if !pendingBreaks.isEmpty { pendingBreaks.removeAll(keepingCapacity: true) }
    heldBlank = nil
    dropsBlank = false
    needsLine = false
  }

  mutating func setLink(_ link: InlineAttributes.Link?) {
    self.link = link
    note = nil
    linked.removeAll(keepingCapacity: true)
  }

  mutating func setNote(_ label: String, isRaised: Bool = false) {
    note = label
    isNoteRaised = isRaised
    linked.removeAll(keepingCapacity: true)
  }

  mutating func setForm(_ tag: String?) {
    form = tag
    linked.removeAll(keepingCapacity: true)
  }

  mutating func setEquation(_ form: String?) {
    equation = form
    linked.removeAll(keepingCapacity: true)
  }

  /// Returns the attributes of text in a style.
  mutating func attributes(
    _ style: Int, _ resolver: StyleResolver, _ builder: IAStringBuilder
  ) -> IAStringBuilder.Attributes {
    let isPlain = link == nil && note == nil && form == nil && equation == nil
    if isPlain {
      if style < plain.count, let known = plain[style] { return known }
    } else if let known = linked[style] {
      return known
    }
    var inline = resolver.styles[style].inline
    inline.link = link
    if let note {
      inline[tag: NoteLabels.tag] = note
      if isNoteRaised {
        inline.script = .superscript
        inline.baselineOffset = nil
      }
    }
    if let form { inline[tag: FormField.tagName] = form }
    if let equation { inline[tag: Equation.tagName] = equation }
    let made = builder.intern(inline)
    if isPlain {
      let missing = resolver.styles.count - plain.count
      if missing > 0 { plain.append(contentsOf: repeatElement(nil, count: missing)) }
      plain[style] = made
    } else {
      linked[style] = made
    }
    return made
  }
}
