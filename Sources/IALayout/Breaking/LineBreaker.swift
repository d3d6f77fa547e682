import IAFonts
import IAText

/// Breaks the items of a paragraph into lines, filling each line as far as possible.
///
/// Cached: nothing; the caller stores the lines. They depend on the items, on the available width
/// of each line, and on the options in `TextAccess`.
struct LineBreaker {
  let paragraph: ParagraphItems
  /// Access to the units, for words that are wider than a line.
  let text: TextAccess
  private(set) var lines: [Line] = []
  /// The height of all lines with the spacing above and below, in points.
  private(set) var height = 0.0

  init(_ paragraph: ParagraphItems, text: TextAccess) {
    self.paragraph = paragraph
    self.text = text
  }

  /// Breaks all lines.
  ///
  /// - Parameters:
  ///   - column: The position and width of the lines.
  ///   - cut: The maximum number of lines and the treatment of the last one; `nil` for no limit.
  ///   - end: The unit, counted from the start of the items, before which the last line must start.
  mutating func breakLines(
    in column: Column, _ itemiser: inout Itemiser, cut: Cut? = nil, before end: Int = .max
  ) {
    let maximumLines = cut?.maximumLines ?? .max
    var cursor = Cursor(item: 0, offset: 0)
    var y = paragraph.startsParagraph ? Self.summable(paragraph.style.spacingBefore) : 0
    lines.reserveCapacity(paragraph.utf16Count / 24 + 1)
    repeat {
      let start = cursor
      let known = lines.count
      y = place(&cursor, y, column, &itemiser)
      guard let cut, lines.count >= maximumLines else { continue }
      lines.removeSubrange(max(maximumLines, known + 1)...)
      if lines.count == known + 1, cut.hasEllipsis {
        cutOff(from: start, isLast: !cut.textFollows, &itemiser)
      }
    } while cursor.item < paragraph.items.count && lines.count < maximumLines
      && cursor.offset < end
    height = y + Self.summable(paragraph.style.spacingAfter)
  }

  /// Returns a length rounded to a multiple of 2⁻²⁰ point, so that sums do not depend on their
  /// order.
  static func summable(_ points: Double) -> Double {
    (points * 0x1p20).rounded() * 0x1p-20
  }

  /// A limit on the lines of a paragraph.
  struct Cut {
    var maximumLines: Int
    /// Whether the last line ends with an ellipsis if text is cut off.
    var hasEllipsis: Bool
    /// Whether text after the paragraph is also cut off.
    var textFollows: Bool
  }

  /// Fills the last line again, with an ellipsis that shows that text is cut off.
  private mutating func cutOff(from start: Cursor, isLast: Bool, _ itemiser: inout Itemiser) {
    let last = lines[lines.count - 1]
    if isLast, Int(last.end) == paragraph.utf16Count { return }
    let run = paragraph.runs[Int(paragraph.items.isEmpty ? 0 : paragraph.items[start.item].run)]
    let ellipsis = itemiser.ellipsisWidth(run)
    var filled = fill(
      from: start, available: max(last.available - ellipsis, 0), &itemiser, at: .anywhere)
    filled.width += ellipsis
    filled.flags = [.truncated, .endsParagraphLine]
    lines.removeLast()
    append(filled, from: start, y: last.y, left: last.left, available: last.available)
  }

  private var isFirstLine: Bool { lines.isEmpty && paragraph.startsParagraph }

  /// Appends the lines of one band, one for each span between exclusions, and returns the bottom of
  /// the band in points from the top of the paragraph.
  private mutating func place(
    _ cursor: inout Cursor, _ y: Double, _ column: Column, _ itemiser: inout Itemiser
  ) -> Double {
    guard case .shaped(let shape, let top) = column else {
      let (left, available) = room(column.left, column.width, isFirst: isFirstLine)
      let filled = fill(from: cursor, available: available, &itemiser)
      append(filled, from: cursor, y: y, left: left, available: available)
      cursor = filled.end
      return y + lines[lines.count - 1].height
    }
    return placeBand(&cursor, y, shape, top, &itemiser)
  }

