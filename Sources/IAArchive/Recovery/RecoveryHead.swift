internal import IABytes
internal import IASyntax

/// The head of a recovery member of version 1: 1,024 bytes with all numbers that determine the
/// layout of the generation's recovery data.
///
///     sync        8  8B 'I' 'A' 'R' 0D 0A 1A 0A
///     version     2  1
///     percent     1
///     reserved    1  0
///     generation  4
///     member      4  the index of this recovery member in the generation, from 0
///     members     4  the number of recovery members
///     offset      8  the offset of the generation
///     documents   8  the number of documents of the archive, including this generation
///     merkle     32  the Merkle root
///     record     32  the hash of the record
///     sections       for each member a varint: the number of protected bytes of its section
///     padding        zeros
///     check       4  CRC-32C of the 1,020 bytes before
///
/// Numbers are little-endian.
struct RecoveryHead: Hashable, Sendable {
  var plan: RecoveryPlan
  var member: Int
  var seal: GenerationSeal

  static let sync: [UInt8] = [0x8B, 0x49, 0x41, 0x52, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The encoded head.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.append(Self.sync)
    writer.fixed(UInt16(1))
    writer.byte(UInt8(plan.percent))
    writer.byte(0)
    writer.fixed(UInt32(plan.generation))
    writer.fixed(UInt32(member))
    writer.fixed(UInt32(plan.sections.count))
    writer.fixed(UInt64(plan.generationOffset))
    writer.fixed(UInt64(seal.documentCount))
    writer.append(seal.merkleRoot.bytes)
    writer.append(seal.record.bytes)
    for section in plan.sections { writer.varint(section) }
    while writer.count < RecoveryPlan.headByteCount - 4 { writer.byte(0) }
    writer.fixed(CRC32C.of(writer.bytes.span))
    return writer.bytes
  }

  init(plan: RecoveryPlan, member: Int, seal: GenerationSeal) {
    self.plan = plan
    self.member = member
    self.seal = seal
  }

  /// Creates a head from its bytes; returns `nil` if they are not an undamaged head.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == RecoveryPlan.headByteCount, bytes.starts(with: Self.sync),
      let head = try? Self.read(bytes), head.bytes == bytes
    else { return nil }
    self = head
  }

  private static func read(_ bytes: [UInt8]) throws(InputError) -> RecoveryHead? {
    let span = bytes.span
    var reader = ByteReader(8..<bytes.count - 4)
    _ = try reader.fixed(2, span)
    let percent = Int(try reader.byte(span))
    _ = try reader.byte(span)
    let generation = Int(try reader.fixed(4, span))
    let member = Int(try reader.fixed(4, span))
    let count = Int(try reader.fixed(4, span))
    let offset = try reader.fixed(8, span)
    let documents = try reader.fixed(8, span)
    let merkle = SHA256Digest(bytes: span.extracting(try reader.stretch(32)))
    let record = SHA256Digest(bytes: span.extracting(try reader.stretch(32)))
    guard RecoveryPlan.percents.contains(percent), percent > 0,
      1...MemberName.maximumNumber ~= generation,
      1...RecoveryPlan.maximumSections ~= count, member < count,
      offset <= UInt64(1 << 50), documents <= UInt64(Int32.max), let merkle, let record
    else { return nil }
    var sections: [Int] = []
    for _ in 0..<count { sections.append(try reader.varint(atMost: 1 << 44, span)) }
    let plan = RecoveryPlan(
      generationOffset: Int(offset), generation: generation, percent: percent, sections: sections)
    let seal = GenerationSeal(
      version: 1, generation: generation, documentCount: Int(documents), merkleRoot: merkle,
      record: record)
    return RecoveryHead(plan: plan, member: member, seal: seal)
  }
}
