internal import IABytes
internal import IASyntax

/// Restores a damaged archive generation by generation: the protected bytes by recovery data, then
/// the recovery members and the directory, which are functions of these bytes.
struct ArchiveRestorer {
  let storage: OverlayStorage
  let limits: Limits
  private let originalByteCount: Int
  /// The recovery data of version 1, by the offset of their generation.
  private var maps: [Int: [RecoveryPlan: GenerationSeal]] = [:]
  private let parity: ParityRecovery
  /// The size of the undamaged generations at the start of the archive.
  private let intactByteCount: Int
  /// The size of the generations that a separate file of recovery data has restored.
  private var separateByteCount = 0
  /// The members of all generations restored so far.
  private var members: [ZipMember] = []
  /// The offset of the next generation.
  private var position = 0
  /// The number of rows that were restored.
  private(set) var restoredRowCount = 0

  /// Creates a restorer.
  ///
  /// - Parameters:
  ///   - storage: A copy of the damaged archive, which is changed.
  ///   - heads: The recovery members of version 1 found in the archive, with their offsets.
  ///   - parity: The results of the search for recovery data of version 2.
  ///   - intactByteCount: The size of the undamaged generations at the start of the archive.
  ///   - limits: The limits for reading members.
  /// - Throws: The storage's errors.
  init(
    _ storage: OverlayStorage, heads: [(offset: Int, head: RecoveryHead)],
    parity: ParityRecovery, intactByteCount: Int, limits: Limits
  ) throws {
    self.storage = storage
    self.parity = parity
    self.intactByteCount = intactByteCount
    self.limits = limits
    originalByteCount = storage.byteCount()
    for (offset, head) in heads {
      let map = RecoveryMap(head.plan)
      // A member must be at the offset that its head states, and at most half of the archive can be
      // missing.
      guard map.hasHead(head, at: offset),
        map.directoryOffset <= 2 * originalByteCount + (1 << 20)
      else { continue }
      maps[head.plan.generationOffset, default: [:]][head.plan] = head.seal
    }
  }

  /// Restores as many generations as possible, and truncates the storage after the last one.
  ///
  /// - Returns: Whether at least the first generation has a directory again.
  /// - Throws: The storage's errors.
  mutating func restore() throws -> Bool {
    if let separate = parity.separate {
      // Later generations may follow: the file can be that of an earlier state.
      separateByteCount = separate.plan.byteCount
      try extend(to: separateByteCount)
      restoredRowCount += try parity.restore(separate, in: storage)
    }
    var number = 1
    while position < max(originalByteCount, separateByteCount) || maps[position] != nil
      || parity.hasTargets(at: position)
    {
      guard let end = try restoreGeneration(number) else {
        // Bytes after the last complete generation are from an interrupted append.
        storage.truncate(to: max(position, 0))
        return number > 1
      }
      position = end
      number += 1
    }
    storage.truncate(to: position)
    return number > 1
  }

  /// Restores the generation at the current position; returns its end, or `nil` if its record
  /// cannot be read.
  private mutating func restoreGeneration(_ number: Int) throws -> Int? {
    var recovery: [ZipMember] = []
    let isRestored = position < separateByteCount
    if !isRestored,
      let target = parity.target(
        at: position, generation: number, isIntact: position < intactByteCount)
    {
      try extend(to: target.plan.directoryOffset)
      restoredRowCount += try parity.restore(target, in: storage)
      recovery = try ParityWriter(
        plan: target.plan, seal: target.seal, source: storage, storage: storage
      ).writeMembers()
    }
    for (plan, seal) in maps[position] ?? [:]
    where !isRestored && recovery.isEmpty && plan.generation == number {
      let map = RecoveryMap(plan)
      try extend(to: map.directoryOffset)
      let outcome = try GenerationRestorer(
        map: map, storage: storage, originalByteCount: originalByteCount
      ).restore()
      restoredRowCount += outcome.restoredRowCount
      recovery = try RecoveryFiller(map: map, seal: seal, storage: storage).fill()
      break
    }
    guard let found = try readMembers(number, recovery: recovery) else { return nil }
    members += found.members
    let directory = ZipHeaders.directory(members, at: found.end, comment: found.seal.comment)
    try extend(to: found.end)
    try storage.write(directory, at: found.end)
    return found.end + directory.count
  }

  /// Appends zeros up to a size.
  private func extend(to byteCount: Int) throws {
    var size = storage.byteCount()
    while size < byteCount {
      let part = min(1 << 20, byteCount - size)
      try storage.write([UInt8](repeating: 0, count: part), at: size)
      size += part
    }
  }

  /// Reads the members of the generation at the current position, from local header to local
  /// header.
  ///
  /// - Parameter recovery: The recovery members just written.
  /// - Returns: `nil` if the record is missing or damaged.
  private func readMembers(
    _ number: Int, recovery: [ZipMember]
  ) throws -> (members: [ZipMember], end: Int, seal: GenerationSeal)? {
    var found: [ZipMember] = []
    var seal: GenerationSeal?
    var at = position
    let known = Dictionary(recovery.map { ($0.offset, $0) }) { first, _ in first }
    while true {
      let header = try storage.read(160, at: at)
      guard let member = known[at] ?? ZipMember(localHeader: header, at: at) else { break }
      if case .recovery(let generation, _) = member.name, generation != number { break }
      if seal != nil, !member.name.isRecovery { break }
      found.append(member)
      at = member.end
      if member.name == .record(generation: number) {
        let reading = MemberContent(source: storage, limits: limits)
        guard let content = try? reading.content(of: member, checks: true),
          let record = try? GenerationRecord(content), record.generations.count == number
        else { return nil }
        seal = GenerationSeal(
          version: record.version, generation: number, documentCount: record.documentCount,
          merkleRoot: record.merkleRoot, record: SHA256Digest(of: content))
      }
    }
    return seal.map { (found, at, $0) }
  }
}
