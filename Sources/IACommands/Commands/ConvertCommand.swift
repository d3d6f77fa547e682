internal import ArgumentParser
internal import IAConvert

/// `iaconv convert`: one document from one format to another.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Converts a document to another format.",
    discussion: """
      This is the default command; its name may be omitted. Without -o the document is written to the \
      standard output: to a terminal as text with colours, to a pipe as JSON, which loses nothing, \
      unless -t names another format; a standard output that is a file requires -t. What the output \
      cannot represent is listed on the standard error, one line for each kind, or for each loss \
      with -v.

      Several documents need -t and a folder, which is created if it does not exist. Each is written \
      under its own name with the suffix of the format; equal names get a number; a document that \
      fails does not stop the others.

      Examples:
        iaconv letter.md -o letter.html
        iaconv notes.txt --stickers animals/pack.json -t html --scheme HueGYR --smoothing word
        iaconv --strict letter.json -o letter.md
        iaconv site/docs/page.html --root site -o page.pdf
        iaconv a.md b.txt drafts/*.md -t html -o pages --report pages.jsonl
      """)

  @Argument(
    help: ArgumentHelp("The documents to convert; - is the standard input.", valueName: "in"),
    completion: .file())
  var inputs: [String] = []

  @Option(
    name: [.customShort("o", allowingJoined: true), .long],
    help: ArgumentHelp(
      "The file to write, or a folder for several documents; - is the standard output.",
      valueName: "out"),
    completion: .file())
  var output = "-"

  @Option(
    name: [.customShort("t", allowingJoined: true), .long],
    help: ArgumentHelp("The format to write.", valueName: "format"),
    completion: .list(FormatNames.written))
  var to: String?

  @OptionGroup var writing: WritingOptions
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var site: RootOptions
  @OptionGroup var embedded: EmbeddedOptions
  @OptionGroup(title: "Appearance") var looks: LookOptions
  @OptionGroup(title: "Sheet and fonts of drawn formats") var sheet: SheetOptions

  @Flag(
    help:
      "Put subsets of the fonts into an HTML page, so that it shows the weights of intensities on any system; --font, --mono-font and --fonts choose the fonts."
  )
  var embedFonts = false

  @Flag(help: "Write nothing and exit with 1 if something would be lost.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Write a report of the inputs, outputs and losses to this file as lines of JSON; - is the standard output.",
      valueName: "file"),
    completion: .file())
  var report: String?

  @OptionGroup(title: "Output") var outputs: OutputOptions

  /// The conversion that the arguments request.
  var request: ConversionRequest {
    var request = ConversionRequest(
      inputs: inputs, output: output, to: to, profile: writing.profile,
      reading: reading.choices, looks: looks.choices,
      leavesOutHiddenData: writing.leavesOutHiddenData, media: writing.media,
      maxMemory: reading.maxMemory,
      isStrict: strict,
      report: report,
      isQuiet: outputs.quiet,
      isVerbose: outputs.verbose, existingOutput: outputs.existing)
    request.drawing = sheet.options
    request.drawing.fonts.areEmbedded = embedFonts
    request.readsEmbeddedSource = embedded.embedded
    request.root = site.root
    return request
  }

  func validate() throws {
    if let contradiction = request.contradiction { throw ValidationError(contradiction) }
  }

  func run() throws { try request.run() }
}
