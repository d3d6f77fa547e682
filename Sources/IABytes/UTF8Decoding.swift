/// The UTF-16 units of UTF-8 bytes, with a record of ill-formed bytes.
///
/// Each maximal ill-formed sequence becomes one U+FFFD, by the rule of the WHATWG Encoding Standard
/// (see `UTF8Sequence`), so a browser shows the same text. Nothing else is changed: U+0000,
/// noncharacters and marks inside the text stay.
public struct UTF8Decoding: Hashable, Sendable {
  /// The treatment of a byte order mark at the start.
  public enum ByteOrderMark: Hashable, Sendable {
    /// The mark is a signature and not part of the text.
    case removed
    /// The mark is part of the text, as U+FEFF is at any other position.
    case kept
  }

  /// The decoded text.
  public private(set) var units: [UInt16] = []
  /// The number of U+FFFD that replace ill-formed bytes.
  public private(set) var replacementCount = 0
  /// The byte offsets of the first ill-formed sequences, at most the requested number.
  public private(set) var replacementByteOffsets: [Int] = []
  /// Whether the bytes begin with EF BB BF.
  public let hasByteOrderMark: Bool

  /// Creates the decoded text of bytes.
  ///
  /// - Parameters:
  ///   - bytes: A whole text.
  ///   - byteOrderMark: The treatment of a mark at the start.
  ///   - maximumOffsets: The maximum number of offsets of ill-formed bytes to record.
  /// - Complexity: O(*n*).
  public init(
    _ bytes: Span<UInt8>, byteOrderMark: ByteOrderMark = .removed, maximumOffsets: Int = 64
  ) {
    hasByteOrderMark =
      bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    let start = hasByteOrderMark && byteOrderMark == .removed ? 3 : 0
    var count = 0
    var offsets: [Int] = []
    Self.append(bytes, from: start, to: &units) { offset in
      count += 1
      if offsets.count < maximumOffsets { offsets.append(offset) }
    }
    replacementCount = count
    replacementByteOffsets = offsets
  }

  /// Appends the UTF-16 units of bytes to an array, with U+FFFD for ill-formed sequences.
  ///
  /// - Returns: The number of U+FFFD that replace ill-formed sequences.
  /// - Complexity: O(*n*).
  @discardableResult
  public static func append(_ bytes: Span<UInt8>, to units: inout [UInt16]) -> Int {
    var replacements = 0
    append(bytes, from: 0, to: &units) { _ in replacements += 1 }
    return replacements
  }

  /// Returns whether bytes are well-formed UTF-8.
  ///
  /// - Complexity: O(*n*), with memory for a part of the bytes at a time.
  public static func isWellFormed(_ bytes: ArraySlice<UInt8>) -> Bool {
    var start = bytes.startIndex
    while start < bytes.endIndex {
      var end = min(start + 2 * chunk, bytes.endIndex)
      // Moves the end of the part back to the start of a scalar, unless the bytes there are ill-formed.
      for _ in 0..<3 where end < bytes.endIndex && bytes[end] & 0xC0 == 0x80 { end -= 1 }
      if String(validating: bytes[start..<end], as: UTF8.self) == nil { return false }
      start = end
    }
    return true
  }

  /// The number of bytes that are decoded between two checks of the array's capacity.
  private static let chunk = 1 << 14

  @inline(__always) private static func append(
    _ bytes: Span<UInt8>, from start: Int, to units: inout [UInt16],
    replacing: (_ byteOffset: Int) -> Void
  ) {
    var position = start
    // Reserving the whole capacity at once avoids copying a long text; unused memory is never
    // touched.
    if units.isEmpty { units.reserveCapacity(bytes.count - start + slack) }
    while position < bytes.count {
      let end = min(position + chunk, bytes.count)
      // No byte makes more than one unit: a scalar of two units takes four bytes.
      units.append(addingCapacity: end - position + slack) { output in
        while position < end {
          position = unsafe bytes.withUnsafeBufferPointer { input in
            unsafe appendCommon(input, from: position, to: end, &output)
          }
          guard position < end else { break }
          let sequence = UTF8Sequence(in: bytes, at: position)
          if !sequence.isWellFormed {
            replacing(position)
            output.append(0xFFFD)
          } else if sequence.value > 0xFFFF {
            let offset = sequence.value - 0x1_0000
            output.append(UInt16(truncatingIfNeeded: 0xD800 | offset >> 10))
            output.append(UInt16(truncatingIfNeeded: 0xDC00 | offset & 0x3FF))
          } else {
            output.append(UInt16(truncatingIfNeeded: sequence.value))
          }
          position += sequence.byteCount
        }
      }
    }
  }

