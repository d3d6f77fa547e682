/// The eight frozen Huffman codes for differences of intensity.
///
/// A difference is taken modulo 101 in −50…50, and its symbol is its zigzag number: 0, −1, 1, −2, 2
/// … are 0, 1, 2, 3, 4 … Every symbol is therefore valid after every intensity. Codes are canonical
/// (RFC 1951, section 3.2.2), at most 12 bits long, and packed from the lowest bit upwards, as in
/// DEFLATE.
enum HuffmanCode {
  /// The number of symbols.
  static let symbolCount = 101
  /// The number of tables.
  static let tableCount = 8
  /// The length of the longest code, in bits.
  static let maximumLength = 12

  /// Returns the symbol of the difference between two intensities.
  @inline(__always) static func symbol(from before: UInt8, to value: UInt8) -> UInt8 {
    var step = Int8(truncatingIfNeeded: value) &- Int8(truncatingIfNeeded: before)
    if step > 50 { step &-= 101 }
    if step < -50 { step &+= 101 }
    return UInt8(bitPattern: step &<< 1 ^ step &>> 7)
  }

  /// Returns the difference of a symbol, modulo 101.
  static func step(of symbol: Int) -> Int {
    symbol % 2 == 0 ? symbol / 2 : symbolCount - (symbol + 1) / 2
  }

  /// The length of each symbol's code in each of the tables, by symbol.
  static let lengths: [SIMD8<UInt32>] = {
    var lengths = [SIMD8<UInt32>](repeating: .zero, count: symbolCount)
    for (table, digits) in HuffmanLengths.tables.enumerated() {
      for (symbol, digit) in digits.utf8.enumerated() {
        lengths[symbol][table] = UInt32(digit <= 0x39 ? digit - 0x30 : digit - 0x61 + 10)
      }
    }
    return lengths
  }()

  /// A code in stream bit order: its bits, the first of them lowest, and their number.
  struct Word {
    var bits: UInt16
    var count: UInt16
  }

  /// The concatenated codes of all tables, by symbol.
  static let words: [Word] = (0..<tableCount).flatMap { words(ofTable: $0) }

  private static func words(ofTable table: Int) -> [Word] {
    var words = [Word](repeating: Word(bits: 0, count: 0), count: symbolCount)
    var next: UInt16 = 0
    for length in 1...maximumLength {
      for symbol in 0..<symbolCount where lengths[symbol][table] == UInt32(length) {
        words[symbol] = Word(bits: reversed(next, count: length), count: UInt16(length))
        next += 1
      }
      next <<= 1
    }
    return words
  }

  private static func reversed(_ bits: UInt16, count: Int) -> UInt16 {
    var (rest, result) = (bits, UInt16(0))
    for _ in 0..<count {
      result = result << 1 | rest & 1
      rest >>= 1
    }
    return result
  }

  /// The number of bits of a stream that one lookup uses.
  static let lookLength = 10
  /// The number of entries of one table in `looks`.
  static let lookCount = 1 << lookLength

  /// The symbols that each value of ten bits begins with: two if both codes fit, otherwise one.
  ///
  /// The entry is 0 if the first code is longer than ten bits.
  ///
  /// All tables together fit into the first-level cache.
  ///
  /// Bits 0…3 are the length of the first code, 4…7 the length of both codes, 8…14 the first difference, 16…22 the
  /// second difference or 0, and bit 24 the number of symbols minus one.
  static let looks: [UInt32] = (0..<tableCount).flatMap { looks(ofTable: $0) }

  private static func looks(ofTable table: Int) -> [UInt32] {
    (0..<lookCount).map { bits in
      // The bits after the ten bits are unknown and count as 0 here. A code is used only if it is complete, so that the
      // result does not depend on them.
      let one = singles[table * singleCount + bits]
      let length = Int(one & 0xF)
      guard length <= lookLength else { return 0 }
      let head = UInt32(length) | UInt32(one >> 8) << 8
      let two = singles[table * singleCount + bits >> length]
      let both = length + Int(two & 0xF)
      guard both <= lookLength else { return head | UInt32(length) << 4 }
      return head | UInt32(both) << 4 | UInt32(two >> 8) << 16 | 1 << 24
    }
  }

  /// The number of entries of one table in `singles`.
  static let singleCount = 1 << maximumLength

  /// The symbol that each value of twelve bits begins with.
  ///
  /// Bits 0…3 are the length of its code, 8…14 its difference.
  static let singles: [UInt16] = (0..<tableCount).flatMap { singles(ofTable: $0) }

  private static func singles(ofTable table: Int) -> [UInt16] {
    var entries = [UInt16](repeating: 0, count: singleCount)
    for symbol in 0..<symbolCount {
      let word = words[table * symbolCount + symbol]
      let length = Int(word.count)
      for rest in 0..<(1 << (maximumLength - length)) {
        entries[rest << length | Int(word.bits)] = UInt16(length) | UInt16(step(of: symbol)) << 8
      }
    }
    return entries
  }
}
