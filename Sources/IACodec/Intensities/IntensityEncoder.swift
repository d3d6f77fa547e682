internal import IABytes
internal import IAText

/// Chooses the shortest layout for intensities and writes them.
///
/// Its buffers are reused.
struct IntensityEncoder {
  private var symbols: [UInt8] = []
  /// The number of bits that the codes of the symbols take.
  private var bitCount = 0

  /// Appends the intensities of some text and returns their layout.
  ///
  /// - Precondition: There are as many intensities as units, none above 100.
  /// - Complexity: O(*n*).
  mutating func encode(
    _ intensities: Span<UInt8>, of units: Span<UInt16>, to bytes: inout [UInt8]
  ) -> IntensityLayout {
    let layout = findLayout(intensities, of: units)
    if layout.beginsWithValue { bytes.append(intensities[0]) }
    switch layout.mode {
    case .constant: break
    case .runs: bytes.append(contentsOf: Self.runs(intensities))
    case .word, .unit: writeSymbols(table: Int(layout.parameter), bitCount: bitCount, to: &bytes)
    }
    return layout
  }

  /// Appends the intensities of some text to a bit stream, in which a first value takes seven bits,
  /// and returns their layout.
  ///
  /// - Precondition: There are as many intensities as units, none above 100.
  /// - Complexity: O(*n*).
  mutating func encode(
    _ intensities: Span<UInt8>, of units: Span<UInt16>, to writer: inout BitWriter
  ) -> IntensityLayout {
    let layout = findLayout(intensities, of: units)
    if layout.beginsWithValue { writer.append(UInt32(intensities[0]), count: 7) }
    switch layout.mode {
    case .constant: break
    case .runs:
      for byte in Self.runs(intensities) { writer.append(UInt32(byte), count: 8) }
    case .word, .unit:
      let start = Int(layout.parameter) * HuffmanCode.symbolCount
      let all = HuffmanCode.words
      let words = all.span.extracting(start..<start + HuffmanCode.symbolCount)
      for symbol in symbols {
        let word = words[Int(symbol)]
        writer.append(UInt32(word.bits), count: Int(word.count))
      }
    }
    return layout
  }

  /// Chooses the layout; for the layouts `word` and `unit`, `symbols` then contains their symbols.
  private mutating func findLayout(
    _ intensities: Span<UInt8>, of units: Span<UInt16>
  ) -> IntensityLayout {
    precondition(intensities.count == units.count, "one intensity a unit")
    guard !intensities.isEmpty else { return .standard }
    let (changeCount, isByWord) = Self.changes(intensities, units)
    if changeCount == 0 {
      let isStandard = intensities[0] == DisplayOptions.defaultIntensity
      return isStandard ? .standard : IntensityLayout(mode: .constant, parameter: 1)
    }
    symbols.removeAll(keepingCapacity: true)
    if isByWord { findWordSymbols(intensities, units) } else { findUnitSymbols(intensities) }
    let table: Int
    (table, bitCount) = shortestTable()
    let byteCount = 1 + (bitCount + 7) / 8
    // A run takes two bytes at least.
    if 2 * (changeCount + 1) < byteCount, Self.runByteCount(intensities) < byteCount {
      return IntensityLayout(mode: .runs)
    }
    return IntensityLayout(mode: isByWord ? .word : .unit, parameter: UInt8(table))
  }

  /// Returns the number of changes of intensity, and whether they are only at starts of words.
  private static func changes(
    _ intensities: Span<UInt8>, _ units: Span<UInt16>
  ) -> (count: Int, isByWord: Bool) {
    unsafe intensities.withUnsafeBytes { values in
      var count = 0
      var isByWord = true
      var index = 1
      // Eight values at a time, because most texts have one intensity over many units.
      while index &+ 8 <= intensities.count {
        let here = unsafe values.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let before = unsafe values.loadUnaligned(fromByteOffset: index &- 1, as: UInt64.self)
        let steps = here ^ before
        if steps != 0 {
          let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
          let changed = (((steps & low) &+ low) | steps) & ~low
          count &+= changed.nonzeroBitCount
          if isByWord {
            // Bit 7 of each byte that differs from the one before; the lowest byte is first.
            var places = changed.littleEndian
            while places != 0, isByWord {
              let place = index &+ places.trailingZeroBitCount / 8
              isByWord = WordSegments.begins(at: units[place], after: units[place &- 1])
              places &= places &- 1
            }
          }
        }
        index &+= 8
      }
      while index < intensities.count {
        if intensities[index] != intensities[index &- 1] {
          count &+= 1
          isByWord =
            isByWord && WordSegments.begins(at: units[index], after: units[index &- 1])
        }
        index &+= 1
      }
      return (count, isByWord)
    }
  }