  /// The capacity that is reserved beyond a chunk.
  ///
  /// Eight units are stored at once even if only some are used, and the last scalar may extend
  /// three bytes beyond the chunk.
  private static let slack = 16

  /// Appends units up to the first scalar that takes three bytes or more or is ill-formed, and
  /// returns its offset; near the end of the input, up to the first that is not ASCII.
  ///
  /// Eight bytes are examined at a time, and all of them that are ASCII, or two-byte scalars, are decoded at once.
  /// Texts that alternate between the two at every word then cause no branch mispredictions.
  @inline(__always) private static func appendCommon(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int,
    _ output: inout OutputSpan<UInt16>
  ) -> Int {
    guard let base = input.baseAddress else { return start }
    var position = start
    unsafe output.withUnsafeMutableBufferPointer { buffer, count in
      guard let target = buffer.baseAddress else { return }
      let last = min(end, input.count - 8)
      var filled = count
      while position <= last, position < end, filled + 8 <= buffer.count {
        let word = unsafe load(base + position)
        let high = word & 0x8080_8080_8080_8080
        unsafe store(word & 0xFFFF_FFFF, target + filled)
        unsafe store(word >> 32, target + filled + 4)
        let plain = high.trailingZeroBitCount / 8
        position &+= plain
        filled &+= plain
        guard plain < 8 else { continue }
        let pairs = unsafe appendPairs(base, &position, last, target, &filled)
        // The next scalar is neither ASCII nor a two-byte scalar.
        if plain == 0, !pairs { break }
      }
      while position < end, filled < buffer.count, unsafe base[position] < 0x80 {
        unsafe target[filled] = UInt16(base[position])
        position &+= 1
        filled &+= 1
      }
      count = filled
    }
    return position
  }

  /// Appends up to four scalars of two bytes each; returns whether there was one.
  @inline(__always) private static func appendPairs(
    _ base: UnsafePointer<UInt8>, _ position: inout Int, _ last: Int,
    _ target: UnsafeMutablePointer<UInt16>, _ filled: inout Int
  ) -> Bool {
    guard position <= last else { return false }
    let word = unsafe load(base + position)
    // In each 16 bits, the lead byte is the low one. `wrong` has the fixed bits that differ from those of a two-byte
    // scalar.
    let wrong = (word ^ 0x80C0_80C0_80C0_80C0) & 0xC0E0_C0E0_C0E0_C0E0
    let values = (word & 0x001F_001F_001F_001F) << 6 | word >> 8 & 0x003F_003F_003F_003F
    // Below U+0080 a pair is overlong.
    let long = (values & 0x0780_0780_0780_0780) &+ 0x7FFF_7FFF_7FFF_7FFF
    let bad = ((wrong >> 1 &+ 0x7FFF_7FFF_7FFF_7FFF) | ~long) & 0x8000_8000_8000_8000
    let count = bad.trailingZeroBitCount / 16
    unsafe UnsafeMutableRawPointer(target + filled).storeBytes(
      of: values.littleEndian, as: UInt64.self)
    position &+= 2 &* count
    filled &+= count
    return count > 0
  }

  @inline(__always) private static func load(_ place: UnsafePointer<UInt8>) -> UInt64 {
    unsafe UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
  }

  /// Stores four bytes as four units.
  @inline(__always) private static func store(
    _ bytes: UInt64, _ target: UnsafeMutablePointer<UInt16>
  ) {
    let pairs = (bytes | bytes << 16) & 0x0000_FFFF_0000_FFFF
    let units = (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF
    unsafe UnsafeMutableRawPointer(target).storeBytes(of: units.littleEndian, as: UInt64.self)
  }
}
