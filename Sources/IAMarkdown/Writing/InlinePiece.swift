internal import IAText

/// A range of a paragraph that is written in one way.
struct InlinePiece {
  enum Content {
    case text([Unicode.Scalar])
    case code([Unicode.Scalar])
    /// Raw HTML, a picture, or a reference to a footnote, written verbatim.
    case raw(String)
  }

  /// Marks around ranges of pieces.
  enum Mark: Int, CaseIterable {
    case link, strikethrough, bold, italic

    /// The text that opens the mark, and closes it unless it is a link.
    var delimiter: String {
      switch self {
      case .link: "["
      case .strikethrough: "~~"
      case .bold: "**"
      case .italic: "*"
      }
    }
  }

  var content: Content
  var marks: [Mark]
  var link: InlineAttributes.Link?
  /// Whether it is blank text: next to it marks can neither open inwards nor close.
  var isBlank = false

  /// Appends to a text of the same marks, in place; false for anything else.
  mutating func append(
    _ more: [Unicode.Scalar], marks: [Mark], link: InlineAttributes.Link?
  ) -> Bool {
    guard marks == self.marks, link == self.link, case .text(var scalars) = content else {
      return false
    }
    content = .raw("")
    scalars.append(contentsOf: more)
    content = .text(scalars)
    return true
  }

  /// Returns whether a mark continues from this piece to the next one.
  func continues(_ mark: Mark, into next: InlinePiece) -> Bool {
    guard marks.contains(mark), next.marks.contains(mark) else { return false }
    return mark != .link || link == next.link
  }
}

/// Cuts a paragraph into pieces.
struct InlineCutter {
  let string: IAString
  /// The text for each attachment, by offset, and whether it is Markdown.
  let pictures: [Int: PictureText]
  let footnoteLabels: Set<String>
  /// Whether everything that may fail to read back is written as plain text.
  let isCautious: Bool
  let isInTable: Bool

  /// Returns the pieces of a range of one paragraph.
  func pieces(of range: Range<Int>) -> [InlinePiece] {
    let units = string.units(in: range)
    let runs = string.attributeRuns(in: range)
    let marks = effectiveMarks(units, runs, range)
    var pieces: [InlinePiece] = []
    for run in runs {
      var at = run.utf16Range.lowerBound
      while at < run.utf16Range.upperBound {
        let set = marks[at - range.lowerBound]
        var end = at + 1
        if pictures[at] == nil {
          while end < run.utf16Range.upperBound, marks[end - range.lowerBound] == set,
            pictures[end] == nil
          {
            end += 1
          }
        }
        let part = Array(units[at - range.lowerBound..<end - range.lowerBound])
        append(part, at: at, run.attributes, set, to: &pieces)
        at = end
      }
    }
    return separatingBlanks(pieces)
  }

  /// Returns the pieces with the blanks at their ends separated; blanks are marked if both
  /// neighbours are.
  private func separatingBlanks(_ pieces: [InlinePiece]) -> [InlinePiece] {
    var apart: [InlinePiece] = []
    for piece in pieces {
      guard case .text(let scalars) = piece.content, !scalars.isEmpty else {
        apart.append(piece)
        continue
      }
      let start = scalars.firstIndex { !Self.isBlank($0) } ?? scalars.count
      let end = (scalars.lastIndex { !Self.isBlank($0) } ?? scalars.count - 1) + 1
      for (range, isBlank) in [
        (0..<start, true), (start..<end, false), (end..<scalars.count, true),
      ]
      where !range.isEmpty {
        var part = piece
        part.content = .text(Array(scalars[range]))
        part.isBlank = isBlank
        apart.append(part)
      }
    }
    for index in apart.indices where apart[index].isBlank {
      let before = index > 0 ? apart[index - 1] : nil
      let after = index + 1 < apart.count ? apart[index + 1] : nil
      apart[index].marks.removeAll { mark in
        guard mark != .link else { return false }
        guard let before, let after, !before.isBlank, !after.isBlank else { return true }
        return !before.marks.contains(mark) || !after.marks.contains(mark)
      }
    }
    return apart
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    UInt16(exactly: scalar.value).map(CharacterClass.isBlank) ?? false
  }

