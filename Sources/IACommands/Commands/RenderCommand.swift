internal import ArgumentParser
internal import IAConvert
internal import IAFormats
internal import IAText

/// `iaconv render`: documents as pictures.
struct RenderCommand: ReadingCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draws documents: PNG, animated PNG, SVG, PDF.",
    discussion: """
      Draws the text in the appearance of its scheme, its pictures, and cards for other attachments. \
      The text of SVG and PDF can be selected and searched. Without -t the suffix of the output \
      determines the format; the default is PNG. Lengths are in points, 1/72 inch.

      Several documents need a folder, as for convert, or are drawn as one: --contact-sheet shows the \
      beginning of each in rows, --thread shows them as messages below each other. A folder as \
      input means the documents in it. --thread also writes HTML (-t html): a page with the \
      messages of each day in a list, with the colours of --theme or those that its reader prefers.

      Examples:
        iaconv render chat.json -o chat.png --scheme HueGYR --smoothing word
        iaconv render letter.md -o letter.pdf --page-size a5 --margins 48
        iaconv render chat.json -o chat.apng --scheme Alpha --theme dark
        iaconv render notes.txt -o notes.png --highlight markdown --caret 12
        iaconv render letters --contact-sheet -o letters.png
        iaconv render --thread monday.json tuesday.json -o chat.html
      """)

  @Argument(
    help: ArgumentHelp("The documents to draw; - is the standard input.", valueName: "in"),
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
    help: ArgumentHelp(
      "The format to write: png, apng, svg or pdf; with --thread also html.", valueName: "format"),
    completion: .list(FormatDescriptor.drawn.map(\.id.rawValue) + ["html"]))
  var to: String?

  @OptionGroup(title: "Sheet and fonts") var sheet: SheetOptions
  @OptionGroup(title: "Page") var page: PageOptions
  @OptionGroup var reading: ReadingOptions
  @OptionGroup var site: RootOptions
  @OptionGroup var embedded: EmbeddedOptions
  @OptionGroup(title: "Appearance") var looks: LookOptions

  @Flag(help: "Draw the beginnings of several documents in rows.")
  var contactSheet = false

  @Flag(help: "Draw several documents, or the paragraphs of one, as messages.")
  var thread = false

  @Flag(help: "List the families of the fonts with their weights, and draw nothing.")
  var listFonts = false

  @Flag(
    help: "Print a hash of the fonts and the versions of the libraries that drawings depend on.")
  var fontDigest = false

  @Flag(help: "Write nothing and exit with 1 if something would be lost.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "Write a report of the inputs, outputs and losses to this file as lines of JSON.",
      valueName: "file"),
    completion: .file())
  var report: String?

  @OptionGroup(title: "Output") var outputs: OutputOptions

  private var arrangement: Gathering.Arrangement? {
    if contactSheet { return .contactSheet }
    return thread ? .thread : nil
  }

  /// The conversion that the arguments request.
  var request: ConversionRequest {
    var request = ConversionRequest(
      inputs: inputs, output: output, to: to ?? defaultFormat, reading: reading.choices,
      looks: looks.choices, isStrict: strict, report: report, isQuiet: outputs.quiet,
      isVerbose: outputs.verbose, existingOutput: outputs.existing)
    request.drawing = page.options(sheet.options)
    request.readsEmbeddedSource = embedded.embedded
    request.root = site.root
    return request
  }

  /// The format without `-t`: PNG for the standard output, for a name without a suffix, and for several drawings in a
  /// folder; `nil` for a name with a suffix.
  private var defaultFormat: String? {
    guard inputs.count < 2 || arrangement != nil, output != "-" else { return "png" }
    do {
      _ = try FormatRegistry.standard.writableID(fileName: output)
      return nil
    } catch {
      if case .unknownSuffix(nil, _) = error { return "png" }
      return nil
    }
  }

  func validate() throws {
    if listFonts || fontDigest { return }
    if contactSheet, thread {
      throw ValidationError("--contact-sheet and --thread exclude each other")
    }
    let format =
      request.to ?? FormatRegistry.standard.entry(fileName: output)?.descriptor.id.rawValue
    if format?.lowercased() == "html", thread {
      try requireOptionsOfPages()
    } else if let format,
      !FormatDescriptor.drawn.contains(where: { $0.id.rawValue == format.lowercased() })
    {
      throw ValidationError("'\(format)' is not a drawn format; these are png, apng, svg and pdf")
    }
    if arrangement != nil, report != nil {
      throw ValidationError("--report applies to documents that are drawn separately")
    }
    if arrangement != nil, request.drawing.embedding != nil || request.readsEmbeddedSource {
      throw ValidationError("--embed and --embedded apply to documents that are drawn separately")
    }
    if request.drawing.hasMarks, arrangement != nil || inputs.count > 1 {
      throw ValidationError(
        "--select, --caret, --mark and --misspelt apply to a single document")
    }
    if arrangement == nil, let contradiction = request.contradiction {
      throw ValidationError(contradiction)
    }
  }

  func run() throws {
    if listFonts || fontDigest { return try printFonts() }
    if let arrangement {
      try GatheringRequest(request: request, arrangement: arrangement).run()
    } else {
      try request.run()
    }
  }
}

