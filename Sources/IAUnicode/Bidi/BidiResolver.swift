internal import CShims

/// The base direction of a paragraph.
public enum BaseDirection: Int8, Hashable, Sendable, CaseIterable {
  /// Left to right.
  case leftToRight = 0
  /// Right to left.
  case rightToLeft = 1
  /// Taken from the first strong character; left to right if there is no strong character (UAX 9,
  /// P2 and P3).
  case automatic = -1
}

/// Resolves the embedding levels of a paragraph with the Unicode bidirectional algorithm (UAX 9).
///
/// A resolver owns an ICU bidi object, opens it when a text first needs it, and reuses it. It has
/// one owner and may move between threads; two threads that run at the same time need one resolver
/// each.
///
/// `@unchecked Sendable`: the handle has one owner, and ICU does not bind it to a thread.
///
/// `@safe`: the handle is private, created on first use and freed in `deinit`; ICU keeps no pointer
/// to a text after a call.
@safe public struct BidiResolver: ~Copyable, @unchecked Sendable {
  private var handle: OpaquePointer?

  /// Creates a resolver without opening ICU.
  public init() {}

  deinit {
    if let handle = unsafe handle { unsafe ia_bidi_close(handle) }
  }

  /// Computes the embedding level of each unit of one paragraph, with rule L1 applied as if the
  /// paragraph were one line.
  ///
  /// Even levels are left to right, odd levels right to left. Before a line is drawn, apply
  /// `BidiLevels.resetTrailing` to its end and order its units with `BidiLevels.visualRuns`.
  ///
  /// - Parameters:
  ///   - text: The paragraph. It may end with U+000A.
  ///   - base: The base direction.
  ///   - levels: Receives one level for each unit; previous content is replaced.
  /// - Returns: The level of the paragraph, 0 or 1.
  /// - Throws: `UnicodeError` if ICU cannot allocate memory or the text is longer than 2³¹ − 1
  ///   units.
  /// - Complexity: O(*n*) in the units of the text; nesting deeper than 125 levels is ignored (UAX
  ///   9, BD2).
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
