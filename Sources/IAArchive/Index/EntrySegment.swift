internal import IABytes
internal import IAZip

/// The ids and names of a block's documents.
///
/// The index of a generation and the data member of the block both contain them.
///
/// The stored form is a varint, the size of the content, and the content as a DEFLATE stream. The
/// content is: a byte, 1 if there are names, otherwise 0; the first id as a varint; for each
/// further document the difference to the id before as a varint (ids ascend). If there are names,
/// three columns follow: for each name the number of bytes that it shares with the beginning of the
/// name before (varint); for each the number of its other bytes (varint); and these bytes.
struct EntrySegment: Hashable, Sendable {
  /// The ids, in ascending order.
  var ids: [UInt64]
  /// The concatenated names as UTF-8; empty if no document has a name.
  private(set) var nameBytes: [UInt8] = []
  /// The end of each name in `nameBytes`; empty if no document has a name.
  private(set) var nameEnds: [Int] = []

  /// The maximum size of a name in bytes.
  static let maximumNameByteCount = 4096
  /// The total size of names up to which their ratio to the stored bytes is not limited.
  private static let freeNameByteCount = 64 << 20

  /// Whether any document has a name.
  var hasNames: Bool { !nameEnds.isEmpty }

  /// The number of documents.
  var count: Int { ids.count }

  /// Creates a segment from ids and names; a document without a name has an empty string.
  init(ids: [UInt64], names: [String]) {
    self.ids = ids
    guard names.contains(where: { !$0.isEmpty }) else { return }
    for name in names {
      nameBytes += Array(name.utf8)
      nameEnds.append(nameBytes.count)
    }
  }

  /// Returns the range of a document's name in `nameBytes`; empty if it has none.
  func nameRange(_ index: Int) -> Range<Int> {
    guard hasNames else { return 0..<0 }
    return (index == 0 ? 0 : nameEnds[index - 1])..<nameEnds[index]
  }

  /// Returns the name of a document; empty if it has none.
  func name(_ index: Int) -> String {
    String(decoding: nameBytes[nameRange(index)], as: UTF8.self)
  }

  /// The stored form of the segment.
  ///
  /// - Complexity: O(*n*).
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

  /// Creates a segment from its stored form.
  ///
  /// - Parameters:
  ///   - packed: The stored bytes.
  ///   - count: The expected number of documents.
  ///   - limits: `outputBytes` is the maximum size of the content, and of all names. If these have more
  ///     than 64 MiB, `expansionRatio` limits their ratio to the stored bytes.
  /// - Throws: `archive.index` at offset 0 if the form is invalid, the number of documents is not
  ///   `count`, or a name is not UTF-8 or contains U+0000.
  init(_ packed: [UInt8], count: Int, limits: Limits) throws(InputError) {
    do {
      try self.init(decoding: packed, count: count, limits: limits)
    } catch {
      // Varints and ends have codes of their own.
      throw InputError(.archiveIndex, at: 0, detail: "ids and names of a block")
    }
  }

  private init(decoding packed: [UInt8], count: Int, limits: Limits) throws(InputError) {
    let content = try Content(packed, count: count, limits: limits)
    ids = content.ids
    if let columns = content.columns { try readNames(columns, content.bytes.span) }
  }

  /// The decompressed content of a segment: the ids and the columns of names.
  ///
  /// Names are not assembled.
  private struct Content {
    let bytes: [UInt8]
    private(set) var ids: [UInt64] = []
    /// The columns of names; `nil` if no document has a name.
    private(set) var columns: NameColumns?

    init(_ packed: [UInt8], count: Int, limits: Limits) throws(InputError) {
      let wrong = InputError(.archiveIndex, at: 0, detail: "ids and names of a block")
      var header = ByteReader(0..<packed.count)
      // An id and the two numbers of a name have at most nine bytes each.
      let maximum = (27 + EntrySegment.maximumNameByteCount) * count + 16
      let byteCount = try header.varint(atMost: min(maximum, limits.outputBytes), packed.span)
      // DEFLATE expands a byte to at most 1,032 bytes.
      guard byteCount / 1040 <= packed.count,
        let content = Deflate.decompress(
          packed.span.extracting(header.position...), count: byteCount)
      else { throw wrong }
      bytes = content
      let span = content.span
      var reader = ByteReader(0..<content.count)
      let kind = try reader.byte(span)
      guard kind <= 1, count <= content.count else { throw wrong }
      ids.reserveCapacity(count)
      var id: UInt64 = 0
      for index in 0..<count {
        let step = UInt64(try reader.varint(span))
        guard index == 0 || step > 0, id + step <= UInt64(Int.max) else { throw wrong }
        id += step
        ids.append(id)
      }
      if kind == 1 {
        columns = try NameColumns(
          &reader, span, count: count,
          maximum: EntrySegment.maximumNameBytes(packed.count, limits))
      }
      guard reader.isAtEnd else { throw wrong }
    }
  }

  /// The columns of names: each name shares bytes with the beginning of the name before.
  private struct NameColumns {
    /// For each name the number of bytes that it shares.
    private(set) var shared: [Int] = []
    /// For each name the number of its other bytes.
    private(set) var lengths: [Int] = []
    /// The size of all names.
    private(set) var byteCount = 0
    /// The range of the other bytes in the content.
    let rests: Range<Int>

