public import IARender
internal import IAText

/// The messages of a thread, by row.
///
/// A view reads the messages of visible rows, and of a few others to estimate heights. Changes are
/// reported to it: `ThreadView.rowsInserted(atStart:)`, `rowsInserted(atEnd:)`, `rowChanged(_:)`.
public protocol RowSource: AnyObject {
  /// The number of rows.
  var rowCount: Int { get }
  /// Returns the message of a row.
  ///
  /// - Precondition: The row exists.
  func message(at row: Int) -> Renderer.Message
  /// Returns the author of a row.
  ///
  /// If two consecutive rows have different authors, the view shows a larger gap and the second author's name
  /// between them.
  ///
  /// - Precondition: The row exists.
  func author(at row: Int) -> Bubble.Author
  /// Returns the approximate lengths of messages in UTF-16 units, from which heights are estimated.
  ///
  /// A view asks for the lengths of all rows in portions when it is created; a length that is
  /// missing counts as 0.
  ///
  /// - Precondition: The rows exist.
  func utf16Counts(of rows: Range<Int>) -> [UInt32]
  /// Returns the rows to lay out as samples of all heights.
  ///
  /// The default implementation returns the pseudorandom rows that the view suggests. A source that reads rows in
  /// blocks should return rows of few blocks.
  ///
  /// - Parameter suggested: Ascending row numbers, one from each of several equal parts of the thread.
  /// - Returns: Rows that exist, at most as many as suggested.
  func samples(for suggested: [Int]) -> [Int]
}

extension RowSource {
  /// Returns the suggested rows.
  public func samples(for suggested: [Int]) -> [Int] { suggested }
}

/// Rows in an array, which grows at both ends.
public final class ArrayRows: RowSource {
  /// The messages in order.
  public private(set) var messages: [Renderer.Message]

  /// Creates rows.
  public init(_ messages: [Renderer.Message]) { self.messages = messages }

  /// The number of rows.
  public var rowCount: Int { messages.count }

  /// Returns the message of a row.
  ///
  /// - Precondition: The row exists.
  public func message(at row: Int) -> Renderer.Message { messages[row] }

  /// Returns the author of a row.
  ///
  /// - Precondition: The row exists.
  public func author(at row: Int) -> Bubble.Author { messages[row].author }

  /// Returns the lengths of messages in UTF-16 units.
  ///
  /// - Precondition: The rows exist.
  public func utf16Counts(of rows: Range<Int>) -> [UInt32] {
    messages[rows].map { UInt32(clamping: $0.source.document.string.utf16Count) }
  }

  /// Inserts messages before the first row.
  public func prepend(_ new: [Renderer.Message]) { messages.insert(contentsOf: new, at: 0) }

  /// Inserts messages after the last row.
  public func append(_ new: [Renderer.Message]) { messages += new }

  /// Replaces a message, such as one whose picture has arrived.
  ///
  /// - Precondition: The row exists.
  public func replace(_ row: Int, with message: Renderer.Message) { messages[row] = message }
}

/// Rows made on demand, such as those of a benchmark with a million rows.
///
/// Rows have numbers that can be negative: history is inserted below the lowest number.
public final class GeneratedRows: RowSource {
  /// The numbers of the rows.
  public private(set) var numbers: Range<Int>
  private let make: (Int) -> Renderer.Message
  private let author: (Int) -> Bubble.Author
  private let utf16Counts: (Range<Int>) -> [UInt32]

  /// Creates rows.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the rows at first.
  ///   - author: Returns the author of the message of a number.
  ///   - utf16Counts: Returns the lengths of the messages of consecutive numbers; it is called for all rows, in
  ///     portions.
  ///   - make: Returns the message of a number; it must return equal messages for equal numbers.
  public init(
    _ numbers: Range<Int>,
    author: @escaping (Int) -> Bubble.Author,
    utf16Counts: @escaping (Range<Int>) -> [UInt32],
    make: @escaping (Int) -> Renderer.Message
  ) {
    self.numbers = numbers
    self.author = author
    self.utf16Counts = utf16Counts
    self.make = make
  }

  /// The number of rows.
  public var rowCount: Int { numbers.count }

  /// Returns the message of a row.
  ///
  /// - Precondition: The row exists.
  public func message(at row: Int) -> Renderer.Message { make(numbers.lowerBound + row) }

  /// Returns the author of a row.
  ///
  /// - Precondition: The row exists.
  public func author(at row: Int) -> Bubble.Author {
    author(numbers.lowerBound + row)
  }

  /// Returns the lengths of messages in UTF-16 units.
  ///
  /// - Precondition: The rows exist.
  public func utf16Counts(of rows: Range<Int>) -> [UInt32] {
    let first = numbers.lowerBound
    return utf16Counts(first + rows.lowerBound..<first + rows.upperBound)
  }

  /// Inserts rows at both ends.
  public func grow(atStart: Int, atEnd: Int) {
    numbers = numbers.lowerBound - max(atStart, 0)..<numbers.upperBound + max(atEnd, 0)
  }
}
