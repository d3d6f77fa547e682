import Foundation
import Harness
import IACorpus
import Inputs

/// What a process costs that converts 1 KB, beside other converters: each sample is a new process.
func measureStart(_ runner: inout Runner) throws {
  let bench = try ProcessBench(runner.programPath)
  let rtf = try bench.write(RTFText.bytes(atLeast: 1024), as: "1k.rtf")
  let markdown = try bench.write(
    CorpusFiles.bytes(of: "markdown/poem.md").prefix(1024), as: "1k.md")
  let output = bench.path("output")

  let nothing = Kernel("true", .limit) { [bench] _, watch in
    watch.add(nanoseconds: try bench.run([ProcessBench.installed("true") ?? "/bin/true"]).cpu)
    return 1
  }
  try measure(
    "version", bench.kernel("iaconv --version") { [[bench.iaconv, "--version"]] }, [], nothing,
    bench, &runner)
  var peers: [PeerConverter] = []
  if let unrtf = ProcessBench.installed("unrtf") {
    peers.append(
      PeerConverter(name: "unrtf", command: { input, _ in [unrtf, "--html", input] }, prints: true))
  } else {
    runner.recordMissing("start", "unrtf")
  }
  peers = runner.proven(peers, "start", "1 KB of RTF to HTML", sample: rtf, proof: "<b>", in: bench)
  try measure(
    "1 KB of RTF to HTML",
    bench.kernel("iaconv") { [[bench.iaconv, "-q", rtf, "-t", "html", "-o", output]] },
    peers.map { $0.kernel(rtf, in: bench) }, nothing, bench, &runner)
  peers = []
  if let pandoc = ProcessBench.pandoc {
    peers.append(
      PeerConverter(
        name: "pandoc",
        command: { input, output in
          [pandoc, "-f", "markdown", "-t", "html", input, "-o", output]
        }))
  } else {
    runner.recordMissing("start", "pandoc")
  }
  peers = runner.proven(
    peers, "start", "1 KB of Markdown to HTML", sample: markdown, proof: "<h1", in: bench)
  try measure(
    "1 KB of Markdown to HTML",
    bench.kernel("iaconv") { [[bench.iaconv, "-q", markdown, "-t", "html", "-o", output]] },
    peers.map { $0.kernel(markdown, in: bench) }, nothing, bench, &runner)
}

private func measure(
  _ name: String, _ ours: Kernel, _ peers: [Kernel], _ limit: Kernel, _ bench: ProcessBench,
  _ runner: inout Runner
) throws {
  guard runner.wants("start", name) else { return }
  var gates: [Gate] = []
  if peers.contains(where: { $0.name == "unrtf" }) {
    gates.append(Gate(ours.name, over: "unrtf", atMost: 3, stretch: 2, isTarget: true))
  }
  try runner.run(
    Comparison(
      "start", name, operation: "process", rounds: 100, kernels: [ours] + peers + [limit],
      gates: gates))
  // The median of processes hides those that start slowly.
  for measurement in runner.results.measurements
  where measurement.suite == "start" && measurement.comparison == name {
    let samples = (measurement.samples ?? []).sorted()
    runner.record(
      "start", "\(name), \(measurement.kernel): p90", Bootstrap.quantile(samples, 0.9) / 1e6,
      unit: "ms")
  }
  bench.recordPeaks("start", name, in: &runner)
}
