internal import ArgumentParser
internal import IAConvert
internal import IAFormats
internal import IAText

/// `iaconv convert`: one document from one format to another.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Converts a document to another format.",
    discussion: """
      The default command: its name can be left out. Without -o the document goes to the standard \
      output: as text with colours to a terminal, as JSON, which loses nothing, to anything else, \
      unless -t says otherwise. What the output cannot hold is listed on the standard error, one \
      line a kind.

      Examples:
        iaconv letter.md -o letter.html
        iaconv notes.txt --stickers animals/pack.json -t html --scheme HueGYR --smoothing word
        iaconv --strict letter.json -o letter.md
      """)

  @Argument(
    help: ArgumentHelp("The document to convert; - is the standard input.", valueName: "in"),
    completion: .file())
  var input: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The file to write; - is the standard output.", valueName: "out"),
    completion: .file())
  var output = "-"

  @Option(
    name: [.customShort("t"), .long],
    help: ArgumentHelp("The format to write.", valueName: "format"),
    completion: .list(FormatNames.written))
  var to: String?

  @Option(help: "The profile to write; iaconv formats lists them.")
  var profile: String?

  @OptionGroup var reading: ReadingOptions
  @OptionGroup(title: "Looks") var looks: LookOptions

  @Flag(
    name: .customLong("no-hidden-data"),
    help: "Leave out what the format cannot show instead of keeping it in hidden data.")
  var leavesOutHiddenData = false

  @Option(
    help: ArgumentHelp(
      "Put attachments into files in this folder, named relative to the output.",
      valueName: "dir"),
    completion: .directory)
  var media: String?

  @Flag(help: "Write nothing and exit with 1 where something would be lost.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Write what was read, written and lost to this file as lines of JSON; - is the standard output.",
      valueName: "file"),
    completion: .file())
  var report: String?

  @Flag(name: [.short, .long], help: "Do not list on the standard error what was lost.")
  var quiet = false

  func validate() throws {
    if report == "-", output == "-" {
      throw ValidationError("--report - needs -o: both cannot go to the standard output")
    }
    if media != nil, output == "-" { throw ValidationError("--media needs -o") }
  }

  func run() throws {
    let input = try reading.place(of: input)
    let conversion = try makeConversion()
    let progress = ProgressLine(for: input.label, isQuiet: quiet)
    let outcome: ConversionOutcome
    do throws(Failure) {
      defer { progress.finish() }
      outcome = try conversion.run(
        from: input, to: Place(argument: output), mediaFolder: media, onProgress: progress.update)
    } catch {
      if !error.isClosedPipe { try write(ReportLine(path: input.label, failure: error)) }
      throw error
    }
    try write(ReportLine(path: input.label, outcome: outcome))
    if !quiet { StandardError.write(LossSummary(of: outcome.report).lines(for: input.label)) }
  }

  private func write(_ line: ReportLine) throws {
    guard let report else { return }
    try ReportFile.write([line], to: Place(argument: report))
  }

  private func makeConversion() throws -> Conversion {
    let registry = FormatRegistry.standard
    var conversion = Conversion(to: FormatID(to ?? (isForTerminal ? "ansi" : "json")))
    do {
      if to == nil, output != "-" {
        conversion.outputFormat = try registry.writer(fileName: output).descriptor.id
      }
      if let from = reading.from {
        conversion.inputFormat = try registry.reader(id: FormatID(from)).descriptor.id
      }
    } catch {
      throw Failure(error, path: nil)
    }
    conversion.isStrict = strict
    conversion.hashes = report != nil
    conversion.readOptions = try reading.readOptions()
    conversion.writeOptions = try looks.writeOptions(isForTerminal: isForTerminal)
    conversion.writeOptions.profile = profile
    conversion.writeOptions.keepsHiddenData = !leavesOutHiddenData
    conversion.writeOptions.stickerPacks = conversion.readOptions.stickerPacks
    return conversion
  }

  private var isForTerminal: Bool { output == "-" && StandardOutput.isTerminal }
}
