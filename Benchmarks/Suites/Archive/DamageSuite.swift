import Harness
import IAArchive
import IACorpus
import IAText
import Inputs

/// Damages archives in all the ways of the specification's promises, and counts what is noticed,
/// kept and brought back.
///
/// `Scripts/damage` runs it.
func measureDamage(_ runner: inout Runner) throws {
  let corpus = try ArchiveCorpus(count: 6000)
  var suite = DamageSuite(
    documentCount: corpus.count, bare: try corpus.archive(recoveryPercent: 0),
    protected: try corpus.archive(recoveryPercent: 10))
  try suite.run(&runner)
}

extension ArchiveCorpus {
  /// An archive in memory, of blocks so small that it has many.
  fileprivate func archive(recoveryPercent: Int) throws -> [UInt8] {
    let storage = MemoryStorage()
    let options = ArchiveOptions(
      recoveryPercent: recoveryPercent, blockTextBytes: 12 << 10, blockDocuments: 100)
    for half in [0..<count / 2, count / 2..<count] {
      let writer = try ArchiveWriter(storage, mode: .create, options: options)
      for index in half {
        let message = try message(index)
        try writer.append(message.document, name: message.name, id: message.id)
      }
      _ = try writer.finish()
    }
    return storage.bytes
  }
}

private struct DamageSuite {
  let documentCount: Int
  let bare: [UInt8]
  let protected: [UInt8]
  private var random = SeededGenerator(seed: 99)

  init(documentCount: Int, bare: [UInt8], protected: [UInt8]) {
    self.documentCount = documentCount
    self.bare = bare
    self.protected = protected
  }

  private mutating func flipped(_ bytes: [UInt8]) -> [UInt8] {
    var damaged = bytes
    damaged[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
    return damaged
  }

  private mutating func hole(_ bytes: [UInt8]) -> [UInt8] {
    var damaged = bytes
    let start = random.below(bytes.count - 4096)
    for place in start..<start + 4096 { damaged[place] = 0 }
    return damaged
  }

  private mutating func truncated(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes[..<random.below(bytes.count)])
  }

  private mutating func withoutTail(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes[..<(bytes.count - bytes.count / 20)])
  }

  mutating func run(_ runner: inout Runner) throws {
    try detect(10_000, "flipped bits", bare, &runner) { $0.flipped($0.bare) }
    try detect(1_000, "truncations", bare, &runner) { $0.truncated($0.bare) }
    try detect(1_000, "holes of 4 KiB", bare, &runner) { $0.hole($0.bare) }
    try detectEverywhere(&runner)
    try keep(2_000, "flipped bits", blocks: 1, &runner) { $0.flipped($0.bare) }
    // A hole may touch two blocks.
    try keep(500, "holes of 4 KiB", blocks: 2, &runner) { $0.hole($0.bare) }
    try restore(500, "flipped bits", &runner) { $0.flipped($0.protected) }
    try restore(500, "holes of 4 KiB", &runner) { $0.hole($0.protected) }
    try restore(1, "missing tails of 5 %", &runner) { $0.withoutTail($0.protected) }
  }

  /// Counts damages that a check does not notice.
  private mutating func detect(
    _ count: Int, _ name: String, _ bytes: [UInt8], _ runner: inout Runner,
    _ damage: (inout Self) -> [UInt8]
  ) throws {
    var missed = 0
    for _ in 0..<count {
      let damaged = damage(&self)
      guard damaged != bytes else { continue }
      let report = try? ArchiveReader(MemoryStorage(damaged)).verify(.stored)
      // A cut at the end of the first generation leaves an archive that is whole.
      if report?.isIntact == true { missed += 1 }
    }
    runner.record("damage", "\(name), checked", Double(count), unit: "files")
    runner.judge("damage/detection", "\(name) missed", Double(missed), atMost: 0)
  }

  /// Flips each bit of a small archive in turn.
  private func detectEverywhere(_ runner: inout Runner) throws {
    let storage = MemoryStorage()
    let writer = try ArchiveWriter(
      storage, mode: .createNew, options: ArchiveOptions(recoveryPercent: 0))
    for index in 0..<3 { try writer.append(ArchiveCorpus(count: 3).message(index).document) }
    _ = try writer.finish()
    var missed = 0
    for place in 0..<8 * storage.bytes.count {
      var damaged = storage.bytes
      damaged[place / 8] ^= 1 << UInt8(place % 8)
      let report = try? ArchiveReader(MemoryStorage(damaged)).verify(.stored)
      if report?.isIntact == true { missed += 1 }
    }
    runner.judge(
      "damage/detection", "each bit of \(storage.bytes.count) bytes, missed", Double(missed),
      atMost: 0)
  }

  /// The most documents that a scan loses, of blocks of a hundred.
  private mutating func keep(
    _ count: Int, _ name: String, blocks: Int, _ runner: inout Runner,
    _ damage: (inout Self) -> [UInt8]
  ) throws {
    var worst = 0
    for _ in 0..<count {
      let scan = try ArchiveScan(MemoryStorage(damage(&self)))
      worst = max(worst, documentCount - scan.documentCount)
    }
    runner.record("damage", "\(name), scanned", Double(count), unit: "files")
    runner.judge(
      "damage/scan", "\(name), documents lost at worst", Double(worst),
      atMost: Double(100 * blocks))
  }

  /// Counts damages after which the archive is not byte for byte what it was.
  private mutating func restore(
    _ count: Int, _ name: String, _ runner: inout Runner, _ damage: (inout Self) -> [UInt8]
  ) throws {
    var wrong = 0
    for _ in 0..<count {
      let target = MemoryStorage()
      let damaged = damage(&self)
      let report = try ArchiveRepair.repair(
        MemoryStorage(damaged), to: target)
      if report.outcome == .salvaged || target.bytes != protected { wrong += 1 }
    }
    runner.record("damage", "\(name), repaired", Double(count), unit: "files")
    runner.judge("damage/recovery", "\(name) not restored", Double(wrong), atMost: 0)
  }
}