    init(
      _ reader: inout ByteReader, _ bytes: Span<UInt8>, count: Int, maximum allNameBytes: Int
    ) throws(InputError) {
      let wrong = InputError(.archiveIndex, at: 0, detail: "names of a block")
      let maximum = EntrySegment.maximumNameByteCount
      shared.reserveCapacity(count)
      for _ in 0..<count { shared.append(try reader.varint(atMost: maximum, bytes)) }
      lengths.reserveCapacity(count)
      var before = 0
      for index in 0..<count {
        let length = try reader.varint(atMost: maximum, bytes)
        guard shared[index] <= before, shared[index] + length <= maximum else { throw wrong }
        lengths.append(length)
        before = shared[index] + length
        byteCount += before
        // Shared bytes are not stored, so that the names can be many times as large as the content.
        guard byteCount <= allNameBytes else { throw wrong }
      }
      rests = try reader.stretch(lengths.reduce(0, +))
    }

    /// Returns whether all names are ASCII without U+0000.
    func isPlain(_ bytes: Span<UInt8>) -> Bool {
      for place in rests where bytes[place] &- 1 >= 0x7F { return false }
      return true
    }

    /// Returns the position of a name, or `nil` if there is none, without assembling the names.
    ///
    /// - Parameters:
    ///   - name: The name, not empty.
    ///   - bytes: The content.
    func position(of name: [UInt8], _ bytes: Span<UInt8>) -> Int? {
      // The number of bytes at the beginning of the name before that equal those of `name`.
      var matched = 0
      var rest = rests.lowerBound
      for index in shared.indices {
        let length = lengths[index]
        defer { rest += length }
        // A name that shares more bytes with the name before differs from `name` at the same position as that one.
        guard shared[index] <= matched else { continue }
        matched = shared[index]
        var place = 0
        while place < length, matched < name.count, bytes[rest + place] == name[matched] {
          place += 1
          matched += 1
        }
        if place == length, matched == name.count { return index }
      }
      return nil
    }
  }

  /// Finds the document with a name in the stored form of a segment.
  ///
  /// - Parameters:
  ///   - name: The name as UTF-8, not empty.
  ///   - packed: The stored bytes.
  ///   - count: The expected number of documents.
  ///   - limits: The limits of `init(_:count:limits:)`.
  /// - Returns: The position of the document, or `nil` if there is none, and the ids of all documents.
  /// - Throws: The errors of `init(_:count:limits:)`.
  /// - Complexity: O(*n*) in the size of the content; names are assembled only if they are not ASCII.
  static func position(
    of name: [UInt8], in packed: [UInt8], count: Int, limits: Limits
  ) throws(InputError) -> (position: Int?, ids: [UInt64]) {
    let content: Content
    do {
      content = try Content(packed, count: count, limits: limits)
    } catch {
      throw InputError(.archiveIndex, at: 0, detail: "ids and names of a block")
    }
    guard let columns = content.columns else { return (nil, content.ids) }
    let bytes = content.bytes.span
    guard columns.isPlain(bytes) else {
      let segment = try EntrySegment(packed, count: count, limits: limits)
      return (segment.index(ofName: name), segment.ids)
    }
    return (columns.position(of: name, bytes), content.ids)
  }

  /// Returns the maximum size of all names of a segment with a stored size.
  private static func maximumNameBytes(_ byteCount: Int, _ limits: Limits) -> Int {
    let (product, overflow) = byteCount.multipliedReportingOverflow(by: limits.expansionRatio)
    return min(limits.outputBytes, max(freeNameByteCount, overflow ? .max : product))
  }

  private mutating func readNames(
    _ columns: NameColumns, _ bytes: Span<UInt8>
  ) throws(InputError) {
    let (shared, lengths, rests) = (columns.shared, columns.lengths, columns.rests)
    nameEnds.reserveCapacity(count)
    var end = 0
    for index in shared.indices {
      end += shared[index] + lengths[index]
      nameEnds.append(end)
    }
    let (ends, total) = (nameEnds, end)
    nameBytes = unsafe [UInt8](unsafeUninitializedCapacity: total) { target, filled in
      unsafe bytes.withUnsafeBufferPointer { source in
        // In bounds: the total size was computed before, and no name shares more bytes than the name before has.
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
    guard areNamesValid(rests, of: bytes) else {
      throw InputError(.archiveIndex, at: 0, detail: "names of a block")
    }
  }

  /// Returns whether each name is UTF-8 without U+0000.
  ///
  /// - Parameters:
  ///   - rests: The range of the bytes that names do not share with the name before.
  ///   - bytes: The content of the segment.
  private func areNamesValid(_ rests: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    var isASCII = true
    for index in rests {
      guard bytes[index] != 0 else { return false }
      isASCII = isASCII && bytes[index] < 0x80
    }
    return isASCII
      || ids.indices.allSatisfy { UTF8Decoding.isWellFormed(nameBytes[nameRange($0)]) }
  }

  /// Returns the index of the document with a name, or `nil` if there is none; the name must not be
  /// empty.
  ///
  /// - Complexity: O(*n*) in the number of documents.
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

  /// The lowest and the highest name, compared as bytes; `nil` if no document has a name.
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

/// The lowest and the highest name of a block, compared as bytes.
struct NameBounds: Hashable, Sendable {
  var lowest: [UInt8]
  var highest: [UInt8]

  /// Returns the maximum number of bounds that include the same name.
  ///
  /// - Complexity: O(*n* log *n*).
  static func maximumOverlap(of bounds: [NameBounds]) -> Int {
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
