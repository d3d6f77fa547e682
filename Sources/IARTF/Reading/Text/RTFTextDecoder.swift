internal import IAUnicode

/// The state between bytes and units: characters to skip behind `\u`, the first bytes of a character,
/// and a high surrogate without its other half.
struct RTFTextDecoder {
  /// What becomes of a unit when it meets the unit before it.
  enum Joined {
    /// It is a character, or represents itself.
    case unit(UInt16)
    /// It completes a pair.
    case pair(UInt16, UInt16)
    /// It is a high surrogate that waits for its other half.
    case waiting
    /// It is a low surrogate without its other half.
    case lone
    /// The high surrogate before it has no other half and was dropped; the unit is to be joined again.
    case loneBefore
  }

  /// The number of characters still to skip behind a `\u`.
  var fallback: Int32 = 0
  /// Whether bytes wait for the rest of their character.
  private(set) var isWaiting = false
  private var highSurrogate: UInt16?
  private var stream = CharsetStream(.windows1252)
  private var streamCharset = RTFCharsets.standard
  private var scratch: [UInt16] = []

  /// Whether the next character is independent of what came before.
  @inline(__always)
  var isIdle: Bool { fallback <= 0 && !isWaiting && highSurrogate == nil }

  /// Whether a high surrogate waits for its other half.
  @inline(__always)
  var hasHighSurrogate: Bool { highSurrogate != nil }

  /// Counts a character as one behind a `\u`, and returns whether it is one.
  @inline(__always)
  mutating func skipsCharacter() -> Bool {
    guard fallback > 0 else { return false }
    fallback -= 1
    return true
  }

  // MARK: Bytes

  /// Returns whether bytes of another set than the given one wait.
  func isWaiting(forOtherThan charset: RTFIndex<RTFCharset>) -> Bool {
    isWaiting && streamCharset != charset
  }

  /// Starts a character of several bytes.
  mutating func start(_ charset: Charset, _ index: RTFIndex<RTFCharset>) {
    streamCharset = index
    stream = CharsetStream(charset)
  }

  /// Returns the units that a byte completes.
  mutating func units(completedBy byte: UInt8) -> [UInt16] {
    scratch.removeAll(keepingCapacity: true)
    stream.append(byte, to: &scratch)
    isWaiting = stream.hasPendingBytes
    return scratch
  }

  /// Ends a character whose other bytes are missing, and returns its units.
  mutating func unitsOfIncomplete() -> [UInt16] {
    isWaiting = false
    scratch.removeAll(keepingCapacity: true)
    stream.finish(into: &scratch)
    return scratch
  }

  // MARK: Surrogates

  /// Returns what becomes of a unit behind the one before it.
  @inline(__always)
  mutating func join(_ unit: UInt16) -> Joined {
    if let high = highSurrogate {
      highSurrogate = nil
      return unit & 0xFC00 == 0xDC00 ? .pair(high, unit) : .loneBefore
    }
    guard unit & 0xF800 == 0xD800 else { return .unit(unit) }
    guard unit < 0xDC00 else { return .lone }
    highSurrogate = unit
    return .waiting
  }

  /// Drops the high surrogate that waits, and returns whether there was one.
  mutating func dropHighSurrogate() -> Bool {
    defer { highSurrogate = nil }
    return highSurrogate != nil
  }
}
