internal import CGalois

/// The field of 256 elements with the polynomial x⁸ + x⁴ + x³ + x² + 1 (0x11D) and the generator 2.
enum GaloisField {
  private static let logarithms: [Int] = {
    var table = [Int](repeating: 0, count: 256)
    for (exponent, power) in powers.prefix(255).enumerated() { table[Int(power)] = exponent }
    return table
  }()

  /// The powers of 2, twice, so that a sum of two logarithms is a valid index.
  private static let powers: [UInt8] = {
    var power = 1
    var table: [UInt8] = []
    for _ in 0..<510 {
      table.append(UInt8(power))
      power <<= 1
      if power > 255 { power ^= 0x11D }
    }
    return table
  }()

  /// Returns the product of two elements.
  static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    left == 0 || right == 0 ? 0 : powers[logarithms[Int(left)] + logarithms[Int(right)]]
  }

  /// Returns the element whose product with this one is 1.
  ///
  /// - Precondition: The element is not 0.
  static func inverse(_ element: UInt8) -> UInt8 {
    precondition(element != 0, "0 has no inverse")
    return powers[255 - logarithms[Int(element)]]
  }

  /// Adds the product of a factor and a range of bytes to another range of bytes.
  ///
  /// - Precondition: Both ranges of `count` bytes are inside their arrays.
  static func add(
    _ factor: UInt8, times source: [UInt8], from start: Int, count: Int, to target: inout [UInt8],
    at place: Int
  ) {
    guard factor != 0, count > 0 else { return }
    precondition(start >= 0 && start + count <= source.count, "source out of bounds")
    precondition(place >= 0 && place + count <= target.count, "target out of bounds")
    let tables = unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, filled in
      for value in 0..<16 {
        unsafe buffer[value] = product(factor, UInt8(value))
        unsafe buffer[16 + value] = product(factor, UInt8(value << 4))
      }
      filled = 32
    }
    unsafe source.withUnsafeBufferPointer { source in
      unsafe target.withUnsafeMutableBufferPointer { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        unsafe ia_galois_multiply_add(to + place, from + start, count, tables)
      }
    }
  }
}

/// The Reed–Solomon code of recovery members of version 1, with a Cauchy matrix: any *k* parity
/// rows restore any *k* missing data rows of a group.
enum ReedSolomon {
  /// Returns the factor of a data row in a parity row: 1 / (i + (255 − p)), both as elements of the
  /// field.
  ///
  /// - Precondition: `dataRow` + `parityRow` is below 255.
  static func factor(dataRow: Int, parityRow: Int) -> UInt8 {
    precondition(dataRow + parityRow < 255, "too many rows in a group")
    return GaloisField.inverse(UInt8(dataRow) ^ UInt8(255 - parityRow))
  }

  /// Computes missing rows by Gaussian elimination.
  ///
  /// - Parameters:
  ///   - missing: The indices of the missing data rows in their group.
  ///   - parityRows: The indices of an equal number of parity rows.
  ///   - sums: For each of these, the parity row minus the contributions of the data rows that are
  ///     present.
  /// - Returns: The missing rows in the order of `missing`.
  /// - Complexity: O(*k*³ + *k*² *b*) for *k* rows of *b* bytes.
  static func solve(missing: [Int], parityRows: [Int], sums: [[UInt8]]) -> [[UInt8]] {
    precondition(missing.count == parityRows.count && sums.count == missing.count)
    let count = missing.count
    var matrix = parityRows.map { parity in
      missing.map { factor(dataRow: $0, parityRow: parity) }
    }
    var rows = sums
    for pivot in 0..<count {
      // Every square submatrix of a Cauchy matrix is invertible, so a row with a pivot exists.
      guard let lead = (pivot..<count).first(where: { matrix[$0][pivot] != 0 }) else { return sums }
      matrix.swapAt(pivot, lead)
      rows.swapAt(pivot, lead)
      let scale = GaloisField.inverse(matrix[pivot][pivot])
      for column in 0..<count {
        matrix[pivot][column] = GaloisField.product(matrix[pivot][column], scale)
      }
      var scaled = [UInt8](repeating: 0, count: rows[pivot].count)
      GaloisField.add(scale, times: rows[pivot], from: 0, count: scaled.count, to: &scaled, at: 0)
      rows[pivot] = scaled
      for other in 0..<count where other != pivot && matrix[other][pivot] != 0 {
        let factor = matrix[other][pivot]
        for column in 0..<count {
          matrix[other][column] ^= GaloisField.product(factor, matrix[pivot][column])
        }
        GaloisField.add(
          factor, times: scaled, from: 0, count: scaled.count, to: &rows[other], at: 0)
      }
    }
    return rows
  }
}
