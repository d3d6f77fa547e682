/// The statements of a file for printed pages about the place of text that documents do not have.
///
/// Drawings that follow the reading of a file place text as its programs do. No format keeps it, and
/// it is not part of a document's identity.
package struct PrintedPlacement: Hashable, Sendable {
  /// Whether the space between two paragraphs is the larger one of the space below the first and the
  /// space above the second, instead of their sum.
  package var collapsesSpacing = false
  /// The distances in points of the text in the first column of tables from the leading margin, by the
  /// id of the table's block; tables at the margin are absent.
  package var tableIndents: [Int: Double] = [:]

  /// The distance in points between tab stops after the last one of a paragraph; `nil` if not stated.
  package var tabInterval: Double?
  /// Whether first pages have headers and footers of their own.
  package var hasTitlePages = false
  /// The ids of the blocks of rows of outermost tables that pages do not divide.
  package var keptRows: Set<Int> = []

  /// The paragraphs and floating objects that begin below the objects before them, by their first unit.
  package var clearings: [Int: Clearing] = [:]

  /// The spaces of a page of HTML of another program; `nil` for other documents.
  package var pageSpacing: PageSpacing?
  /// The links that a file shows without an underline, in the order of the text.
  package var plainLinks: [Range<Int>] = []
  /// The links that a file shows in the colour of the text around them, in the order of the text.
  package var inkLinks: [Range<Int>] = []
  /// The text that is in boxes in lines, in the order of the text.
  package var inlineBoxes: [BoxedText] = []

  /// Whether a page of this suite shows pictures without a stated size reduced, as messages do.
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

  /// Returns whether a unit is in one of ranges in the order of the text.
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

  /// The objects that a paragraph or another object begins below.
  package struct Clearing: Hashable, Sendable {
    /// The edges of the text at which the objects are.
    package var edges: Set<Placement.Edge>
    /// The first unit of the first object that counts.
    package var start: Int

    /// Creates a clearing.
    package init(_ edges: Set<Placement.Edge>, from start: Int = 0) {
      self.edges = edges
      self.start = start
    }
  }

  /// Creates a placement without statements.
  package init() {}

  /// Adapts the places in the text to the removal of ranges of it, in ascending order.
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
