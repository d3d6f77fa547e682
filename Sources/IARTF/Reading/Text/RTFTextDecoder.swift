internal import IAUnicode

/// The state between bytes and units: the number of characters to skip after `\u`, the first bytes
/// of a character, and a high surrogate without its other half.
struct RTFTextDecoder {
  /// The result of joining a unit with the previous unit.
  enum Joined {
    /// The unit is a complete character.
    case unit(UInt16)
    /// The unit completes a surrogate pair.
    case pair(UInt16, UInt16)
    /// The unit is a high surrogate, pending until the next unit.
    case pending
    /// The unit is a lone low surrogate.
    case lone
    /// The pending high surrogate was lone and was removed; the unit must be joined again.
    case loneBefore
  }

  /// The number of characters still to be skipped after a `\u`.
  var fallback: Int32 = 0
  /// Whether bytes are pending until the rest of their character.
  private(set) var hasPendingBytes = false
  private var highSurrogate: UInt16?
  private var stream = CharsetStream(.windows1252)
  private var streamCharset = RTFCharsets.standard
  private var scratch: [UInt16] = []

  /// Whether the next character is independent of the previous ones.
  @inline(__always)
  var isIdle: Bool { fallback <= 0 && !hasPendingBytes && highSurrogate == nil }

  /// Whether a high surrogate is pending.
  @inline(__always)
  var hasHighSurrogate: Bool { highSurrogate != nil }

  /// Returns whether a character is a fallback after `\u`, and counts it if so.
  @inline(__always)
  mutating func skipsCharacter() -> Bool {
    guard fallback > 0 else { return false }
    fallback -= 1
    return true
  }

  // MARK: Bytes

  /// Returns whether bytes of a character set other than the given one are pending.
  func hasPendingBytes(forOtherThan charset: RTFIndex<RTFCharset>) -> Bool {
    hasPendingBytes && streamCharset != charset
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
    hasPendingBytes = stream.hasPendingBytes
    return scratch
  }

  /// Returns whether a byte and the pending bytes are one character.
  func isCompleted(by byte: UInt8) -> Bool {
    var stream = stream
    var units: [UInt16] = []
    stream.append(byte, to: &units)
    return !stream.hasPendingBytes && units.count == 1 && units[0] != 0xFFFD
  }

  /// Ends a character with missing bytes, and returns its units.
  mutating func unitsOfIncomplete() -> [UInt16] {
    hasPendingBytes = false
    scratch.removeAll(keepingCapacity: true)
    stream.finish(into: &scratch)
    return scratch
  }

  // MARK: Surrogates

  /// Joins a unit with the pending one.
  @inline(__always)
  mutating func join(_ unit: UInt16) -> Joined {
    if let high = highSurrogate {
      highSurrogate = nil
      return unit & 0xFC00 == 0xDC00 ? .pair(high, unit) : .loneBefore
    }
    guard unit & 0xF800 == 0xD800 else { return .unit(unit) }
    guard unit < 0xDC00 else { return .lone }
    highSurrogate = unit
    return .pending
  }

  /// Removes the pending high surrogate, and returns whether there was one.
  mutating func dropHighSurrogate() -> Bool {
    defer { highSurrogate = nil }
    return highSurrogate != nil
  }
}
