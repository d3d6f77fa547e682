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
      let content = Deflate.decompress(
        packed.span.extracting(header.position...), count: byteCount)
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
    nameEnds.reserveCapacity(count)
    var (start, end) = (0, 0)
    for index in ids.indices {
      let length = try reader.varint(atMost: maximum, bytes)
      guard shared[index] <= end - start, shared[index] + length <= maximum else { throw wrong }
      lengths.append(length)
      start = end
      end += shared[index] + length
      nameEnds.append(end)
    }
    let rests = try reader.stretch(lengths.reduce(0, +))
    let (ends, total) = (nameEnds, end)
    nameBytes = unsafe [UInt8](unsafeUninitializedCapacity: total) { target, filled in
      unsafe bytes.withUnsafeBufferPointer { source in
        // In bounds: the lengths were added up, and no name shares more than the one before has.
        var (start, rest) = (0, rests.lowerBound)
        for index in shared.indices {
          for place in start..<start + shared[index] {
            unsafe target.initializeElement(at: filled + place - start, to: target[place])
          }
          start = filled
          filled += shared[index]
          for place in rest..<rest + lengths[index] {
            unsafe target.initializeElement(at: filled + place - rest, to: source[place])
          }
          rest += lengths[index]
          filled = ends[index]
        }
      }
    }
  }

  /// The place of a document by its name, which is not empty; nil where none has it.
  func index(ofName name: [UInt8]) -> Int? {
    var start = 0
    for index in nameEnds.indices {
      let end = nameEnds[index]
      if end - start == name.count,
        name.indices.allSatisfy({ nameBytes[start + $0] == name[$0] })
      {
        return index
      }
      start = end
    }
    return nil
  }

  /// The lowest and the highest name by their bytes; nil where there are none but empty ones.
  var nameBounds: NameBounds? {
    var bounds: NameBounds?
    for index in nameEnds.indices where !nameRange(index).isEmpty {
      let name = Array(nameBytes[nameRange(index)])
      guard let (lowest, highest) = bounds.map({ ($0.lowest, $0.highest) }) else {
        bounds = NameBounds(lowest: name, highest: name)
        continue
      }
      if name.lexicographicallyPrecedes(lowest) { bounds?.lowest = name }
      if highest.lexicographicallyPrecedes(name) { bounds?.highest = name }
    }
    return bounds
  }
}

/// The names of a block lie between these, by their bytes.
struct NameBounds: Hashable, Sendable {
  var lowest: [UInt8]
  var highest: [UInt8]

  /// Whether a name may be one of the block's.
  func contains(_ name: [UInt8]) -> Bool {
    !name.lexicographicallyPrecedes(lowest) && !highest.lexicographicallyPrecedes(name)
  }

  /// How many of some bounds at most hold one name.
  ///
  /// - Complexity: O(*n* log *n*).
  static func depth(of bounds: [NameBounds]) -> Int {
    let starts = bounds.map(\.lowest).sorted { $0.lexicographicallyPrecedes($1) }
    let ends = bounds.map(\.highest).sorted { $0.lexicographicallyPrecedes($1) }
    var (ended, deepest) = (0, 0)
    for (begun, start) in starts.enumerated() {
      while ended < ends.count, ends[ended].lexicographicallyPrecedes(start) { ended += 1 }
      deepest = max(deepest, begun + 1 - ended)
    }
    return deepest
  }
}
