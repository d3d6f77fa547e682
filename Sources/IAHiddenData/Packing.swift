internal import IABytes

/// Appends numbers in the packed form of hidden data, little-endian.
struct Packer {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(96) }

  /// Removes all bytes and keeps the capacity.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends a byte.
  mutating func byte(_ value: UInt8) { bytes.append(value) }

  /// Appends a unit, the low byte first.
  mutating func unit(_ value: UInt16) {
    bytes.append(UInt8(value & 0xFF))
    bytes.append(UInt8(value >> 8))
  }

  /// Appends eight bytes, the low byte first.
  mutating func word(_ value: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  /// Appends a varint: seven bits in each byte, the lowest first; the top bit is set if more bytes
  /// follow.
  mutating func number(_ value: Int) {
    var rest = UInt64(value)
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Appends the number of runs, and the count and value of each.
  mutating func runs(_ runs: [HiddenParagraph.Run]) {
    number(runs.count)
    for run in runs {
      number(run.count)
      number(run.value)
    }
  }

  /// Appends the runs of equal values in the same form; each value is below 0x80.
  mutating func runs(of values: Span<UInt8>) {
    guard !values.isEmpty else { return number(0) }
    let changes = Self.changeCount(in: values)
    number(changes + 1)
    // A count takes a byte, or up to nine if it is 0x80 or more.
    bytes.append(addingCapacity: 2 * changes + values.count / 0x80 * 9 + 10) { output in
      // `putRuns` writes at most the added capacity: two bytes for each change, nine for each count
      // of 0x80 or more, and ten for the last run and the two bytes that may be overwritten.
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        guard let start = buffer.baseAddress else { return }
        count += unsafe Self.putRuns(of: values, to: start + count)
      }
    }
  }

  /// Returns the number of values that differ from the previous value.
  private static func changeCount(in values: Span<UInt8>) -> Int {
    let bytes = unsafe values.bytes
    var changes = 0
    var at = 1
    while at + 8 <= values.count {
      // A 1 in each lane that differs; the multiplication sums them in the highest byte.
      changes &+= Int(((differing(bytes, at) &>> 7) &* UnitLanes.byteOnes) &>> 56)
      at += 8
    }
    while at < values.count {
      changes &+= values[at] == values[at - 1] ? 0 : 1
      at += 1
    }
    return changes
  }

  /// Returns eight bytes at an offset, the first one lowest.
  @inline(__always)
  private static func word(_ bytes: RawSpan, at offset: Int) -> UInt64 {
    // The load checks the bounds, and any eight bytes are a valid number.
    UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// Returns the top bits of those of eight values that differ from the previous value.
  @inline(__always)
  private static func differing(_ bytes: RawSpan, _ at: Int) -> UInt64 {
    let difference = word(bytes, at: at) ^ word(bytes, at: at - 1)
    return (difference &+ (0x7F &* UnitLanes.byteOnes)) & UnitLanes.byteTops
  }

  /// Writes the runs of values and returns their size in bytes; up to two more bytes may be
  /// overwritten.
  private static func putRuns(
    of values: Span<UInt8>, to output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let input = unsafe values.bytes
    let count = values.count
    var out = unsafe output
    var start = 0
    var at = 1
    while at + 8 <= count {
      var ends = differing(input, at)
      if ends == UnitLanes.byteTops, at - start < 0x80 {
        // All values differ: the run before them ends, and all values except the last are runs of
        // one.
        unsafe out[0] = UInt8(truncatingIfNeeded: at - start)
        unsafe out[1] = values[at - 1]
        let bytes = word(input, at: at)
        let to = UnsafeMutableRawPointer(out)
        unsafe to.storeBytes(
          of: (UnitLanes.widened(bytes) &<< 8 | UnitLanes.ones).littleEndian, toByteOffset: 2,
          as: UInt64.self)
        unsafe to.storeBytes(
          of: (UnitLanes.widened(bytes &>> 32) &<< 8 | UnitLanes.ones).littleEndian,
          toByteOffset: 10, as: UInt64.self)
        unsafe out += 16
        start = at + 7
      } else {
        while ends != 0 {
          let end = at + ends.trailingZeroBitCount / 8
          unsafe put(end - start, values[end - 1], to: &out)
          start = end
          ends &= ends &- 1
        }
      }
      at += 8
    }
    while at < count {
      if values[at] != values[at - 1] {
        unsafe put(at - start, values[at - 1], to: &out)
        start = at
      }
      at += 1
    }
    unsafe put(count - start, values[count - 1], to: &out)
    return unsafe out - output
  }

  @inline(__always)
  private static func put(
    _ length: Int, _ value: UInt8, to out: inout UnsafeMutablePointer<UInt8>
  ) {
    var rest = length
    while rest > 0x7F {
      unsafe out.pointee = UInt8(truncatingIfNeeded: rest) | 0x80
      unsafe out += 1
      rest >>= 7
    }
    unsafe out[0] = UInt8(truncatingIfNeeded: rest)
    unsafe out[1] = value
    unsafe out += 2
  }
}

/// Reads numbers in the packed form of hidden data; throws at the end of the bytes.
struct Unpacker {
  private let bytes: [UInt8]
  private var offset = 0
  /// The offset of the number or byte that was read last.
  private var fieldOffset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all bytes were read.
  var isAtEnd: Bool { offset == bytes.count }

  /// Returns an error at the current offset.
  func error(_ code: InputError.Code) -> InputError { InputError(code, at: offset) }

  /// Returns an error at the start of the number or byte that was read last.
  func fieldError(_ code: InputError.Code) -> InputError { InputError(code, at: fieldOffset) }

  /// Reads a byte.
  mutating func byte() throws(InputError) -> UInt8 {
    guard offset < bytes.count else { throw error(.hiddenTruncated) }
    fieldOffset = offset
    defer { offset += 1 }
    return bytes[offset]
  }

  /// Reads eight bytes, the low byte first.
  mutating func word() throws(InputError) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 8) { value |= UInt64(try byte()) << shift }
    return value
  }

  /// Reads a varint below 2³¹, of at most five bytes.
  @inline(__always)
  mutating func number() throws(InputError) -> Int {
    guard offset < bytes.count, bytes[offset] < 0x80 else { return try longNumber() }
    fieldOffset = offset
    offset &+= 1
    return Int(bytes[fieldOffset])
  }

  /// Reads a varint of several bytes.
  @inline(never)
  private mutating func longNumber() throws(InputError) -> Int {
    var value = 0
    let start = offset
    defer { fieldOffset = start }
    for shift in stride(from: 0, to: 35, by: 7) {
      let next = try byte()
      value |= Int(next & 0x7F) << shift
      if next & 0x80 == 0 {
        guard value <= Int32.max else { break }
        return value
      }
    }
    throw InputError(.hiddenNumber, at: start)
  }

  /// Reads a number of entries of at least `bytesEach` bytes; throws `hidden.truncated` if the
  /// remaining bytes cannot contain them.
  mutating func count(bytesEach: Int) throws(InputError) -> Int {
    let count = try number()
    guard count <= (bytes.count - offset) / bytesEach else { throw error(.hiddenTruncated) }
    return count
  }

  /// Reads a number of units and the units.
  mutating func units() throws(InputError) -> [UInt16] {
    var units: [UInt16] = []
    for _ in 0..<(try count(bytesEach: 2)) {
      let low = UInt16(try byte())
      units.append(low | UInt16(try byte()) << 8)
    }
    return units
  }

  /// Reads runs whose values are at most `maximum`.
  mutating func runs(maximum: Int) throws(InputError) -> [HiddenParagraph.Run] {
    var runs: [HiddenParagraph.Run] = []
    let runCount = try count(bytesEach: 2)
    runs.reserveCapacity(runCount)
    for _ in 0..<runCount {
      let count = try number()
      guard count > 0 else { throw fieldError(.hiddenNumber) }
      let value = try number()
      guard value <= maximum else { throw fieldError(.hiddenNumber) }
      runs.append(.init(count: count, value: value))
    }
    return runs
  }
}
