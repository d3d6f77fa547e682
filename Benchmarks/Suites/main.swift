import EngineHarness
import Foundation
import Harness
import Inputs

/// Writes a message to standard error and exits.
func fail(_ message: String, _ status: Int32) -> Never {
  FileHandle.standardError.write(Data("ia-bench: \(message)\n".utf8))
  exit(status)
}

/// Writes the message of a file that is not one of results, and exits with its code.
func fail(_ error: any Error) -> Never {
  fail("\(error)", (error as? Results.Unreadable)?.exitCode ?? 65)
}

// Commands that measure nothing of a suite.
let words = Array(CommandLine.arguments.dropFirst())
let commandsWithUsage: Set = ["engine", "report", "record"]
if words.first.map(commandsWithUsage.contains) != true,
  words.contains("--help") || words.contains("-h")
{
  print(Options.usage, terminator: "")
  exit(0)
}
switch words.first {
case "compare":
  guard words.count == 3 else { fail("usage: ia-bench compare NEW.json OLD.json", 64) }
  do {
    let (new, old) = (try Results.read(words[1]), try Results.read(words[2]))
    print(new.comparison(with: old), terminator: "")
    exit(0)
  } catch { fail(error) }
case "doctor":
  for line in Doctor.report() { print(line) }
  exit(0)
case "film":
  guard words.count == 2 else { fail("usage: ia-bench film FOLDER", 64) }
  do {
    try makeFilm(in: words[1])
    exit(0)
  } catch let error as CocoaError {
    fail(FaultMessages.unwritten(words[1], error), 73)
  } catch { fail("film: \(error)", 1) }
case "help":
  print(Options.usage, terminator: "")
  exit(0)
case "engine": exit(EngineCommand.run(Array(words.dropFirst())))
case "accept":
  do {
    let results = try words.dropFirst().map { try Results.read($0) }
    guard let processor = results.first?.machine.processor else {
      fail("usage: ia-bench accept RESULTS.json…", 64)
    }
    var baselines = try RatioBaselines.read()
    baselines.accept(results, processor: processor)
    do { try baselines.encoded().write(to: RatioBaselines.url) } catch {
      fail(FaultMessages.unwritten(RatioBaselines.url.path, error), 73)
    }
    exit(0)
  } catch { fail(error) }
case "report": exit(ReportCommand.run(Array(words.dropFirst())))
case "record": exit(RecordCommand.run(Array(words.dropFirst())))
case "self-test":
  let failures = SelfTest.failures()
  for failure in failures { print("FAILED \(failure)") }
  if failures.isEmpty { print("ok") }
  exit(failures.isEmpty ? 0 : 1)
default: break
}

/// Reads the arguments, and ends the program before anything is measured if they are wrong.
func readOptions() -> Options {
  do throws(Options.Fault) {
    let options = try Options(words)
    if let fault = options.jsonPath.flatMap(FaultMessages.unwritable) { fail(fault, 73) }
    return options
  } catch { fail(error.description, 64) }
}
let options = readOptions()

/// The ratios that gates compare with, read before anything is measured; nil without gates.
func readBaselines() -> RatioBaselines? {
  guard options.enforcesGates else { return nil }
  if !options.baselinePaths.isEmpty {
    do { return RatioBaselines(try options.baselinePaths.map { try Results.read($0) }) } catch {
      fail(error)
    }
  }
  do { return try RatioBaselines.read() } catch { fail("\(RatioBaselines.url.path): \(error)", 65) }
}
let baselines = readBaselines()

// A suite is a function that hands its comparisons to the runner one after the other, so that the
// inputs of one are gone before the next begins.
let suites: [(name: String, run: (inout Runner) throws -> Void)] = [
  ("machine", { try $0.run(.machineLimits()) }),
  ("tree", measureRangeTree),
  ("smoothing", measureSmoothing),
  ("formats", measureFormats),
  ("html", measureHTML),
  ("rtf", measureRTF),
  ("markdown", measureMarkdown),
  ("codec", measureCodec),
  ("archive", measureArchive),
  ("archive-search", measureArchiveSearch),
  ("layout", measureLayout),
  ("render", measureRender),
  ("scroll", measureScrolling),
  // These take minutes: only when asked for by name.
  ("damage", { if options.suites.contains("damage") { try measureDamage(&$0) } }),
  ("start", { if options.suites.contains("start") { try measureStart(&$0) } }),
  ("documents", { if options.suites.contains("documents") { try measureDocuments(&$0) } }),
  ("batch", { if options.suites.contains("batch") { try measureBatch(&$0) } }),
  ("large", { if options.suites.contains("large") { try measureLargeArchive(&$0) } }),
]

