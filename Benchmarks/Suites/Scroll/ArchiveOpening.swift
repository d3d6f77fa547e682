import Foundation
import Harness
import IAArchive
import IAText
import Inputs

/// The first frame of an archive of messages, each time in a process of its own; the file is in the page cache.
func measureArchiveOpening(_ runner: inout Runner, rows: Int) throws {
  let file = FileManager.default.temporaryDirectory.appending(path: "ia-rows-\(getpid()).iaa")
  defer { try? FileManager.default.removeItem(at: file) }
  try packMessages(rows, to: file.path)
  var times: [[Double]] = []
  for _ in 0..<(runner.isQuick ? 5 : 25) {
    let output = try Tool.output(of: FirstFrameProgram.path, [file.path])
    times.append(
      String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        .compactMap { Double($0) })
  }
  for (phase, name) in ["process, fonts", "archive opened", "view", "frame"].enumerated() {
    try record(&runner, rows, name, times.map { try part($0, phase) })
  }
  try record(&runner, rows, "all", times.map { try part($0, 0...3) })
  try record(&runner, rows, "archive, view, frame", times.map { try part($0, 1...3) })
}

private func part(_ times: [Double], _ phases: ClosedRange<Int>) throws -> Double {
  guard times.count == 4 else { throw Tool.Missing(description: "no times of a first frame") }
  return times[phases].reduce(0, +) / 1e6
}

private func part(_ times: [Double], _ phase: Int) throws -> Double {
  try part(times, phase...phase)
}

private func record(
  _ runner: inout Runner, _ rows: Int, _ name: String, _ times: [Double]
) throws {
  let sorted = times.sorted()
  for (quantile, share) in [("median", 0.5), ("p90", 0.9)] {
    runner.record(
      "scroll", "first frame of an archive of \(rows) rows, \(name), \(quantile)",
      Bootstrap.quantile(sorted, share), unit: "ms")
  }
}

private func packMessages(_ count: Int, to path: String) throws {
  let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
  guard descriptor >= 0 else { throw Tool.Missing(description: "no temporary file") }
  defer { close(descriptor) }
  let corpus = try ArchiveCorpus(count: 8192)
  let documents = try (0..<8192).map { number in
    var document = try corpus.message(number).document
    document.metadata.authors = [["Ada"], ["Grace"], ["Lin"]][number / 3 % 3]
    return document
  }
  let writer = try ArchiveWriter(
    DescriptorStorage(descriptor), mode: .create,
    options: ArchiveOptions(recoveryPercent: 0, level: 1))
  for number in 0..<count { try writer.append(documents[number % 8192]) }
  _ = try writer.finish()
}
