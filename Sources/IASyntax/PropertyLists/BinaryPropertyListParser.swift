internal import IABytes

/// Reads a binary property list: objects whose offsets are in a table that the trailer describes.
///
/// Only objects that can be reached from the top object are read, each once. In a valid file objects do not overlap, so
/// their total size must not exceed that of the file. This limits the work to the size of the file.
struct BinaryPropertyListParser {
  /// A container whose children are being resolved.
  private struct Frame {
    let node: Int
    /// The index in `children` of the next child to resolve.
    var slot: Int
    let end: Int
    /// The height of the subtree so far: the number of containers on the longest path, including this one.
    var height = 1
    /// The number of values in the subtree, including this one, if shared values are counted each time.
    var size = 1
  }

  /// The height of the subtree of a node, and the number of values that it expands to.
  private struct Extent {
    /// The height of the subtree: the number of containers on the longest path, including this one.
    var height = 0
    /// The number of values in the subtree, including this one, if shared values are counted each time.
    var size = 1
    /// Whether the node is a container that is still open.
    var isOpen = false
  }

  private static let headerSize = 8
  private static let trailerSize = 32
  /// The maximum of stored sizes, far above the accepted ones; larger sizes are clamped to it.
  private static let hugeSize = 1 << 48

  private(set) var builder: PropertyListBuilder
  private let limits: Limits
  private var offsetSize = 0
  private var referenceSize = 0
  private var objectCount = 0
  private var tableOffset = 0

  /// For each object, the number of its node plus 1; 0 if the object was not reached yet.
  private var nodes: [UInt32] = []
  /// The extent of each node.
  private var extents: [Extent] = []
  private var frames: [Frame] = []
  private var seenBytes = 0

  init(limits: Limits) {
    self.limits = limits
    builder = PropertyListBuilder(limits: limits)
  }

  /// Reads a whole list and returns the node of its value.
  mutating func run(_ input: Span<UInt8>) throws(InputError) -> Int {
    let top = try trailer(input)
    nodes = Array(repeating: 0, count: objectCount)
    let root = try object(top, isKey: false, input)
    while !frames.isEmpty {
      if frames[frames.count - 1].slot == frames[frames.count - 1].end {
        try endContainer()
      } else {
        try resolveNext(input)
      }
    }
    let maximum = 4 * (builder.nodes.count + builder.children.count)
    guard extents[root].size <= maximum else {
      throw .exceeds(
        .plistExpansion, limit: "expansion", maximum: maximum, seen: extents[root].size,
        at: Int(builder.nodes[root].byteOffset))
    }
    return root
  }

  /// Reads the trailer, and returns the top object.
  private mutating func trailer(_ input: Span<UInt8>) throws(InputError) -> Int {
    guard input.count >= Self.headerSize + 1 + 1 + Self.trailerSize else {
      throw InputError(.plistTruncated, at: input.count)
    }
    guard input[6] == UInt8(ascii: "0"), input[7] == UInt8(ascii: "0") else {
      throw InputError(.plistFormat, at: 6, detail: "a binary version other than 00")
    }
    let start = input.count - Self.trailerSize
    offsetSize = Int(input[start + 6])
    referenceSize = Int(input[start + 7])
    guard 1...8 ~= offsetSize else { throw InputError(.plistTrailer, at: start + 6) }
    guard 1...8 ~= referenceSize else { throw InputError(.plistTrailer, at: start + 7) }
    let objects = number(at: start + 8, size: 8, input)
    let top = number(at: start + 16, size: 8, input)
    let table = number(at: start + 24, size: 8, input)
    guard table > Self.headerSize, table < start else {
      throw InputError(.plistTrailer, at: start + 24, detail: "offset table outside the file")
    }
    tableOffset = Int(table)
    guard objects >= 1, objects <= (start - tableOffset) / offsetSize else {
      throw InputError(.plistTrailer, at: start + 8, detail: "more objects than the table holds")
    }
    objectCount = Int(objects)
    // Objects do not overlap, and each has at least one byte.
    let most = min(tableOffset - Self.headerSize, limits.entries)
    guard objectCount <= most else {
      throw .exceeds(
        .plistLimit, limit: "entries", maximum: most, seen: objectCount, at: start + 8)
    }
    guard top < objects else { throw InputError(.plistTrailer, at: start + 16) }
    return Int(top)
  }

