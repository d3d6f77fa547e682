internal import IAText

// The content that a reader finds in the pieces of a paragraph.
extension InlineCutter {
  /// The attributes that a reader finds, for the ranges of the string in which they differ from those of the form of
  /// the text.
  ///
  /// - Precondition: The written text is that of the paragraph.
  var foundRanges: [ShownText.Found] {
    guard !isExact else { return [] }
    var found: [ShownText.Found] = []
    var piece = 0
    for span in spans {
      var at = span.range.lowerBound
      while at < span.range.upperBound {
        while pieces[piece].range.upperBound <= at { piece += 1 }
        let end = min(span.range.upperBound, pieces[piece].range.upperBound)
        let form = forms.forms[span.number]
        if form.isSpecial || form.marks != pieces[piece].marks || form.tags != pieces[piece].tags
          || form.isCode != (span.kind == .code)
        {
          found.append(
            .init(
              utf16Range: range.lowerBound + at..<range.lowerBound + end,
              attributes: attributes(of: pieces[piece], span)))
        }
        at = end
      }
    }
    return found
  }

  private func attributes(of piece: InlinePiece, _ span: Span) -> InlineAttributes {
    var found = forms.found(piece.marks, piece.tags, link: piece.link)
    let attributes = forms.sets[span.number]
    switch span.kind {
    case .code: found.code = true
    case .math(let form): found[tag: MarkdownTag.math] = form.value
    case .note:
      found.script = .superscript
      found[tag: MarkdownTag.footnote] = attributes[tag: MarkdownTag.footnote]
    case .picture:
      if let title = attributes[tag: MarkdownTag.title], !title.isEmpty {
        found[tag: MarkdownTag.title] = LinkText.readable(title)
      }
    case .text: break
    }
    return found
  }

  /// The units that a reader finds.
  var shownUnits: [UInt16] {
    var shown: [UInt16] = []
    shown.reserveCapacity(text.count)
    for piece in pieces {
      if piece.kind == .picture, let source = sources[piece.range.lowerBound],
        let picture = pictures[source], picture.seen == nil
      {
        shown.append(contentsOf: ShownText.oneParagraph(Array(picture.readText.utf16)))
        continue
      }
      for at in piece.range {
        let unit = text[at]
        let isReturn = unit == 0x0D || unit == 0x0A
        shown.append(isReturn && piece.kind == .code ? 0x20 : ShownText.shown(unit))
      }
    }
    return shown
  }
}
