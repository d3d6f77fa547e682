import Foundation
import Harness
import IAArchive
import IACorpus
import IAFormats
import IASyntax
import IAText
import Inputs

/// The archive: bytes a message beside JSON in batches and ZIP, access, opening, listing, checking.
func measureArchive(_ runner: inout Runner) throws {
  let corpus = try ArchiveCorpus(count: runner.isQuick ? 10_000 : 100_000)
  let plain = try TemporaryArchive()
  let writer = try ArchiveWriter(
    plain.storage, mode: .createNew, options: ArchiveOptions(recoveryPercent: 0))
  try corpus.forEach { try writer.append($0.document, name: $0.name, id: $0.id) }
  let summary = try writer.finish()
  let bytes = Double(summary.byteCount) / Double(corpus.count)
  runner.record("archive", "archive, no recovery data", bytes, unit: "bytes/message")
  do {
    try measurePeers(corpus, bytes, &runner)
  } catch let missing as Tool.Missing {
    // The other comparisons need no peers.
    runner.results.gaps?.append(
      Results.Gap(
        suite: "archive", name: "sizes beside JSON batches and ZIP", reason: "\(missing)"))
  }
  try measureReading(plain, corpus, &runner)
  let protected = try TemporaryArchive()
  try measureRecovery(protected, corpus, &runner)
  try measureVerifying(protected, &runner)
  if !runner.isQuick { try measureMemory(corpus, &runner) }
}

/// JSON in batches by zstd, and a ZIP file with an entry for each document, by Python's modules.
private func measurePeers(
  _ corpus: ArchiveCorpus, _ bytes: Double, _ runner: inout Runner
) throws {
  let lines = FileManager.default.temporaryDirectory.appending(path: "ia-archive-\(getpid()).jsonl")
  defer { try? FileManager.default.removeItem(at: lines) }
  var json: [UInt8] = []
  try corpus.forEach { json += try $0.json }
  try Data(json).write(to: lines)
  let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "archive_peers.py").standardized
  let output = String(
    decoding: try Tool.output(of: "python3", [script.path, lines.path]), as: UTF8.self)
  let sizes = output.split(separator: "\n").compactMap { Double($0) }
  guard sizes.count == 2 else {
    let reason = output.trimmingCharacters(in: .whitespacesAndNewlines)
    throw Tool.Missing(description: "archive_peers.py: \(reason)")
  }
  let batches = sizes[0] / Double(corpus.count)
  let zip = sizes[1] / Double(corpus.count)
  runner.record("archive", "JSON in 256 KiB batches by zstd-3", batches, unit: "bytes/message")
  runner.record("archive", "ZIP with an entry a document", zip, unit: "bytes/message")
  runner.judge("archive/size", "bytes / JSON batches", bytes / batches, atMost: 0.60)
  runner.judge("archive/size", "bytes / ZIP of entries", bytes / zip, atMost: 0.32)
}

private func measureReading(
  _ archive: TemporaryArchive, _ corpus: ArchiveCorpus, _ runner: inout Runner
) throws {
  let reader = try ArchiveReader(archive.storage)
  var random = SeededGenerator(seed: 5)
  let ordinals = (0..<200).map { _ in random.below(corpus.count) }
  try runner.run(
    Comparison(
      "archive", "one document of \(corpus.count)", operation: "document",
      kernels: [
        Kernel("by ordinal") { _, watch in
          for ordinal in opaque(ordinals) {
            _ = opaque(try watch.time { try reader.document(at: ordinal) })
          }
          return ordinals.count
        },
        Kernel("by id") { _, watch in
          for ordinal in opaque(ordinals) {
            _ = opaque(try watch.time { try reader.document(id: corpus.id(ordinal)) })
          }
          return ordinals.count
        },
        Kernel("by name") { _, watch in
          for ordinal in opaque(ordinals) {
            _ = opaque(try watch.time { try reader.document(named: corpus.name(ordinal)) })
          }
          return ordinals.count
        },
      ]))
  for kernel in ["by ordinal", "by id", "by name"] {
    guard
      let time = runner.nanoseconds("archive", "one document of \(corpus.count)", kernel)
    else { continue }
    runner.judge("archive/access", "\(kernel), µs", time / 1000, atMost: 300)
  }
  try runner.run(
    Comparison(
      "archive", "opening and listing \(corpus.count)", operation: "entry",
      kernels: [
        Kernel("open") { _, watch in
          _ = opaque(try watch.time { try ArchiveReader(archive.storage).documentCount })
          return corpus.count
        },
        Kernel("list") { _, watch in
          var length = 0
          try watch.time { try reader.forEachEntry { length += $0.name.utf8.count } }
          _ = opaque(length)
          return corpus.count
        },
      ]))
  let name = "opening and listing \(corpus.count)"
  if let time = runner.nanoseconds("archive", name, "open") {
    runner.judge(
      "archive/opening", "ms", time * Double(corpus.count) / 1_000_000, atMost: 5)
  }
  if let time = runner.nanoseconds("archive", name, "list") {
    runner.judge("archive/list", "µs an entry", time / 1000, atMost: 1)
  }
}

