internal import CGalois

/// A Reed–Solomon code over GF(2¹⁶) with which any missing rows can be computed from the same
/// number of parity rows.
///
/// Parity row *j* belongs to the field's element *j*, data row *i* to *T* + *i*, where *T* is the
/// smallest power of two that is not below the number of parity rows. In a code word, the sum of *xᵉ*
/// times the row of element *x* is zero for each exponent *e* in 0..<*T*. Parity rows beyond the
/// stored ones, up to *T*, are computed and discarded.
///
/// - Complexity: Encoding takes O(*n* log *T*), decoding O(*n* log *n*) operations on rows.
struct ErasureCode: Hashable, Sendable {
  let dataRowCount: Int
  let parityRowCount: Int
  /// A power of two, at least 64.
  let rowByteCount: Int

  /// The maximum number of data rows, and of parity rows.
  static let maximumRows = 32_768

  /// The maximum number of bytes that are transformed at once, unless 64 bytes of each row are
  /// more.
  static let workByteCount = 64 << 20

  /// Creates a code.
  ///
  /// - Precondition: Both numbers of rows are in 1…32,768. The size of a row is a power of two and
  ///   at least 64.
  init(dataRowCount: Int, parityRowCount: Int, rowByteCount: Int) {
    precondition(1...Self.maximumRows ~= dataRowCount, "\(dataRowCount) data rows")
    precondition(1...Self.maximumRows ~= parityRowCount, "\(parityRowCount) parity rows")
    precondition(rowByteCount >= 64 && rowByteCount.nonzeroBitCount == 1, "\(rowByteCount) bytes")
    self.dataRowCount = dataRowCount
    self.parityRowCount = parityRowCount
    self.rowByteCount = rowByteCount
  }

  /// The binary logarithm of *T*.
  private var parityBits: Int { Self.bits(parityRowCount) }
  /// The element of the first data row: *T*.
  var firstDataElement: Int { 1 << parityBits }

  private static func bits(_ count: Int) -> Int {
    count <= 1 ? 0 : Int.bitWidth - (count - 1).leadingZeroBitCount
  }

  /// Returns the number of bytes of each row that are transformed at once, for a number of rows.
  private func width(_ rows: Int) -> Int {
    var width = rowByteCount
    while width > 64, width * rows > Self.workByteCount { width /= 2 }
    return width
  }

  /// Computes the parity rows.
  ///
  /// - Parameters:
  ///   - read: Returns the bytes of a range of columns of consecutive data rows, row by row.
  ///   - write: Receives the bytes of a range of columns of all parity rows, row by row. The ranges
  ///     ascend.
  /// - Complexity: O(*n* log *T*) operations on rows.
  func encode(
    _ read: (_ rows: Range<Int>, _ columns: Range<Int>) throws -> [UInt8],
    write: (_ columns: Range<Int>, _ bytes: [UInt8]) throws -> Void
  ) throws {
    let span = firstDataElement
    let width = width(span)
    let strip = min(width, 256)
    var work = [UInt8](repeating: 0, count: strip * span)
    for column in stride(from: 0, to: rowByteCount, by: width) {
      let columns = column..<column + width
      var sum = [UInt8](repeating: 0, count: width * span)
      for first in stride(from: 0, to: dataRowCount, by: span) {
        let rows = first..<min(first + span, dataRowCount)
        let bytes = try read(rows, columns)
        precondition(bytes.count == rows.count * width, "\(bytes.count) bytes of rows")
        FieldTables.shared.absorb(
          bytes, count: rows.count, width: width, first: span + first, bits: parityBits,
          strip: strip, sum: &sum, work: &work)
      }
      try write(
        columns,
        FieldTables.shared.finish(
          &sum, count: parityRowCount, width: width, bits: parityBits, strip: strip))
    }
  }

  /// Computes missing data rows.
  ///
  /// - Parameters:
  ///   - missing: The indices of the missing data rows.
  ///   - parityRows: The indices of the available parity rows, at least one for each missing data
  ///     row.
  ///   - data: Returns the bytes of a range of columns of a data row that is not missing.
  ///   - parity: Returns the bytes of a range of columns of an available parity row.
  ///   - write: Receives the bytes of a range of columns of a missing row.
  /// - Complexity: O(*n* log *n*) operations on rows.
  func decode(
    missing: [Int], parityRows: [Int],
    data: (_ row: Int, _ columns: Range<Int>) throws -> [UInt8],
    parity: (_ row: Int, _ columns: Range<Int>) throws -> [UInt8],
    write: (_ row: Int, _ columns: Range<Int>, _ bytes: [UInt8]) throws -> Void
  ) throws {
    precondition(missing.count <= parityRows.count, "\(missing.count) rows are missing")
    guard !missing.isEmpty else { return }
    let span = firstDataElement
    let bits = Self.bits(span + dataRowCount)
    var erased = [UInt8](repeating: 0, count: 1 << bits)
    for element in 0..<span { erased[element] = 1 }
    for row in parityRows { erased[row] = 0 }
    for row in missing { erased[span + row] = 1 }
    let logarithms = FieldTables.shared.locate(erased, bits: bits)
    let width = width(1 << bits)
    for column in stride(from: 0, to: rowByteCount, by: width) {
      let columns = column..<column + width
      var word = [UInt8](repeating: 0, count: width << bits)
      func place(_ element: Int, _ bytes: [UInt8]) {
        precondition(bytes.count == width, "\(bytes.count) bytes of a row")
        word.replaceSubrange(element * width..<(element + 1) * width, with: bytes)
      }
      for row in parityRows { place(row, try parity(row, columns)) }
      for row in 0..<dataRowCount where erased[span + row] == 0 {
        place(span + row, try data(row, columns))
      }
      FieldTables.shared.recover(
        &word, width: width, bits: bits, erased: erased, logarithms: logarithms)
      for row in missing {
        let start = (span + row) * width
        try write(row, columns, Array(word[start..<start + width]))
      }
    }
  }
}
