/// A limit for the area of a table that is drawn with characters.
///
/// Each column is as wide as its widest cell, and each row as high as its highest cell, so that the area can grow with
/// the square of the length of the text. The limit is proportional to the length of the text.
struct TableArea {
  /// The number of lines of all rows.
  var lineCount = 0
  /// The largest number of columns or cells in a row.
  var columnCount = 0
  /// The characters of all cells.
  var textCount = 0

  /// The area in characters that every table may have, and the additional area for each character of its text.
  private static let (free, perCharacter) = (1 << 20, 64)

  /// Adds the height and the number of columns of a row.
  mutating func add(height: Int, columns: Int) {
    lineCount += height
    columnCount = max(columnCount, columns)
  }

  /// Returns the maximum width of each column in characters, or `nil` if the area is too small for the columns.
  ///
  /// - Parameter gap: The number of characters between two columns.
  func widestColumn(gap: Int) -> Int? {
    let (extra, overflows) = textCount.multipliedReportingOverflow(by: Self.perCharacter)
    let area = overflows ? Int.max : Self.free + min(extra, Int.max - Self.free)
    let width = area / max(lineCount, 1) / max(columnCount, 1) - gap
    return width >= 1 ? width : nil
  }
}
