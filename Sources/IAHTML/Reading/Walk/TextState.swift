internal import IACSS
internal import IAEquations
internal import IAText

/// The space around code blocks, whose lines are paragraphs.
struct CodeSpacing {
  /// The number of the style of the open code block.
  var style: Int?
  /// The last unit of each code block with space below, and the space in points.
  var spacesBelow: [(utf16Offset: Int, space: Double)] = []
}

/// The state of the text of a paragraph at the current position.
struct TextState {
  var hasContent = false
  /// Whether the current position is at the start of a line, where spaces are dropped.
  var isAtLineStart = true
  /// The attributes of a collapsed space that is written if text follows.
  var pendingSpace: IAStringBuilder.Attributes?
  /// The attributes of line breaks that are written if content follows.
  var pendingBreaks: [IAStringBuilder.Attributes] = []
  /// Whether a line feed ended the last line of a code block.
  var needsLine = false
  /// The space around code blocks; it persists between paragraphs.
  var code = CodeSpacing()
  /// No-break spaces at the start of the paragraph, which are dropped if nothing follows.
  var heldBlank: (units: [UInt16], attributes: IAStringBuilder.Attributes)?
  /// The case conversion of the current text node.
  var transform = TextTransform.none
  /// The units of the current text node that are not appended yet.
  var units: [UInt16] = []
  /// The enclosing link.
  private(set) var link: InlineAttributes.Link?
  /// The label of the note to which the text refers.
  private(set) var note: String?
  /// The tag of the form field whose state is the text.
  private(set) var form: String?
  /// The display form of the equation whose TeX is the text: `inline` or `display`.
  private(set) var equation: String?
  /// Whether the note reference is superscript regardless of its style.
  private(set) var isNoteRaised = false
  /// Whether spaces at this position only separate the label of a note from its text.
  var dropsBlank = false
  /// The interned attributes of text outside of links, notes, fields and equations, by style
  /// number.
  private var plain: [IAStringBuilder.Attributes?] = []
  /// The interned attributes inside the current link, note, field or equation, by style number.
  private var linked: [Int: IAStringBuilder.Attributes] = [:]

  /// Resets the state at the end of a paragraph.
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

  /// Returns the interned attributes of text in a style.
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
