import CMeasure
import Foundation
import IACorpus
import Inputs

// What it costs to start a converter and convert 1 KB: CPU time and peak memory of whole processes,
// run by turns.
//
//   ia-peers IACONV [--runs N]

/// A program with its arguments.
struct Command {
  var name: String
  var arguments: [String]
}

/// What the runs of one program took.
struct Samples {
  var milliseconds: [Double] = []
  var megabytes: [Double] = []
  var status: Int32 = 0

  mutating func add(_ child: measure_child) {
    milliseconds.append(Double(child.cpu_nanoseconds) / 1e6)
    megabytes.append(Double(child.peak_bytes) / 1e6)
    if child.status != 0 { status = child.status }
  }

  static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

func run(_ command: Command) -> measure_child {
  var arguments = command.arguments.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  return measure_spawn(command.arguments[0], &arguments)
}

func path(of program: String) -> String? {
  (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/\(program)" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

var rest = CommandLine.arguments.dropFirst()
guard let iaconv = rest.popFirst() else {
  print("usage: ia-peers IACONV [--runs N]")
  exit(64)
}
let runs = rest.popFirst() == "--runs" ? Int(rest.first ?? "") ?? 200 : 200

let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let rtf = folder.appending(path: "1k.rtf").path
try Data(RTFText.bytes(atLeast: 1024)).write(to: URL(filePath: rtf))
let markdown = folder.appending(path: "1k.md").path
try Data(CorpusFiles.bytes(of: "markdown/poem.md").prefix(1024)).write(
  to: URL(filePath: markdown))

var commands = [Command(name: "nothing (true)", arguments: [path(of: "true") ?? "/bin/true"])]
if let unrtf = path(of: "unrtf") {
  commands.append(Command(name: "unrtf --html, RTF", arguments: [unrtf, "--html", rtf]))
}
commands += [
  Command(name: "iaconv --version", arguments: [iaconv, "--version"]),
  Command(
    name: "iaconv, Markdown to HTML", arguments: [iaconv, markdown, "-t", "html", "-o", "-"]),
  Command(name: "iaconv, RTF to HTML", arguments: [iaconv, rtf, "-t", "html", "-o", "-"]),
]

var samples = [Samples](repeating: Samples(), count: commands.count)
for command in commands { _ = run(command) }
for _ in 0..<runs {
  for (index, command) in commands.enumerated() { samples[index].add(run(command)) }
}

let peer = commands.firstIndex { $0.name.hasPrefix("unrtf") }
print("\(runs) runs each, by turns; medians of CPU time (user + system) and peak memory")
for (command, sample) in zip(commands, samples) {
  let milliseconds = Samples.median(sample.milliseconds)
  var line = command.name.padding(toLength: 28, withPad: " ", startingAt: 0)
  line += String(
    format: "%7.2f ms (least %.2f) %7.1f MB", milliseconds, sample.milliseconds.min() ?? 0,
    Samples.median(sample.megabytes))
  if let peer {
    line += String(
      format: "  %6.2f x unrtf", milliseconds / Samples.median(samples[peer].milliseconds))
  }
  if sample.status != 0 { line += "  fails with \(sample.status)" }
  print(line)
}
