internal import IAFormats
internal import IAText

/// Divides a paragraph into pieces, each of which is written in one form.
struct InlineCutter {
  let string: IAString
  let forms: AttributeForms
  /// The text for each attachment, by offset.
  let pictures: [Int: PictureText]
  let footnoteLabels: Set<String>

  /// The text to be written: the units of the paragraph, with the texts of attachments that Markdown cannot show, and
  /// without units that it cannot represent.
  private(set) var text: [UInt16] = []
  var pieces: [InlinePiece] = []
  /// The range of the paragraph.
  private(set) var range = 0..<0
  /// Whether a reader finds the marks of all attributes, and no text has a special form.
  var isExact = true
  /// Whether the text to be written equals that of the paragraph.
  private(set) var isSameText = true
  private(set) var spans: [Span] = []
  /// The offsets of the pictures in the string, by their offsets in the text to be written.
  private(set) var sources: [Int: Int] = [:]

  /// A range of the paragraph with equal attributes, and the kind of its piece.
  struct Span {
    var range: Range<Int>
    var number: Int
    var kind: InlinePiece.Kind
    /// Whether it is a part of an equation that is written as text.
    var isTextEquation = false
  }

  init(
    _ string: IAString, _ forms: AttributeForms, pictures: [Int: PictureText],
    footnoteLabels: Set<String>
  ) {
    self.string = string
    self.forms = forms
    self.pictures = pictures
    self.footnoteLabels = footnoteLabels
  }

  /// The context of a paragraph that limits the forms of its pieces.
  struct Place {
    var isInTable = false
    /// Whether lines cannot break.
    var isOneLine = false
    /// Whether the paragraph starts a line, apart from the marks of blocks.
    var startsLine = true
  }

  /// Divides a paragraph, whose text must not be empty.
  mutating func cut(_ range: Range<Int>, _ place: Place) {
    self.range = range
    pieces.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    isExact = true
    isSameText = true
    if !sources.isEmpty { sources.removeAll() }
    string.append(unitsIn: range, to: &text)
    var isPlain = true
    string.forEachInlineRun(in: range) { run in
      let start = spans.last?.range.upperBound ?? 0
      let form = forms.forms[Int(run.number)]
      isPlain = isPlain && form.isPlain
      spans.append(
        Span(range: start..<run.end - range.lowerBound, number: Int(run.number), kind: .text))
    }
    replaceUnits()
    if !pictures.isEmpty, text.contains(IAString.attachmentUnit) {
      placePictures()
      isPlain = false
    }
    if isPlain {
      pieces.append(InlinePiece(kind: .text, range: 0..<text.count, marks: [], link: -1))
      return
    }
    if spans.count > 1 { joinEquations(place) }
    for span in spans.indices { append(span, place) }
    trimMarks()
    joinTexts()
    trimTags()
    unmarkBlanks()
  }

  /// Replaces lone surrogates and NUL, which Markdown cannot represent.
  private mutating func replaceUnits() {
    var nextSpan = 0
    var at = Self.firstUnusual(text.span)
    while at < text.count {
      let unit = text[at]
      guard unit == 0 || unit & 0xF800 == 0xD800 else {
        if unit == 0x0D || unit == 0x2029 { isSameText = false }
        at += 1
        continue
      }
      while nextSpan < spans.count, spans[nextSpan].range.upperBound <= at { nextSpan += 1 }
      let end = nextSpan < spans.count ? spans[nextSpan].range.upperBound : text.count
      if unit & 0xFC00 == 0xD800, at + 1 < end, text[at + 1] & 0xFC00 == 0xDC00 {
        at += 2
        continue
      }
      text[at] = 0xFFFD
      isSameText = false
      at += 1
    }
  }

  /// Returns the offset of the first unit that may have to be replaced or that a reader replaces.
  private static func firstUnusual(_ text: Swift.Span<UInt16>) -> Int {
    for at in text.indices {
      let unit = text[at]
      if unit == 0 || unit == 0x0D || unit == 0x2029 || unit & 0xF800 == 0xD800 { return at }
    }
    return text.count
  }

  /// Separates each picture as a span, and replaces each other attachment by its text.
  private mutating func placePictures() {
    var placed: [UInt16] = []
    var cut: [Span] = []
    for span in spans {
      var start = placed.count
      for at in span.range {
        guard text[at] == IAString.attachmentUnit,
          let picture = pictures[range.lowerBound + at]
        else {
          placed.append(text[at])
          continue
        }
        guard picture.isMarkdown else {
          placed.append(contentsOf: picture.text.utf16.lazy.map { $0 == 0 ? 0xFFFD : $0 })
          isSameText = false
          continue
        }
        if start < placed.count {
          cut.append(Span(range: start..<placed.count, number: span.number, kind: .text))
        }
        start = placed.count + 1
        cut.append(Span(range: start - 1..<start, number: span.number, kind: .picture))
        sources[start - 1] = range.lowerBound + at
        placed.append(text[at])
      }
      if start < placed.count {
        cut.append(Span(range: start..<placed.count, number: span.number, kind: .text))
      }
    }
    text = placed
    spans = cut
  }

