internal import IABytes
internal import IASyntax

/// A head of recovery data of version 2: the numbers that determine their layout.
///
///     sync        8  8B 'I' 'A' 'R' 0D 0A 1A 0A
///     version     2  2
///     row         1  the binary logarithm of the size of a row
///     kind        1  0 in an archive, 1 in a separate file
///     generation  4
///     offset      8  the offset of the protected bytes in the archive
///     size        8  the number of protected bytes
///     parity      4  the number of parity rows
///     place       4  the index of this head, 0 to 4
///     documents   8  the number of documents of the archive, including the generation
///     merkle     32  the Merkle root
///     record     32  the hash of the record
///     reserved    4  0
///     check       4  CRC-32C of the 116 bytes before
///
/// Numbers are little-endian.
struct ParityHead: Hashable, Sendable {
  var plan: ParityPlan
  var place: Int
  var seal: GenerationSeal

  /// The number that is combined by exclusive or with the checksum of each packet, so that rows of
  /// other generations are not mistaken for rows of this one.
  var identity: UInt64 { Self.identity(of: seal) }

  /// Returns the first eight bytes of the record's hash, little-endian.
  static func identity(of seal: GenerationSeal) -> UInt64 {
    seal.record.bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The encoded head.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.append(RecoveryHead.sync)
    writer.fixed(UInt16(2))
    writer.byte(UInt8(plan.rowBits))
    writer.byte(plan.isSeparate ? 1 : 0)
    writer.fixed(UInt32(plan.generation))
    writer.fixed(UInt64(plan.offset))
    writer.fixed(UInt64(plan.byteCount))
    writer.fixed(UInt32(plan.parityRowCount))
    writer.fixed(UInt32(place))
    writer.fixed(UInt64(seal.documentCount))
    writer.append(seal.merkleRoot.bytes)
    writer.append(seal.record.bytes)
    writer.fixed(UInt32(0))
    writer.fixed(CRC32C.of(writer.bytes.span))
    return writer.bytes
  }

  init(plan: ParityPlan, place: Int, seal: GenerationSeal) {
    self.plan = plan
    self.place = place
    self.seal = seal
  }

  /// Creates a head from its bytes; returns `nil` if they are not an undamaged head.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == ParityPlan.headByteCount, bytes.starts(with: RecoveryHead.sync),
      let head = try? Self.read(bytes), head.bytes == bytes
    else { return nil }
    self = head
  }

  private static func read(_ bytes: [UInt8]) throws(InputError) -> ParityHead? {
    let span = bytes.span
    var reader = ByteReader(8..<bytes.count - 4)
    let version = try reader.fixed(2, span)
    let rowBits = Int(try reader.byte(span))
    let kind = try reader.byte(span)
    let generation = Int(try reader.fixed(4, span))
    let offset = try reader.fixed(8, span)
    let byteCount = try reader.fixed(8, span)
    let parity = Int(try reader.fixed(4, span))
    let place = Int(try reader.fixed(4, span))
    let documents = try reader.fixed(8, span)
    let merkle = SHA256Digest(bytes: span.extracting(try reader.stretch(32)))
    let record = SHA256Digest(bytes: span.extracting(try reader.stretch(32)))
    guard version == 2, kind <= 1, ParityPlan.rowBitsRange ~= rowBits,
      offset <= 1 << 50, byteCount <= 1 << 50, place < ParityPlan.headCount,
      documents <= UInt64(Int32.max), let merkle, let record
    else { return nil }
    let plan = ParityPlan(
      generation: generation, offset: Int(offset), byteCount: Int(byteCount), rowBits: rowBits,
      parityRowCount: parity, isSeparate: kind == 1)
    guard plan.isValid else { return nil }
    let seal = GenerationSeal(
      version: 2, generation: generation, documentCount: Int(documents), merkleRoot: merkle,
      record: record)
    return ParityHead(plan: plan, place: place, seal: seal)
  }
}