  /// Resolves the next child of the innermost container.
  private mutating func resolveNext(_ input: Span<UInt8>) throws(InputError) {
    let last = frames.count - 1
    let slot = frames[last].slot
    frames[last].slot += 1
    let container = builder.nodes[frames[last].node]
    let isKey = container.kind == .dictionary && (slot - Int(container.start)) & 1 == 0
    let child = Int(builder.children[slot])
    let node: Int
    if nodes[child] == 0 {
      node = try object(child, isKey: isKey, input)
    } else {
      node = Int(nodes[child]) - 1
      if extents[node].isOpen {
        throw InputError(
          .plistCycle, at: Int(builder.nodes[node].byteOffset), other: Int(container.byteOffset))
      }
      if isKey, builder.nodes[node].kind != .string {
        throw InputError(.plistKey, at: Int(builder.nodes[node].byteOffset))
      }
    }
    builder.children[slot] = UInt32(node)
    if !extents[node].isOpen { try account(for: node) }
  }

  /// Adds a finished child to the height and size of the innermost container.
  private mutating func account(for child: Int) throws(InputError) {
    guard let last = frames.indices.last else { return }
    frames[last].height = max(frames[last].height, extents[child].height + 1)
    frames[last].size = min(frames[last].size + extents[child].size, Self.hugeSize)
    let depth = frames.count + extents[child].height
    guard depth <= limits.depth else {
      throw .exceeds(
        .plistDepth, limit: "depth", maximum: limits.depth, seen: depth,
        at: Int(builder.nodes[child].byteOffset))
    }
  }

  private mutating func endContainer() throws(InputError) {
    let frame = frames.removeLast()
    if builder.nodes[frame.node].kind == .dictionary { try builder.checkKeys(of: frame.node) }
    extents[frame.node] = Extent(height: frame.height, size: frame.size)
    try account(for: frame.node)
  }

  /// Reads an object for the first time, and returns its node.
  private mutating func object(
    _ object: Int, isKey: Bool, _ input: Span<UInt8>
  ) throws(InputError) -> Int {
    let entry = tableOffset + object * offsetSize
    let offset = number(at: entry, size: offsetSize, input)
    guard offset >= Self.headerSize, offset < tableOffset else {
      throw InputError(.plistReference, at: entry, detail: "an offset outside the objects")
    }
    let start = Int(offset)
    let marker = input[start]
    if isKey, marker >> 4 != 5, marker >> 4 != 6 {
      throw InputError(.plistKey, at: start)
    }
    let node: Int
    switch marker {
    case 0x08, 0x09:
      try claim(start, start + 1)
      node = try builder.add(.bool, at: start, payload: UInt64(marker & 1))
    case 0x10...0x14: node = try integer(start, size: 1 << Int(marker & 0xF), input)
    case 0x22:
      try claim(start, start + 5)
      let bits = UInt32(truncatingIfNeeded: rawNumber(at: start + 1, size: 4, input))
      node = try builder.add(.real, at: start, payload: Double(Float(bitPattern: bits)).bitPattern)
    case 0x23, 0x33:
      try claim(start, start + 9)
      let bits = rawNumber(at: start + 1, size: 8, input)
      node = try builder.add(marker == 0x23 ? .real : .date, at: start, payload: bits)
    case 0x40...0x4F:
      let content = try content(start, itemSize: 1, input)
      let first = builder.blobs.count
      builder.blobs.reserveCapacity(first + content.count)
      for index in content { builder.blobs.append(input[index]) }
      node = try builder.addData(at: start, blobsFrom: first)
    case 0x50...0x5F, 0x60...0x6F: node = try string(start, input)
    case 0x80...0x8F:
      let size = Int(marker & 0xF) + 1
      guard size <= 8 else { throw InputError(.plistMarker, at: start) }
      try claim(start, start + 1 + size)
      let value = number(at: start + 1, size: size, input)
      guard value <= UInt32.max else { throw InputError(.plistNumber, at: start) }
      node = try builder.add(.uid, at: start, payload: UInt64(value))
    case 0xA0...0xAF, 0xD0...0xDF: node = try container(start, input)
    default: throw InputError(.plistMarker, at: start)
    }
    nodes[object] = UInt32(node + 1)
    let isContainer = marker >= 0xA0
    extents.append(Extent(isOpen: isContainer))
    return node
  }

