import Foundation
import IACorpus
import Inputs

/// What it costs to start a converter and convert 1 KB: CPU time and peak memory of whole processes,
/// run by turns.
func printStart(of iaconv: String, runs: Int, in folder: URL) throws {
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

  let samples = Turns().run(commands, times: runs)

  let peer = commands.firstIndex { $0.name.hasPrefix("unrtf") }
  print("\(runs) runs each, by turns; medians of CPU time (user + system) and peak memory")
  for (command, sample) in zip(commands, samples) where !sample.milliseconds.isEmpty {
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
}
