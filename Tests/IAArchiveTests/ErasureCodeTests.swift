import IATestSupport
import Testing

@testable import IAArchive

/// The erasure code of recovery data, compared with its definition.
@Suite struct ErasureCodeTests {
  static let field = FieldTables.shared

  /// Returns a product by definition: polynomials over GF(2) modulo x¹⁶ + x⁵ + x³ + x² + 1.
  static func product(_ left: UInt16, _ right: UInt16) -> UInt16 {
    var sum: UInt32 = 0
    for bit in 0..<16 where right >> UInt16(bit) & 1 == 1 { sum ^= UInt32(left) << UInt32(bit) }
    for bit in (16..<32).reversed() where sum >> UInt32(bit) & 1 == 1 {
      sum ^= 0x1_002D << UInt32(bit - 16)
    }
    return UInt16(sum)
  }

  static func power(_ base: UInt16, _ exponent: Int) -> UInt16 {
    (0..<exponent).reduce(1) { value, _ in product(value, base) }
  }

  static func inverse(_ element: UInt16) -> UInt16 {
    var result: UInt16 = 1
    var square = element
    // The group has order 65,535, so the inverse is the power with exponent 65,534.
    for _ in 0..<15 {
      square = product(square, square)
      result = product(result, square)
    }
    return result
  }

  /// Returns the symbols of a row: each 64 bytes contain first low bytes, then high bytes.
  static func symbols(_ row: ArraySlice<UInt8>) -> [UInt16] {
    let bytes = Array(row)
    return stride(from: 0, to: bytes.count, by: 64).flatMap { start in
      (0..<32).map { UInt16(bytes[start + $0]) | UInt16(bytes[start + 32 + $0]) << 8 }
    }
  }

  static func encoded(
    _ code: ErasureCode, _ data: [UInt8]
  ) throws -> [[UInt8]] {
    let size = code.rowByteCount
    var parity = [[UInt8]](repeating: [], count: code.parityRowCount)
    try code.encode { rows, columns in
      rows.flatMap { row in
        Array(data[row * size + columns.lowerBound..<row * size + columns.upperBound])
      }
    } write: { columns, bytes in
      for row in parity.indices {
        parity[row] += bytes[row * columns.count..<(row + 1) * columns.count]
      }
    }
    return parity
  }

