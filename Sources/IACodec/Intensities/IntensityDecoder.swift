internal import IABytes
internal import IAText

/// Decodes intensities.
///
/// Its buffers are reused.
struct IntensityDecoder {
  private var values: [UInt8] = []

  /// Appends the intensities of some text.
  ///
  /// - Parameters:
  ///   - layout: Their layout.
  ///   - range: Their exact range in `bytes`.
  ///   - bytes: The bytes.
  ///   - origin: A number that is added to offsets in errors.
  ///   - units: The text.
  ///   - first: The first byte, if it is stored elsewhere and the layout has one.
  ///   - intensities: The array to which one value per unit is appended.
  /// - Throws: `ia.intensities` if the bytes are not valid intensities of this layout.
  /// - Complexity: O(*n*).
  mutating func decode(
    _ layout: IntensityLayout, _ range: Range<Int>, of bytes: Span<UInt8>, origin: Int,
    units: Span<UInt16>, first: UInt8? = nil, to intensities: inout [UInt8]
  ) throws(InputError) {
    var reader = ByteReader(range, origin: origin)
    let count = units.count
    switch layout.mode {
    case .constant:
      let value =
        layout.parameter == 0
        ? DisplayOptions.defaultIntensity : try Self.value(or: first, &reader, bytes)
      intensities.append(addingCapacity: count) { $0.append(repeating: value, count: count) }
    case .runs:
      var left = count
      while left > 0 {
        let run = try reader.varint(atMost: left, bytes)
        guard run > 0 else { throw InputError(.iaIntensities, at: reader.byteOffset) }
        let value = try Self.value(&reader, bytes)
        intensities.append(addingCapacity: run) { $0.append(repeating: value, count: run) }
        left -= run
      }
    case .unit:
      guard count > 0 else { break }
      let first = try Self.value(or: first, &reader, bytes)
      intensities.append(first)
      try Self.steps(
        count - 1, from: first, table: layout.parameter, &reader, bytes, to: &intensities)
    case .word:
      guard count > 0 else { break }
      let wordCount = WordSegments.count(of: units)
      let first = try Self.value(or: first, &reader, bytes)
      values.removeAll(keepingCapacity: true)
      values.append(first)
      try Self.steps(
        wordCount - 1, from: first, table: layout.parameter, &reader, bytes, to: &values)
      WordSegments.fill(values.span, over: units, to: &intensities)
    }
    guard reader.isAtEnd else {
      throw InputError(.iaIntensities, at: reader.byteOffset, detail: "bytes are left")
    }
  }

  /// Appends the intensities of some text from a bit stream, in which a first value takes seven
  /// bits.
  ///
  /// - Parameters:
  ///   - layout: Their layout.
  ///   - bytes: The bytes of the stream.
  ///   - bit: Their start; moved beyond them.
  ///   - end: The end of the stream, in bits.
  ///   - units: The text.
  ///   - intensities: The array to which one value per unit is appended.
  /// - Throws: `ia.intensities` if the bits are not valid intensities of this layout,
  ///   `bytes.truncated`.
  /// - Complexity: O(*n*).
  mutating func decode(
    _ layout: IntensityLayout, from bytes: Span<UInt8>, _ bit: inout Int, until end: Int,
    units: Span<UInt16>, to intensities: inout [UInt8]
  ) throws(InputError) {
    let count = units.count
    switch layout.mode {
    case .constant:
      let value =
        layout.parameter == 0
        ? DisplayOptions.defaultIntensity : try Self.value(7, bytes, &bit, until: end)
      intensities.append(addingCapacity: count) { $0.append(repeating: value, count: count) }
    case .runs:
      var left = count
      while left > 0 {
        let offset = bit / 8
        var (run, shift) = (0, 0)
        var byte: UInt8
        repeat {
          byte = try Self.bits(8, bytes, &bit, until: end)
          run |= Int(byte & 0x7F) << shift
          shift += 7
        } while byte >= 0x80 && shift < 56
        guard 1...left ~= run, byte < 0x80, byte > 0 else {
          throw InputError(.iaIntensities, at: offset)
        }
        let value = try Self.value(8, bytes, &bit, until: end)
        intensities.append(addingCapacity: run) { $0.append(repeating: value, count: run) }
        left -= run
      }
    case .unit:
      guard count > 0 else { break }
      let first = try Self.value(7, bytes, &bit, until: end)
      intensities.append(first)
      Self.steps(
        count - 1, from: first, table: layout.parameter, bytes, &bit, until: end, to: &intensities)
    case .word:
      guard count > 0 else { break }
      let wordCount = WordSegments.count(of: units)
      let first = try Self.value(7, bytes, &bit, until: end)
      values.removeAll(keepingCapacity: true)
      values.append(first)
      Self.steps(
        wordCount - 1, from: first, table: layout.parameter, bytes, &bit, until: end, to: &values)
      WordSegments.fill(values.span, over: units, to: &intensities)
    }
    guard bit <= end else { throw InputError(.bytesTruncated, at: end / 8) }
  }