  private func append(
    _ units: [UInt16], at offset: Int, _ attributes: InlineAttributes, _ set: UInt8,
    to pieces: inout [InlinePiece]
  ) {
    let link = attributes.link.flatMap { LinkPolicy.allows($0.url) ? $0 : nil }
    var marks = InlinePiece.Mark.allCases.filter { set & 1 << UInt8($0.rawValue) != 0 }
    if link != nil { marks.insert(.link, at: 0) }
    let content = content(of: units, at: offset, attributes)
    if case .text(let more) = content, let last = pieces.indices.last,
      pieces[last].append(more, marks: marks, link: link)
    {
      return
    }
    pieces.append(InlinePiece(content: content, marks: marks, link: link))
  }

  private func content(
    of units: [UInt16], at offset: Int, _ attributes: InlineAttributes
  ) -> InlinePiece.Content {
    if let picture = pictures[offset] {
      return picture.isMarkdown
        ? .raw(picture.text) : .text(Array(picture.text.unicodeScalars))
    }
    let text = String(decoding: units, as: UTF16.self)
    if attributes[tag: MarkdownTag.html] == "inline", !isCautious {
      let lines = text.split(separator: "\u{2028}", omittingEmptySubsequences: false)
      let raw = lines.joined(separator: "\n")
      return .raw(isInTable ? LinkText.withoutPipes(raw) : raw)
    }
    if let label = attributes[tag: MarkdownTag.footnote], label == text,
      footnoteLabels.contains(label), attributes.script == .superscript
    {
      return .raw("[^" + label + "]")
    }
    let scalars = Array(text.unicodeScalars)
    guard attributes.code else { return .text(scalars) }
    // In a row a backslash before a pipe is removed even inside code.
    let isOutOfReach = isInTable && zip(scalars, scalars.dropFirst()).contains { $0 == ("\\", "|") }
    return isOutOfReach ? .text(scalars) : .code(scalars)
  }

  /// Returns the marks of each unit as bits, without those at the blank ends of marked ranges,
  /// which Markdown cannot show.
  private func effectiveMarks(
    _ units: [UInt16], _ runs: [IAString.AttributeRun], _ range: Range<Int>
  ) -> [UInt8] {
    var marks = [UInt8](repeating: 0, count: units.count)
    var isCode = [Bool](repeating: false, count: units.count)
    for run in runs {
      var set: UInt8 = 0
      if run.attributes.strikethrough != nil {
        set |= 1 << UInt8(InlinePiece.Mark.strikethrough.rawValue)
      }
      if run.attributes.bold { set |= 1 << UInt8(InlinePiece.Mark.bold.rawValue) }
      if run.attributes.italic { set |= 1 << UInt8(InlinePiece.Mark.italic.rawValue) }
      for at in run.utf16Range {
        marks[at - range.lowerBound] = set
        isCode[at - range.lowerBound] = run.attributes.code
      }
    }
    for mark in [InlinePiece.Mark.strikethrough, .bold, .italic] {
      let bit: UInt8 = 1 << UInt8(mark.rawValue)
      trim(bit, &marks, units, isCode, forwards: true)
      trim(bit, &marks, units, isCode, forwards: false)
    }
    return marks
  }

  private func trim(
    _ bit: UInt8, _ marks: inout [UInt8], _ units: [UInt16], _ isCode: [Bool], forwards: Bool
  ) {
    var isInside = false
    for step in units.indices {
      let at = forwards ? step : units.count - 1 - step
      guard marks[at] & bit != 0 else {
        isInside = false
        continue
      }
      if !isInside, CharacterClass.isBlank(units[at]), !isCode[at] {
        marks[at] &= ~bit
      } else {
        isInside = true
      }
    }
  }
}

/// The text that is written for an attachment.
struct PictureText {
  var text: String
  /// Whether the text is Markdown already; else it is plain text that represents the attachment.
  var isMarkdown: Bool
}
