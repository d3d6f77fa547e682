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
  /// What its output contains where it really converted; nothing where that does not matter.
  var proof = ""
}

/// What the runs of one program took.
struct Samples {
  var milliseconds: [Double] = []
  var megabytes: [Double] = []

  /// Adds a line of `ia-spawn`: status, nanoseconds, bytes.
  mutating func add(_ line: String) -> Bool {
    let fields = line.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
    guard fields.count == 3, fields[0] == 0 else { return false }
    milliseconds.append(fields[1] / 1e6)
    megabytes.append(fields[2] / 1e6)
    return true
  }

  static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// What a program prints; nothing where it fails.
func output(of arguments: [String]) -> String {
  let process = Process()
  let output = Pipe()
  process.executableURL = URL(filePath: arguments[0])
  process.arguments = Array(arguments.dropFirst())
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return "" }
  let data = (try? output.fileHandleForReading.readToEnd()) ?? nil
  process.waitUntilExit()
  return process.terminationStatus == 0 ? String(decoding: data ?? Data(), as: UTF8.self) : ""
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
  commands.append(
    Command(name: "unrtf --html, RTF", arguments: [unrtf, "--html", rtf], proof: "<b>"))
}
commands += [
  Command(name: "iaconv --version", arguments: [iaconv, "--version"]),
  Command(
    name: "iaconv, Markdown to HTML", arguments: [iaconv, markdown, "-t", "html", "-o", "-"],
    proof: "<h1"),
  Command(
    name: "iaconv, RTF to HTML", arguments: [iaconv, rtf, "-t", "html", "-o", "-"],
    proof: "href=\"https://example.org/"),
]

// A program that ends well but did not do the work has no place in the table.
for command in commands where !command.proof.isEmpty {
  if !output(of: command.arguments).contains(command.proof) {
    print("left out, for it does not convert: \(command.name)")
  }
}
commands.removeAll { !$0.proof.isEmpty && !output(of: $0.arguments).contains($0.proof) }

let spawn = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
  .appending(path: "ia-spawn").path
var samples = [Samples](repeating: Samples(), count: commands.count)
for _ in 0..<runs {
  for (index, command) in commands.enumerated() {
    guard samples[index].add(output(of: [spawn] + command.arguments)) else {
      print("\(command.name) failed")
      exit(1)
    }
  }
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
  print(line)
}
