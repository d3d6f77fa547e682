internal import IABytes
internal import IAZip

/// Writes recovery data of version 2 as members or as a separate file.
struct ParityWriter {
  let plan: ParityPlan
  let seal: GenerationSeal
  /// The source of the protected bytes.
  let source: any ArchiveSource
  /// The storage of the recovery data.
  let storage: any ArchiveStorage

  /// Writes the recovery members after the protected bytes.
  ///
  /// - Returns: The members, in order.
  func writeMembers() throws -> [ZipMember] {
    try reserveSpace(upTo: plan.directoryOffset)
    try writeContent()
    return try (0..<plan.memberCount).map(writeHeader)
  }

  /// Writes the recovery data as a separate file.
  ///
  /// - Parameter progress: Is called with the number of protected bytes read so far.
  func writeFile(_ progress: (_ byteCount: Int) throws -> Void) throws {
    try reserveSpace(upTo: plan.contentByteCount)
    try writeContent(progress)
  }

  /// Appends zeros until the storage has a size.
  private func reserveSpace(upTo end: Int) throws {
    var size = try storage.byteCount()
    while size < end {
      let part = min(1 << 20, end - size)
      try storage.write([UInt8](repeating: 0, count: part), at: size)
      size += part
    }
  }

  private func writeContent(_ progress: (_ byteCount: Int) throws -> Void = { _ in }) throws {
    for place in 0..<ParityPlan.headCount {
      try write(
        ParityHead(plan: plan, place: place, seal: seal).bytes, at: plan.headOffset(place))
    }
    let checks = try checks(progress)
    for table in 0...1 { try write(checks, at: plan.tableOffset(table)) }
    try writePackets(progress)
  }

  /// Writes a part of the recovery data at an offset in them, which may be in several members.
  private func write(_ bytes: [UInt8], at offset: Int) throws {
    guard !plan.isSeparate else { return try storage.write(bytes, at: offset) }
    var done = 0
    while done < bytes.count {
      let member = (offset + done) / ParityPlan.maximumPieceByteCount
      let piece = plan.piece(member)
      let part = min(bytes.count - done, piece.upperBound - offset - done)
      try storage.write(
        done == 0 && part == bytes.count ? bytes : Array(bytes[done..<done + part]),
        at: plan.memberOffset(member) + ZipHeaders.localByteCount(plan.name(member)) + offset
          + done - piece.lowerBound)
      done += part
    }
  }

  /// Returns the concatenated bytes of consecutive rows.
  private func rows(_ rows: Range<Int>) throws -> [UInt8] {
    let size = plan.rowByteCount
    // The last row may overlap the one before.
    let isLast = rows.upperBound == plan.rowCount
    let plain = rows.lowerBound..<(isLast ? rows.upperBound - 1 : rows.upperBound)
    var bytes = try source.read(
      plain.count * size, at: plan.offset + plain.lowerBound * size)
    if isLast {
      bytes += try source.read(size, at: plan.offset + plan.byteCount - size)
    }
    guard bytes.count == rows.count * size else {
      throw InputError(.bytesTruncated, at: plan.offset + bytes.count)
    }
    return bytes
  }

  /// Returns the checksums of all data rows, eight bytes each.
  private func checks(_ progress: (Int) throws -> Void) throws -> [UInt8] {
    var writer = ByteWriter()
    let size = plan.rowByteCount
    let step = max(1, (1 << 20) / size)
    for first in stride(from: 0, to: plan.rowCount, by: step) {
      let part = first..<min(first + step, plan.rowCount)
      let bytes = try rows(part)
      for index in 0..<part.count {
        writer.fixed(
          CRC64.of(
            row: part.lowerBound + index,
            bytes.span.extracting(index * size..<(index + 1) * size)))
      }
      try progress(part.upperBound * size)
    }
    return writer.bytes
  }

  private func writePackets(_ progress: (Int) throws -> Void) throws {
    let size = plan.rowByteCount
    var byteCount = plan.rowCount * size
    try plan.code.encode { range, columns in
      byteCount += range.count * columns.count
      try progress(byteCount)
      if columns.count == size { return try rows(range) }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(range.count * columns.count)
      for row in range {
        bytes += try source.read(
          columns.count,
          at: plan.offset + plan.range(ofRow: row).lowerBound + columns.lowerBound)
      }
      return bytes
    } write: { columns, bytes in
      if columns.count == size { return try writeWhole(bytes) }
      for row in 0..<plan.parityRowCount {
        let part = bytes[row * columns.count..<(row + 1) * columns.count]
        try write(Array(part), at: plan.packetOffset(row) + 4 + columns.lowerBound)
      }
      if columns.upperBound == size { try closePackets() }
    }
  }

  /// Writes packets of complete rows, about 1 MiB in one call.
  private func writeWhole(_ bytes: [UInt8]) throws {
    let size = plan.rowByteCount
    let step = max(1, (1 << 20) / size)
    var first = 0
    while first < plan.parityRowCount {
      let offset = plan.packetOffset(first)
      var run: [UInt8] = []
      var row = first
      while row < min(first + step, plan.parityRowCount),
        plan.packetOffset(row) == offset + run.count
      {
        run += packet(row, Array(bytes[row * size..<(row + 1) * size]))
        row += 1
      }
      try write(run, at: offset)
      first = row
    }
  }

  private func packet(_ row: Int, _ content: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.fixed(UInt32(row))
    writer.append(content)
    writer.fixed(CRC64.of(writer.bytes.span) ^ ParityHead.identity(of: seal))
    return writer.bytes
  }

  /// Writes the numbers and checksums of packets whose rows were written in parts.
  private func closePackets() throws {
    for row in 0..<plan.parityRowCount {
      let offset = plan.packetOffset(row)
      let bytes = packet(row, try readBack(plan.rowByteCount, at: offset + 4))
      try write(Array(bytes.prefix(4)), at: offset)
      try write(Array(bytes.suffix(8)), at: offset + bytes.count - 8)
    }
  }

  /// Reads a part of the recovery data that was written before.
  private func readBack(_ count: Int, at offset: Int) throws -> [UInt8] {
    guard !plan.isSeparate else { return try storage.read(count, at: offset) }
    var bytes: [UInt8] = []
    while bytes.count < count {
      let at = offset + bytes.count
      let member = at / ParityPlan.maximumPieceByteCount
      let piece = plan.piece(member)
      let part = try storage.read(
        min(count - bytes.count, piece.upperBound - at),
        at: plan.memberOffset(member) + ZipHeaders.localByteCount(plan.name(member)) + at
          - piece.lowerBound)
      guard !part.isEmpty else { throw InputError(.bytesTruncated, at: at) }
      bytes += part
    }
    return bytes
  }

  /// Writes the local header of a member, and returns the member.
  private func writeHeader(_ index: Int) throws -> ZipMember {
    let count = plan.piece(index).count
    let start = plan.memberOffset(index) + ZipHeaders.localByteCount(plan.name(index))
    var crc: UInt32 = 0
    var position = 0
    while position < count {
      let part = try storage.read(min(1 << 20, count - position), at: start + position)
      guard !part.isEmpty else { throw InputError(.bytesTruncated, at: start + position) }
      crc = Deflate.crc32(part.span, after: crc)
      position += part.count
    }
    let member = ZipMember(
      name: plan.name(index), crc32: crc, storedByteCount: count, contentByteCount: count,
      offset: plan.memberOffset(index))
    try storage.write(ZipHeaders.local(member), at: member.offset)
    return member
  }
}
