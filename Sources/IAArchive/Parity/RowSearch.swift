internal import CGalois
internal import IABytes

/// Finds rows at any offset in files by their checksums.
///
/// The search takes linear time for any content: a checksum that was found is not searched again.
struct RowSearch {
  /// The position of a row that was found.
  struct Place: Hashable, Sendable {
    /// The index of the source.
    var source: Int
    var offset: Int
  }

  /// The rows of one set of recovery data, and the positions at which they were found.
  struct Target {
    let plan: ParityPlan
    let seal: GenerationSeal
    /// The tables of checksums as stored; each may be damaged.
    fileprivate(set) var tables: [[UInt8]] = []
    /// The position of each data row; `nil` if it was not found.
    fileprivate(set) var rows: [Place?]
    /// The position of each parity row, after its number; `nil` if it was not found.
    fileprivate(set) var parityRows: [Place?]

    init(plan: ParityPlan, seal: GenerationSeal, tables: [[UInt8]]) {
      self.plan = plan
      self.seal = seal
      self.tables = tables
      rows = Array(repeating: nil, count: plan.rowCount)
      parityRows = Array(repeating: nil, count: plan.parityRowCount)
    }

    /// The number of data rows that were not found.
    var missingCount: Int { rows.count { $0 == nil } }
    /// The number of parity rows that were found.
    var foundParityCount: Int { parityRows.count { $0 != nil } }
    /// Whether all data rows were found, or can be computed.
    var isRestorable: Bool { missingCount <= foundParityCount }

    /// Whether any data row was found in the archive.
    var hasRowInArchive: Bool { rows.contains { $0?.source == 0 } }

    /// The number of data rows that were found in the archive at their own offset.
    var inPlaceCount: Int {
      rows.enumerated().count { row, found in
        found == Place(source: 0, offset: plan.offset + plan.range(ofRow: row).lowerBound)
      }
    }
  }

  private let sources: [any ArchiveSource]
  private let rowByteCount: Int
  private(set) var targets: [Target]
  /// The index in `entries` of the first row that has a checksum; the entries are linked by `next`,
  /// and -1 ends a list.
  private var firstEntry: [UInt64: Int] = [:]
  private var entries: [(target: Int, row: Int, next: Int)] = []
  /// The targets by the identity of their packets: those in the archive, and those in a separate file.
  ///
  /// Both have the same identity if they protect the same generation.
  private var targetsOfIdentity: [[UInt64: Int]] = [[:], [:]]
  private var search = ia_row_search()
  private var rowFilter: [UInt64] = []
  private var packetFilter: [UInt64] = []
  private var slotUses: [UInt64: Int] = [:]
  private var filterBits = 10

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - targets: The rows to find, which have equal sizes.
  ///   - sources: The files to search.
  init(_ targets: [Target], in sources: [any ArchiveSource]) {
    self.targets = targets
    self.sources = sources
    rowByteCount = targets.first?.plan.rowByteCount ?? 256
    // Checksums in linear form, without the inversions, for the rolling computation.
    let zeros = [UInt8](repeating: 0, count: rowByteCount)
    let offsets = (0..<16).map { CRC64.of(row: 1 << $0, zeros.span) }
    let origin = CRC64.of(row: 0, zeros.span)
    for (index, target) in targets.enumerated() {
      for table in target.tables { add(table, of: index, origin, offsets.map { $0 ^ origin }) }
      let identity = origin ^ ParityHead.identity(of: target.seal)
      targetsOfIdentity[target.plan.isSeparate ? 1 : 0][identity] = index
    }
    prepareFilters()
    unsafe ia_row_search_prepare(&search, rowByteCount)
  }

  /// Adds the checksums of a table.
  ///
  /// - Parameters:
  ///   - table: The checksums of all rows, eight bytes each.
  ///   - target: The index of the target.
  ///   - origin: The checksum of row 0 with zeros as content.
  ///   - offsets: The change of that checksum by each bit of a row's number.
  private mutating func add(
    _ table: [UInt8], of target: Int, _ origin: UInt64, _ offsets: [UInt64]
  ) {
    let span = table.span
    var reader = ByteReader(0..<table.count)
    for row in 0..<min(targets[target].plan.rowCount, table.count / 8) {
      guard let check = try? reader.fixed(8, span) else { return }
      var key = check ^ origin
      for bit in 0..<16 where row >> bit & 1 == 1 { key ^= offsets[bit] }
      let next = firstEntry[key] ?? -1
      // The other table usually has the same entry.
      if next >= 0, entries[next].target == target, entries[next].row == row { continue }
      firstEntry[key] = entries.count
      entries.append((target, row, next))
    }
  }

