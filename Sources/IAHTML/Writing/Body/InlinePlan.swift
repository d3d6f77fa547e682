internal import IAFormats
internal import IAText

/// The pieces of equal style and scheme appearance of one paragraph, and the attribute runs of
/// several paragraphs.
struct InlinePlan {
  /// A range with one style and one scheme appearance.
  struct Piece {
    var end: Int
    var style: Int
    var look: Int
    /// Whether the end of the paragraph has the same appearance.
    var reachesEnd = false
  }

  /// The properties of an inline attribute set that are needed for each run.
  struct SetFacts {
    /// The number of its style; -1 if unknown.
    var style = -1
    /// The number of its style in an inline box with the same background; -1 if unknown.
    var styleInBox = -1
    /// Whether it sets attributes that schemes also set.
    var touchesScheme = false
    /// Whether hidden data contains a part of it.
    var isHidden = false
    var hasTags = false
    /// Whether a part of it is lost.
    var hasLosses = false
    var isEquation = false
  }

  /// The inline attribute runs of the fetched paragraphs.
  private(set) var runs: [IAString.NumberedRun] = []
  /// The index of the run at the start of the current paragraph.
  var nextRun = 0
  /// The index of the next scheme step.
  var nextStep = 0
  var pieces: [Piece] = []
  /// The number of the attribute set of the paragraph's end; 0 if it has no end.
  var lineEnd: UInt32 = 0
  /// Whether the text of the paragraph is printable ASCII; not set during a survey.
  var isTextPrintable = false
  /// Whether hidden data contains attributes of the paragraph's text.
  var hidesInline = false
  /// The second units of the surrogate pairs whose units have different attributes.
  private(set) var secondHalves: [Range<Int>] = []
  /// The equations of the paragraph that are written as text, because no single element can show
  /// them.
  var textEquations: ArraySlice<Range<Int>> = []
  /// The properties of the inline attribute sets, by number.
  var setFacts: [SetFacts]

  /// Creates an empty plan for a document with a number of inline attribute sets.
  init(setCount: Int) { setFacts = Array(repeating: SetFacts(), count: setCount) }

  mutating func fetchRuns(of string: IAString, in range: Range<Int>) {
    runs.removeAll(keepingCapacity: true)
    nextRun = 0
    var found: [IAString.NumberedRun] = []
    swap(&found, &runs)
    string.forEachInlineRun(in: range) { found.append($0) }
    swap(&found, &runs)
  }

  /// Returns whether the end of a paragraph must be marked, because a reader would give it the
  /// attributes of the text before it.
  func hasOwnEnd(_ paragraph: IAString.NumberedParagraph) -> Bool {
    let content = paragraph.contentRange
    guard paragraph.isTerminated else { return false }
    let isEndPlain = lineEnd == 0
    guard let last = pieces.last, !content.isEmpty else { return !isEndPlain }
    guard secondHalves.last?.upperBound == content.upperBound else { return !last.reachesEnd }
    return !isEndPlain || last.style != 0
  }

  /// Adds a piece, or extends the last one if style and appearance are equal.
  @inline(__always)
  mutating func add(_ piece: Piece) {
    let last = pieces.count - 1
    if last >= 0, pieces[last].style == piece.style, pieces[last].look == piece.look {
      pieces[last].end = piece.end
    } else {
      pieces.append(piece)
    }
  }

  /// Extends pieces over the second units of surrogate pairs whose units have different attributes.
  ///
  /// An element cannot contain half of a surrogate pair; hidden data contains the attributes of the
  /// second unit.
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

  /// Extends each piece that ends before such a second unit to include that unit.
  private mutating func extendPieces() {
    var joined: [Piece] = []
    joined.reserveCapacity(pieces.count)
    var next = 0
    for var piece in pieces {
      // The second unit may have been a piece of its own.
      if let last = joined.last, last.end >= piece.end { continue }
      while next < secondHalves.count, secondHalves[next].lowerBound < piece.end { next += 1 }
      if next < secondHalves.count, secondHalves[next].lowerBound == piece.end { piece.end += 1 }
      joined.append(piece)
    }
    pieces = joined
  }
}
