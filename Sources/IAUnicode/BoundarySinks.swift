/// Who receives the boundaries that a scan finds.
protocol BoundarySink {
  mutating func add(_ offset: Int, isMarked: Bool)
}

/// Keeps offsets.
struct OffsetSink: BoundarySink {
  var offsets: [Int] = []

  @inline(__always)
  mutating func add(_ offset: Int, isMarked: Bool) { offsets.append(offset) }
}

/// Keeps words.
struct WordSink: BoundarySink {
  var words: [WordSegment] = []
  private var start = 0

  @inline(__always)
  mutating func add(_ offset: Int, isMarked: Bool) {
    words.append(WordSegment(utf16Range: start..<offset, isWordLike: isMarked))
    start = offset
  }
}

/// Keeps line breaks.
struct LineBreakSink: BoundarySink {
  var lineBreaks: [LineBreak] = []

  @inline(__always)
  mutating func add(_ offset: Int, isMarked: Bool) {
    lineBreaks.append(LineBreak(utf16Offset: offset, isMandatory: isMarked))
  }
}

/// Hands on the ends of units with the separators after them, the first also with those before it.
struct EnclosingSink: BoundarySink {
  private let body: (Span<Int>) -> Void
  private var ends: [Int] = []
  private var end = 0
  private var hasWord = false

  /// How many ends are handed on at a time.
  private static let batchSize = 512

  init(_ body: @escaping (Span<Int>) -> Void) {
    self.body = body
    ends.reserveCapacity(Self.batchSize)
  }

  @inline(__always)
  mutating func add(_ offset: Int, isMarked: Bool) {
    if isMarked, hasWord {
      ends.append(end)
      if ends.count == Self.batchSize { handOn() }
    }
    hasWord = hasWord || isMarked
    end = offset
  }

  /// Hands on the last units of the text.
  consuming func finish() {
    guard end > 0 else { return }
    ends.append(end)
    handOn()
  }

  private mutating func handOn() {
    body(ends.span)
    ends.removeAll(keepingCapacity: true)
  }
}

/// Keeps the boundaries next to an offset.
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
