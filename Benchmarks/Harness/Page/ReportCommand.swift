internal import Foundation

/// `ia-bench report`.
public enum ReportCommand {
  private static let usage = """
    usage: ia-bench report RESULTS.json [-o PAGE.html] [--baseline OLD.json] [--history FILE] [--film FOLDER]
                           [--functions NEW.json --functions-baseline OLD.json]
                           [--junit FILE] [--markdown FILE] [--metrics FILE]
      -o FILE         one HTML page without scripts and network access
      --baseline OLD  adds the changes since other results to the page
      --history FILE  adds the figures by commit that `ia-bench record` wrote
      --film FOLDER   adds the worst frames and the animation of `ia-bench film`
      --functions NEW, --functions-baseline OLD
                      add the functions whose instructions changed most (Scripts/counters --profile)
      --junit FILE    gates and gaps as JUnit XML
      --markdown FILE a comment of at most 20 lines
      --metrics FILE  all figures as OpenMetrics text

    """

  private static let outputs = ["-o", "--junit", "--markdown", "--metrics"]
  private static let inputs = [
    "--baseline", "--history", "--film", "--functions", "--functions-baseline",
  ]

  private static func complain(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

  /// Runs the command, and returns its exit code: 64 for wrong arguments, 65 for files that are no results, 66 for
  /// files that cannot be opened, 73 for outputs that cannot be written.
  public static func run(_ words: [String]) -> Int32 {
    var paths: [String: String] = [:]
    var input: String?
    var rest = words[...]
    while let word = rest.popFirst() {
      if outputs.contains(word) || inputs.contains(word),
        let path = rest.popFirst()
      {
        paths[word] = path
      } else if input == nil, !word.hasPrefix("-") {
        input = word
      } else {
        complain(usage)
        return 64
      }
    }
    guard let input, paths.keys.contains(where: outputs.contains),
      (paths["--functions"] == nil) == (paths["--functions-baseline"] == nil)
    else {
      complain(usage)
      return 64
    }
    do {
      let results = try Results.read(input)
      var additions = BenchPage.Additions()
      additions.baseline = try paths["--baseline"].map { try Results.read($0) }
      additions.history = try paths["--history"].map { try History.read($0) }
      additions.film = try paths["--film"].map { (try Film.read($0), $0) }
      if let new = paths["--functions"], let old = paths["--functions-baseline"] {
        additions.functions = (try FunctionCosts.read(new), try FunctionCosts.read(old))
      }
      return write(results, additions, paths)
    } catch {
      complain("ia-bench: \(error)\n")
      return (error as? Results.Unreadable)?.exitCode ?? 65
    }
  }

  private static func write(
    _ results: Results, _ additions: BenchPage.Additions, _ paths: [String: String]
  ) -> Int32 {
    for (option, content) in [
      ("-o", { BenchPage(results, additions).html }), ("--junit", { results.junit }),
      ("--markdown", { results.markdown }), ("--metrics", { results.openMetrics }),
    ] as [(String, () -> String)] {
      guard let path = paths[option] else { continue }
      do { try Data(content().utf8).write(to: URL(filePath: path), options: .atomic) } catch {
        complain("ia-bench: \(FaultMessages.unwritten(path, error))\n")
        return 73
      }
    }
    return 0
  }
}
