/// The layout of recovery data of version 2, which the numbers in each head determine.
///
/// The *protected bytes* are those of a generation up to its record, or a whole archive. They are
/// divided into rows whose size is a power of two; the last row consists of the last bytes and may
/// overlap the row before. The recovery data are heads, two tables of the rows' checksums, and
/// packets with the parity rows:
///
///     head 0, checksums, head 1, first half of the packets, head 2, other packets, head 3,
///     checksums, head 4
///
/// A single damaged range that leaves enough packets therefore leaves a head and a table.
struct ParityPlan: Hashable, Sendable {
  /// The number of the generation; of the newest one if a whole archive is protected.
  var generation: Int
  /// The offset of the protected bytes in the archive.
  var offset: Int
  /// The number of protected bytes.
  var byteCount: Int
  /// The binary logarithm of the size of a row in bytes.
  var rowBits: Int
  var parityRowCount: Int
  /// Whether the recovery data are a separate file, which protects a whole archive.
  var isSeparate: Bool

  static let headByteCount = 120
  static let headCount = 5
  /// The range of `rowBits`.
  static let rowBitsRange = 8...24
  /// The maximum number of protected bytes.
  static let maximumByteCount = ErasureCode.maximumRows << rowBitsRange.upperBound
  /// The maximum size of the content of one recovery member, in bytes.
  static let maximumPieceByteCount = 1 << 30

  /// The size of a row in bytes.
  var rowByteCount: Int { 1 << rowBits }
  /// The number of data rows.
  var rowCount: Int { (byteCount + rowByteCount - 1) >> rowBits }

  /// The erasure code of the rows.
  var code: ErasureCode {
    ErasureCode(
      dataRowCount: rowCount, parityRowCount: parityRowCount, rowByteCount: rowByteCount)
  }

  /// Whether all numbers are in their ranges.
  var isValid: Bool {
    Self.rowBitsRange ~= rowBits && 1...MemberName.maximumNumber ~= generation
      && 0...1 << 50 ~= offset && rowByteCount...ErasureCode.maximumRows << rowBits ~= byteCount
      && 1...rowCount ~= parityRowCount && (!isSeparate || offset == 0)
  }

  /// Creates the plan of recovery data; returns `nil` if there are more protected bytes than the
  /// maximum.
  ///
  /// The parity rows can restore `percent` of the rows and, in addition, one damaged range of 4 KiB. If a generation
  /// after the first is too small for this, they can restore an eighth of its rows in addition.
  ///
  /// - Parameters:
  ///   - generation: The number of the generation.
  ///   - offset: The offset of the protected bytes in the archive.
  ///   - byteCount: The number of protected bytes, at least 256.
  ///   - percent: The size of the parity rows in percent of the protected bytes, 1 to 100.
  ///   - isSeparate: Whether the recovery data are a separate file.
  init?(
    generation: Int, offset: Int, byteCount: Int, percent: Int, isSeparate: Bool = false
  ) {
    self.generation = generation
    self.offset = offset
    self.byteCount = byteCount
    self.isSeparate = isSeparate
    var bits = Self.rowBitsRange.lowerBound
    // Smaller rows lose less to a single flipped bit, but need 16 bytes of checksums each.
    while bits < 10, byteCount >> bits > 1024 { bits += 1 }
    while (byteCount + (1 << bits) - 1) >> bits > ErasureCode.maximumRows { bits += 1 }
    rowBits = bits
    let rows = (byteCount + (1 << bits) - 1) >> bits
    let hole = 4096 >> bits
    // If there are fewer rows than this, a damaged range of 4 KiB destroys more than recovery data can restore. A small
    // addition therefore gets additional recovery data for an eighth of its rows.
    let isSmall = generation > 1 && !isSeparate && rows < hole + 2
    parityRowCount = min(rows, (rows * percent + 99) / 100 + (isSmall ? (rows + 7) / 8 : hole) + 2)
    guard isValid else { return nil }
  }

  init(
    generation: Int, offset: Int, byteCount: Int, rowBits: Int, parityRowCount: Int,
    isSeparate: Bool
  ) {
    self.generation = generation
    self.offset = offset
    self.byteCount = byteCount
    self.rowBits = rowBits
    self.parityRowCount = parityRowCount
    self.isSeparate = isSeparate
  }

  /// Returns the range of a data row in the protected bytes.
  func range(ofRow row: Int) -> Range<Int> {
    let start = min(row << rowBits, byteCount - rowByteCount)
    return start..<start + rowByteCount
  }

  // MARK: Content

  /// The size of a table of checksums in bytes.
  var tableByteCount: Int { 8 * rowCount }
  /// The size of a packet in bytes: number, parity row and checksum.
  var packetByteCount: Int { rowByteCount + 12 }
  /// The number of packets before head 2.
  private var firstHalf: Int { (parityRowCount + 1) / 2 }

  /// Returns the offset of a head in the recovery data.
  func headOffset(_ place: Int) -> Int {
    let head = Self.headByteCount
    switch place {
    case 0: return 0
    case 1: return head + tableByteCount
    case 2: return 2 * head + tableByteCount + firstHalf * packetByteCount
    case 3: return 3 * head + tableByteCount + parityRowCount * packetByteCount
    default: return 4 * head + 2 * tableByteCount + parityRowCount * packetByteCount
    }
  }

  /// Returns the offset of table 0 or 1 in the recovery data.
  func tableOffset(_ table: Int) -> Int {
    headOffset(table == 0 ? 0 : 3) + Self.headByteCount
  }

  /// Returns the offset of a parity row's packet in the recovery data.
  func packetOffset(_ row: Int) -> Int {
    row < firstHalf
      ? headOffset(1) + Self.headByteCount + row * packetByteCount
      : headOffset(2) + Self.headByteCount + (row - firstHalf) * packetByteCount
  }

  /// The size of the recovery data in bytes.
  var contentByteCount: Int { headOffset(4) + Self.headByteCount }

  // MARK: Members

  /// The number of members that contain the recovery data.
  var memberCount: Int {
    (contentByteCount + Self.maximumPieceByteCount - 1) / Self.maximumPieceByteCount
  }

  /// Returns the range of the recovery data that a member contains.
  func piece(_ member: Int) -> Range<Int> {
    let start = member * Self.maximumPieceByteCount
    return start..<min(start + Self.maximumPieceByteCount, contentByteCount)
  }

  /// Returns the name of a member.
  func name(_ member: Int) -> MemberName { .recovery(generation: generation, member + 1) }

  /// Returns the offset of a member in the file.
  func memberOffset(_ member: Int) -> Int {
    (0..<member).reduce(offset + byteCount) { start, index in
      start + ZipHeaders.localByteCount(name(index)) + piece(index).count
    }
  }

  /// The offset of the generation's directory in the file.
  var directoryOffset: Int { memberOffset(memberCount) }
}
