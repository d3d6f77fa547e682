internal import IABytes

/// The ids and names of a block's documents, packed: in the index, and once more in the block.
///
/// A varint, how long the content is, and a DEFLATE stream of it. The content: a byte 1 where there
/// are names, else 0; a varint, the first id; for each further document a varint, by how much its id
/// is larger than the one before (ids ascend); then, where there are names, three columns: for each
/// name a varint, how many bytes it has in common with the front of the one before; for each a
/// varint, how many more bytes it has; and these bytes.
struct EntrySegment: Hashable, Sendable {
  /// The ids, which ascend.
  var ids: [UInt64]
  /// The names as UTF-8, one after the other; empty where no document has one.
  private(set) var nameBytes: [UInt8] = []
  /// Where each name ends; empty where no document has one.
  private(set) var nameEnds: [Int] = []

  /// The longest name, in bytes.
  static let maximumNameByteCount = 4096

  /// Whether any document has a name.
  var hasNames: Bool { !nameEnds.isEmpty }

  /// How many documents there are.
  var count: Int { ids.count }

  /// Packs ids and names, of which some may be empty.
  init(ids: [UInt64], names: [String]) {
    self.ids = ids
    guard names.contains(where: { !$0.isEmpty }) else { return }
    for name in names {
      nameBytes += Array(name.utf8)
      nameEnds.append(nameBytes.count)
    }
  }

  /// Where the name of a document stands.
  func nameRange(_ index: Int) -> Range<Int> {
    guard hasNames else { return 0..<0 }
    return (index == 0 ? 0 : nameEnds[index - 1])..<nameEnds[index]
  }

  /// The name of a document, which may be empty.
  func name(_ index: Int) -> String {
    String(decoding: nameBytes[nameRange(index)], as: UTF8.self)
  }

  /// The segment as it is stored.
  var packed: [UInt8] {
    var content = ByteWriter()
    content.byte(hasNames ? 1 : 0)
    var previous: UInt64 = 0
    for id in ids {
      content.varint(Int(id - previous))
      previous = id
    }
    if hasNames { appendNames(to: &content) }
    var packed = ByteWriter()
    packed.varint(content.count)
    packed.append(Deflate.compress(content.bytes))
    return packed.bytes
  }

  private func appendNames(to content: inout ByteWriter) {
    var lengths = ByteWriter()
    var rests: [UInt8] = []
    for index in ids.indices {
      let range = nameRange(index)
      let before = index == 0 ? 0..<0 : nameRange(index - 1)
      var shared = 0
      while shared < min(range.count, before.count),
        nameBytes[range.lowerBound + shared] == nameBytes[before.lowerBound + shared]
      {
        shared += 1
      }
      content.varint(shared)
      lengths.varint(range.count - shared)
      rests += nameBytes[range.dropFirst(shared)]
    }
    content.append(lengths.bytes)
    content.append(rests)
  }

  /// Unpacks a segment.
  ///
  /// - Throws: `archive.index` where it is not of so many documents, or not in its form; offsets
  ///   count from the start of the segment.
  init(_ packed: [UInt8], count: Int, limits: Limits) throws(InputError) {
    let wrong = InputError(.archiveIndex, at: 0, detail: "ids and names of a block")
    var header = ByteReader(0..<packed.count)
    // An id and the two lengths of a name have at most nine bytes each.
    let room = (27 + Self.maximumNameByteCount) * count + 16
    let byteCount = try header.varint(atMost: min(room, limits.outputBytes), packed.span)
    // DEFLATE makes at most 1,032 bytes of one.
    guard byteCount / 1040 <= packed.count,
      let content = Deflate.decompress(Array(packed[header.position...]), count: byteCount)
    else { throw wrong }
    let bytes = content.span
    var reader = ByteReader(0..<content.count)
    let kind = try reader.byte(bytes)
    guard kind <= 1, count <= content.count else { throw wrong }
    ids = []
    ids.reserveCapacity(count)
    var id: UInt64 = 0
    for index in 0..<count {
      let step = UInt64(try reader.varint(bytes))
      guard index == 0 || step > 0, id + step <= UInt64(Int.max) else { throw wrong }
      id += step
      ids.append(id)
    }
    if kind == 1 { try readNames(&reader, bytes) }
    guard reader.isAtEnd else { throw wrong }
  }

  private mutating func readNames(
    _ reader: inout ByteReader, _ bytes: Span<UInt8>
  ) throws(InputError) {
    let wrong = InputError(.archiveIndex, at: 0, detail: "names of a block")
    let maximum = Self.maximumNameByteCount
    var shared: [Int] = []
    shared.reserveCapacity(count)
    for _ in ids { shared.append(try reader.varint(atMost: maximum, bytes)) }
    var lengths: [Int] = []
    lengths.reserveCapacity(count)
    for _ in ids { lengths.append(try reader.varint(atMost: maximum, bytes)) }
    nameEnds.reserveCapacity(count)
    var start = 0
    for index in ids.indices {
      let end = nameBytes.count
      guard shared[index] <= end - start, shared[index] + lengths[index] <= maximum else {
        throw wrong
      }
      for place in start..<start + shared[index] { nameBytes.append(nameBytes[place]) }
      for place in try reader.stretch(lengths[index]) { nameBytes.append(bytes[place]) }
      nameEnds.append(nameBytes.count)
      start = end
    }
  }
}
