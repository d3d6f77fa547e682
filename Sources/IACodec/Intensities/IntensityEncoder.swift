internal import IABytes
internal import IAText

/// Chooses the shortest layout for intensities and writes it; keeps its working memory.
struct IntensityEncoder {
  private var ends: [Int32] = []
  private var symbols: [UInt8] = []

  /// Appends the intensities of some text and says how they are laid out.
  ///
  /// - Precondition: There are as many intensities as units, none above 100.
  /// - Complexity: O(*n*).
  mutating func encode(
    _ intensities: Span<UInt8>, of units: Span<UInt16>, to bytes: inout [UInt8]
  ) -> IntensityLayout {
    guard !intensities.isEmpty else { return .standard }
    let runs = Self.runs(intensities)
    let first = intensities[0]
    if runs.count == 1 {
      if first == DisplayOptions.defaultIntensity { return .standard }
      bytes.append(first)
      return IntensityLayout(mode: .constant, parameter: 1)
    }
    let mode = findSymbols(intensities, of: units)
    let (table, bitCount) = shortestTable()
    if runs.byteCount < 1 + (bitCount + 7) / 8 {
      Self.writeRuns(intensities, to: &bytes)
      return IntensityLayout(mode: .runs)
    }
    bytes.append(first)
    writeSymbols(table: table, bitCount: bitCount, to: &bytes)
    return IntensityLayout(mode: mode, parameter: UInt8(table))
  }

  /// How many runs there are, and how many bytes they would take.
  private static func runs(_ intensities: Span<UInt8>) -> (count: Int, byteCount: Int) {
    var (count, byteCount, start) = (0, 0, 0)
    for index in 1..<max(intensities.count, 1)
    where intensities[index] != intensities[index - 1] {
      count += 1
      byteCount += 1 + ByteWriter.varintByteCount(index - start)
      start = index
    }
    return (count + 1, byteCount + 1 + ByteWriter.varintByteCount(intensities.count - start))
  }

  private static func writeRuns(_ intensities: Span<UInt8>, to bytes: inout [UInt8]) {
    var writer = ByteWriter()
    var start = 0
    for index in 1...intensities.count
    where index == intensities.count || intensities[index] != intensities[start] {
      writer.varint(index - start)
      writer.byte(intensities[start])
      start = index
    }
    bytes.append(contentsOf: writer.bytes)
  }

  /// Collects the symbols of all steps after the first value: by word where each word is of one
  /// intensity, else by unit.
  private mutating func findSymbols(
    _ intensities: Span<UInt8>, of units: Span<UInt16>
  ) -> IntensityLayout.Mode {
    symbols.removeAll(keepingCapacity: true)
    let isByWord = Self.changesOnlyAtWords(intensities, units)
    var before = intensities[0]
    if isByWord {
      WordSegments.ends(of: units, into: &ends)
      for end in ends.dropLast() {
        let value = intensities[Int(end)]
        symbols.append(Self.symbol(from: before, to: value))
        before = value
      }
    } else {
      symbols.reserveCapacity(intensities.count)
      for index in 1..<intensities.count {
        symbols.append(Self.symbol(from: before, to: intensities[index]))
        before = intensities[index]
      }
    }
    return isByWord ? .word : .unit
  }

  private static func changesOnlyAtWords(
    _ intensities: Span<UInt8>, _ units: Span<UInt16>
  ) -> Bool {
    for index in 1..<intensities.count where intensities[index] != intensities[index - 1] {
      if WordSegments.isSpace(units[index]) || !WordSegments.isSpace(units[index - 1]) {
        return false
      }
    }
    return true
  }

  private static func symbol(from before: UInt8, to value: UInt8) -> UInt8 {
    let step = Int(value) - Int(before)
    return HuffmanCode.symbols[step < 0 ? step + HuffmanCode.symbolCount : step]
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
    let words = all.span
    let base = table * HuffmanCode.symbolCount
    let symbols = symbols.span
    bytes.append(addingCapacity: (bitCount + 7) / 8) { output in
      var held: UInt64 = 0
      var heldCount: UInt64 = 0
      for index in symbols.indices {
        let word = words[base + Int(symbols[index])]
        held |= UInt64(word.bits) << heldCount
        heldCount += UInt64(word.count)
        while heldCount >= 8 {
          output.append(UInt8(truncatingIfNeeded: held))
          held >>= 8
          heldCount -= 8
        }
      }
      if heldCount > 0 { output.append(UInt8(truncatingIfNeeded: held)) }
    }
  }
}
