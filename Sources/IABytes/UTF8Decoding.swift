/// Bytes read as UTF-8 into UTF-16 units, with an account of what was not well-formed.
///
/// Each maximal ill-formed stretch becomes one U+FFFD, by the rule of the WHATWG Encoding Standard
/// (see `UTF8Sequence`), so a browser shows the same text. Nothing else is changed: U+0000,
/// noncharacters and marks inside the text stay.
public struct UTF8Decoding: Hashable, Sendable {
  /// What happens to a byte order mark at the start.
  public enum ByteOrderMark: Hashable, Sendable {
    /// It is taken as a signature and left out.
    case removed
    /// It is U+FEFF like anywhere else.
    case kept
  }

  /// The text.
  public private(set) var units: [UInt16] = []
  /// How many U+FFFD stand for ill-formed bytes.
  public private(set) var replacementCount = 0
  /// Where the first ill-formed stretches begin, in bytes; at most as many as were asked for.
  public private(set) var replacementByteOffsets: [Int] = []
  /// Whether the bytes begin with EF BB BF.
  public let hasByteOrderMark: Bool

  /// Decodes bytes.
  ///
  /// - Parameters:
  ///   - bytes: A whole text.
  ///   - byteOrderMark: What happens to a mark at the start.
  ///   - maximumOffsets: How many places of ill-formed bytes are kept.
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

  /// Appends the UTF-16 units of bytes to an array, with U+FFFD for ill-formed stretches.
  ///
  /// - Returns: How many U+FFFD stand for ill-formed stretches.
  /// - Complexity: O(*n*).
  @discardableResult
  public static func append(_ bytes: Span<UInt8>, to units: inout [UInt16]) -> Int {
    var replacements = 0
    append(bytes, from: 0, to: &units) { _ in replacements += 1 }
    return replacements
  }

  /// How many bytes are decoded between two looks at the room in the array.
  private static let chunk = 1 << 14

  @inline(__always) private static func append(
    _ bytes: Span<UInt8>, from start: Int, to units: inout [UInt16],
    replacing: (_ byteOffset: Int) -> Void
  ) {
    var position = start
    // Room for all at once spares copying a long text; what is not used is never touched.
    if units.isEmpty { units.reserveCapacity(bytes.count - start + 3) }
    while position < bytes.count {
      let end = min(position + chunk, bytes.count)
      // No byte makes more than one unit: a scalar of two units takes four bytes. The last scalar
      // may reach beyond the chunk, by three bytes at most.
      units.append(addingCapacity: end - position + 3) { output in
        while position < end {
          position = appendASCII(bytes, from: position, to: end, &output)
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

  /// Appends units up to the first byte that is not ASCII, and returns its offset.
  @inline(__always) private static func appendASCII(
    _ bytes: Span<UInt8>, from start: Int, to end: Int, _ output: inout OutputSpan<UInt16>
  ) -> Int {
    var position = start
    // A look at single bytes first: in most scripts, ASCII comes one space at a time.
    while position < end, position - start < 8, bytes[position] < 0x80 {
      output.append(UInt16(bytes[position]))
      position += 1
    }
    guard position - start == 8 else { return position }
    let raw = unsafe bytes.bytes
    while position + 16 <= end {
      let vector = unsafe raw.unsafeLoadUnaligned(
        fromByteOffset: position, as: SIMD16<UInt8>.self)
      guard vector.max() < 0x80 else { break }
      let wide = SIMD16<UInt16>(truncatingIfNeeded: vector)
      output.append(wide)
      position += 16
    }
    while position < end, bytes[position] < 0x80 {
      output.append(UInt16(bytes[position]))
      position += 1
    }
    return position
  }
}

extension OutputSpan<UInt16> {
  /// Appends sixteen units at once.
  @inline(__always) fileprivate mutating func append(_ vector: SIMD16<UInt16>) {
    precondition(freeCapacity >= 16, "no room")
    unsafe withUnsafeMutableBufferPointer { buffer, count in
      guard let base = buffer.baseAddress else { return }
      // In bounds by the precondition; the place need not be aligned for a vector.
      unsafe UnsafeMutableRawPointer(base + count).storeBytes(
        of: vector, as: SIMD16<UInt16>.self)
      count += 16
    }
  }
}
