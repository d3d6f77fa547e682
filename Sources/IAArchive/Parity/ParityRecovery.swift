internal import IABytes

/// Restores protected bytes from recovery data of version 2.
///
/// Rows are found at any offset.
struct ParityRecovery {
  private let sources: [any ArchiveSource]
  /// The results of the search, by the offset of the protected bytes.
  private var targets: [Int: [RowSearch.Target]] = [:]
  /// The recovery data of a whole archive, or of an earlier state of it, in a separate file; `nil` if they are not
  /// sufficient.
  private(set) var separate: RowSearch.Target?

  /// For insufficient recovery data in a separate file: whether the archive contains none of the rows that they
  /// protect.
  ///
  /// `nil` if there are no such data.
  private(set) var isInsufficientFileUnrelated: Bool?

  /// Creates a recovery by searching for the rows of all recovery data whose heads were found.
  ///
  /// - Parameters:
  ///   - heads: The heads, with the index of the source and the offset at which each was found.
  ///   - sources: The damaged archive, then the file of recovery data if there is one.
  ///   - progress: Is called with the number of bytes searched so far.
  /// - Throws: The sources' errors and those of `progress`.
  init(
    heads: [(source: Int, offset: Int, head: ParityHead)], in sources: [any ArchiveSource],
    progress: (_ byteCount: Int) throws -> Void
  ) throws {
    self.sources = sources
    let size = try sources.reduce(0) { try $0 + $1.byteCount() }
    var tables: [ParityPlan: [GenerationSeal: [[UInt8]]]] = [:]
    // The numbers in the heads are limited by the sizes of the files, because most of the rows must be present.
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
    for group in groups.sorted(by: { $0.key < $1.key }).map(\.value) {
      var search = RowSearch(group, in: sources)
      try search.run(progress: progress)
      for target in search.targets {
        if target.plan.isSeparate {
          if target.isRestorable, target.plan.byteCount > separate?.plan.byteCount ?? 0 {
            separate = target
          } else if !target.isRestorable {
            isInsufficientFileUnrelated = !target.hasRowInArchive
          }
        } else {
          targets[target.plan.offset, default: []].append(target)
        }
      }
    }
    if separate != nil { isInsufficientFileUnrelated = nil }
  }

  /// Whether the archive has none of the rows that a separate file protects; `false` without a file.
  var isFileUnrelated: Bool { separate.map { !$0.hasRowInArchive } ?? false }

  /// Returns whether a separate file protects the first generation of another archive.
  ///
  /// - Parameter seals: The seals of first generations that the archive has.
  func contradicts(_ seals: Set<GenerationSeal>) -> Bool {
    guard let seal = separate?.seal, seal.generation == 1 else { return false }
    return !seals.isEmpty && !seals.contains(seal)
  }

  /// Discards the recovery data in a separate file.
  mutating func discardFile() { separate = nil }

  /// Returns the table of checksums after head 0 or 3, or before head 1 or 4; `nil` for head 2.
  private static func table(
    beside head: ParityHead, at offset: Int, in source: any ArchiveSource
  ) throws -> [UInt8]? {
    let count = head.plan.tableByteCount
    switch head.place {
    case 0, 3: return try source.read(count, at: offset + ParityPlan.headByteCount)
    case 1, 4:
      // The position is computed from the end of the table, because its beginning may be missing.
      let start = max(0, offset - count)
      let bytes = try source.read(offset - start, at: start)
      return [UInt8](repeating: 0, count: count - bytes.count) + bytes
    default: return nil
    }
  }

  /// Returns whether recovery data protect bytes from an offset on.
  func hasTargets(at offset: Int) -> Bool { targets[offset] != nil }

  /// Returns the recovery data of the generation at an offset, or `nil` if there are none.
  ///
  /// If there are several, restorable recovery data are preferred, and then those with the most rows at the expected
  /// offsets: other recovery data belong to an archive after or inside this one. If these numbers are equal, those that
  /// protect the most bytes are preferred, because smaller ones may belong to an archive inside this one.
  ///
  /// - Parameter isIntact: Whether the generation at the offset is not damaged; data with rows at other
  ///   offsets then belong to another archive.
  func target(at offset: Int, generation: Int, isIntact: Bool) -> RowSearch.Target? {
    let own = targets[offset]?.filter { $0.plan.generation == generation } ?? []
    let ranked = own.map { (target: $0, inPlaceCount: $0.inPlaceCount) }
    return ranked.filter { !isIntact || $0.inPlaceCount == $0.target.plan.rowCount }
      .max { Self.rank($0.target, $0.inPlaceCount) < Self.rank($1.target, $1.inPlaceCount) }?
      .target
  }

  private static func rank(_ target: RowSearch.Target, _ inPlaceCount: Int) -> (Int, Int, Int) {
    (target.isRestorable ? 1 : 0, inPlaceCount, target.plan.byteCount)
  }

  /// Writes the rows that were found to their offsets, and computes the others if there are enough
  /// parity rows.
  ///
  /// - Returns: The number of rows that were missing or damaged and are restored, or were at
  ///   another offset.
  /// - Throws: The sources' errors.
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
        // The remaining bytes of a damaged row most likely follow the row before it.
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