  private mutating func prepareFilters() {
    while filterBits < 22, 1 << filterBits < 64 * firstEntry.count { filterBits += 1 }
    rowFilter = Array(repeating: 0, count: 1 << (filterBits - 6))
    packetFilter = rowFilter
    for key in firstEntry.keys {
      set(&rowFilter, key)
      slotUses[slot(key), default: 0] += 1
    }
    for key in targetsOfIdentity.joined().map(\.key) { set(&packetFilter, key) }
  }

  private func slot(_ key: UInt64) -> UInt64 { key & (1 << UInt64(filterBits) - 1) }

  private func set(_ filter: inout [UInt64], _ key: UInt64) {
    filter[Int(slot(key) >> 6)] |= 1 << (slot(key) & 63)
  }

  // MARK: Searching

  /// Searches all sources for the rows of all targets.
  ///
  /// - Throws: The sources' errors and those of `progress`.
  /// - Complexity: O(*n*) in the sizes of the sources.
  mutating func run(progress: (_ byteCount: Int) throws -> Void = { _ in }) throws {
    var done = 0
    for index in sources.indices {
      let size = try sources[index].byteCount()
      let step = max(1 << 20, 4 * rowByteCount)
      var start = 0
      while start + rowByteCount <= size {
        let end = min(start + step, size - rowByteCount + 1)
        var bytes = try sources[index].read(end - start + rowByteCount + 12, at: start)
        // Zeros after the end of the file complete the last windows.
        let wanted = end - start + rowByteCount + 12
        if bytes.count < wanted {
          bytes += [UInt8](repeating: 0, count: wanted - bytes.count)
        }
        searchPart(bytes, source: index, start: start, count: end - start)
        start = end
        try progress(done + start)
      }
      done += size
    }
  }

  private mutating func searchPart(_ bytes: [UInt8], source: Int, start: Int, count: Int) {
    var windows = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe buffer.baseAddress.map { unsafe ia_row_windows_at(&search, $0) } ?? ia_row_windows()
    }
    let behind = rowByteCount + 4
    var identity = windows.packet
    for index in 0..<8 { identity ^= UInt64(bytes[behind + index]) << UInt64(8 * index) }
    var offset = 0
    while offset < count {
      visit(windows.row, identity, bytes, Place(source: source, offset: start + offset), offset)
      offset = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe rowFilter.withUnsafeBufferPointer { rows in
          unsafe packetFilter.withUnsafeBufferPointer { packets in
            guard let base = buffer.baseAddress else { return count }
            return unsafe ia_row_search_next(
              &search, rows.baseAddress, packets.baseAddress, UInt32(filterBits), base, offset,
              count, &windows, &identity)
          }
        }
      }
    }
  }

  /// Records the rows whose checksum the window at an offset has.
  private mutating func visit(
    _ row: UInt64, _ identity: UInt64, _ bytes: [UInt8], _ place: Place, _ offset: Int
  ) {
    if let first = firstEntry.removeValue(forKey: row) {
      var entry = first
      while entry >= 0 {
        let (target, number, next) = entries[entry]
        if targets[target].rows[number] == nil { targets[target].rows[number] = place }
        entry = next
      }
      // Otherwise each offset in a range of equal rows would have to be examined.
      slotUses[slot(row), default: 1] -= 1
      if slotUses[slot(row)] == 0 {
        rowFilter[Int(slot(row) >> 6)] &= ~(1 << (slot(row) & 63))
      }
    }
    // The archive is the first source.
    guard let target = targetsOfIdentity[min(place.source, 1)][identity] else { return }
    let number = (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    if number < targets[target].parityRows.count, targets[target].parityRows[number] == nil {
      targets[target].parityRows[number] = Place(source: place.source, offset: place.offset + 4)
    }
  }
}
