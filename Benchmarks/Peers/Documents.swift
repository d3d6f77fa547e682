import Foundation
import Inputs

/// What the table of documents is told on the command line.
struct PeerOptions {
  /// How often each command is run; nil for what is usual.
  var runs: Int?
  /// The large RTF; nil to make one.
  var rtf: String?
  /// Where the corpora are, of which `html` is read.
  var corpora: String?
  /// Whether pandoc and LibreOffice read the large RTF, too.
  var isSlow = false
}

/// Large documents, how time grows with them, and files one by one, beside other converters.
struct Documents {
  private let iaconv: String
  private let options: PeerOptions
  private let folder: URL
  private let turns = Turns()
  private let unrtf = path(of: "unrtf")
  private let pandoc: String?

  init(_ iaconv: String, _ options: PeerOptions, in folder: URL) {
    self.iaconv = iaconv
    self.options = options
    self.folder = folder
    let asked = output(
      of: ["/usr/bin/env", "python3", "-c", "import pypandoc;print(pypandoc.get_pandoc_path())"])
    let found = asked.split(separator: "\n").first.map(String.init)
    pandoc = path(of: "pandoc") ?? found
  }

  /// Prints all tables.
  func printAll() throws {
    print("medians of CPU seconds (user + system) and peak memory; x: how many times ours")
    try printRTF()
    try printHTML()
    try printGrowth()
    try printFiles()
  }

  private var runs: Int { options.runs ?? 5 }

  private func file(_ name: String) -> String { folder.appending(path: name).path }

  private func ours(_ input: String, _ format: String) -> Command {
    Command(
      name: "iaconv, \(format)",
      arguments: [iaconv, input, "-t", format, "-o", file("out")]
        + ((size(of: input) ?? 0) >= 256 << 20 ? ["--max-input", "1G", "--max-memory", "2G"] : []))
  }

  // MARK: Large documents

  private func printRTF() throws {
    let large = options.rtf ?? file("large.rtf")
    if options.rtf == nil {
      try Data(RTFText.manyKinds(atLeast: 12 << 20)).write(to: URL(filePath: large))
    }
    for (format, arguments) in [("html", ["--html"]), ("text", ["--text"])] {
      var commands = [ours(large, format)]
      if let unrtf {
        commands.append(Command(name: "unrtf, \(format)", arguments: [unrtf] + arguments + [large]))
      }
      try printTable("RTF to \(format)", commands, input: large)
      guard options.isSlow else { continue }
      var slow = [ours(large, format)]
      if let pandoc {
        let targets = [
          "html": [["html", "-s"], ["html", "-s", "--wrap=none"]],
          "text": [["plain", "--wrap=none"]],
        ]
        for target in targets[format, default: []] {
          slow.append(
            Command(
              name: "pandoc, \(target.joined(separator: " "))",
              arguments: [pandoc, "-f", "rtf", "-t"] + target + [large, "-o", file("pandoc")]))
        }
      }
      if let office = path(of: "soffice") {
        slow.append(
          Command(
            name: "LibreOffice, \(format)",
            arguments: [
              office, "-env:UserInstallation=file://" + file("office"), "--headless",
              "--convert-to", format == "text" ? "txt:Text (encoded):UTF8" : "html", "--outdir",
              folder.path, large,
            ]))
      }
      if slow.count > 1 { printSlow("RTF to \(format), slow", slow, input: large) }
    }
  }

  private func printHTML() throws {
    let page = file("large.html")
    let made = output(of: [iaconv, options.rtf ?? file("large.rtf"), "-t", "html", "-o", page])
    guard made.isEmpty, let size = size(of: page) else { return }
    let part = file("part.html")
    try cut(page, to: part, count: min(size, 10 << 20))
    for format in ["text", "rtf"] {
      var commands = [ours(part, format)]
      if let pandoc {
        commands.append(
          Command(
            name: "pandoc, \(format)",
            arguments: [
              pandoc, "-f", "html", "-t", format == "text" ? "plain" : "rtf", "--wrap=none", part,
              "-o", file("pandoc"),
            ]))
      }
      printSlow("10 MB of HTML to \(format)", commands, input: part)
    }
  }

  /// The first paragraphs of a page of ours, without its hidden data: any program's page.
  private func cut(_ page: String, to part: String, count: Int) throws {
    let text = try String(contentsOf: URL(filePath: page), encoding: .utf8)
    let start = text.prefix(count)
    let end = start.range(of: "</p>\n", options: .backwards)?.upperBound ?? start.endIndex
    try (String(start[..<end]) + "</main>\n</body>\n</html>\n")
      .replacingOccurrences(of: "<meta name=\"generator\" content=\"intensity-suite\">\n", with: "")
      .write(to: URL(filePath: part), atomically: false, encoding: .utf8)
  }

