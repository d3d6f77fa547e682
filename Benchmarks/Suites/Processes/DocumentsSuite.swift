import Foundation
import Harness
import IACorpus
import Inputs

/// Large documents, how time grows with them, and files one by one, beside other converters as whole processes.
func measureDocuments(_ runner: inout Runner) throws {
  let bench = try ProcessBench(runner.programPath)
  let suite = DocumentsSuite(bench: bench, isQuick: runner.isQuick)
  try suite.measureRTF(&runner)
  try suite.measureHTML(&runner)
  try suite.measureGrowth(&runner)
  try suite.measureFiles(&runner)
}

private struct DocumentsSuite {
  let bench: ProcessBench
  let isQuick: Bool

  private static let name = "documents"

  private func ours(_ input: String, _ format: String) -> Kernel {
    let size = (try? FileManager.default.attributesOfItem(atPath: input)[.size] as? Int) ?? 0
    let limits = size >= 256 << 20 ? ["--max-input", "1G", "--max-memory", "2G"] : []
    return bench.kernel("iaconv") { [bench] in
      [[bench.iaconv, "-q", input, "-t", format, "-o", bench.path("output")] + limits]
    }
  }

  private func pandoc(_ source: String, _ target: String) -> PeerConverter? {
    ProcessBench.pandoc.map { program in
      PeerConverter(name: "pandoc", maximumRounds: 1) { input, output in
        [program, "-f", source, "-t", target, "--wrap=none"] + (target == "html" ? ["-s"] : [])
          + [input, "-o", output]
      }
    }
  }

  private func office(_ format: String) -> PeerConverter? {
    ProcessBench.installed("soffice").map { program in
      PeerConverter(name: "LibreOffice", maximumRounds: 1) { [bench] input, output in
        // It names its output after the input, in a folder.
        let filter = format == "text" ? "txt:Text (encoded):UTF8" : "html"
        let made = URL(filePath: input).deletingPathExtension()
          .appendingPathExtension(format == "text" ? "txt" : "html").lastPathComponent
        return [
          "/bin/sh", "-c",
          "\"$0\" -env:UserInstallation=file://\"$1\" --headless --convert-to \"$2\" --outdir \"$3\" \"$4\" && mv \"$3/$5\" \"$6\"",
          program, bench.path("office"), filter, bench.path("made"), input, made, output,
        ]
      }
    }
  }

  // MARK: Large documents

  func measureRTF(_ runner: inout Runner) throws {
    let comparisons = ["html", "text"].map { "large RTF to \($0)" }
    guard comparisons.contains(where: { runner.wants(Self.name, $0) }) else { return }
    let bytes = VariedRTF.bytes(atLeast: isQuick ? 1 << 20 : 12 << 20)
    let large = try bench.write(bytes, as: "large.rtf")
    let sample = try bench.write(RTFText.bytes(atLeast: 2048), as: "sample.rtf")
    let repetition = Repetition(of: bytes)
    runner.record(Self.name, "large RTF: size", Double(bytes.count) / 1e6, unit: "MB")
    runner.record(Self.name, "large RTF: paragraphs and rows", Double(repetition.lines), unit: "")
    runner.record(
      Self.name, "large RTF: of them different", Double(repetition.distinctLines), unit: "")
    runner.record(
      Self.name, "large RTF: different links", Double(repetition.distinctLinks), unit: "")
    for (format, name) in zip(["html", "text"], comparisons) where runner.wants(Self.name, name) {
      var peers: [PeerConverter] = []
      if let unrtf = ProcessBench.installed("unrtf") {
        peers.append(
          PeerConverter(
            name: "unrtf", maximumRounds: 3,
            command: { input, _ in [unrtf, "--\(format)", input] },
            prints: true))
      } else {
        runner.recordMissing(Self.name, "unrtf")
      }
      peers += [pandoc("rtf", format == "text" ? "plain" : "html"), office(format)].compactMap(
        \.self)
      peers = runner.proven(
        peers, Self.name, name, sample: sample, proof: "harbour", in: bench)
      try runner.run(
        Comparison(
          Self.name, name, operation: "byte", rounds: 5,
          kernels: [operations(bytes.count, ours(large, format))]
            + peers.map { operations(bytes.count, $0.kernel(large, in: bench)) },
          gates: targets(
            format == "html"
              ? ["unrtf": 40, "pandoc": 100, "LibreOffice": 500]
              : [
                "unrtf": 15, "pandoc": 100, "LibreOffice": 500,
              ], peers)))
      bench.recordPeaks(Self.name, name, inputBytes: bytes.count, in: &runner)
    }
  }

