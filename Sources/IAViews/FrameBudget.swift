/// The work that one frame may do; views that share a frame share its budget.
///
/// A frame of a view lays out at least one row. A view that draws nothing in two frames, because others used the budget,
/// draws at least one band of pixels in the next, so that work that exceeds every budget is also completed.
public struct FrameBudget {
  /// The number of rows that may still be laid out.
  public var rows: Int
  /// The number of pixels that may still be drawn.
  public var pixels: Int
  /// The time at which the frame stops its work; `nil` for none.
  public var deadline: ContinuousClock.Instant?

  /// Creates a budget.
  public init(
    rows: Int = .max, pixels: Int = .max, deadline: ContinuousClock.Instant? = nil
  ) {
    self.rows = rows
    self.pixels = pixels
    self.deadline = deadline
  }

  /// A budget without limits.
  public static var unlimited: FrameBudget { FrameBudget() }

  /// Whether the time is over.
  private var isOver: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

  /// Whether a row may be laid out.
  var allowsRow: Bool { rows > 0 && !isOver }
  /// Whether a band may be drawn.
  var allowsBand: Bool { pixels > 0 && !isOver }
}
