internal import CPCRE2
public import IABytes

/// A regular expression of PCRE2 for UTF-16 text.
///
/// Character classes such as `\w` use Unicode properties.
///
/// `@unchecked Sendable`: searches only read the compiled pattern, so that several threads can use it.
@safe final class Pattern: @unchecked Sendable {
  /// The result of a search, which may be abandoned.
  enum Outcome: Equatable {
    /// The whole text was searched.
    case complete
    /// A limit on backtracking was reached; the rest of the line was not searched.
    case abandoned
  }

  private let code: OpaquePointer

  /// The maximum length of a pattern in UTF-16 units.
  static let maximumLength = 4096
  /// The maximum number of match attempts of PCRE2 in one search, which take a few milliseconds.
  private static let matchLimit: UInt32 = 200_000
  /// The maximum memory for backtracking, in KiB.
  private static let heapLimit: UInt32 = 4096

  /// Creates a compiled pattern.
  ///
  /// - Parameters:
  ///   - text: The pattern.
  ///   - byteOffset: The offset of the pattern in the data, for errors.
  ///   - group: The group to return, which must exist.
  /// - Throws: `InputError` with the code `highlighting.pattern`.
  init(_ text: String, group: Int, at byteOffset: Int) throws(InputError) {
    let units = Array(text.utf16)
    guard units.count <= Self.maximumLength else {
      throw InputError(.highlightingPattern, at: byteOffset, detail: "longer than 4096 units")
    }
    var status: Int32 = 0
    var place = 0
    let options = PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C
    guard
      let compiled = unsafe pcre2_compile_16(
        units, units.count, UInt32(bitPattern: Int32(truncatingIfNeeded: options)), &status, &place,
        nil)
    else {
      throw InputError(
        .highlightingPattern, at: byteOffset,
        detail: "\(Self.message(status)), at character \(place)")
    }
    unsafe code = compiled
    var groups: UInt32 = 0
    unsafe pcre2_pattern_info_16(compiled, UInt32(PCRE2_INFO_CAPTURECOUNT), &groups)
    guard group <= Int(groups) else {
      throw InputError(.highlightingPattern, at: byteOffset, detail: "no group \(group)")
    }
  }

  deinit { unsafe pcre2_code_free_16(code) }

  private static func message(_ status: Int32) -> String {
    var buffer = [UInt16](repeating: 0, count: 256)
    let length = unsafe pcre2_get_error_message_16(status, &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, Int(length))), as: UTF16.self)
  }

  /// Finds all non-overlapping matches, from the start.
  ///
  /// - Parameters:
  ///   - text: The text to search.
  ///   - group: The group of each match; 0 for the whole match. Matches in which the group does not
  ///     participate, or is empty, are skipped.
  ///   - body: Receives the ranges, from the start of the text.
  func forEachMatch(
    in text: [UInt16], group: Int, _ body: (Range<Int>) -> Void
  ) -> Outcome {
    guard let match = unsafe pcre2_match_data_create_from_pattern_16(code, nil) else {
      return .abandoned
    }
    defer { unsafe pcre2_match_data_free_16(match) }
    guard let context = unsafe pcre2_match_context_create_16(nil) else { return .abandoned }
    defer { unsafe pcre2_match_context_free_16(context) }
    unsafe pcre2_set_match_limit_16(context, Self.matchLimit)
    unsafe pcre2_set_heap_limit_16(context, Self.heapLimit)
    var start = 0
    while start <= text.count {
      let found = unsafe pcre2_match_16(code, text, text.count, start, 0, match, context)
      if found == PCRE2_ERROR_NOMATCH { return .complete }
      guard found > 0, let places = unsafe pcre2_get_ovector_pointer_16(match) else {
        return .abandoned
      }
      let (from, to) = unsafe (places[2 * group], places[2 * group + 1])
      if from < to, to <= text.count { body(from..<to) }
      let end = unsafe places[1]
      // The start advances after an empty match, and after a match whose start `\K` moved beyond its end, so that the
      // match is not found again.
      start = max(end, start) == start ? start + 1 : end
    }
    return .complete
  }
}

extension InputError.Code {
  /// A rule's pattern is not a regular expression, is too long, or lacks the stated group.
  public static let highlightingPattern = Self(rawValue: "highlighting.pattern")
  /// A set of rules has a member that its schema does not define, or a value out of range.
  public static let highlightingRule = Self(rawValue: "highlighting.rule")
}
