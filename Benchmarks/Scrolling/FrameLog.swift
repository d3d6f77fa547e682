internal import CMeasure
internal import IAViews

/// The work of each frame of a run, over all views.
struct FrameLog {
  /// The values of each frame, by name.
  ///
  /// - `sizedRows`, `writtenPixels`, `shapedGlyphs`, `anchorMovement` (pixels): as in the counts of a run;
  /// - `allocations`: calls of malloc and its relatives until the contiguous pictures exist;
  /// - `heldBytes`: the memory that malloc has given out after the frame, in the whole process; pixels of views are not
  ///   part of it;
  /// - `heightErrors`: the largest difference of a view's total height to the exact one, in millionths. Without a known
  ///   exact height, and after a change of rows or sizes, it is missing.
  private(set) var values: [String: [Int]] = [:]
  private var exactHeight: Double?

  /// Creates a log, with memory for a number of frames.
  init(exactHeight: Double?, frames: Int) {
    self.exactHeight = exactHeight
    for name in Self.names {
      values[name] = []
      values[name]?.reserveCapacity(frames)
    }
    if exactHeight == nil { values["heightErrors"] = nil }
  }

  private static let names = [
    "sizedRows", "writtenPixels", "shapedGlyphs", "anchorMovement", "allocations", "heldBytes",
    "heightErrors",
  ]

  /// Adds a frame.
  mutating func add(
    _ reports: [FrameReport], _ views: [ThreadView], _ actions: [ScrollAction], allocations: Int,
    anchorMovement: Int
  ) {
    func sum(_ member: KeyPath<FrameReport, Int>) -> Int {
      reports.reduce(0) { $0 + $1[keyPath: member] }
    }
    append(sum(\.sizedRows), to: "sizedRows")
    append(sum(\.writtenPixels), to: "writtenPixels")
    append(sum(\.shapedGlyphs), to: "shapedGlyphs")
    append(anchorMovement, to: "anchorMovement")
    append(allocations, to: "allocations")
    append(measure_allocated_bytes(), to: "heldBytes")
    for action in actions {
      switch action {
      case .history, .arrival, .rotation, .textScale, .typing:
        exactHeight = nil
        values["heightErrors"] = nil
      case .scroll, .jump, .back, .end: break
      }
    }
    if let exactHeight {
      let worst = views.map { abs($0.totalHeight / exactHeight - 1) }.max() ?? 0
      append(Int((worst * 1e6).rounded()), to: "heightErrors")
    }
  }

  private mutating func append(_ value: Int, to name: String) { values[name]?.append(value) }
}