  /// Appends the lines of a band between exclusions; repeats this, with at most 4 attempts, if the
  /// lines are higher than assumed.
  private mutating func placeBand(
    _ cursor: inout Cursor, _ y: Double, _ shape: FlowShape, _ top: Double,
    _ itemiser: inout Itemiser
  ) -> Double {
    var assumed = height(ofItem: cursor.item)
    let known = lines.count
    let start = cursor
    for attempt in 0..<4 {
      let band = shape.band(from: top + y, height: assumed)
      let region = shape.regions[shape.region(at: band.y)]
      cursor = start
      lines.removeSubrange(known...)
      var highest = 0.0
      for span in band.spans {
        let (left, available) = room(
          span.left, span.width, isFirst: isFirstLine,
          beside: (span.left - region.left, region.left + region.width - span.left - span.width))
        let filled = fill(from: cursor, available: available, &itemiser)
        append(filled, from: cursor, y: band.y - top, left: left, available: available)
        highest = max(highest, lines[lines.count - 1].height)
        cursor = filled.end
        if cursor.item >= paragraph.items.count || filled.flags.contains(.endsParagraphLine) {
          break
        }
      }
      if highest <= assumed + 0.01 || attempt == 3 {
        level(from: known, to: highest)
        return band.y - top + highest
      }
      assumed = highest
    }
    return y
  }

  /// Sets the lines of one band to a common height and baseline.
  private mutating func level(from first: Int, to height: Double) {
    guard lines.count - first > 1 else { return }
    let baseline = lines[first...].reduce(0) { max($0, $1.baseline) }
    for index in first..<lines.count {
      lines[index].baseline = baseline
      lines[index].height = height
    }
  }

  private func height(ofItem index: Int) -> Double {
    let run = paragraph.items.indices.contains(index) ? Int(paragraph.items[index].run) : 0
    let font = paragraph.runs[run]
    return metrics(ascent: font.ascent, descent: font.descent).height
  }

  /// Returns the part of a span that indents leave for text.
  ///
  /// Indents are measured from the edges of the area, as in browsers, and not from the objects
  /// around which the text flows. The indent of a list item, which contains its marker, is an
  /// exception: it is measured from the objects. In the placement of LibreOffice, all indents are
  /// measured from the objects.
  ///
  /// - Parameter occupied: The widths that are occupied at the left and the right of the span.
  private func room(
    _ left: Double, _ width: Double, isFirst: Bool,
    beside occupied: (left: Double, right: Double) = (0, 0)
  ) -> (left: Double, available: Double) {
    let style = paragraph.style
    var lead =
      isFirst ? paragraph.firstLineIndent(tabInterval: text.tabInterval) : style.headIndent
    var tail = style.tailIndent
    if occupied.left > 0 || occupied.right > 0, text.placement != .office {
      let kept = style.isItem ? ParagraphStyle.listIndent : 0
      let (before, after) =
        paragraph.isRightToLeft ? (occupied.right, occupied.left) : (occupied.left, occupied.right)
      lead = max(lead - max(before, 0), min(lead, kept))
      tail = max(tail - max(after, 0), min(tail, 0))
    }
    let available = width - lead - tail
    // If indents leave less than 8 points, they are ignored; otherwise each line would have one
    // letter.
    guard available >= min(width, 8) else { return (left, max(width, 1)) }
    return (left + (paragraph.isRightToLeft ? tail : lead), available)
  }

  /// Returns the height and the baseline of a line according to the paragraph's line height, in
  /// points; the height includes `TextAccess.spaceBelowLines`.
  private func metrics(
    ascent: Double, descent: Double, textHeight: Double? = nil
  ) -> (height: Double, baseline: Double) {
    let natural = ascent + descent
    let requested =
      switch paragraph.style.lineHeight {
      case nil: natural
      case .multiple(let factor):
        text.placement == .office
          ? Self.officeHeight(natural, textHeight ?? natural, factor) : natural * factor
      case .atLeast(let points): max(natural, points)
      case .exactly(let points): points
      }
    let height = Self.summable(requested)
    let baseline =
      switch (text.placement, paragraph.style.lineHeight) {
      case (.office, .multiple(let factor)) where factor > 1: ascent
      case (.office, .exactly): 0.8 * height
      default: ascent + height - natural
      }
    return (height + Self.summable(text.spaceBelowLines), baseline)
  }

