internal import IABytes
internal import IAText

/// Reads intensities back; keeps its working memory.
struct IntensityDecoder {
  private var ends: [Int32] = []
  private var values: [UInt8] = []

  /// Appends the intensities of some text.
  ///
  /// - Parameters:
  ///   - layout: How they are laid out.
  ///   - range: Where they stand in `bytes`: no byte more and none less than they take.
  ///   - bytes: The bytes.
  ///   - origin: What is added to offsets in errors.
  ///   - units: The text.
  ///   - intensities: Gets one value a unit.
  /// - Throws: `ia.intensities` where the bytes are not such intensities.
  /// - Complexity: O(*n*).
  mutating func decode(
    _ layout: IntensityLayout, _ range: Range<Int>, of bytes: Span<UInt8>, origin: Int,
    units: Span<UInt16>, to intensities: inout [UInt8]
  ) throws(InputError) {
    var reader = ByteReader(range, origin: origin)
    let count = units.count
    switch layout.mode {
    case .constant:
      let value =
        layout.parameter == 0 ? DisplayOptions.defaultIntensity : try Self.value(&reader, bytes)
      intensities.append(contentsOf: repeatElement(value, count: count))
    case .runs:
      var left = count
      while left > 0 {
        let run = try reader.varint(atMost: left, bytes)
        guard run > 0 else { throw InputError(.iaIntensities, at: reader.byteOffset) }
        let value = try Self.value(&reader, bytes)
        intensities.append(contentsOf: repeatElement(value, count: run))
        left -= run
      }
    case .unit:
      guard count > 0 else { break }
      let first = try Self.value(&reader, bytes)
      intensities.append(first)
      try Self.steps(
        count - 1, from: first, table: layout.parameter, &reader, bytes, to: &intensities)
    case .word:
      guard count > 0 else { break }
      WordSegments.ends(of: units, into: &ends)
      let first = try Self.value(&reader, bytes)
      values.removeAll(keepingCapacity: true)
      values.append(first)
      try Self.steps(
        ends.count - 1, from: first, table: layout.parameter, &reader, bytes, to: &values)
      Self.fill(values.span, until: ends.span, count: count, to: &intensities)
    }
    guard reader.isAtEnd else {
      throw InputError(.iaIntensities, at: reader.byteOffset, detail: "bytes are left")
    }
  }

  private static func fill(
    _ values: Span<UInt8>, until ends: Span<Int32>, count: Int, to intensities: inout [UInt8]
  ) {
    intensities.append(addingCapacity: count) { output in
      var at: Int32 = 0
      for word in ends.indices {
        let value = values[word]
        while at < ends[word] {
          output.append(value)
          at += 1
        }
      }
    }
  }

  private static func value(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) -> UInt8 {
    let offset = reader.byteOffset
    let value = try reader.byte(bytes)
    guard value <= 100 else {
      throw InputError(.iaIntensities, at: offset, detail: "intensity \(value)")
    }
    return value
  }

  /// Appends so many values, each a coded step from the one before, and takes all bytes that are
  /// left.
  private static func steps(
    _ count: Int, from first: UInt8, table: UInt8, _ reader: inout ByteReader,
    _ bytes: Span<UInt8>, to values: inout [UInt8]
  ) throws(InputError) {
    let range = try reader.stretch(reader.remaining)
    let entries = HuffmanCode.entries
    let base = Int(table) * HuffmanCode.entryCount
    var bit = 0
    var isPadded = true
    unsafe bytes.withUnsafeBytes { raw in
      let input = unsafe UnsafeRawBufferPointer(rebasing: raw[range])
      unsafe entries.withUnsafeBufferPointer { entries in
        // In bounds: `base` and twelve bits are below the number of entries.
        let table = unsafe entries.baseAddress.unsafelyUnwrapped + base
        values.append(addingCapacity: count) { output in
          unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
            guard let target = buffer.baseAddress, count <= buffer.count else { return }
            bit = unsafe Self.decode(count, from: first, table, input, target + initialized)
            initialized += count
          }
        }
      }
      let used = (bit + 7) / 8
      if used == input.count, bit % 8 > 0, let last = unsafe input.last {
        isPadded = last >> UInt8(bit % 8) == 0
      }
    }
    let used = (bit + 7) / 8
    guard used == range.count, isPadded else {
      throw InputError(
        .iaIntensities, at: reader.origin + range.lowerBound + min(used, range.count),
        detail: "\(count) steps take \(used) of \(range.count) bytes")
    }
  }

  /// Decodes steps and returns how many bits they took, which may be more than there are: the input
  /// counts as going on with zeros.
  private static func decode(
    _ count: Int, from first: UInt8, _ table: UnsafePointer<UInt32>,
    _ input: UnsafeRawBufferPointer, _ output: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var value = UInt32(first)
    var bit = 0
    var index = 0
    @inline(__always) func advance(_ step: UInt32) {
      value &+= step
      if value > 100 { value &-= 101 }
    }
    // Eight bytes hold four looks of twelve bits, each of which yields up to two values.
    while index &+ 8 <= count, bit >> 3 &+ 8 <= input.count {
      var word =
        unsafe UInt64(
          littleEndian: input.loadUnaligned(fromByteOffset: bit >> 3, as: UInt64.self))
        >> UInt64(bit & 7)
      for _ in 0..<4 {
        let entry = unsafe table[Int(word & 0xFFF)]
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
      var word: UInt64 = 0
      for offset in 0..<3 where bit >> 3 &+ offset < input.count {
        word |= unsafe UInt64(input[bit >> 3 &+ offset]) << UInt64(8 &* offset)
      }
      let entry = unsafe table[Int(word >> UInt64(bit & 7) & 0xFFF)]
      advance(entry >> 8 & 0x7F)
      unsafe output[index] = UInt8(truncatingIfNeeded: value)
      bit &+= Int(entry & 0xF)
      index &+= 1
    }
    return bit
  }
}
