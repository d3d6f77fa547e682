internal import ArgumentParser
internal import IAConvert
internal import IAFormats
internal import IAText

/// `iaconv inspect`: shows the content of a document.
struct InspectCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Describes the content of a document.",
    discussion: """
      Without an option, prints counts, one per line. Charts are coloured on a terminal unless NO_COLOR \
      is set.

      Examples:
        iaconv inspect letter.json
        iaconv inspect letter.md --histogram --means sentence
        iaconv inspect letter.json --dump | diff - other.dump
      """)

  @Argument(
    help: ArgumentHelp("The document to inspect; - is the standard input.", valueName: "in"),
    completion: .file())
  var input: String?

  @OptionGroup var reading: ReadingOptions

  @Flag(help: "Print the counts as one JSON object.")
  var json = false

  @Flag(help: "Print the whole document in a canonical form, which is equal for equal documents.")
  var dump = false

  @Flag(help: "Draw the frequency of each intensity.")
  var histogram = false

  @Option(
    help: ArgumentHelp(
      "Draw the mean intensity of each character, word, sentence, line, paragraph, or the message.",
      valueName: "unit"),
    completion: .list(Smoothing.allCases.map { "\($0)" }), transform: LookOptions.smoothing)
  var means: Smoothing?

  func validate() throws {
    let isDrawn = histogram || means != nil
    if (json && dump) || (isDrawn && (json || dump)) {
      throw ValidationError("--json, --dump and charts exclude each other")
    }
  }

  func run() throws {
    let place = try ReadingChoices.place(of: input)
    var conversion = Conversion(to: FormatID("json"))
    conversion.inputFormat = try reading.choices.format()
    conversion.readOptions = try reading.choices.readOptions()
    do {
      let input = try conversion.read(place.source)
      try StandardOutput.print(try describe(input))
    } catch {
      throw Failure(error, path: place.label)
    }
  }

  private func describe(_ input: Conversion.Input) throws -> String {
    if dump { return input.document.dump() }
    let chart = IntensityChart(
      columns: min(ProcessControl.columns(of: 1) ?? 80, 100), colors: TerminalColors.count)
    var lines: [String] = []
    if json || histogram || means == nil {
      let inspection = try DocumentInspection(of: input)
      if json { return String(decoding: inspection.json, as: UTF8.self) }
      lines = histogram ? chart.lines(ofHistogram: inspection.histogram) : inspection.lines
    }
    if let means {
      let string = input.document.string
      lines += chart.lines(of: try UnitMeans(of: string, over: means), in: string)
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
