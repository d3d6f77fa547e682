internal import ArgumentParser
internal import IAConvert
internal import IAText

/// The options for the form in which differences of two documents are printed.
struct DifferenceOptions: ParsableArguments {
  @Flag(name: [.customShort("u"), .long], help: "Compare the lines of text, as diff -u does.")
  var unified = false

  @Flag(help: "Print the number of changes of each kind.")
  var stat = false

  /// Throws if several forms are requested.
  func validate(json: Bool) throws {
    if [json, unified, stat].count(where: { $0 }) > 1 {
      throw ValidationError("--json, --unified and --stat exclude each other")
    }
  }

  /// Prints the differences of two documents.
  ///
  /// - Returns: Whether they are equal.
  func print(
    _ left: IADocument, _ right: IADocument, names: (String, String), json: Bool
  ) throws -> Bool {
    guard !unified else {
      let lines = UnifiedDifference(left.string, right.string).lines(
        names: names, colors: TerminalColors.count)
      try print(lines)
      return lines.isEmpty
    }
    let difference = DocumentDifference(left, right)
    if json {
      try StandardOutput.print(difference.json)
    } else if stat {
      try print(DifferenceStatistics(difference).lines)
    } else {
      let text = DifferenceText(
        left.string, right.string, columns: min(ProcessControl.columns(of: 1) ?? 80, 120),
        colors: TerminalColors.count)
      try print(text.lines(of: difference))
    }
    return difference.isEqual
  }

  private func print(_ lines: [String]) throws {
    try StandardOutput.print(lines.map { $0 + "\n" }.joined())
  }
}
