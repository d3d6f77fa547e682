/// A receiver of the boundaries that a scan finds.
protocol BoundarySink {
  mutating func add(_ offset: Int, isMarked: Bool)
}

/// Collects the offsets of boundaries.
struct OffsetSink: BoundarySink {
  var offsets: [Int] = []

  @inline(__always)
  mutating func add(_ offset: Int, isMarked: Bool) { offsets.append(offset) }
}

/// Collects words.
struct WordSink: BoundarySink {
  var words: [WordSegment] = []
  private var start = 0

  @inline(__always)
  mutating func add(_ offset: Int, isMarked: Bool) {
    words.append(WordSegment(utf16Range: start..<offset, isWordLike: isMarked))
    start = offset
  }
}

/// Collects line breaks.
struct LineBreakSink: BoundarySink {
  var lineBreaks: [LineBreak] = []

  @inline(__always)
  mutating func add(_ offset: Int, isMarked: Bool) {
    lineBreaks.append(LineBreak(utf16Offset: offset, isMandatory: isMarked))
  }
}

/// Passes on the end of each segment; a segment includes the separators after it, and the first segment also those
/// before it.
struct EnclosingSink: BoundarySink {
  private let body: (Span<Int>) -> Void
  private var ends: [Int] = []
  private var end = 0
  private var hasWord = false

  /// The number of ends passed to the body at a time.
  private static let batchSize = 512

  init(_ body: @escaping (Span<Int>) -> Void) {
    self.body = body
    ends.reserveCapacity(Self.batchSize)
  }

  @inline(__always)
  mutating func add(_ offset: Int, isMarked: Bool) {
    if isMarked, hasWord {
      ends.append(end)
      if ends.count == Self.batchSize { flush() }
    }
    hasWord = hasWord || isMarked
    end = offset
  }

  /// Passes on the remaining ends.
  consuming func finish() {
    guard end > 0 else { return }
    ends.append(end)
    flush()
  }

  private mutating func flush() {
    body(ends.span)
    ends.removeAll(keepingCapacity: true)
  }
}

/// Finds the boundaries before, at and after an offset.
struct NeighbourSink: BoundarySink {
  let target: Int
  var before: Int
  var isBoundary = false
  var after: Int?

  @inline(__always)
  mutating func add(_ offset: Int, isMarked: Bool) {
    if offset < target {
      before = offset
    } else if offset == target {
      isBoundary = true
    } else if after == nil {
      after = offset
    }
  }
}