  /// Returns the height of a line as in LibreOffice: the factor is truncated to whole percents and
  /// applies only to the height of the text, and the result is truncated to twips.
  private static func officeHeight(
    _ natural: Double, _ textHeight: Double, _ factor: Double
  ) -> Double {
    let percent = (factor * 100 + 0.001).rounded(.down)
    let scaled = (textHeight * 20 * percent / 100 + 0.001).rounded(.down) / 20
    return natural - textHeight + scaled
  }

  /// Returns the height of the fonts of some items, without their attachments, in points.
  private func textHeight(of items: Range<Int>) -> Double {
    var (ascent, descent) = (0.0, 0.0)
    for item in paragraph.items[items] {
      let run = paragraph.runs[Int(item.run)]
      (ascent, descent) = (max(ascent, run.ascent), max(descent, run.descent))
    }
    return ascent + descent
  }

  private mutating func append(
    _ filled: FilledLine, from start: Cursor, y: Double, left: Double, available: Double
  ) {
    let hasBoxes =
      text.placement == .office && !paragraph.boxes.isEmpty && start.item < filled.end.item
    let metrics = metrics(
      ascent: filled.ascent, descent: filled.descent,
      textHeight: hasBoxes ? textHeight(of: start.item..<filled.end.item) : nil)
    var (height, baseline) = (metrics.height, metrics.baseline)
    if !paragraph.frames.isEmpty {
      let boxed = paragraph.heights(ofFramesIn: start.offset..<max(filled.end.offset, start.offset))
      let below = max(height - baseline, boxed.descent)
      baseline = max(baseline, boxed.ascent)
      height = Self.summable(baseline + below)
    }
    let isPartial =
      filled.end.item < paragraph.items.count
      && filled.end.offset > Int(paragraph.items[filled.end.item].start)
    var line = Line(
      firstItem: UInt32(start.item), endItem: UInt32(filled.end.item + (isPartial ? 1 : 0)),
      start: UInt32(start.offset), end: UInt32(filled.end.offset), y: y, height: height,
      // Negative letter spacing can make the sum of advances negative.
      baseline: baseline, x: left, width: max(filled.width, 0), left: left,
      available: available,
      stretch: 0, flags: filled.flags)
    align(&line)
    lines.append(line)
  }

  /// Returns whether a line is the last one before a terminator or, except in the placement of
  /// LibreOffice, before a line separator.
  private func isLastOfText(_ line: Line) -> Bool {
    guard line.flags.contains(.endsParagraphLine) else { return false }
    return text.placement != .office || line.flags.contains(.truncated)
      || Int(line.endItem) == paragraph.items.count
  }

  /// Sets the left end of a line's text and, in a justified line, the points added to each space.
  private func align(_ line: inout Line) {
    let slack = max(line.available - line.width, 0)
    if !paragraph.boxes.isEmpty, paragraph.hasDisplay(line) {
      line.x += slack / 2
      return
    }
    var alignment = paragraph.style.alignment
    if alignment == .justified {
      let gaps = isLastOfText(line) ? 0 : paragraph.stretchableSpaces(of: line)
      if gaps > 0 {
        line.stretch = slack / Double(gaps)
        line.width += slack
        return
      }
      alignment = nil
    }
    switch alignment ?? (paragraph.isRightToLeft ? .right : .left) {
    case .right: line.x += slack
    case .center: line.x += slack / 2
    case .left, .justified: break
    }
  }
}

extension ParagraphItems {
  /// Returns the number of spaces of a line that justification can widen: those before its last
  /// visible character and after its last tab.
  func stretchableSpaces(of line: Line) -> Int {
    var count = 0
    var pending = 0
    for item in items[Int(line.firstItem)..<Int(line.endItem)] {
      switch item.kind {
      case .tab:
        count = 0
        pending = 0
      case .space: pending += Int(item.count)
      case .word, .attachment, .startEdge, .endEdge:
        if item.count > 0 || item.kind.isEdge {
          count += pending
          pending = 0
        }
        pending += Int(item.spaces)
      case .hidden, .lineEnd: break
      }
    }
    return count
  }
}
