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

/// Hands on units with the separators after them, the first also with those before it.
struct EnclosingSink: BoundarySink {
  private let body: (Range<Int>) -> Void
  private var start = 0
  private var end = 0
  private var hasWord = false

  init(_ body: @escaping (Range<Int>) -> Void) { self.body = body }

  @inline(__always)
  mutating func add(_ offset: Int, isMarked: Bool) {
    if isMarked, hasWord {
      body(start..<end)
      start = end
    }
    hasWord = hasWord || isMarked
    end = offset
  }

  /// Hands on the last unit of the text.
  consuming func finish() {
    if end > start { body(start..<end) }
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
