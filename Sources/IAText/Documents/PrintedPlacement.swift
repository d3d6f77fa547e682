/// The properties of a file for printed pages that affect the placement of text and that documents do not have.
///
/// Drawings that are made directly after reading a file use them to place text as other programs do. No format stores
/// them, and they are not part of a document's identity.
package struct PrintedPlacement: Hashable, Sendable {
  /// Whether the space between two paragraphs is the larger one of the space below the first and the
  /// space above the second, instead of their sum.
  package var collapsesSpacing = false
  /// The distances in points from the leading margin to the text in the first column of tables, by the id of the
  /// table's block; tables at the margin are absent.
  package var tableIndents: [Int: Double] = [:]

  /// The distance in points between tab stops after the last one of a paragraph; `nil` if not stated.
  package var tabInterval: Double?
  /// Whether first pages have separate headers and footers.
  package var hasTitlePages = false
  /// The ids of the blocks of rows in outermost tables that pages do not divide.
  package var keptRows: Set<Int> = []

  /// The paragraphs and floating objects that begin below preceding objects, as with `clear` in CSS, by their first
  /// unit.
  package var clearings: [Int: Clearing] = [:]

  /// The spaces of an HTML page of another program; `nil` for other documents.
  package var pageSpacing: PageSpacing?
  /// The links that a file shows without an underline, in the order of the text.
  package var plainLinks: [Range<Int>] = []
  /// The links that a file shows in the colour of the text around them, in the order of the text.
  package var inkLinks: [Range<Int>] = []
  /// The text in inline boxes, in the order of the text.
  package var inlineBoxes: [BoxedText] = []

  /// Whether pictures without a stated size are shown reduced, as in messages, because the file is an HTML page of this
  /// suite.
  package var reducesPictures = false

  /// Text in a box.
  package struct BoxedText: Hashable, Sendable {
    /// The units, all of them in one paragraph.
    package var range: Range<Int>
    /// The box.
    package var box: InlineBox

    /// Creates text in a box.
    package init(_ range: Range<Int>, _ box: InlineBox) {
      self.range = range
      self.box = box
    }
  }

  /// Returns whether an offset is in one of several ranges, which are in the order of the text.
  ///
  /// - Complexity: O(log *n*).
  package static func contains(_ offset: Int, _ ranges: [Range<Int>]) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= offset
  }

  /// The objects below which a paragraph or another object begins.
  package struct Clearing: Hashable, Sendable {
    /// The edges of the column at which the objects are.
    package var edges: Set<Placement.Edge>
    /// The first unit of the first object that is considered.
    package var start: Int

    /// Creates a clearing.
    package init(_ edges: Set<Placement.Edge>, from start: Int = 0) {
      self.edges = edges
      self.start = start
    }
  }

  /// Creates a value without properties.
  package init() {}

  /// Adapts the offsets to the removal of ranges of the text, in ascending order.
  package mutating func remove(_ ranges: [Range<Int>]) {
    guard !ranges.isEmpty,
      !clearings.isEmpty || !plainLinks.isEmpty || !inkLinks.isEmpty || !inlineBoxes.isEmpty
        || pageSpacing != nil
    else { return }
    var removed: [Int] = [0]
    for range in ranges { removed.append(removed[removed.count - 1] + range.count) }
    func moved(_ offset: Int) -> Int {
      var (low, high) = (0, ranges.count)
      while low < high {
        let middle = (low + high) / 2
        if ranges[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
      }
      let inside = low < ranges.count ? max(offset - ranges[low].lowerBound, 0) : 0
      return offset - removed[low] - inside
    }
    if let spacing = pageSpacing?.paragraphs {
      for index in spacing.indices {
        pageSpacing?.paragraphs[index].start = moved(spacing[index].start)
      }
      let code = pageSpacing?.smallCode ?? []
      pageSpacing?.smallCode = code.map { moved($0.lowerBound)..<moved($0.upperBound) }
    }
    plainLinks = plainLinks.map { moved($0.lowerBound)..<moved($0.upperBound) }
    inkLinks = inkLinks.map { moved($0.lowerBound)..<moved($0.upperBound) }
    inlineBoxes = inlineBoxes.compactMap { boxed in
      let range = moved(boxed.range.lowerBound)..<moved(boxed.range.upperBound)
      return range.isEmpty ? nil : BoxedText(range, boxed.box)
    }
    clearings = Dictionary(
      clearings.map { (moved($0), Clearing($1.edges, from: moved($1.start))) },
      uniquingKeysWith: { Clearing($0.edges.union($1.edges), from: min($0.start, $1.start)) })
  }
}
