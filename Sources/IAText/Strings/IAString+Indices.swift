// Converts between indices of Swift strings and UTF-16 offsets. `text` has the same number of
// UTF-16 units as the string (a lone surrogate becomes U+FFFD, one unit), so offsets are the same
// in both.
extension IAString {
  /// Returns the UTF-16 range of a range of indices in `text`, or in any string with the same
  /// units.
  ///
  /// - Parameters:
  ///   - range: A range of indices of `text`.
  ///   - text: The string that the indices belong to.
  /// - Complexity: O(1) for native strings with breadcrumbs, otherwise O(*n*).
  public static func utf16Range(of range: Range<String.Index>, in text: String) -> Range<Int> {
    range.lowerBound.utf16Offset(in: text)..<range.upperBound.utf16Offset(in: text)
  }

  /// Returns the range of indices in `text` for a range of UTF-16 units.
  ///
  /// - Parameters:
  ///   - utf16Range: The units.
  ///   - text: A string with the same units, such as the `text` of this string.
  /// - Returns: The indices, or `nil` if the range is not within the text or splits a surrogate
  ///   pair.
  public static func indices(of utf16Range: Range<Int>, in text: String) -> Range<String.Index>? {
    let units = text.utf16
    guard utf16Range.lowerBound >= 0,
      let start = units.index(
        units.startIndex, offsetBy: utf16Range.lowerBound, limitedBy: units.endIndex),
      let end = units.index(start, offsetBy: utf16Range.count, limitedBy: units.endIndex),
      let first = start.samePosition(in: text.unicodeScalars),
      let last = end.samePosition(in: text.unicodeScalars)
    else { return nil }
    return first..<last
  }

  /// Returns the UTF-16 range of the first occurrence of a text, or `nil` if it does not occur.
  ///
  /// Text is compared by units, not by canonical equivalence.
  ///
  /// - Parameters:
  ///   - text: The text to find; an empty text is found at the start of the range.
  ///   - range: The units to search; `nil` for all.
  /// - Complexity: O(*n* · *m*) in the worst case, for *m* units of `text`.
  public func range(of text: String, in range: Range<Int>? = nil) -> Range<Int>? {
    let wanted = Array(text.utf16)
    let bounds = range ?? utf16Range
    let units = units(in: bounds)
    guard let first = wanted.first else {
      return bounds.lowerBound..<bounds.lowerBound
    }
    var start = 0
    while start + wanted.count <= units.count {
      guard let found = units[start...(units.count - wanted.count)].firstIndex(of: first) else {
        return nil
      }
      if units[found..<found + wanted.count].elementsEqual(wanted) {
        let offset = bounds.lowerBound + found
        return offset..<offset + wanted.count
      }
      start = found + 1
    }
    return nil
  }
}
