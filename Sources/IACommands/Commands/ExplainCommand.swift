internal import ArgumentParser
internal import IAConvert

/// `iaconv explain`: the meaning of an error code.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains an error code.",
    discussion: """
      Each error message has a code, such as json.depth: it is stable, and reports contain it too. \
      Without a code, all codes are listed; the beginning of a code lists those that begin with it.

      Examples:
        iaconv explain json.depth
        iaconv explain file
      """)

  @Argument(help: ArgumentHelp("The code, or its beginning.", valueName: "code"))
  var code: String?

  func run() throws {
    let all = Explanation.all
    guard let code else { return try print(all) }
    if let exact = all.first(where: { $0.code == code }), code.contains(".") {
      return try StandardOutput.print(
        ([exact.text] + [exact.advice].compactMap(\.self)).map { $0 + "\n" }.joined())
    }
    let found = all.filter { $0.code == code || $0.code.hasPrefix(code + ".") }
    guard !found.isEmpty else {
      let similar = EditDistance.suggestion(for: code, among: all.map(\.code))
      let advice = similar.map { "did you mean '\($0)'?" } ?? "iaconv explain lists all codes"
      throw Failure(.usage, code: "usage", "there is no code '\(code)'; \(advice)")
    }
    try print(found)
  }

  private func print(_ explanations: [Explanation]) throws {
    try StandardOutput.print(explanations.map { "\($0.code): \($0.text)\n" }.joined())
  }
}
