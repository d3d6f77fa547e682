internal import IABytes

/// Restores protected bytes by recovery data of version 2, wherever their rows are.
struct ParityRecovery {
  private let sources: [any ArchiveSource]
  /// The results of the search, by the offset of the protected bytes.
  private var targets: [Int: [RowSearch.Target]] = [:]
  /// Recovery data of a whole archive, in a separate file.
  private(set) var separate: RowSearch.Target?

  /// Creates a recovery: searches for the rows of all recovery data whose heads were found.
  ///
  /// - Parameters:
  ///   - heads: The heads, with the source in which each was found.
  ///   - sources: The damaged archive, then a file of recovery data if there is one.
  init(
    heads: [(source: Int, offset: Int, head: ParityHead)], in sources: [any ArchiveSource],
    progress: (_ byteCount: Int) throws -> Void
  ) throws {
    self.sources = sources
    let size = try sources.reduce(0) { try $0 + $1.byteCount() }
    var tables: [ParityPlan: [GenerationSeal: [[UInt8]]]] = [:]
    // The sizes of the files limit the numbers in the heads: most of the rows must be present.
    var budget = 4 * size + (1 << 20)
    for (source, offset, head) in heads {
      if tables[head.plan]?[head.seal] == nil {
        guard head.plan.byteCount <= budget, head.plan.contentByteCount <= 4 * size + (1 << 20)
        else { continue }
        budget -= head.plan.byteCount
      }
      if let table = try Self.table(beside: head, at: offset, in: sources[source]),
        tables[head.plan]?[head.seal]?.count ?? 0 < 8
      {
        tables[head.plan, default: [:]][head.seal, default: []].append(table)
      } else {
        tables[head.plan, default: [:]][head.seal, default: []] += []
      }
    }
    var groups: [Int: [RowSearch.Target]] = [:]
    for (plan, seals) in tables {
      for (seal, tables) in seals {
        groups[plan.rowBits, default: []].append(
          RowSearch.Target(plan: plan, seal: seal, tables: tables))
      }
    }
    for group in groups.values {
      var search = RowSearch(group, in: sources)
      try search.run(progress: progress)
      for target in search.targets {
        if target.plan.isSeparate {
          if target.isRestorable, target.plan.byteCount > separate?.plan.byteCount ?? 0 {
            separate = target
          }
        } else {
          targets[target.plan.offset, default: []].append(target)
        }
      }
    }
  }

  /// Returns the table of checks after a head, or before it; `nil` for head 2.
  private static func table(
    beside head: ParityHead, at offset: Int, in source: any ArchiveSource
  ) throws -> [UInt8]? {
    let count = head.plan.tableByteCount
    switch head.place {
    case 0, 3: return try source.read(count, at: offset + ParityPlan.headByteCount)
    case 1, 4:
      // Counted from its end, where a part of it may be missing.
      let start = max(0, offset - count)
      let bytes = try source.read(offset - start, at: start)
      return [UInt8](repeating: 0, count: count - bytes.count) + bytes
    default: return nil
    }
  }

  /// Returns whether any recovery data protect bytes from an offset on.
  func hasTargets(at offset: Int) -> Bool { targets[offset] != nil }

  /// Returns the recovery data of a generation that begins at an offset: of several, the one that
  /// protects most, because a smaller one may belong to an archive within this one.
  func target(at offset: Int, generation: Int) -> RowSearch.Target? {
    targets[offset]?.filter { $0.plan.generation == generation }
      .max { left, right in
        (left.isRestorable ? 1 : 0, left.plan.byteCount)
          < (right.isRestorable ? 1 : 0, right.plan.byteCount)
      }
  }

  /// Writes the rows that were found to their places, and computes the others.
  ///
  /// - Returns: The number of rows that were damaged, missing or at another place.
  func restore(_ target: RowSearch.Target, in overlay: OverlayStorage) throws -> Int {
    let plan = target.plan
    var moved = 0
    var missing: [Int] = []
    var shift = 0
    for row in target.rows.indices {
      let range = plan.range(ofRow: row)
      // The last row may overlap the one before it.
      let own = max(range.lowerBound, row << plan.rowBits)..<range.upperBound
      let skip = own.lowerBound - range.lowerBound
      let place = plan.offset + own.lowerBound
      if let found = target.rows[row] {
        if found.source == 0 {
          overlay.move(own.count, to: place, from: found.offset + skip)
          shift = found.offset - plan.offset - range.lowerBound
          if shift != 0 { moved += 1 }
        } else {
          try overlay.write(
            sources[found.source].read(own.count, at: found.offset + skip), at: place)
          moved += 1
        }
      } else {
        // The remainder of a damaged row is most likely after the row before.
        missing.append(row)
        overlay.move(own.count, to: place, from: max(0, place + shift))
      }
    }
    guard target.isRestorable else { return moved }
    try decode(target, missing: missing, in: overlay)
    return moved + missing.count
  }

  private func decode(
    _ target: RowSearch.Target, missing: [Int], in overlay: OverlayStorage
  ) throws {
    let plan = target.plan
    func bytes(_ place: RowSearch.Place?, _ columns: Range<Int>) throws -> [UInt8] {
      guard let place else { return [UInt8](repeating: 0, count: columns.count) }
      let bytes = try sources[place.source].read(
        columns.count, at: place.offset + columns.lowerBound)
      return bytes + [UInt8](repeating: 0, count: columns.count - bytes.count)
    }
    try plan.code.decode(
      missing: missing,
      parityRows: target.parityRows.indices.filter { target.parityRows[$0] != nil }
    ) { row, columns in
      try bytes(target.rows[row], columns)
    } parity: { row, columns in
      try bytes(target.parityRows[row], columns)
    } write: { row, columns, bytes in
      try overlay.write(
        bytes, at: plan.offset + plan.range(ofRow: row).lowerBound + columns.lowerBound)
    }
  }
}
