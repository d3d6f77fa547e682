internal import Foundation
internal import Harness

/// `ia-bench engine check` and `ia-bench engine run`.
public enum EngineCommand {
  private static let usage = """
    usage: ia-bench engine check [--seconds S] PROGRAM [ARGUMENT…]
           ia-bench engine run [--quick] [--views LIST] [--seconds S] [--json FILE] PROGRAM…
      --seconds S  the time for each answer (20)
      --quick      short texts, 3 rounds
      --views LIST numbers of views that fling at once, such as 1,4,8 (1): a process for each view
      --json FILE  also write the results to FILE (Specs/benchmarks.md)
    A PROGRAM of `run` is one word of the command line; its own words are separated by spaces. Ratios are to the first.

    """

  private struct Options {
    var seconds = 20.0
    var isQuick = false
    var json: String?
    var views = [1]
    var programs: [String] = []
  }

  private static func complain(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

  /// Runs a command, and returns its exit code.
  public static func run(_ words: [String]) -> Int32 {
    guard let name = words.first, ["check", "run"].contains(name),
      let options = options(words.dropFirst(), isCheck: name == "check")
    else {
      complain(usage)
      return 64
    }
    guard let font = EngineTexts.fontFile() else {
      complain(
        "ia-bench: no font file of Noto Sans; install fonts-noto-core or set IA_ENGINE_FONT\n")
      return 69
    }
    do {
      let texts = try EngineTexts(font: font)
      return name == "check" ? check(options, texts) : try measure(options, texts)
    } catch {
      complain("ia-bench: \(error)\n")
      return 73
    }
  }

  private static func options(_ words: ArraySlice<String>, isCheck: Bool) -> Options? {
    var options = Options()
    var rest = words
    while let word = rest.popFirst() {
      switch word {
      case "--seconds":
        guard let seconds = rest.popFirst().flatMap(Double.init), 0.05...3600 ~= seconds else {
          return nil
        }
        options.seconds = seconds
      case "--quick" where !isCheck: options.isQuick = true
      case "--views" where !isCheck:
        let views = (rest.popFirst() ?? "").split(separator: ",").map { Int($0) ?? 0 }
        guard !views.isEmpty, views.allSatisfy({ 1...32 ~= $0 }) else { return nil }
        options.views = views
      case "--json" where !isCheck:
        guard let path = rest.popFirst() else { return nil }
        options.json = path
      default:
        if word.hasPrefix("-") { return nil }
        options.programs.append(word)
        if isCheck {
          options.programs += rest
          rest = []
        }
      }
    }
    return options.programs.isEmpty ? nil : options
  }

  private static func check(_ options: Options, _ texts: EngineTexts) -> Int32 {
    do {
      try Conformance(options.programs, seconds: options.seconds, texts: texts) { print($0) }.run()
      print("conforms")
      return 0
    } catch {
      print("FAILED  \(error)")
      return error.code.rawValue
    }
  }

  private static func measure(_ options: Options, _ texts: EngineTexts) throws -> Int32 {
    var run = try EngineRun(
      isQuick: options.isQuick, views: options.views, seconds: options.seconds, texts: texts
    ) {
      complain("\($0)\n")
    }
    run.run(options.programs.map { $0.split(separator: " ").map(String.init) })
    print(run.results.table, terminator: "")
    if let path = options.json { try run.results.json().write(to: URL(filePath: path)) }
    return (run.results.gaps ?? []).isEmpty ? 0 : 1
  }
}
