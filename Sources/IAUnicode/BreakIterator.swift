internal import CShims

/// The kinds of boundaries that ICU finds.
enum BreakKind: Int32 {
  case character = 0
  case word = 1
  case sentence = 2
  case lineBreak = 3
}

/// An owned ICU break iterator, opened on first use.
///
/// ICU borrows the text: each method sets the text first, so that ICU never reads a pointer of an
/// earlier call.
///
/// `@unchecked Sendable`: the handle has one owner, and ICU permits the use of an iterator by any
/// thread, if no two threads use it at the same time.
///
/// `@safe`: the handle is private, created on first use and freed in `deinit`.
@safe struct BreakIterator: ~Copyable, @unchecked Sendable {
  private let kind: BreakKind
  private var handle: OpaquePointer?

  init(_ kind: BreakKind) { self.kind = kind }

  deinit {
    if let handle = unsafe handle { unsafe ia_breaks_close(handle) }
  }

  /// Calls `body` with every boundary after `start`, in order, until it returns false.
  ///
  /// A boundary is marked if a word ends or the line must end there. A mandatory break is
  /// recognised by the unit before it, because ICU's status of a line break is wrong at boundaries
  /// from a dictionary (see `ia_breaks_ends_word`).
  mutating func forEach(
    in text: Span<UInt16>, after start: Int, _ body: (_ offset: Int, _ isMarked: Bool) -> Bool
  ) throws(UnicodeError) {
    let iterator = try unsafe open()
    try unsafe text.withUnsafeBufferPointer { units throws(UnicodeError) in
      try unsafe Self.lend(units, to: iterator)
      var next =
        unsafe start == 0 ? ia_breaks_next(iterator) : ia_breaks_following(iterator, Int32(start))
      while next >= 0 {
        let isMarked =
          switch kind {
          case .word: unsafe ia_breaks_ends_word(iterator)
          case .lineBreak: unsafe next > 0 && LineBreakRules.isTerminator(units[Int(next) - 1])
          case .character, .sentence: false
          }
        guard body(Int(next), isMarked) else { return }
        next = unsafe ia_breaks_next(iterator)
      }
    }
  }

  /// Returns the last boundary before `offset`, or `nil` if there is no boundary before it.
  mutating func boundary(
    before offset: Int, in text: Span<UInt16>
  ) throws(UnicodeError) -> Int? {
    let iterator = try unsafe open()
    return try unsafe text.withUnsafeBufferPointer { units throws(UnicodeError) in
      try unsafe Self.lend(units, to: iterator)
      let found = unsafe ia_breaks_preceding(iterator, Int32(offset))
      return found < 0 ? nil : Int(found)
    }
  }

  private mutating func open() throws(UnicodeError) -> OpaquePointer {
    if let handle = unsafe handle { return unsafe handle }
    var status: Int32 = 0
    guard let opened = unsafe ia_breaks_open(kind.rawValue, &status) else {
      throw UnicodeError(.rulesUnavailable, icuStatus: status)
    }
    unsafe handle = opened
    return unsafe opened
  }

  private static func lend(
    _ units: UnsafeBufferPointer<UInt16>, to iterator: OpaquePointer
  ) throws(UnicodeError) {
    guard let count = Int32(exactly: units.count) else { throw UnicodeError(.textTooLong) }
    let status = unsafe ia_breaks_set_text(iterator, units.baseAddress, count)
    guard status == 0 else { throw UnicodeError(.textRefused, icuStatus: status) }
  }
}
