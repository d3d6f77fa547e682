internal import CShims

/// The direction that a paragraph starts from.
public enum BaseDirection: Int8, Hashable, Sendable, CaseIterable {
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
  /// The first strong character decides; left to right where there is none (UAX 9, P2 and P3).
  case automatic = -1
}

/// Finds the embedding levels of a paragraph by the Unicode bidirectional algorithm (UAX 9).
///
/// A resolver owns ICU's analysis, opens it when a text first needs it, and reuses it. It has one
/// owner and may move between threads; two threads at once need one each.
///
/// `@unchecked Sendable`: the handle has one owner, and ICU ties it to no thread.
///
/// `@safe`: the handle is private, made on first use and freed in `deinit`; ICU keeps no pointer to
/// a text after a call.
@safe public struct BidiResolver: ~Copyable, @unchecked Sendable {
  private var handle: OpaquePointer?

  /// Makes a resolver.
  public init() {}

  deinit {
    if let handle = unsafe handle { unsafe ia_bidi_close(handle) }
  }

  /// The level of each unit of one paragraph, rule L1 applied as if it were one line.
  ///
  /// Even levels go from left to right, odd ones from right to left. Before a line is drawn, its
  /// own end needs `BidiLevels.resetTrailing` and its units `BidiLevels.visualRuns`.
  ///
  /// - Parameters:
  ///   - text: The paragraph. Its own U+000A may end it.
  ///   - base: The direction it starts from.
  ///   - levels: Receives the levels; what it held is replaced.
  /// - Returns: The level of the paragraph, 0 or 1.
  /// - Throws: `UnicodeError` where memory ran out or the text is longer than 2³¹ − 1 units.
  /// - Complexity: O(*n*) in the units of the text; nesting is cut at 125 levels.
  public mutating func resolve(
    _ text: Span<UInt16>, base: BaseDirection, into levels: inout [UInt8]
  ) throws(UnicodeError) -> UInt8 {
    guard let count = Int32(exactly: text.count) else { throw UnicodeError(.textTooLong) }
    levels.removeAll(keepingCapacity: true)
    guard count > 0 else { return base == .rightToLeft ? 1 : 0 }
    levels.append(contentsOf: repeatElement(0, count: text.count))
    let analysis = try unsafe open()
    var paragraph: UInt8 = 0
    let status = unsafe text.withUnsafeBufferPointer { units in
      unsafe levels.withUnsafeMutableBufferPointer { found in
        guard let units = units.baseAddress, let found = found.baseAddress else { return Int32(0) }
        return unsafe ia_bidi_levels(
          analysis, units, count, Int32(base.rawValue), found, &paragraph)
      }
    }
    guard status == 0 else { throw UnicodeError(.textRefused, icuStatus: status) }
    return paragraph
  }

  private mutating func open() throws(UnicodeError) -> OpaquePointer {
    if let handle = unsafe handle { return unsafe handle }
    guard let opened = unsafe ia_bidi_open() else { throw UnicodeError(.rulesUnavailable) }
    unsafe handle = opened
    return unsafe opened
  }
}