  private static func bits(
    _ count: Int, _ bytes: Span<UInt8>, _ bit: inout Int, until end: Int
  ) throws(InputError) -> UInt8 {
    guard count <= end - bit else { throw InputError(.bytesTruncated, at: end / 8) }
    let low = UInt16(bytes[bit / 8])
    let high = bit / 8 + 1 < bytes.count ? UInt16(bytes[bit / 8 + 1]) : 0
    defer { bit += count }
    return UInt8(truncatingIfNeeded: (low | high << 8) >> UInt16(bit % 8))
      & (0xFF >> UInt8(8 - count))
  }

  private static func value(
    _ count: Int, _ bytes: Span<UInt8>, _ bit: inout Int, until end: Int
  ) throws(InputError) -> UInt8 {
    let offset = bit / 8
    let value = try bits(count, bytes, &bit, until: end)
    guard value <= 100 else {
      throw InputError(.iaIntensities, at: offset, detail: "intensity \(value)")
    }
    return value
  }

  private static func value(
    or known: UInt8? = nil, _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) -> UInt8 {
    if let known { return known }
    let offset = reader.byteOffset
    let value = try reader.byte(bytes)
    guard value <= 100 else {
      throw InputError(.iaIntensities, at: offset, detail: "intensity \(value)")
    }
    return value
  }

  /// Appends `count` values, each a coded difference from the one before, and reads all remaining
  /// bytes.
  private static func steps(
    _ count: Int, from first: UInt8, table: UInt8, _ reader: inout ByteReader,
    _ bytes: Span<UInt8>, to values: inout [UInt8]
  ) throws(InputError) {
    let range = try reader.stretch(reader.remaining)
    var bit = 8 * range.lowerBound
    steps(
      count, from: first, table: table, bytes, &bit, until: 8 * range.upperBound, to: &values)
    bit -= 8 * range.lowerBound
    let used = (bit + 7) / 8
    let isPadded =
      used != range.count || bit % 8 == 0 || bytes[range.upperBound - 1] >> UInt8(bit % 8) == 0
    guard used == range.count, isPadded else {
      throw InputError(
        .iaIntensities, at: reader.origin + range.lowerBound + min(used, range.count),
        detail: "\(count) steps take \(used) of \(range.count) bytes")
    }
  }

