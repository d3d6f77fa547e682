internal import IABytes

/// Restores the protected bytes of one generation from its recovery members of version 1.
struct GenerationRestorer {
  let map: RecoveryMap
  let storage: any ArchiveStorage
  /// The size of the damaged file in bytes; the bytes after it are zeros that were appended.
  let originalByteCount: Int

  /// The result of a restoration.
  struct Outcome: Hashable {
    /// The number of rows that were damaged or missing.
    var damagedRowCount = 0
    /// The number of these rows that were restored.
    var restoredRowCount = 0
  }

  /// Restores the damaged rows of each group that has enough parity rows.
  ///
  /// - Throws: The storage's errors.
  func restore() throws -> Outcome {
    var outcome = Outcome()
    var groups: [Int: [Int]] = [:]
    for section in map.plan.sections.indices {
      for row in try damagedRows(of: section) {
        groups[row % map.groupCount, default: []].append(row / map.groupCount)
        outcome.damagedRowCount += 1
      }
    }
    for (group, missing) in groups.sorted(by: { $0.key < $1.key })
    where try restore(missing.sorted(), of: group) {
      outcome.restoredRowCount += missing.count
    }
    return outcome
  }

  /// Returns the rows of a section that are after the end of the file or do not match their
  /// checksum.
  ///
  /// Without checksums, only the former.
  private func damagedRows(of section: Int) throws -> [Int] {
    let rows = map.rowStarts[section]..<map.rowStarts[section + 1]
    let expected = try checks(of: section)
    let found = try RecoveryRows(map: map, source: storage).checks(rows)
    return rows.filter { row in
      if isBeyondEnd(row) { return true }
      guard let expected else { return false }
      let place = 4 * (row - rows.lowerBound)
      return expected[place..<place + 4] != found[place..<place + 4]
    }
  }

  /// Returns the checksums of a section's rows from the first undamaged copy, or `nil` if there is
  /// none.
  private func checks(of section: Int) throws -> [UInt8]? {
    let count = 4 * (map.rowStarts[section + 1] - map.rowStarts[section])
    for offset in map.checksOffsets(ofSection: section) {
      let bytes = try storage.read(count + 4, at: offset)
      guard bytes.count == count + 4 else { continue }
      var reader = ByteReader(count..<bytes.count)
      let check = try reader.fixed(4, bytes.span)
      if check == UInt64(CRC32C.of(bytes.span.extracting(0..<count))) { return bytes }
    }
    return nil
  }

  /// Returns whether a part of a row is after the end of the damaged file.
  private func isBeyondEnd(_ row: Int) -> Bool {
    let start = row * RecoveryPlan.rowByteCount
    var isBeyond = false
    map.forEachExtent(of: start..<start + RecoveryPlan.rowByteCount) { offset, count in
      if offset + count > originalByteCount { isBeyond = true }
    }
    return isBeyond
  }

  /// Returns a parity row, or `nil` if it is damaged.
  private func parityRow(_ number: Int) throws -> [UInt8]? {
    guard number < map.parityRowCount else { return nil }
    let bytes = try storage.read(
      RecoveryPlan.parityRowByteCount, at: map.parityOffset(number))
    guard bytes.count == RecoveryPlan.parityRowByteCount else { return nil }
    var reader = ByteReader(RecoveryPlan.rowByteCount..<bytes.count)
    let check = try reader.fixed(4, bytes.span)
    let row = Array(bytes.prefix(RecoveryPlan.rowByteCount))
    return check == UInt64(CRC32C.of(row.span)) ? row : nil
  }

  /// Restores the missing rows of a group; returns `false` if too few parity rows are undamaged.
  private func restore(_ missing: [Int], of group: Int) throws -> Bool {
    var sums: [[UInt8]] = []
    var parityRows: [Int] = []
    for index in 0..<map.groupParityRows where sums.count < missing.count {
      if let row = try parityRow(index * map.groupCount + group) {
        sums.append(row)
        parityRows.append(index)
      }
    }
    guard sums.count == missing.count else { return false }
    let rows = RecoveryRows(map: map, source: storage)
    let lost = Set(missing)
    for index in 0..<map.groupRows where !lost.contains(index) {
      let number = index * map.groupCount + group
      guard number < map.rowCount else { break }
      let row = try rows.read(number..<number + 1)
      for (place, parity) in parityRows.enumerated() {
        GaloisField.add(
          ReedSolomon.factor(dataRow: index, parityRow: parity), times: row, from: 0,
          count: row.count, to: &sums[place], at: 0)
      }
    }
    let restored = ReedSolomon.solve(missing: missing, parityRows: parityRows, sums: sums)
    for (index, row) in zip(missing, restored) {
      try write(row, asRow: index * map.groupCount + group)
    }
    return true
  }

  private func write(_ bytes: [UInt8], asRow row: Int) throws {
    let start = row * RecoveryPlan.rowByteCount
    var position = 0
    try map.forEachExtent(of: start..<start + bytes.count) { offset, count in
      try storage.write(Array(bytes[position..<position + count]), at: offset)
      position += count
    }
  }
}
