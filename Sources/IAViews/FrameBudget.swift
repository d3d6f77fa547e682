/// The limits of the work of one frame; views that share a frame share its budget.
///
/// Two rules complete the work even if it exceeds every budget:
/// - A frame of a view always lays out the anchor's row.
/// - If a view draws nothing in two consecutive frames because other views used the budget, it draws at least one
///   band of pixels in the next frame.
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

  /// Whether the deadline has passed.
  private var isOver: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }

  /// Whether a row may be laid out.
  var allowsRow: Bool { rows > 0 && !isOver }
  /// Whether a band may be drawn.
  var allowsBand: Bool { pixels > 0 && !isOver }
}
