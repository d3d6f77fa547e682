internal import ArgumentParser
internal import IAConvert
internal import IAFormats

/// `iaconv explain`: the meaning of an error code or of a feature in a report.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explains an error code or a feature in a report.",
    discussion: """
      Each error message has a code, such as json.depth: it is stable, and reports contain it too. \
      Without a code, all codes are listed; the beginning of a code lists those that begin with it.

      Each note about a loss names a feature, such as tab-leader. Their names are stable too.

      Examples:
        iaconv explain json.depth
        iaconv explain file
        iaconv explain tab-leader
        iaconv explain --features
      """)

  @Argument(help: ArgumentHelp("The code, its beginning, or a feature.", valueName: "code"))
  var code: String?

  @Flag(help: "Lists all features.")
  var features = false

  func validate() throws {
    if features, code != nil { throw ValidationError("--features lists all; omit the name") }
  }

  func run() throws {
    if features { return try print(DocumentFeature.allCases) }
    let all = Explanation.all
    guard let code else { return try print(all) }
    if let exact = all.first(where: { $0.code == code }), code.contains(".") {
      return try StandardOutput.print(
        ([exact.text] + [exact.advice].compactMap(\.self)).map { $0 + "\n" }.joined())
    }
    let found = all.filter { $0.code == code || $0.code.hasPrefix(code + ".") }
    let feature = DocumentFeature(rawValue: code)
    if let feature { try print([feature]) }
    guard !found.isEmpty || feature != nil else {
      let names = all.map(\.code) + DocumentFeature.allCases.map(\.rawValue)
      let similar = EditDistance.suggestion(for: code, among: names)
      let advice = similar.map { "did you mean '\($0)'?" } ?? "iaconv explain lists all codes"
      throw Failure(.usage, code: "usage", "there is no code or feature '\(code)'; \(advice)")
    }
    try print(found)
  }

  private func print(_ features: [DocumentFeature]) throws {
    try StandardOutput.print(features.map { "\($0): \($0.explanation)\n" }.joined())
  }

  private func print(_ explanations: [Explanation]) throws {
    try StandardOutput.print(explanations.map { "\($0.code): \($0.text)\n" }.joined())
  }
}
