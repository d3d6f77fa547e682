import IAArchive
import IABytes
import IATestSupport
import IAText

/// Archives for tests.
enum ArchiveFixture {
  /// Returns random documents that use all features of the model, some with attachments.
  static func documents(_ count: Int, seed: UInt64) -> [IADocument] {
    var random = RandomDocument(seed: seed)
    return (0..<count).map { _ in random.next() }
  }

  /// Returns messages of realistic length whose text compresses only moderately.
  static func messages(_ count: Int, seed: UInt64) -> [IADocument] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      let words = (0..<5 + random.below(20)).map { _ in
        String(random.next() % 100_000, radix: 36)
      }
      let units = Array((words.joined(separator: " ") + " \(index)").utf16)
      let level = UInt8(random.below(90))
      return IADocument(
        IAString(units: units, intensities: units.map { _ in level + UInt8(random.below(10)) }))
    }
  }

  /// Returns the name of a document in `archive`.
  static func name(_ index: Int) -> String { "letters/\(index / 100)/letter \(index)" }

  /// Returns the bytes of an archive with one generation for each list of documents.
  static func archive(
    _ generations: [[IADocument]], options: ArchiveOptions = ArchiveOptions()
  ) throws -> [UInt8] {
    let storage = MemoryStorage()
    var index = 0
    for documents in generations {
      let writer = try ArchiveWriter(storage, mode: .create, options: options)
      for document in documents {
        try writer.append(document, name: name(index))
        index += 1
      }
      _ = try writer.finish()
    }
    return storage.bytes
  }

  /// Returns the dumps of all documents.
  static func dumps(_ archive: ArchiveReader) throws -> [String] {
    try (0..<archive.documentCount).map { try archive.document(at: $0).dump(includesOrigin: true) }
  }

  /// Returns the result of a verification, or `nil` if the archive does not open.
  static func verify(
    _ bytes: [UInt8], _ depth: VerificationDepth = .stored
  ) -> VerificationReport? {
    try? ArchiveReader(MemoryStorage(bytes)).verify(depth)
  }

  /// Repairs an archive, and returns the report and the repaired bytes.
  static func repair(_ bytes: [UInt8]) throws -> (report: RepairReport, bytes: [UInt8]) {
    let target = MemoryStorage()
    let report = try ArchiveRepair.repair(
      MemoryStorage(bytes), to: target)
    return (report, target.bytes)
  }
}
