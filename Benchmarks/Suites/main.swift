import Foundation
import Harness

guard let options = Options(CommandLine.arguments.dropFirst()) else {
  FileHandle.standardError.write(Data(Options.usage.utf8))
  exit(64)
}

// A suite is a function that hands its comparisons to the runner one after the other, so that the
// inputs of one are gone before the next begins.
let suites: [(name: String, run: (inout Runner) throws -> Void)] = [
  ("machine", { try $0.run(.machineLimits()) }),
  ("tree", measureRangeTree),
  ("smoothing", measureSmoothing),
  ("formats", measureFormats),
  ("html", measureHTML),
  ("rtf", measureRTF),
  ("codec", measureCodec),
  ("archive", measureArchive),
  ("layout", measureLayout),
  ("render", measureRender),
  // These take minutes: only when asked for by name.
  ("damage", { if options.suites.contains("damage") { try measureDamage(&$0) } }),
  ("large", { if options.suites.contains("large") { try measureLargeArchive(&$0) } }),
]

var runner = Runner(options: options)
for suite in suites where options.includes(suite.name) {
  do {
    try suite.run(&runner)
  } catch {
    FileHandle.standardError.write(Data("ia-bench: \(suite.name): \(error)\n".utf8))
    exit(1)
  }
}
print(runner.results.table, terminator: "")
if let path = options.jsonPath { try runner.results.json().write(to: URL(filePath: path)) }
let isMissed = runner.results.gates.contains { !$0.passes }
exit(options.enforcesGates && isMissed ? 1 : 0)
