internal import ArgumentParser
internal import IAConvert

/// `iaconv fidelity`: how much of a document a round trip has kept.
struct FidelityCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "fidelity",
    abstract: "Measures how much of a document another one has kept.",
    discussion: """
      The texts are aligned. Each line then counts the units, paragraphs, attachments or entries that \
      have an attribute in at least one document, and those that have the same value in both.

      With --by, LibreOffice or Chromium prints both files to PDF, and the words of the pages are \
      compared with their fonts, sizes, colours, weights, slants, links and pages. This needs the program \
      and pdftohtml.

      Examples:
        iaconv letter.json -o letter.md && iaconv fidelity letter.json letter.md
        iaconv letter.rtf -o copy.rtf && iaconv fidelity letter.rtf copy.rtf --by libreoffice
      """)

  @OptionGroup var pair: PairOptions
  @OptionGroup var reading: ReadingOptions

  @Option(
    help: ArgumentHelp(
      "Compare the files as this program shows them: libreoffice or chromium.",
      valueName: "program"),
    completion: .list(OtherProgram.allCases.map(\.rawValue)),
    transform: { name in
      guard let program = OtherProgram(rawValue: name) else {
        throw ValidationError("--by is libreoffice or chromium, not \(name)")
      }
      return program
    })
  var by: OtherProgram?

  @Flag(help: "Print the scores as one JSON object.")
  var json = false

  func run() throws {
    let fidelity = try by.map(shown) ?? compared()
    try StandardOutput.print(
      json ? fidelity.json : fidelity.lines.map { $0 + "\n" }.joined())
  }

  /// Compares the documents as this program reads them.
  private func compared() throws -> Fidelity {
    let (left, right) = try pair.documents(reading.choices)
    return Fidelity(left, right)
  }

  /// Compares the files as another program shows them.
  private func shown(by program: OtherProgram) throws -> Fidelity {
    let interrupts = Interrupts()
    do {
      return try Fidelity.shown(
        pair.first, pair.second, by: program, limits: reading.choices.readOptions().limits,
        isStopped: { interrupts.status != nil })
    } catch {
      if let status = interrupts.status { throw Ending(status: status) }
      throw Failure(error, path: nil)
    }
  }
}