for name in options.suites where !suites.contains(where: { $0.name == name }) {
  fail("no suite is called “\(name)”; suites: \(suites.map(\.name).joined(separator: ", "))", 64)
}

/// The suites whose comparisons have no gates, only targets: a run of gates alone leaves them out.
let ungated: Set = ["machine", "smoothing", "formats", "html", "rtf", "markdown", "render"]

/// Writes the results to the file asked for, and ends the program if that fails.
///
/// - Parameters:
///   - results: What was found so far.
///   - isLast: Whether the run has ended. A pipe or device gets the results once, at the end.
func writeResults(_ results: Results, isLast: Bool) {
  guard let path = options.jsonPath else { return }
  let kind = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
  let isFile = kind == nil || kind == .typeRegular
  guard isFile || isLast else { return }
  do {
    let url = URL(filePath: path)
    try results.json().write(to: url, options: isFile ? .atomic : [])
  } catch { fail(FaultMessages.unwritten(path, error), 73) }
}

var progress = RunProgress()
var runner = Runner(options: options, baselines: baselines, progress: progress)
var hasFailed = false
for suite in suites where options.includes(suite.name) {
  if options.measuresGatesAlone, ungated.contains(suite.name) { continue }
  progress.begin()
  let figures = runner.results.figureCount
  do {
    try suite.run(&runner)
  } catch let missing as Tool.Missing {
    // A missing tool is a gap with its reason; the run does not fail.
    FileHandle.standardError.write(Data("ia-bench: \(suite.name): \(missing)\n".utf8))
    runner.results.gaps?.append(
      Results.Gap(suite: suite.name, name: "rest of the suite", reason: "\(missing)"))
  } catch {
    hasFailed = true
    // The figures of the other suites are kept; the run fails at its end.
    FileHandle.standardError.write(Data("ia-bench: \(suite.name): \(error)\n".utf8))
    runner.results.gaps?.append(
      Results.Gap(suite: suite.name, name: "rest of the suite", reason: "\(error)"))
  }
  progress.end(suite.name, figures: runner.results.figureCount - figures)
  // A run that is killed keeps the figures of the suites that ended.
  writeResults(runner.results, isLast: false)
}
// A run of gates alone would leave out such a gate in silence.
if let gate = runner.results.gates.first(where: { gate in
  gate.kind == nil && ungated.contains { gate.comparison.hasPrefix("\($0)/") }
}) {
  fail("the suite of \(gate.comparison) has a gate, and is left out by `gate`", 1)
}
if let filter = options.filter, !hasFailed, runner.results.isEmpty {
  fail("no comparison of these suites has “\(filter)” in its name", 64)
}
if let baselines = runner.baselines {
  let missing = baselines.judge(&runner.results)
  if !missing.isEmpty {
    FileHandle.standardError.write(
      Data(
        """
        ia-bench: no baseline of \(missing.count) ratios for “\(runner.results.machine.processor)”: \
        they are compared with their limits by the same factor; ia-bench accept RESULTS.json records them

        """.utf8))
  }
}
print(runner.results.table, terminator: "")
writeResults(runner.results, isLast: true)
let missed = runner.results.gates.filter(\.isFailure)
if options.enforcesGates {
  for gate in missed {
    let suite = gate.comparison.prefix { $0 != "/" }
    let interval = gate.low.flatMap { low in gate.high.map { " (95 %: \(low) to \($0))" } } ?? ""
    FileHandle.standardError.write(
      Data(
        """
        ia-bench: gate missed: \(gate.comparison): \(gate.claim) is \(gate.found)\(interval), at most \(gate.limit)
          repeat: ia-bench gate --suite \(suite) --filter '\(gate.comparison.dropFirst(suite.count + 1))'

        """.utf8))
  }
}
exit(hasFailed || options.enforcesGates && !missed.isEmpty ? 1 : 0)