  /// Joins the spans of each equation whose attributes change inside it: the equation has the attributes of its first
  /// character.
  ///
  /// The spans become text if no equation can represent the text, or if a part is hidden, inserted or deleted
  /// differently from the first.
  private mutating func joinEquations(_ place: Place) {
    guard spans.contains(where: { equation(of: $0) != nil }) else { return }
    var joined: [Span] = []
    var index = 0
    while index < spans.count {
      var span = spans[index]
      var next = index + 1
      if let value = equation(of: span) {
        while next < spans.count, equation(of: spans[next]) == value { next += 1 }
        if next > index + 1 {
          let parts = spans[index..<next]
          let first = forms.sets[span.number]
          span.range = span.range.lowerBound..<spans[next - 1].range.upperBound
          if parts.allSatisfy({ forms.sets[$0.number].hasVisibility(of: first) }),
            let math = MathSpan.Form(
              value, text, span.range, isInTable: place.isInTable, isOneLine: place.isOneLine)
          {
            span.kind = .math(math)
          } else {
            for var part in parts.dropLast() {
              part.isTextEquation = true
              joined.append(part)
            }
            span = spans[next - 1]
            span.isTextEquation = true
          }
        }
      }
      joined.append(span)
      index = next
    }
    spans = joined
  }

  /// Returns the form of the equation that a span is a part of, or `nil`.
  private func equation(of span: Span) -> String? {
    guard span.kind == .text, forms.forms[span.number].isSpecial else { return nil }
    let attributes = forms.sets[span.number]
    return attributes.code ? nil : attributes[tag: MarkdownTag.math]
  }

  private mutating func append(_ index: Int, _ place: Place) {
    let span = spans[index]
    let form = forms.forms[span.number]
    if span.kind == .text { spans[index].kind = kind(of: span, form, place) }
    let kind = spans[index].kind
    if form.isSpecial || form.isCode != (kind == .code) { isExact = false }
    var piece = InlinePiece(kind: kind, range: span.range, marks: form.marks, link: form.link)
    // A reference to a footnote is already superscript.
    piece.tags = kind == .note ? form.tags.subtracting(.superscripted) : form.tags
    guard kind != .code else {
      appendCode(piece, place)
      return
    }
    guard kind == .text else {
      pieces.append(piece)
      return
    }
    var start = span.range.lowerBound
    while start < span.range.upperBound, CharacterClass.isBlank(text[start]) { start += 1 }
    var end = span.range.upperBound
    while end > start, CharacterClass.isBlank(text[end - 1]) { end -= 1 }
    append(piece, span.range.lowerBound..<start, isBlank: true)
    append(piece, start..<end, isBlank: false)
    append(piece, end..<span.range.upperBound, isBlank: true)
  }

  /// Appends a piece with another range, unless that is empty.
  private mutating func append(_ like: InlinePiece, _ range: Range<Int>, isBlank: Bool) {
    guard !range.isEmpty else { return }
    var piece = like
    piece.range = range
    piece.isBlank = isBlank
    pieces.append(piece)
  }

  /// Appends code as one piece, or as several if a reader would not find the same code in one.
  private mutating func appendCode(_ code: InlinePiece, _ place: Place) {
    var piece = code
    let startsWithBracket =
      !place.isOneLine && forms.forms[spans[0].number].marks.contains(.link)
    for part in CodeSpan.parts(
      of: text[code.range], isInTable: place.isInTable, startsWithBracket: startsWithBracket)
    {
      piece.range = part
      pieces.append(piece)
    }
  }

  private func kind(of span: Span, _ form: AttributeForm, _ place: Place) -> InlinePiece.Kind {
    let units = text[span.range]
    if form.isSpecial {
      let attributes = forms.sets[span.number]
      if let label = attributes[tag: MarkdownTag.footnote], attributes.script == .superscript,
        !attributes.code, form.link < 0, footnoteLabels.contains(label),
        units.elementsEqual(label.utf16)
      {
        return .note
      }
      if let value = attributes[tag: MarkdownTag.math], !attributes.code, !span.isTextEquation,
        let math = MathSpan.Form(
          value, text, span.range, isInTable: place.isInTable, isOneLine: place.isOneLine)
      {
        return .math(math)
      }
    }
    return form.isCode && CodeSpan.canHold(units) ? .code : .text
  }
}
