import IAText

/// A paragraph divided into items: everything from which lines of any width are made.
///
/// Cached: everything that does not depend on the width. Invalidated by an edit of the paragraph's
/// units, attributes, intensities or blocks; the value is immutable.
///
/// A long paragraph is stored as several values, its pieces (`LayoutManager+Pieces.swift`). In a
/// piece, all offsets and counts are those of the piece, although comments at items, lines and
/// carets say "paragraph".
final class ParagraphItems: Sendable {
  /// The number of units of the paragraph or piece, including its terminator.
  let utf16Count: Int
  /// The paragraph's style.
  let style: ParagraphStyle
  /// The items in the order of the text, covering all units.
  let items: [Item]
  /// The runs in the order of the text; never empty.
  let runs: [ItemRun]
  /// The paints in the order of the text; the first starts at 0.
  let paints: [PaintRun]
  /// The attachments and equations in the order of the text.
  let boxes: [ItemBox]
  /// The boxes around text, in the order of the text.
  let frames: [ItemFrame]
  /// The level of the paragraph: 0 for left to right, 1 for right to left.
  let baseLevel: UInt8
  /// Whether any item has a level other than 0.
  let reorders: Bool
  /// The displayed units if they differ from the document's units, because letters are shown as
  /// capitals; otherwise `nil`.
  let shownUnits: [UInt16]?
  /// The marker of the list item or note that the paragraph starts; `nil` if it starts none.
  let marker: Marker?
  /// Whether the items start at the start of the paragraph; false for all pieces of a long
  /// paragraph except the first.
  let startsParagraph: Bool

  /// The shaped marker of a list item or note.
  struct Marker: Sendable {
    var units: [UInt16]
    var run: ItemRun
    /// The width in points.
    var width: Double
    var paint: UInt32
  }

  /// An attachment or an equation in a paragraph.
  struct ItemBox: Sendable {
    enum Content: Sendable {
      case attachment(Attachment)
      case equation(EquationFigure)
    }

    /// The offset of the first unit, counted from the start of the paragraph.
    var offset: Int
    var content: Content
    /// The width in points.
    var width: Double
    /// The distance from the baseline up, in points.
    var ascent: Double
    /// The distance from the baseline down, in points.
    var descent: Double
    /// Whether it is a picture with a place of its own, which is not drawn in the line.
    var isElsewhere = false
    /// The size in points of a picture in front of or behind the text of its line, in which it
    /// takes no space.
    var overlay: Size?

    /// Marks the box as one that takes no space in its line, because its picture is elsewhere.
    mutating func takeNoSpace() {
      (width, ascent, descent, isElsewhere) = (0, 0, 0, true)
    }

    /// Marks the box as one of a picture over or under the text.
    mutating func float() {
      overlay = Size(width: width, height: ascent + descent)
      takeNoSpace()
    }
  }

  init(
    utf16Count: Int, style: ParagraphStyle, items: [Item], runs: [ItemRun], paints: [PaintRun],
    boxes: [ItemBox], frames: [ItemFrame], baseLevel: UInt8, reorders: Bool, shownUnits: [UInt16]?,
    marker: Marker?,
    startsParagraph: Bool
  ) {
    self.utf16Count = utf16Count
    self.style = style
    self.items = items
    self.runs = runs
    self.paints = paints
    self.boxes = boxes
    self.frames = frames
    self.baseLevel = baseLevel
    self.reorders = reorders
    self.shownUnits = shownUnits
    self.marker = marker
    self.startsParagraph = startsParagraph
  }

  var isRightToLeft: Bool { baseLevel & 1 == 1 }

  /// Returns the distance in points of the first line from the leading margin.
  ///
  /// In the placement of LibreOffice, a marker is followed by a tab: the text starts at the first
  /// tab stop after it. The indent of the other lines is also a tab stop.
  func firstLineIndent(tabInterval: Double) -> Double {
    guard let marker, let start = style.markerStart else { return style.firstLineIndent }
    let end = start + marker.width + LineBreaker.tolerance
    let stop = style.tabStops.first { $0.position > end }?.position
    let indent = style.headIndent > end ? style.headIndent : nil
    if let nearest = [stop, indent].compactMap({ $0 }).min() { return nearest }
    let interval = max(tabInterval, 1)
    return ((end / interval).rounded(.down) + 1) * interval
  }

  /// Returns the index of the item that contains a unit, or of the last item; edges of boxes
  /// contain none.
  func itemIndex(at offset: Int) -> Int {
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle].end > offset { high = middle } else { low = middle + 1 }
    }
    return min(low, max(items.count - 1, 0))
  }

  /// Returns the index of the paint that applies to a unit.
  func paintIndex(at offset: Int) -> Int {
    var low = 0
    var high = paints.count
    while low < high {
      let middle = (low + high) / 2
      if Int(paints[middle].start) <= offset { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  /// Returns the box of the attachment or equation that starts at a unit, or `nil` if none does.
  func box(at offset: Int) -> ItemBox? { boxes.box(at: offset) }
}

extension [ParagraphItems.ItemBox] {
  /// Returns the box of the attachment or equation that starts at a unit, or `nil` if none does.
  func box(at offset: Int) -> ParagraphItems.ItemBox? {
    let index = firstIndex(from: offset)
    return index < count && self[index].offset == offset ? self[index] : nil
  }

  /// Returns the boxes in a range of the text.
  ///
  /// - Complexity: O(log *n*).
  func boxes(in range: Range<Int>) -> ArraySlice<ParagraphItems.ItemBox> {
    self[firstIndex(from: range.lowerBound)..<firstIndex(from: range.upperBound)]
  }

  /// Returns the index of the first box at a unit or after it.
  private func firstIndex(from offset: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
