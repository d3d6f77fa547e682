internal import CGalois

/// The tables of the field of 65,536 elements, and the transforms of rows.
///
/// Only this file calls the C functions for them.
///
/// The tables are filled before the only instance is published, and do not change afterwards;
/// therefore any thread may use them.
@safe struct FieldTables: @unchecked Sendable {
  private let tables: UnsafePointer<ia_field16>
  private let path: ia_field16_path

  /// The tables, with the fastest implementation for this processor.
  static let shared = FieldTables()

  private init() {
    let tables = UnsafeMutablePointer<ia_field16>.allocate(capacity: 1)
    unsafe ia_field16_prepare(tables)
    unsafe self.tables = UnsafePointer(tables)
    path = ia_field16_best()
  }

  /// Returns the product of two elements.
  func product(_ left: UInt16, _ right: UInt16) -> UInt16 {
    unsafe ia_field16_product(tables, left, right)
  }

  /// Returns 2 to the power of an exponent.
  ///
  /// - Precondition: `exponent` is in 0..<65,535.
  func power(_ exponent: Int) -> UInt16 {
    precondition(0..<65_535 ~= exponent, "exponent \(exponent)")
    var value: UInt16 = 1
    var square: UInt16 = 2
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { value = product(value, square) }
      square = product(square, square)
      rest >>= 1
    }
    return value
  }

  /// Adds the transform of up to 2ᵇⁱᵗˢ data rows to the sum from which `finish` computes the parity
  /// rows.
  ///
  /// - Parameters:
  ///   - rows: `count` rows of `width` bytes.
  ///   - first: The element of the first row.
  ///   - bits: The binary logarithm of *T*.
  ///   - strip: The number of bytes of each row that are transformed at once.
  ///   - sum: *T* rows of `width` bytes.
  ///   - work: *T* rows of `strip` bytes, whose content is overwritten.
  func absorb(
    _ rows: [UInt8], count: Int, width: Int, first: Int, bits: Int, strip: Int,
    sum: inout [UInt8], work: inout [UInt8]
  ) {
    precondition(sum.count == width << bits && work.count == strip << bits)
    precondition(rows.count == count * width && count <= 1 << bits)
    unsafe rows.withUnsafeBufferPointer { rows in
      unsafe sum.withUnsafeMutableBufferPointer { sum in
        unsafe work.withUnsafeMutableBufferPointer { work in
          unsafe ia_field16_absorb(
            tables, path, sum.baseAddress, rows.baseAddress, width, count, UInt32(bits),
            UInt32(first), strip, work.baseAddress)
        }
      }
    }
  }

  /// Computes the first `count` parity rows of `width` bytes from the sum of `absorb`, which is overwritten.
  func finish(_ sum: inout [UInt8], count: Int, width: Int, bits: Int, strip: Int) -> [UInt8] {
    precondition(sum.count == width << bits && count <= 1 << bits)
    return unsafe [UInt8](unsafeUninitializedCapacity: count * width) { rows, filled in
      unsafe sum.withUnsafeMutableBufferPointer { sum in
        unsafe ia_field16_finish(
          tables, path, sum.baseAddress, rows.baseAddress, width, count, UInt32(bits), strip)
      }
      filled = count * width
    }
  }

  /// Computes the logarithms of the erasure locator polynomial at all elements.
  ///
  /// - Parameters:
  ///   - erased: 1 for each element whose row is missing, otherwise 0.
  ///   - bits: The binary logarithm of the number of elements.
  func locate(_ erased: [UInt8], bits: Int) -> [UInt16] {
    precondition(erased.count == 1 << bits)
    var work = [UInt64](repeating: 0, count: 2 << bits)
    return unsafe [UInt16](unsafeUninitializedCapacity: 1 << bits) { logarithms, filled in
      unsafe erased.withUnsafeBufferPointer { erased in
        unsafe work.withUnsafeMutableBufferPointer { work in
          unsafe ia_field16_locate(
            tables, erased.baseAddress, UInt32(bits), work.baseAddress, logarithms.baseAddress)
        }
      }
      filled = 1 << bits
    }
  }

  /// Computes the missing rows of a code word in place.
  ///
  /// - Parameters:
  ///   - word: 2ᵇⁱᵗˢ rows of `width` bytes, with zeros for missing ones.
  ///   - erased: The same elements as for `locate`.
  ///   - logarithms: The result of `locate`.
  func recover(
    _ word: inout [UInt8], width: Int, bits: Int, erased: [UInt8], logarithms: [UInt16]
  ) {
    precondition(word.count == width << bits)
    precondition(erased.count == 1 << bits && logarithms.count == 1 << bits)
    unsafe word.withUnsafeMutableBufferPointer { word in
      unsafe erased.withUnsafeBufferPointer { erased in
        unsafe logarithms.withUnsafeBufferPointer { logarithms in
          unsafe ia_field16_recover(
            tables, path, word.baseAddress, width, UInt32(bits), erased.baseAddress,
            logarithms.baseAddress)
        }
      }
    }
  }
}