  static func bytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  @Test func `Products and inverses equal those of the definition`() {
    var random = SeededGenerator(seed: 51)
    for _ in 0..<500 {
      let left = UInt16(truncatingIfNeeded: random.next())
      let right = UInt16(truncatingIfNeeded: random.next())
      #expect(Self.field.product(left, right) == Self.product(left, right))
      if left != 0 { #expect(Self.product(left, Self.inverse(left)) == 1) }
    }
    #expect(Self.field.power(65_534) == Self.inverse(2))
  }

  @Test(arguments: [(1, 1), (2, 1), (1, 2), (5, 4), (7, 3), (37, 8), (40, 11), (16, 16)])
  func `The sums over a code word are zero`(data: Int, parity: Int) throws {
    var random = SeededGenerator(seed: UInt64(data * 100 + parity))
    // The number of parity rows is the number of elements for them, so that the code word is
    // complete.
    let span = ErasureCode(dataRowCount: data, parityRowCount: parity, rowByteCount: 64)
      .firstDataElement
    let code = ErasureCode(dataRowCount: data, parityRowCount: span, rowByteCount: 64)
    let bytes = Self.bytes(data * 64, &random)
    let rows = try Self.encoded(code, bytes).map { Self.symbols($0[...]) }
    let word =
      rows + (0..<data).map { Self.symbols(bytes[$0 * 64..<($0 + 1) * 64]) }
    for exponent in 0..<span {
      for symbol in [0, 13, 31] {
        let sum = word.enumerated().reduce(UInt16(0)) { sum, element in
          let factor =
            exponent == 0 ? 1 : Self.power(UInt16(element.offset), exponent)
          return sum ^ Self.product(factor, element.element[symbol])
        }
        #expect(sum == 0, "exponent \(exponent)")
      }
    }
    // A smaller number of parity rows is a prefix of these rows.
    let fewer = try Self.encoded(
      ErasureCode(dataRowCount: data, parityRowCount: parity, rowByteCount: 64), bytes)
    #expect(fewer.map { Self.symbols($0[...]) } == Array(rows.prefix(parity)))
  }

  /// Solves the linear equations of the definition for one symbol of the erased elements.
  static func solved(
    erased: [Int], span: Int, word: [UInt16?]
  ) -> [UInt16] {
    var matrix = (0..<erased.count).map { exponent in
      erased.map { exponent == 0 ? UInt16(1) : power(UInt16($0), exponent) }
    }
    var sums = (0..<erased.count).map { exponent in
      word.enumerated().reduce(UInt16(0)) { sum, element in
        guard let value = element.element else { return sum }
        return sum
          ^ product(exponent == 0 ? 1 : power(UInt16(element.offset), exponent), value)
      }
    }
    for pivot in erased.indices {
      let lead = matrix.indices.first { $0 >= pivot && matrix[$0][pivot] != 0 } ?? pivot
      matrix.swapAt(pivot, lead)
      sums.swapAt(pivot, lead)
      let scale = inverse(matrix[pivot][pivot])
      matrix[pivot] = matrix[pivot].map { product($0, scale) }
      sums[pivot] = product(sums[pivot], scale)
      for other in erased.indices where other != pivot {
        let factor = matrix[other][pivot]
        for column in erased.indices {
          matrix[other][column] ^= product(factor, matrix[pivot][column])
        }
        sums[other] ^= product(factor, sums[pivot])
      }
    }
    return sums
  }

  @Test func `Restored rows equal the solutions of the linear equations`() throws {
    var random = SeededGenerator(seed: 52)
    for round in 0..<12 {
      let data = 3 + random.below(20)
      let parity = 1 + random.below(min(data, 7))
      let code = ErasureCode(
        dataRowCount: data, parityRowCount: parity, rowByteCount: round % 2 == 0 ? 64 : 256)
      let size = code.rowByteCount
      let bytes = Self.bytes(data * size, &random)
      let rows = try Self.encoded(code, bytes)
      let count = 1 + random.below(parity)
      let missing = Array((0..<data).shuffled(using: &random).prefix(count)).sorted()
      let kept = Array((0..<parity).shuffled(using: &random).prefix(count)).sorted()
      var found: [Int: [UInt8]] = [:]
      try code.decode(missing: missing, parityRows: kept) { row, columns in
        #expect(!missing.contains(row))
        return Array(bytes[row * size + columns.lowerBound..<row * size + columns.upperBound])
      } parity: { row, columns in
        Array(rows[row][columns])
      } write: { row, _, bytes in
        found[row, default: []] += bytes
      }
      for row in missing {
        let isRight = found[row] == Array(bytes[row * size..<(row + 1) * size])
        #expect(isRight, "\(data) rows, \(parity) parity rows, \(missing) missing")
      }
      let span = code.firstDataElement
      let erased =
        (0..<span).filter { !kept.contains($0) } + missing.map { span + $0 }
      var word = [UInt16?](repeating: nil, count: span + data)
      for row in kept { word[row] = Self.symbols(rows[row][...])[5] }
      for row in 0..<data where !missing.contains(row) {
        word[span + row] = Self.symbols(bytes[row * size..<(row + 1) * size])[5]
      }
      let solved = Self.solved(erased: erased, span: span, word: word)
      for (index, row) in missing.enumerated() {
        let value = solved[erased.count - missing.count + index]
        #expect(found[row].map { Self.symbols($0[...])[5] } == value)
      }
    }
  }

  @Test func `Rows of many steps are restored`() throws {
    var random = SeededGenerator(seed: 53)
    let code = ErasureCode(dataRowCount: 700, parityRowCount: 90, rowByteCount: 512)
    let bytes = Self.bytes(700 * 512, &random)
    let rows = try Self.encoded(code, bytes)
    let missing = Array((0..<700).shuffled(using: &random).prefix(90)).sorted()
    try code.decode(missing: missing, parityRows: Array(0..<90)) { row, columns in
      Array(bytes[row * 512 + columns.lowerBound..<row * 512 + columns.upperBound])
    } parity: { row, columns in
      Array(rows[row][columns])
    } write: { row, columns, found in
      let isRight =
        found
        == Array(bytes[row * 512 + columns.lowerBound..<row * 512 + columns.upperBound])
      #expect(isRight, "row \(row)")
    }
  }

  @Test func `The checksum of rows is CRC-64/XZ`() {
    #expect(CRC64.of(Array("123456789".utf8).span) == 0x995D_C9BB_DF19_39FA)
    var parts = CRC64()
    for part in ["12", "", "3456789"] { parts.update(Array(part.utf8).span) }
    #expect(parts.value == 0x995D_C9BB_DF19_39FA)
  }
}