extension RenderCommand {
  /// Checks that no option is given that applies only to drawings, such as sheets and fonts.
  ///
  /// - Throws: `ValidationError` if there is one.
  private func requireOptionsOfPages() throws {
    var options = request.drawing
    options.theme = nil
    guard options == DrawingOptions() else {
      throw ValidationError(
        "a thread in HTML has --theme and the options of appearance; the other options of pages and sheets apply to drawings"
      )
    }
  }

  private func printFonts() throws {
    guard let drawing = Program.drawing else {
      throw Failure(FormatError.drawnElsewhere("png"), path: nil)
    }
    let fonts = sheet.options.fonts
    if listFonts { try StandardOutput.print(drawing.fontList(fonts)) }
    if fontDigest { try StandardOutput.print(drawing.fontDigest(fonts)) }
  }
}

/// The page of a drawing.
struct PageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The width of the picture (default: 600).", valueName: "points"),
    transform: { try OptionValues.length($0, 16...20_000) })
  var width: Double?

  @Option(
    help: ArgumentHelp("The pixels per point, 0.25 to 3 (default: 2).", valueName: "n"),
    transform: { try OptionValues.length($0, 0.25...3) })
  var scale: Double?

  @Option(
    help: ArgumentHelp("The colours: light or dark.", valueName: "theme"),
    completion: .list(DrawingOptions.Theme.allCases.map(\.rawValue)), transform: Self.theme)
  var theme: DrawingOptions.Theme?

  @Option(
    help: ArgumentHelp(
      "Show a selection from the first UTF-16 unit up to, not including, the second number.",
      valueName: "a..b"),
    transform: Self.range)
  var select: Range<Int>?

  @Option(
    help: ArgumentHelp(
      "Show a caret before this UTF-16 unit; the number of units is the end of the text.",
      valueName: "n"),
    transform: Self.place)
  var caret: Int?

  @Option(
    help: ArgumentHelp(
      "Highlight UTF-16 units as a search result; repeatable.",
      valueName: "a..b"),
    transform: Self.range)
  var mark: [Range<Int>] = []

  @Option(
    help: ArgumentHelp(
      "Underline UTF-16 units with a wave as misspelt; repeatable.",
      valueName: "a..b"),
    transform: Self.range)
  var misspelt: [Range<Int>] = []

  @Option(
    help: ArgumentHelp(
      "Highlight text by rules that match parts of lines: tutorial, markdown, or a JSON file.",
      valueName: "name|file"),
    completion: .list(["tutorial", "markdown"]), transform: Self.highlighting)
  var highlight: DrawingOptions.Highlighting?

  @Option(
    help: ArgumentHelp(
      "The frames per second of an animation, 1 to 60 (default: 20).", valueName: "n"),
    transform: { Int(try OptionValues.length($0, 1...60)) })
  var framesPerSecond: Int?

  /// Returns the options of the page together with those of the sheet and the fonts.
  func options(_ sheet: DrawingOptions) -> DrawingOptions {
    var options = sheet
    options.width = width
    options.scale = scale ?? options.scale
    options.theme = theme
    options.selection = select
    options.caret = caret
    options.found = mark
    options.misspelt = misspelt
    options.highlighting = highlight
    options.framesPerSecond = framesPerSecond ?? options.framesPerSecond
    return options
  }

  private static func theme(_ name: String) throws -> DrawingOptions.Theme {
    guard let theme = DrawingOptions.Theme(rawValue: name.lowercased()) else {
      throw ValidationError("'\(name)' is neither light nor dark")
    }
    return theme
  }

  private static func highlighting(_ text: String) throws -> DrawingOptions.Highlighting {
    guard let choice = DrawingOptions.Highlighting(argument: text) else {
      throw ValidationError(
        "'\(text)' is not a set of rules; use tutorial, markdown, or the path of a JSON file")
    }
    return choice
  }

  private static func place(_ text: String) throws -> Int {
    guard let place = Int(text), place >= 0 else {
      throw ValidationError("'\(text)' is not an offset; 0 is the start")
    }
    return place
  }

  private static func range(_ text: String) throws -> Range<Int> {
    let ends = text.split(separator: ".", omittingEmptySubsequences: true).map { Int($0) }
    guard text.contains(".."), ends.count == 2, let first = ends[0], let end = ends[1],
      first >= 0, first <= end
    else { throw ValidationError("'\(text)' is not a range such as 0..12") }
    return first..<end
  }
}
