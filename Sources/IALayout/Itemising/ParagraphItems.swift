import IAText

/// A paragraph cut into items: all that lines of any width are made from.
///
/// Cached: everything that does not depend on the width. Invalidated by an edit of the paragraph's
/// units, attributes, intensities or blocks; never changed once made.
final class ParagraphItems: Sendable {
  /// The units of the paragraph, its terminator counted in.
  let utf16Count: Int
  /// How it is set.
  let style: ParagraphStyle
  /// The items in the order of the text, covering all units.
  let items: [Item]
  /// The runs in the order of the text; never empty.
  let runs: [ItemRun]
  /// The paints in the order of the text; the first starts at 0.
  let paints: [PaintRun]
  /// The attachments in the order of the text.
  let boxes: [ItemBox]
  /// The level of the paragraph: 0 from left to right, 1 from right to left.
  let baseLevel: UInt8
  /// Whether any item has a level other than 0.
  let reorders: Bool
  /// The units as they are shown, where that is not as they are: letters as capitals.
  let shownUnits: [UInt16]?
  /// The mark of the list's item, where the paragraph starts one.
  let marker: Marker?
  /// Whether the items begin where the paragraph does: all but the further pieces of a long one.
  let startsParagraph: Bool

  /// A list item's mark, shaped.
  struct Marker: Sendable {
    var units: [UInt16]
    var run: ItemRun
    /// The width in points.
    var width: Double
    var paint: UInt32
  }

  /// An attachment in a paragraph.
  struct ItemBox: Sendable {
    /// The unit, from the start of the paragraph.
    var offset: Int
    var attachment: Attachment
    /// The width in points.
    var width: Double
    /// From the baseline up, in points.
    var ascent: Double
    /// From the baseline down, in points.
    var descent: Double
  }

  init(
    utf16Count: Int, style: ParagraphStyle, items: [Item], runs: [ItemRun], paints: [PaintRun],
    boxes: [ItemBox], baseLevel: UInt8, reorders: Bool, shownUnits: [UInt16]?, marker: Marker?,
    startsParagraph: Bool
  ) {
    self.utf16Count = utf16Count
    self.style = style
    self.items = items
    self.runs = runs
    self.paints = paints
    self.boxes = boxes
    self.baseLevel = baseLevel
    self.reorders = reorders
    self.shownUnits = shownUnits
    self.marker = marker
    self.startsParagraph = startsParagraph
  }

  var isRightToLeft: Bool { baseLevel & 1 == 1 }

  /// The index of the item that holds a unit, or of the last one.
  func itemIndex(at offset: Int) -> Int {
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle].end > offset { high = middle } else { low = middle + 1 }
    }
    return min(low, max(items.count - 1, 0))
  }

  /// The place of the paint that holds at a unit.
  func paintIndex(at offset: Int) -> Int {
    var low = 0
    var high = paints.count
    while low < high {
      let middle = (low + high) / 2
      if Int(paints[middle].start) <= offset { low = middle + 1 } else { high = middle }
    }
    return max(low - 1, 0)
  }

  /// The attachment at a unit.
  func box(at offset: Int) -> ItemBox? {
    var low = 0
    var high = boxes.count
    while low < high {
      let middle = (low + high) / 2
      if boxes[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low < boxes.count && boxes[low].offset == offset ? boxes[low] : nil
  }
}