  /// Pages of two other programs: unrtf's of the large RTF, and pandoc's.
  func measureHTML(_ runner: inout Runner) throws {
    let source = bench.path("large.rtf")
    let sample = try bench.write(Array("<p>the <b>harbour</b></p>".utf8), as: "sample.html")
    for author in ["unrtf", "pandoc"] {
      let name = "large HTML of \(author) to"
      guard ["text", "rtf"].contains(where: { runner.wants(Self.name, "\(name) \($0)") }) else {
        continue
      }
      if !FileManager.default.fileExists(atPath: source) {
        _ = try bench.write(
          VariedRTF.bytes(atLeast: isQuick ? 1 << 20 : 12 << 20), as: "large.rtf")
      }
      let page = bench.path("\(author).html")
      guard let program = author == "pandoc" ? ProcessBench.pandoc : ProcessBench.installed(author)
      else {
        runner.recordMissing(Self.name, author)
        continue
      }
      let made =
        author == "pandoc"
        ? try Tool.printed(by: program, ["-f", "rtf", "-t", "html", "-s", source])
        : try Tool.printed(by: program, ["--html", source])
      try made.write(to: URL(filePath: page))
      let repetition = Repetition(of: Array(made))
      runner.record(
        Self.name, "large HTML of \(author): size", Double(made.count) / 1e6, unit: "MB")
      runner.record(
        Self.name, "large HTML of \(author): different links", Double(repetition.distinctLinks),
        unit: "")
      for format in ["text", "rtf"] where runner.wants(Self.name, "\(name) \(format)") {
        let peers = runner.proven(
          [pandoc("html", format == "text" ? "plain" : "rtf")].compactMap(\.self), Self.name,
          "\(name) \(format)", sample: sample, proof: "harbour", in: bench)
        try runner.run(
          Comparison(
            Self.name, "\(name) \(format)", operation: "byte", rounds: 5,
            kernels: [operations(made.count, ours(page, format))]
              + peers.map { operations(made.count, $0.kernel(page, in: bench)) },
            gates: targets(["pandoc": 30], peers)))
        bench.recordPeaks(Self.name, "\(name) \(format)", inputBytes: made.count, in: &runner)
      }
    }
  }

  /// Makes the size of an input the number of operations of a kernel that counts processes.
  private func operations(_ count: Int, _ kernel: Kernel) -> Kernel {
    var counted = kernel
    counted.run = { size, watch in
      _ = try kernel.run(size, &watch)
      return count
    }
    return counted
  }

  private func targets(_ times: [String: Double], _ peers: [PeerConverter]) -> [Gate] {
    peers.compactMap { peer in
      times[peer.name].map { Gate("iaconv", fasterThan: peer.name, times: $0, isTarget: true) }
    }
  }

  // MARK: Growth

  /// Documents of 1 KB to 256 MB: time for each byte, and memory.
  func measureGrowth(_ runner: inout Runner) throws {
    for power in stride(from: 10, through: isQuick ? 20 : 28, by: 2) {
      for format in ["html", "text"] {
        let name = "2^\(power) bytes of RTF to \(format)"
        guard runner.wants(Self.name, name) else { continue }
        let bytes = VariedRTF.bytes(atLeast: 1 << power)
        let input = try bench.write(bytes, as: "grown.rtf")
        try runner.run(
          Comparison(
            Self.name, name, operation: "byte", rounds: power > 24 ? 1 : 3,
            kernels: [operations(bytes.count, ours(input, format))]))
        bench.recordPeaks(Self.name, name, inputBytes: bytes.count, in: &runner)
        try FileManager.default.removeItem(atPath: input)
      }
    }
  }

  // MARK: Files one by one

  /// The HTML files of the corpora, which other programs wrote, each in a process of its own.
  func measureFiles(_ runner: inout Runner) throws {
    let folder = EditingTrace.corpora.appending(path: "html")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let files = names.filter { $0.hasSuffix(".html") || $0.hasSuffix(".htm") }.sorted()
      .map { folder.appending(path: $0).path }
    guard let pandoc = ProcessBench.pandoc, !files.isEmpty else {
      runner.recordMissing(Self.name, files.isEmpty ? "HTML files of the corpora" : "pandoc")
      return
    }
    for format in ["rtf", "text"] {
      let name = "HTML files one by one to \(format)"
      guard runner.wants(Self.name, name) else { continue }
      let output = bench.path("output")
      let readable = files.filter { file in
        (try? bench.run([bench.iaconv, "-q", file, "-t", format, "-o", output])) != nil
      }
      runner.record(Self.name, "\(name): files", Double(readable.count), unit: "")
      try runner.run(
        Comparison(
          Self.name, name, operation: "file", rounds: 3,
          kernels: [
            bench.kernel("iaconv") { [bench] in
              readable.map { [bench.iaconv, "-q", $0, "-t", format, "-o", output] }
            },
            bench.kernel("pandoc", .peer) { [bench] in
              readable.map {
                [
                  pandoc, "-f", "html", "-t", format == "text" ? "plain" : "rtf", $0, "-o",
                  bench.path("peer-output"),
                ]
              }
            },
          ], gates: [Gate("iaconv", fasterThan: "pandoc", times: 3, isTarget: true)]))
    }
  }
}
