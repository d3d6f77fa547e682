internal import IAFormats
internal import IAText

/// The pieces of equal style and appearance of one paragraph, and the runs they consist of.
struct InlinePlan {
  /// A range of one style and one scheme appearance.
  struct Piece {
    var end: Int
    var style: Int
    var look: Int
    /// Whether the end of the paragraph has the appearance of the piece.
    var reachesEnd = false
  }

  /// The properties of a set of inline attributes that a walk needs for each run.
  struct SetFacts {
    /// The number of its style; -1 where it was not met yet.
    var style = -1
    /// The number of its style in a box that has its background; -1 if it was not met yet.
    var styleInBox = -1
    /// Whether it sets what schemes set too.
    var touchesScheme = false
    /// Whether hidden data holds something of it.
    var isHidden = false
    /// Whether it has tags.
    var hasTags = false
    /// Whether something of it is lost.
    var hasLosses = false
    /// Whether text with it is an equation.
    var isEquation = false
  }

  /// The runs of equal attributes of some paragraphs.
  private(set) var runs: [IAString.NumberedRun] = []
  /// The index of the run of the current paragraph's start.
  var nextRun = 0
  /// The index of the next step of the scheme.
  var nextStep = 0
  /// The pieces of the paragraph.
  var pieces: [Piece] = []
  /// The number of the attributes of the paragraph's end; 0 if it has no end.
  var lineEnd: UInt32 = 0
  /// Whether the paragraph's text is printable ASCII; not set during a survey.
  var isTextPrintable = false
  /// Whether hidden data contains some of the attributes of the paragraph's text.
  var hidesInline = false
  /// The second halves of the surrogate pairs of the paragraph whose halves differ in attributes.
  private(set) var secondHalves: [Range<Int>] = []
  /// The equations of the paragraph that are written as text, because no element shows all of each.
  var textEquations: ArraySlice<Range<Int>> = []
  /// The properties of the sets of inline attributes, by number.
  var setFacts: [SetFacts]

  /// Creates a plan without pieces for a document with a number of attribute sets.
  init(setCount: Int) { setFacts = Array(repeating: SetFacts(), count: setCount) }

  mutating func fetchRuns(of string: IAString, in range: Range<Int>) {
    runs.removeAll(keepingCapacity: true)
    nextRun = 0
    var found: [IAString.NumberedRun] = []
    swap(&found, &runs)
    string.forEachInlineRun(in: range) { found.append($0) }
    swap(&found, &runs)
  }

  /// Returns whether a reader, which gives the end of a paragraph the attributes of the text before it,
  /// needs a mark for the end.
  func hasOwnEnd(_ paragraph: IAString.NumberedParagraph) -> Bool {
    let content = paragraph.contentRange
    guard paragraph.isTerminated else { return false }
    let isEndPlain = lineEnd == 0
    guard let last = pieces.last, !content.isEmpty else { return !isEndPlain }
    guard secondHalves.last?.upperBound == content.upperBound else { return !last.reachesEnd }
    return !isEndPlain || last.style != 0
  }

  /// Adds a piece, or makes the last one longer where it is of the same style and look.
  @inline(__always)
  mutating func add(_ piece: Piece) {
    let last = pieces.count - 1
    if last >= 0, pieces[last].style == piece.style, pieces[last].look == piece.look {
      pieces[last].end = piece.end
    } else {
      pieces.append(piece)
    }
  }

  /// Extends the pieces over the second halves of surrogate pairs whose halves differ in attributes.
  ///
  /// No element can hold half of a character; hidden data contains all attributes of the second half.
  mutating func joinPairs(in paragraph: IAString.NumberedParagraph, _ window: inout TextWindow) {
    secondHalves.removeAll(keepingCapacity: true)
    let end = paragraph.contentRange.upperBound
    var index = nextRun
    while index < runs.count, runs[index].end < end {
      let cut = runs[index].end
      if window.isLead(at: cut - 1), window.end(from: cut - 1, to: cut) == cut + 1 {
        secondHalves.append(cut..<cut + 1)
      }
      index += 1
    }
    if !secondHalves.isEmpty { extendPieces() }
  }

  /// Moves the end of each piece that ends before a second half to its end.
  private mutating func extendPieces() {
    var joined: [Piece] = []
    joined.reserveCapacity(pieces.count)
    var next = 0
    for var piece in pieces {
      // The second half may have been all of a piece.
      if let last = joined.last, last.end >= piece.end { continue }
      while next < secondHalves.count, secondHalves[next].lowerBound < piece.end { next += 1 }
      if next < secondHalves.count, secondHalves[next].lowerBound == piece.end { piece.end += 1 }
      joined.append(piece)
    }
    pieces = joined
  }
}
