import Harness
import IAArchive
import IACorpus
import IAText
import Inputs

/// A search of a million messages with an index of words beside one that unpacks all texts.
func measureArchiveSearch(_ runner: inout Runner) throws {
  // Only the full size has gates.
  if runner.isQuick, runner.measuresGatesAlone { return }
  let count = runner.isQuick ? 20_000 : 1_000_000
  // Ten thousand different messages, each in a hundred variants with a number.
  let texts = try Messages.mixed(count: min(count, 10_000))
  try measureIndex(&runner, texts, count: 20_000)
  // Packed with little effort: the search reads the same texts and words.
  let indexed = try pack(texts, count: count, indexesWords: true, isFast: true)
  runner.record(
    "archive-search", "packing with an index, fast", Double(indexed.nanoseconds) / Double(count),
    unit: "ns/message")
  // One block in 200 has the rare word.
  for (name, text, ignoresCase, limit) in [
    ("a rare word", "zyzzyva", false, 1 / 20.0), ("a rare word, -i", "ZYZZYVA", true, 1 / 20.0),
    ("a part of a rare word", "zzyv", false, 1 / 20.0), ("a common word", "message", false, 1.0),
    ("a common word, -i", "message", true, 1.0),
  ] {
    guard let query = ArchiveQuery(text, ignoresCase: ignoresCase) else { continue }
    func kernel(_ label: String, usesIndex: Bool) -> Kernel {
      Kernel(label) { _, watch in
        var found = 0
        try watch.time {
          try ArchiveReader(indexed.archive.storage).search(query, usesIndex: usesIndex) {
            fatalError("\($0)")
          } _: { _, _ in
            found += 1
          }
        }
        _ = opaque(found)
        return count
      }
    }
    try runner.run(
      Comparison(
        "archive-search", name, operation: "message", rounds: 3,
        kernels: [
          kernel("with the index", usesIndex: true), kernel("unpacking all", usesIndex: false),
        ],
        // A short archive has too few blocks for an index to skip.
        gates: runner.isQuick
          ? [] : [Gate("with the index", over: "unpacking all", atMost: limit)]))
  }
}

/// Records the size of an index of words and the time that it takes.
private func measureIndex(_ runner: inout Runner, _ texts: [String], count: Int) throws {
  let plain = try pack(texts, count: count, indexesWords: false)
  let indexed = try pack(texts, count: count, indexesWords: true)
  let bytes = Double(indexed.summary.byteCount - plain.summary.byteCount) / Double(count)
  runner.record("archive-search", "index of words", bytes, unit: "bytes/message")
  for (name, run) in [("with", indexed), ("without", plain)] {
    runner.record(
      "archive-search", "packing \(name) an index", Double(run.nanoseconds) / Double(count),
      unit: "ns/message")
  }
}

private func pack(
  _ texts: [String], count: Int, indexesWords: Bool, isFast: Bool = false
) throws -> (archive: TemporaryArchive, summary: ArchiveSummary, nanoseconds: UInt64) {
  let archive = try TemporaryArchive()
  var options = ArchiveOptions(recoveryPercent: 0)
  options.indexesWords = indexesWords
  options.isFast = isFast
  var watch = Stopwatch()
  let summary = try watch.time {
    let writer = try ArchiveWriter(archive.storage, mode: .createNew, options: options)
    for index in 0..<count {
      var text = texts[index % texts.count] + " message \(index)"
      if index % 200_000 == 777 { text += " Zyzzyva zyzzyva" }
      try writer.append(IADocument(IAString(text)), name: "chat/\(index / 1000)/\(index)")
    }
    return try writer.finish()
  }
  return (archive, summary, watch.nanoseconds)
}