  // MARK: Growth

  private func printGrowth() throws {
    var inputs: [String] = []
    for power in stride(from: 10, through: 28, by: 2) {
      let input = file("grown-\(power).rtf")
      try Data(RTFText.manyKinds(atLeast: 1 << power)).write(to: URL(filePath: input))
      inputs.append(input)
    }
    defer { for input in inputs { try? FileManager.default.removeItem(atPath: input) } }
    print("\nGrowth, RTF to html and text, ours alone")
    let least = turns.run([ours(inputs[0], "html"), ours(inputs[0], "text")], times: runs)
      .map { Samples.median($0.milliseconds) }
    for input in inputs {
      let samples = turns.run(
        [ours(input, "html"), ours(input, "text")], times: runs, seconds: 2)
      guard let size = size(of: input), samples.allSatisfy({ !$0.milliseconds.isEmpty }) else {
        continue
      }
      var line = padded("\(size) bytes", 20)
      for (sample, least) in zip(samples, least) {
        let time = Samples.median(sample.milliseconds)
        line += String(
          format: "%9.1f ms %7.1f ns/byte beyond the first %7.1f MB (%4.1f x)", time,
          (time - least) * 1e6 / Double(size), Samples.median(sample.megabytes),
          Samples.median(sample.megabytes) * 1e6 / Double(size))
      }
      print(line)
    }
  }

  // MARK: Files one by one

  private func printFiles() throws {
    guard let corpora = options.corpora, let pandoc else { return }
    let html = URL(filePath: corpora).appending(path: "html")
    let files = try FileManager.default.contentsOfDirectory(atPath: html.path)
      .filter { $0.hasSuffix(".html") || $0.hasSuffix(".htm") }.sorted()
      .map { html.appending(path: $0).path }
    for format in ["rtf", "text"] {
      var (mine, theirs, count) = (0.0, 0.0, 0)
      for input in files {
        let other = Command(
          name: "pandoc",
          arguments: [
            pandoc, "-f", "html", "-t", format == "text" ? "plain" : "rtf", input, "-o",
            file("pandoc"),
          ])
        let samples = turns.run([ours(input, format), other], times: 3)
        guard samples.allSatisfy({ !$0.milliseconds.isEmpty }) else { continue }
        mine += Samples.median(samples[0].milliseconds)
        theirs += Samples.median(samples[1].milliseconds)
        count += 1
      }
      print(
        "\n\(count) files of HTML to \(format), one by one: "
          + String(
            format: "ours %.0f ms, pandoc %.0f ms, %.1f times", mine, theirs, theirs / mine))
    }
  }

  // MARK: Tables

  private func printTable(_ title: String, _ commands: [Command], input: String) throws {
    guard let size = size(of: input) else { return }
    print("\n\(title), \(size) bytes")
    let samples = turns.run(commands, times: runs, seconds: 8)
    guard let own = samples.first, !own.milliseconds.isEmpty else { return }
    let least = Samples.median(own.milliseconds)
    for (command, sample) in zip(commands, samples) where !sample.milliseconds.isEmpty {
      let time = Samples.median(sample.milliseconds)
      let memory = Samples.median(sample.megabytes)
      print(
        padded(command.name, 24)
          + String(
            format: "%9.3f s (least %.3f) %8.1f MB/s %8.1f MB (%4.1f x the input) %8.1f x",
            time / 1000, (sample.milliseconds.min() ?? 0) / 1000, Double(size) / time / 1000,
            memory, memory * 1e6 / Double(size), time / least))
    }
  }

  /// Prints what commands take that run for long, each once, with ours right before and behind it:
  /// a machine that others share changes its speed within minutes.
  private func printSlow(_ title: String, _ commands: [Command], input: String) {
    guard let size = size(of: input), let own = commands.first else { return }
    print("\n\(title), \(size) bytes")
    for other in commands.dropFirst() {
      let before = turns.run([own], times: 5)[0]
      let theirs = turns.run([other], times: 1)[0]
      let after = turns.run([own], times: 5)[0]
      let mine = before.milliseconds + after.milliseconds
      guard let time = theirs.milliseconds.first, !mine.isEmpty else { continue }
      let ours = Samples.median(mine)
      print(
        padded(other.name, 26)
          + String(
            format: "%9.3f s %8.1f MB (%5.1f x the input); ours around it %.3f s, %.1f MB: %.1f x",
            time / 1000, theirs.megabytes[0], theirs.megabytes[0] * 1e6 / Double(size),
            ours / 1000, Samples.median(before.megabytes + after.megabytes), time / ours))
    }
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text.padding(toLength: width, withPad: " ", startingAt: 0)
  }

  private func size(of path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
  }
}
