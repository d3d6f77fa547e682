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
    /// Whether it sets what schemes set too.
    var touchesScheme = false
    /// Whether hidden data holds something of it.
    var isHidden = false
    /// Whether it has tags.
    var hasTags = false
    /// Whether something of it is lost.
    var hasLosses = false
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
  /// The surrogate pairs of the paragraph whose halves differ in style.
  private(set) var pairs: [Range<Int>] = []
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
    return pairs.last?.upperBound == content.upperBound ? !isEndPlain : !last.reachesEnd
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

  /// Cuts a plain piece for each surrogate pair whose halves differ in style.
  ///
  /// No element can hold half of a character; hidden data holds the attributes of both.
  mutating func separatePairs(
    in paragraph: IAString.NumberedParagraph, _ window: inout TextWindow
  ) {
    pairs.removeAll(keepingCapacity: true)
    guard pieces.count > 1 else { return }
    for index in 1..<pieces.count where pieces[index - 1].style != pieces[index].style {
      let cut = pieces[index - 1].end
      if window.isLead(at: cut - 1), window.end(from: cut - 1, to: cut) == cut + 1 {
        pairs.append(cut - 1..<cut + 1)
      }
    }
    if !pairs.isEmpty { cutOutPairs(from: paragraph.utf16Range.lowerBound) }
  }

  private mutating func cutOutPairs(from start: Int) {
    var apart: [Piece] = []
    apart.reserveCapacity(pieces.count + pairs.count)
    var at = start
    var next = 0
    for piece in pieces {
      // The end of a pair may be all there was of a piece.
      guard piece.end > at else { continue }
      guard next < pairs.count, pairs[next].lowerBound < piece.end else {
        apart.append(piece)
        at = piece.end
        continue
      }
      if pairs[next].lowerBound > at {
        var head = piece
        head.end = pairs[next].lowerBound
        apart.append(head)
      }
      at = pairs[next].upperBound
      apart.append(Piece(end: at, style: 0, look: 0, reachesEnd: false))
      next += 1
    }
    pieces = apart
  }
}
