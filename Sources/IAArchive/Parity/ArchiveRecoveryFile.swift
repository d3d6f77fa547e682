internal import IABytes

/// Recovery data in a separate file, for archives that must not change.
public enum ArchiveRecoveryFile {
  /// The first bytes of a file of recovery data.
  public static let signature = RecoveryHead.sync

  /// Writes recovery data for a whole archive, up to the end of its newest directory.
  ///
  /// - Parameters:
  ///   - archive: The archive; every byte of it should have been verified.
  ///   - storage: The storage of the recovery data, which must be empty.
  ///   - percent: The size of the parity rows in percent of the archive, 1 to 100.
  ///   - progress: Is called with the number of bytes of the archive read so far; there are two passes.
  /// - Throws: `archive.limit` for an archive of more than 512 GiB; the storages' errors and those of
  ///   `progress`.
  /// - Complexity: O(*n* log *n*) in the size of the archive; memory is bounded.
  public static func write(
    for archive: ArchiveReader, to storage: any ArchiveStorage, percent: Int,
    progress: (_ byteCount: Int) throws -> Void = { _ in }
  ) throws {
    precondition(1...100 ~= percent, "\(percent) % of recovery data")
    guard
      let plan = ParityPlan(
        generation: archive.generation, offset: 0, byteCount: archive.byteCount, percent: percent,
        isSeparate: true)
    else {
      throw InputError.exceeds(
        .archiveLimit, limit: "recovery", maximum: ParityPlan.maximumByteCount,
        seen: archive.byteCount, at: 0)
    }
    try ParityWriter(
      plan: plan, seal: archive.directory.seal, source: archive.source, storage: storage
    ).writeFile(progress)
    try storage.synchronize()
  }

  /// Returns whether a file has a head of recovery data in a separate file.
  ///
  /// - Throws: The source's errors.
  public static func isRecoveryFile(_ source: any ArchiveSource) throws -> Bool {
    try !heads(in: source).isEmpty
  }

  /// Returns the heads in a file of recovery data, with their offsets.
  static func heads(
    in source: any ArchiveSource
  ) throws -> [(offset: Int, head: ParityHead)] {
    let size = try source.byteCount()
    let window = 1 << 20
    var heads: [(offset: Int, head: ParityHead)] = []
    for start in stride(from: 0, to: size, by: window) {
      let bytes = try source.read(window + ParityPlan.headByteCount, at: start)
      for index in 0..<min(window, bytes.count) where bytes[index] == RecoveryHead.sync[0] {
        let end = index + ParityPlan.headByteCount
        guard end <= bytes.count, let head = ParityHead(Array(bytes[index..<end])),
          head.plan.isSeparate
        else { continue }
        heads.append((start + index, head))
      }
    }
    return heads
  }
}