private func measureRecovery(
  _ archive: TemporaryArchive, _ corpus: ArchiveCorpus, _ runner: inout Runner
) throws {
  let writer = try ArchiveWriter(archive.storage, mode: .createNew)
  try corpus.forEach { try writer.append($0.document, name: $0.name, id: $0.id) }
  let summary = try writer.finish()
  runner.record(
    "archive", "archive, 10 % recovery data",
    Double(summary.byteCount) / Double(corpus.count), unit: "bytes/message")
}

private func measureVerifying(_ archive: TemporaryArchive, _ runner: inout Runner) throws {
  let reader = try ArchiveReader(archive.storage)
  let size = reader.byteCount
  try runner.run(
    Comparison(
      "archive", "verify \(size >> 20) MiB", operation: "byte", rounds: 5,
      kernels: [
        Kernel("every stored hash") { _, watch in
          let report = try watch.time { try reader.verify(.stored) }
          guard report.isIntact else { throw Tool.Missing(description: "damaged") }
          return size
        },
        Kernel("deep", maximumRounds: 3) { _, watch in
          _ = opaque(try watch.time { try reader.verify(.deep).isIntact })
          return size
        },
        Kernel("SHA-256 of the file", .peer) { _, watch in
          var hasher = SHA256Hasher()
          try watch.time {
            var position = 0
            while position < size {
              let bytes = try archive.storage.read(1 << 20, at: position)
              hasher.update(bytes)
              position += bytes.count
            }
          }
          _ = opaque(hasher.finish())
          return size
        },
      ],
      gates: [Gate("every stored hash", over: "SHA-256 of the file", atMost: 1 / 0.7)]))
}

/// Packs and checks a million documents and notes the most that malloc had handed out meanwhile.
private func measureMemory(_ corpus: ArchiveCorpus, _ runner: inout Runner) throws {
  let archive = try TemporaryArchive()
  let before = allocatedBytes()
  var peak = 0
  let writer = try ArchiveWriter(archive.storage, mode: .createNew)
  let documents = try (0..<2000).map { try corpus.message($0).document }
  for index in 0..<1_000_000 {
    try writer.append(
      documents[index % documents.count], name: corpus.name(index), id: UInt64(index + 1))
    if index % 512 == 0 { peak = max(peak, allocatedBytes() - before) }
  }
  _ = try writer.finish()
  peak = max(peak, allocatedBytes() - before)
  runner.record("archive", "memory to pack 1,000,000", Double(peak) / 1_048_576, unit: "MiB")
  runner.judge("archive/memory", "packing, MiB", Double(peak) / 1_048_576, atMost: 64)
  peak = 0
  let start = allocatedBytes()
  let report = try ArchiveReader(archive.storage).verify { _ in
    peak = max(peak, allocatedBytes() - start)
  }
  guard report.isIntact else { throw Tool.Missing(description: "damaged") }
  runner.record("archive", "memory to verify 1,000,000", Double(peak) / 1_048_576, unit: "MiB")
  runner.judge("archive/memory", "verifying, MiB", Double(peak) / 1_048_576, atMost: 64)
}