  private static func runByteCount(_ intensities: Span<UInt8>) -> Int {
    var (byteCount, start) = (0, 0)
    for index in 1..<max(intensities.count, 1)
    where intensities[index] != intensities[index - 1] {
      byteCount += 1 + ByteWriter.varintByteCount(index - start)
      start = index
    }
    return byteCount + 1 + ByteWriter.varintByteCount(intensities.count - start)
  }

  private static func runs(_ intensities: Span<UInt8>) -> [UInt8] {
    var writer = ByteWriter()
    var start = 0
    for index in 1...intensities.count
    where index == intensities.count || intensities[index] != intensities[start] {
      writer.varint(index - start)
      writer.byte(intensities[start])
      start = index
    }
    return writer.bytes
  }

  /// Collects the symbols of the differences between the intensities of consecutive words.
  private mutating func findWordSymbols(_ intensities: Span<UInt8>, _ units: Span<UInt16>) {
    var before = intensities[0]
    // Each word except the first takes at least two units: a space and another unit.
    symbols.append(addingCapacity: units.count / 2) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
        unsafe intensities.withUnsafeBufferPointer { intensities in
          WordSegments.forEachStart(in: units) { index in
            let value = unsafe intensities[index]
            guard filled < buffer.count else { return }
            unsafe buffer.initializeElement(
              at: filled, to: HuffmanCode.symbol(from: before, to: value))
            filled &+= 1
            before = value
          }
        }
      }
    }
  }

  /// Collects the symbols of the differences between the intensities of consecutive units.
  private mutating func findUnitSymbols(_ intensities: Span<UInt8>) {
    let count = intensities.count - 1
    symbols.append(addingCapacity: count) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, filled in
        guard let target = buffer.baseAddress, count <= buffer.count else { return }
        for index in 0..<count {
          unsafe target[index] = HuffmanCode.symbol(
            from: intensities[index], to: intensities[index &+ 1])
        }
        filled = count
      }
    }
  }

  private func shortestTable() -> (table: Int, bitCount: Int) {
    let all = HuffmanCode.lengths
    let lengths = all.span
    var sums = SIMD8<UInt32>.zero
    for symbol in symbols { sums &+= lengths[Int(symbol)] }
    let shortest = sums.min()
    let table = (0..<HuffmanCode.tableCount).first { sums[$0] == shortest } ?? 0
    return (table, Int(shortest))
  }

  private func writeSymbols(table: Int, bitCount: Int, to bytes: inout [UInt8]) {
    let all = HuffmanCode.words
    let words = all.span.extracting(
      table * HuffmanCode.symbolCount..<(table + 1) * HuffmanCode.symbolCount)
    let symbols = symbols.span
    let byteCount = (bitCount + 7) / 8
    bytes.append(addingCapacity: byteCount) { output in
      var held: UInt64 = 0
      var heldCount: UInt64 = 0
      for index in symbols.indices {
        let word = words[Int(symbols[index])]
        held |= UInt64(word.bits) &<< heldCount
        heldCount &+= UInt64(word.count)
        if heldCount >= 32 {
          output.append(UInt32(truncatingIfNeeded: held))
          held &>>= 32
          heldCount &-= 32
        }
      }
      while heldCount > 0 {
        output.append(UInt8(truncatingIfNeeded: held))
        held >>= 8
        heldCount -= min(heldCount, 8)
      }
    }
  }
}

extension OutputSpan<UInt8> {
  /// Appends the four bytes of a word, the lowest first.
  @inline(__always) fileprivate mutating func append(_ word: UInt32) {
    precondition(freeCapacity >= 4, "no room")
    unsafe withUnsafeMutableBufferPointer { buffer, count in
      guard let base = buffer.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(base + count).storeBytes(
        of: word.littleEndian, as: UInt32.self)
      count += 4
    }
  }
}