  private mutating func integer(
    _ start: Int, size: Int, _ input: Span<UInt8>
  ) throws(InputError) -> Int {
    try claim(start, start + 1 + size)
    // Integers of one, two and four bytes are unsigned; those of eight bytes are signed. Sixteen bytes are used for
    // integers that need more than 63 bits.
    if size < 8 {
      let value = rawNumber(at: start + 1, size: size, input)
      return try builder.addInteger(magnitude: value, isNegative: false, at: start)
    }
    let low = rawNumber(at: start + 1 + size - 8, size: 8, input)
    var isNegative = low >> 63 == 1
    if size == 16 {
      let sign = input[start + 1]
      guard sign == 0 || sign == 0xFF, (start + 1..<start + 9).allSatisfy({ input[$0] == sign })
      else { throw InputError(.plistNumber, at: start, detail: "an integer of more than 64 bits") }
      isNegative = sign == 0xFF
      guard !isNegative || low >> 63 == 1 else { throw InputError(.plistNumber, at: start) }
    }
    return try builder.addInteger(
      magnitude: isNegative ? 0 &- low : low, isNegative: isNegative, at: start)
  }

  private mutating func string(_ start: Int, _ input: Span<UInt8>) throws(InputError) -> Int {
    let isASCII = input[start] >> 4 == 5
    let content = try content(start, itemSize: isASCII ? 1 : 2, input)
    let first = builder.units.count
    var index = content.lowerBound
    while index < content.upperBound {
      if isASCII {
        guard input[index] < 0x80 else { throw InputError(.plistEncoding, at: index) }
        builder.units.append(UInt16(input[index]))
        index += 1
      } else {
        builder.units.append(UInt16(input[index]) << 8 | UInt16(input[index + 1]))
        index += 2
      }
    }
    return try builder.addString(at: start, unitsFrom: first)
  }

  /// Begins an array or dictionary: its children are object numbers until they are resolved.
  private mutating func container(
    _ start: Int, _ input: Span<UInt8>
  ) throws(InputError) -> Int {
    guard frames.count < limits.depth else {
      throw .exceeds(
        .plistDepth, limit: "depth", maximum: limits.depth, seen: frames.count + 1, at: start)
    }
    let isDictionary = input[start] >> 4 == 0xD
    let content = try content(
      start, itemSize: isDictionary ? 2 * referenceSize : referenceSize, input)
    let node = try builder.add(isDictionary ? .dictionary : .array, at: start)
    let first = builder.children.count
    let references = content.count / referenceSize
    for ordinal in 0..<references {
      // The input has all keys of a dictionary before its values; in `children`, keys and values alternate.
      let place =
        isDictionary ? (ordinal & 1) * (references / 2) + ordinal / 2 : ordinal
      let offset = content.lowerBound + place * referenceSize
      let child = number(at: offset, size: referenceSize, input)
      guard child < objectCount else {
        throw InputError(.plistReference, at: offset, detail: "no object \(child)")
      }
      builder.children.append(UInt32(truncatingIfNeeded: child))
    }
    builder.setRange(of: node, from: first, to: builder.children.count)
    frames.append(Frame(node: node, slot: first, end: builder.children.count))
    return node
  }

  /// Returns the range of an object's content, whose count is part of the marker or follows it.
  private mutating func content(
    _ start: Int, itemSize: Int, _ input: Span<UInt8>
  ) throws(InputError) -> Range<Int> {
    var count = Int(input[start] & 0xF)
    var position = start + 1
    if count == 0xF {
      guard position < tableOffset, input[position] & 0xFC == 0x10 else {
        throw InputError(.plistMarker, at: position, detail: "expected an integer as count")
      }
      let size = 1 << Int(input[position] & 0xF)
      guard position + 1 + size <= tableOffset else {
        throw InputError(.plistTruncated, at: tableOffset)
      }
      count = number(at: position + 1, size: size, input)
      position += 1 + size
    }
    guard count <= (tableOffset - position) / itemSize else {
      throw InputError(.plistTruncated, at: tableOffset, other: start)
    }
    try claim(start, position + count * itemSize)
    return position..<position + count * itemSize
  }

  /// Adds the bytes of an object to the total size of all objects.
  private mutating func claim(_ start: Int, _ end: Int) throws(InputError) {
    guard end <= tableOffset else {
      throw InputError(.plistTruncated, at: tableOffset, other: start)
    }
    seenBytes += end - start
    guard seenBytes <= tableOffset - Self.headerSize else {
      throw InputError(.plistOverlap, at: start)
    }
  }

  /// Returns an offset, count or reference, clamped to `Int.max`, which is beyond every limit.
  private func number(at offset: Int, size: Int, _ input: Span<UInt8>) -> Int {
    Int(clamping: rawNumber(at: offset, size: size, input))
  }

  /// Returns up to eight bytes as a number, most significant first.
  private func rawNumber(at offset: Int, size: Int, _ input: Span<UInt8>) -> UInt64 {
    var value: UInt64 = 0
    for index in offset..<offset + size { value = value << 8 | UInt64(input[index]) }
    return value
  }
}
