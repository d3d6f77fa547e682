public import IARender
public import IAViews

/// Rows of which some were replaced, such as one in which a person types.
///
/// Replaced rows keep their numbers, which rows inserted at either end do not change.
public final class EditedRows: RowSource {
  private let base: GeneratedRows
  private var replaced: [Int: Renderer.Message] = [:]

  /// Creates the same rows.
  public init(_ base: GeneratedRows) { self.base = base }

  /// The number of rows.
  public var rowCount: Int { base.rowCount }

  private func number(_ row: Int) -> Int { base.numbers.lowerBound + row }

  /// Returns the message of a row.
  ///
  /// - Precondition: The row exists.
  public func message(at row: Int) -> Renderer.Message {
    replaced.isEmpty ? base.message(at: row) : replaced[number(row)] ?? base.message(at: row)
  }

  /// Returns the author of a row.
  ///
  /// - Precondition: The row exists.
  public func author(at row: Int) -> Bubble.Author {
    replaced.isEmpty ? base.author(at: row) : replaced[number(row)]?.author ?? base.author(at: row)
  }

  /// Returns the lengths of messages in UTF-16 units, those of replaced rows as they were at first.
  ///
  /// - Precondition: The rows exist.
  public func utf16Counts(of rows: Range<Int>) -> [UInt32] { base.utf16Counts(of: rows) }

  /// Replaces a message.
  ///
  /// - Precondition: The row exists.
  public func replace(_ row: Int, with message: Renderer.Message) {
    replaced[number(row)] = message
  }

  /// Inserts rows at both ends.
  public func grow(atStart: Int, atEnd: Int) { base.grow(atStart: atStart, atEnd: atEnd) }
}
