internal import IABytes
internal import IAZip

/// Reads rows of a generation from the file.
struct RecoveryRows {
  let map: RecoveryMap
  let source: any ArchiveSource

  /// Returns the concatenated bytes of consecutive rows; bytes after the protected bytes or the end
  /// of the file are zeros.
  func read(_ rows: Range<Int>) throws -> [UInt8] {
    let size = RecoveryPlan.rowByteCount
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.count * size)
    try map.forEachExtent(of: rows.lowerBound * size..<rows.upperBound * size) { offset, count in
      let part = try source.read(count, at: offset)
      bytes.append(contentsOf: part)
      bytes.append(contentsOf: repeatElement(0, count: count - part.count))
    }
    bytes.append(contentsOf: repeatElement(0, count: rows.count * size - bytes.count))
    return bytes
  }

  /// Returns the CRC-32C of consecutive rows, four bytes each.
  func checks(_ rows: Range<Int>) throws -> [UInt8] {
    let size = RecoveryPlan.rowByteCount
    var writer = ByteWriter()
    var start = rows.lowerBound
    while start < rows.upperBound {
      let part = start..<min(start + 512, rows.upperBound)
      let bytes = try read(part)
      let span = bytes.span
      for index in part.indices {
        let place = (index - part.lowerBound) * size
        writer.fixed(CRC32C.of(span.extracting(place..<place + size)))
      }
      start = part.upperBound
    }
    return writer.bytes
  }
}

/// Writes the recovery members of version 1 into the space that was reserved for them.
///
/// The protected bytes are read three times, a few megabytes at once.
struct RecoveryFiller {
  let map: RecoveryMap
  let seal: GenerationSeal
  let storage: any ArchiveStorage

  /// The number of consecutive groups that are encoded at once.
  private static let batch = 64

  /// Writes the content and the local header of each member.
  ///
  /// - Returns: The members, in order.
  /// - Throws: The storage's errors; `bytes.truncated` if the storage is too short.
  func fill() throws -> [ZipMember] {
    for member in map.plan.sections.indices {
      let head = RecoveryHead(plan: map.plan, member: member, seal: seal).bytes
      try storage.write(head, at: map.contentOffset(member))
      if member + 1 == map.plan.sections.count {
        try storage.write(head, at: map.repeatedHeadOffset)
      }
    }
    try fillChecks()
    var group = 0
    while group < map.groupCount {
      let groups = group..<min(group + Self.batch, map.groupCount)
      try fillParity(groups)
      group = groups.upperBound
    }
    return try map.plan.sections.indices.map(fillHeader)
  }

  private func fillChecks() throws {
    let rows = RecoveryRows(map: map, source: storage)
    for section in map.plan.sections.indices {
      var writer = ByteWriter()
      writer.append(try rows.checks(map.rowStarts[section]..<map.rowStarts[section + 1]))
      writer.fixed(CRC32C.of(writer.bytes.span))
      for offset in map.checksOffsets(ofSection: section) {
        try storage.write(writer.bytes, at: offset)
      }
    }
    // The first member has an empty table for the missing section before its own.
    var empty = ByteWriter()
    empty.fixed(CRC32C.of([UInt8]().span))
    try storage.write(empty.bytes, at: map.emptyChecksOffset)
  }

  private func fillParity(_ groups: Range<Int>) throws {
    let size = RecoveryPlan.rowByteCount
    let rows = RecoveryRows(map: map, source: storage)
    let width = groups.count * size
    var parity = [UInt8](repeating: 0, count: map.groupParityRows * width)
    for index in 0..<map.groupRows {
      let first = index * map.groupCount + groups.lowerBound
      let last = min(first + groups.count, map.rowCount)
      guard first < last else { break }
      let bytes = try rows.read(first..<last)
      for row in 0..<map.groupParityRows {
        GaloisField.add(
          ReedSolomon.factor(dataRow: index, parityRow: row), times: bytes, from: 0,
          count: bytes.count, to: &parity, at: row * width)
      }
    }
    for row in 0..<map.groupParityRows {
      var run: (offset: Int, bytes: [UInt8]) = (0, [])
      for group in groups {
        let number = row * map.groupCount + group
        guard number < map.parityRowCount else { break }
        let start = row * width + (group - groups.lowerBound) * size
        let content = Array(parity[start..<start + size])
        var writer = ByteWriter()
        writer.append(content)
        writer.fixed(CRC32C.of(content.span))
        let offset = map.parityOffset(number)
        if run.offset + run.bytes.count != offset {
          if !run.bytes.isEmpty { try storage.write(run.bytes, at: run.offset) }
          run = (offset, [])
        }
        run.bytes += writer.bytes
      }
      if !run.bytes.isEmpty { try storage.write(run.bytes, at: run.offset) }
    }
  }

  private func fillHeader(_ index: Int) throws -> ZipMember {
    let count = map.plan.contentByteCount(index)
    var crc: UInt32 = 0
    var position = 0
    while position < count {
      let part = try storage.read(
        min(1 << 20, count - position), at: map.contentOffset(index) + position)
      guard !part.isEmpty else { throw InputError(.bytesTruncated, at: position) }
      crc = Deflate.crc32(part.span, after: crc)
      position += part.count
    }
    let member = ZipMember(
      name: map.plan.name(index), crc32: crc, storedByteCount: count, contentByteCount: count,
      offset: map.memberOffsets[index])
    try storage.write(ZipHeaders.local(member), at: member.offset)
    return member
  }
}
