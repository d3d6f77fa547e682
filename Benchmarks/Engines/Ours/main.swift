import Foundation

// This suite as an engine of Specs/engine-protocol.md: reads requests from standard input, writes answers.

do {
  let engine = try SuiteEngine()
  while let line = readLine(strippingNewline: true) {
    var answer = ""
    do {
      answer = try engine.answer(
        line.split(separator: " ", omittingEmptySubsequences: false).map(SuiteEngine.decoded))
    } catch {
      answer = "error \(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
    }
    print(answer)
    fflush(nil)
  }
} catch {
  FileHandle.standardError.write(Data("ia-engine: \(error)\n".utf8))
  exit(69)
}
