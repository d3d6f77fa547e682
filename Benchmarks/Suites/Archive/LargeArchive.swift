import Harness
import IAArchive
import IAText
import Inputs

/// Packs and checks an archive of a million documents and 64 GiB, and notes memory and speed.
///
/// One document in 61 has an attachment of 4 MiB, of which all but a number are zeros that the
/// temporary file does not hold: what is hashed and protected is 64 GiB, what is on the disk a tenth.
func measureLargeArchive(_ runner: inout Runner) throws {
  let (documentCount, attachmentCount) = runner.isQuick ? (10_000, 160) : (1_000_000, 16_384)
  let corpus = try ArchiveCorpus(count: 2000)
  let messages = try (0..<corpus.count).map { try corpus.message($0).document }
  let archive = try TemporaryArchive()
  let storage = SparseStorage(archive.storage)
  let before = allocatedBytes()
  var peak = 0
  var packing = Stopwatch()
  try packing.time {
    let writer = try ArchiveWriter(storage, mode: .createNew)
    let step = documentCount / attachmentCount
    for index in 0..<documentCount {
      let document =
        index % step == 0 && index / step < attachmentCount
        ? pictured(index / step) : messages[index % messages.count]
      try writer.append(document, name: corpus.name(index), id: UInt64(index + 1))
      if index % 256 == 0 { peak = max(peak, allocatedBytes() - before) }
    }
    _ = try writer.finish()
  }
  peak = max(peak, allocatedBytes() - before)
  let size = try storage.byteCount()
  record(&runner, "packing", peak: peak, size: size, packing.nanoseconds)
  peak = 0
  var checking = Stopwatch()
  let report = try checking.time {
    try ArchiveReader(storage).verify { _ in peak = max(peak, allocatedBytes() - before) }
  }
  guard report.isIntact else { throw Tool.Missing(description: "damaged") }
  record(&runner, "checking", peak: peak, size: size, checking.nanoseconds)
}

private func record(
  _ runner: inout Runner, _ name: String, peak: Int, size: Int, _ nanoseconds: UInt64
) {
  let mebibytes = Double(peak) / 1_048_576
  let gibibytes = Double(size) / 1_073_741_824
  runner.record("large", "\(name): size", gibibytes, unit: "GiB")
  runner.record("large", "\(name): CPU", Double(nanoseconds) / 1e9 / gibibytes, unit: "s/GiB")
  runner.record("large", "\(name): memory", mebibytes, unit: "MiB")
  runner.judge("large/memory", "\(name), MiB", mebibytes, atMost: 64)
}

/// A message with a picture of its own.
private func pictured(_ number: Int) -> IADocument {
  var bytes = [UInt8](repeating: 0, count: 4 << 20)
  for place in 0..<4 { bytes[place] = UInt8(truncatingIfNeeded: number >> (8 * place)) }
  var document = IADocument(IAString("Look: ", intensity: 60))
  let digest = document.attachments.insert(bytes)
  document.string.append(
    Attachment(.file, content: .blob(digest), mediaType: "application/octet-stream"))
  return document
}

/// A file that does not hold blocks of zeros.
private final class SparseStorage: ArchiveStorage {
  private let file: DescriptorStorage
  private static let blockByteCount = 1 << 12

  init(_ file: DescriptorStorage) { self.file = file }

  func byteCount() throws -> Int { try file.byteCount() }
  func read(_ count: Int, at offset: Int) throws -> [UInt8] { try file.read(count, at: offset) }
  func truncate(to byteCount: Int) throws { try file.truncate(to: byteCount) }
  func synchronize() throws { try file.synchronize() }

  func write(_ bytes: [UInt8], at offset: Int) throws {
    let isBeyond = try offset == file.byteCount()
    guard isBeyond, bytes.count >= 1 << 16 else { return try file.write(bytes, at: offset) }
    let used = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    let blocks = (used + Self.blockByteCount - 1) / Self.blockByteCount
    try file.write(Array(bytes.prefix(blocks * Self.blockByteCount)), at: offset)
    try file.truncate(to: offset + bytes.count)
  }
}