  /// Appends `count` values, each a coded difference from the one before, and moves the bit
  /// position beyond them, or beyond the end if there are too few.
  private static func steps(
    _ count: Int, from first: UInt8, table: UInt8, _ bytes: Span<UInt8>, _ bit: inout Int,
    until end: Int, to values: inout [UInt8]
  ) {
    guard bit <= end else { return }
    let (looks, singles) = (HuffmanCode.looks, HuffmanCode.singles)
    let range = bit / 8..<(end + 7) / 8
    let start = bit
    unsafe looks.withUnsafeBufferPointer { looks in
      unsafe singles.withUnsafeBufferPointer { singles in
        let tables = unsafe Tables(looks, singles, number: Int(table))
        unsafe bytes.withUnsafeBytes { raw in
          let input = unsafe UnsafeRawBufferPointer(rebasing: raw[range])
          values.append(addingCapacity: count) { output in
            unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
              guard let target = buffer.baseAddress, count <= buffer.count else { return }
              let used = unsafe Self.decode(
                count, from: first, tables, input, at: start % 8, target + initialized)
              bit = start - start % 8 + used
              initialized += count
            }
          }
        }
      }
    }
  }

  /// A frozen code in both of its forms, as pointers into the arrays that own them.
  @safe private struct Tables {
    let looks: UnsafePointer<UInt32>
    let singles: UnsafePointer<UInt16>

    init(
      _ looks: UnsafeBufferPointer<UInt32>, _ singles: UnsafeBufferPointer<UInt16>, number: Int
    ) {
      precondition(0..<HuffmanCode.tableCount ~= number, "table \(number)")
      unsafe self.looks = looks.baseAddress.unsafelyUnwrapped + number * HuffmanCode.lookCount
      unsafe self.singles =
        singles.baseAddress.unsafelyUnwrapped + number * HuffmanCode.singleCount
    }
  }

  /// Decodes differences and returns the bit after them, which may be beyond the end: the input is
  /// padded with zeros.
  private static func decode(
    _ count: Int, from first: UInt8, _ tables: Tables, _ input: UnsafeRawBufferPointer,
    at start: Int, _ output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var value = UInt32(first)
    var bit = start
    var index = 0
    @inline(__always) func advance(_ step: UInt32) {
      value &+= step
      if value > 100 { value &-= 101 }
    }
    // Eight bytes contain at least four codes of twelve bits. A lookup of ten bits returns one or two values.
    while index &+ 8 <= count, bit >> 3 &+ 8 <= input.count {
      var word =
        unsafe UInt64(
          littleEndian: input.loadUnaligned(fromByteOffset: bit >> 3, as: UInt64.self))
        >> UInt64(bit & 7)
      for _ in 0..<4 {
        // In bounds: ten and twelve bits are below the number of entries.
        let entry = unsafe tables.looks[Int(word & 0x3FF)]
        if entry == 0 {
          let single = unsafe tables.singles[Int(word & 0xFFF)]
          advance(UInt32(single >> 8))
          unsafe output[index] = UInt8(truncatingIfNeeded: value)
          index &+= 1
          word &>>= UInt64(single & 0xF)
          bit &+= Int(single & 0xF)
          continue
        }
        advance(entry >> 8 & 0x7F)
        unsafe output[index] = UInt8(truncatingIfNeeded: value)
        advance(entry >> 16 & 0x7F)
        unsafe output[index &+ 1] = UInt8(truncatingIfNeeded: value)
        index &+= 1 &+ Int(entry >> 24)
        let length = entry >> 4 & 0xF
        word &>>= UInt64(length)
        bit &+= Int(length)
      }
    }
    while index < count {
      // Whole words are read as long as there are any, then single bytes.
      var word: UInt64 = 0
      let byte = bit >> 3
      if byte &+ 4 <= input.count {
        word = unsafe UInt64(
          UInt32(littleEndian: input.loadUnaligned(fromByteOffset: byte, as: UInt32.self)))
      } else {
        for offset in 0..<3 where byte &+ offset < input.count {
          word |= unsafe UInt64(input[byte &+ offset]) << UInt64(8 &* offset)
        }
      }
      let single = unsafe tables.singles[Int(word >> UInt64(bit & 7) & 0xFFF)]
      advance(UInt32(single >> 8))
      unsafe output[index] = UInt8(truncatingIfNeeded: value)
      bit &+= Int(single & 0xF)
      index &+= 1
    }
    return bit
  }
}
