import Foundation

// Claims that hold for any input, over as many inputs as one has the time for: what the tests try on
// a few, in a release build. Scripts in Scripts/ call it; each prints its figures and ends with 1
// where a claim does not hold.

/// Says what is wrong and ends the process.
func fail(_ message: String, code: Int32 = 1) -> Never {
  FileHandle.standardError.write(Data("\(message)\n".utf8))
  exit(code)
}

let usage = """
  usage: ia-proof round-trips FORMAT COUNT [SEED [FIRST]]
         ia-proof complete FORMAT|all COUNT|NUMBERS [SEED [FOLDER…]]
         ia-proof markup-puzzles FORMAT COUNT [SEED]
         ia-proof forged FORMAT COUNT [SEED]
         ia-proof forged-files FORMAT COUNT SEED FOLDER
         ia-proof layout-edits STEPS [SEED]
         ia-proof advances FOLDER…
         ia-proof line-texts FOLDER
         ia-proof line-starts FILE WIDTH
         ia-proof heights
         ia-proof row-heights [COUNT [SEED]]
         ia-proof anchor STEPS [SEED]
         ia-proof hostile CASE SIZE
         ia-proof broken-font FOLDER
         ia-proof markup-trees hash|text FILE
  """

let arguments = Array(CommandLine.arguments.dropFirst())

/// The number at a place of the command line.
func number(_ index: Int, default value: Int? = nil) -> Int {
  guard index < arguments.count else {
    if let value { return value }
    fail(usage, code: 64)
  }
  guard let number = Int(arguments[index]) else { fail(usage, code: 64) }
  return number
}

/// The word at a place of the command line.
func word(_ index: Int) -> String {
  guard index < arguments.count else { fail(usage, code: 64) }
  return arguments[index]
}

do {
  switch arguments.first {
  case "round-trips":
    try RoundTrips(format: word(1)).run(
      count: number(2), seed: number(3, default: 1), first: number(4, default: 0))
  case "complete":
    guard let numbers = Completeness.numbers(word(2)) else { fail(usage, code: 64) }
    var completeness = try Completeness(format: word(1))
    try completeness.run(
      numbers: numbers, seed: number(3, default: 1), folders: Array(arguments.dropFirst(4)))
  case "markup-puzzles":
    try MarkupPuzzles(format: word(1)).run(count: number(2), seed: number(3, default: 1))
  case "forged":
    var forgeries = try Forgeries(format: word(1), seed: number(3, default: 1))
    try forgeries.run(count: number(2))
  case "forged-files":
    var forgeries = try Forgeries(format: word(1), seed: number(3))
    try forgeries.writeFiles(count: number(2), to: word(4))
  case "layout-edits":
    try LayoutEdits().run(steps: number(1), seed: number(2, default: 41))
  case "advances":
    var advances = try Advances()
    try advances.run(folders: Array(arguments.dropFirst()))
  case "line-texts": try LineStarts.writeTexts(to: word(1))
  case "line-starts": try LineStarts(file: word(1), width: Double(number(2))).run()
  case "heights": try Heights().run()
  case "row-heights":
    try RowHeights().run(count: number(1, default: 40), seed: number(2, default: 1))
  case "anchor": try Anchors(seed: number(2, default: 1)).run(steps: number(1))
  case "hostile": try Hostile(word(1), size: number(2)).run()
  case "broken-font": try Hostile.drawWithFonts(in: word(1))
  case "markup-trees": try MarkupTrees(printsText: word(1) == "text").run(file: word(2))
  default: fail(usage, code: 64)
  }
} catch {
  fail("\(error)", code: 70)
}
