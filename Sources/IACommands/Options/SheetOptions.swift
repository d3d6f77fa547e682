internal import ArgumentParser
internal import IAConvert

/// The sheet and the fonts of a drawing.
struct SheetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The page: a3, a4, a5, a6, letter, legal, or a width and height such as 390x844 (default: for PDF that of the document, otherwise a4; for pictures as high as the text).",
      valueName: "size"),
    completion: .list(DrawingOptions.PageSize.names.map(\.name)), transform: Self.size)
  var pageSize: DrawingOptions.PageSize?

  @Option(
    help: ArgumentHelp(
      "The margins: one length, or top,right,bottom,left (default: for PDF those of the document).",
      valueName: "points"),
    transform: Self.margins)
  var margins: DrawingOptions.Margins?

  @Flag(help: "Turn the page, so that its longer side is the width.")
  var landscape = false

  @Option(
    help: ArgumentHelp(
      "The default sizes and spacing: article, letter, message or kit (default: article for HTML, RTF, Markdown and text, otherwise message).",
      valueName: "style"),
    completion: .list(DrawingOptions.Style.allCases.map(\.rawValue)), transform: Self.style)
  var style: DrawingOptions.Style?

  @Flag(inversion: .prefixedNo, help: "Number the pages of a PDF, or not (default: by the style).")
  var pageNumbers: Bool?

  @Flag(
    help:
      "Start a PDF with a table of contents: the headings of levels 1 to 3 with their page numbers."
  )
  var toc = false

  @Flag(help: "Draw the legend of the scheme below the text: each step with its intensities.")
  var legend = false

  @Flag(
    help:
      "Draw a graph under each line: a bar for each character, or for each segment of --smoothing.")
  var intensityBars = false

  @Option(help: ArgumentHelp("The font family of text without one.", valueName: "family"))
  var font: String?

  @Option(
    help: ArgumentHelp("The font family of program text without one.", valueName: "family"))
  var monoFont: String?

  @Option(
    help: ArgumentHelp(
      "The size of text without one, 1 to 400 (default: 11, 12 for HTML, 20 for messages).",
      valueName: "points"),
    transform: { try OptionValues.length($0, 1...400) })
  var fontSize: Double?

  @Option(
    help: ArgumentHelp("Use only the fonts of this folder.", valueName: "dir"),
    completion: .directory)
  var fonts: String?

  @Option(
    defaultAsFlag: DrawingOptions.Embedding.shown.rawValue, parsing: .next,
    help: ArgumentHelp(
      "Embed the document in PDF, PNG or SVG, without hidden text, changes, comments and metadata; --embed=all embeds everything. --embedded reads it.",
      valueName: "parts"),
    completion: .list(DrawingOptions.Embedding.allCases.map(\.rawValue)))
  var embed: String?

  var options: DrawingOptions {
    var options = DrawingOptions()
    options.embedding = embed.flatMap { DrawingOptions.Embedding(rawValue: $0) }
    options.pageSize = pageSize
    options.margins = margins
    options.isLandscape = landscape
    options.style = style
    options.numbersPages = pageNumbers
    options.hasContents = toc
    options.showsLegend = legend
    options.showsIntensityBars = intensityBars
    options.fonts.folder = fonts
    options.fonts.family = font
    options.fonts.monospacedFamily = monoFont
    options.fonts.size = fontSize
    return options
  }

  /// Checks the value of `--embed`.
  ///
  /// The check is here and not in a transform: the argument parser would treat a value that a transform rejects as an
  /// operand after a flag.
  ///
  /// - Throws: `ValidationError` for an unknown value.
  func validate() throws {
    guard let embed, DrawingOptions.Embedding(rawValue: embed) == nil else { return }
    throw ValidationError("--embed: '\(embed)' is neither shown nor all")
  }

  private static func size(_ text: String) throws -> DrawingOptions.PageSize {
    guard let size = DrawingOptions.PageSize(argument: text) else {
      let names = DrawingOptions.PageSize.names.map(\.name).joined(separator: ", ")
      throw ValidationError("'\(text)' is not a page size; use one of \(names), or like 390x844")
    }
    return size
  }

  private static func margins(_ text: String) throws -> DrawingOptions.Margins {
    guard let margins = DrawingOptions.Margins(argument: text) else {
      throw ValidationError("'\(text)' is neither one length nor four lengths separated by commas")
    }
    return margins
  }

  private static func style(_ name: String) throws -> DrawingOptions.Style {
    guard let style = DrawingOptions.Style(rawValue: name.lowercased()) else {
      let names = DrawingOptions.Style.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("'\(name)' is not one of \(names)")
    }
    return style
  }
}

extension OptionValues {
  /// Returns a number from an argument.
  ///
  /// - Throws: `ValidationError` for text that is not a number in the range.
  static func length(_ text: String, _ range: ClosedRange<Double>) throws -> Double {
    guard let value = Double(text), range.contains(value) else {
      throw ValidationError(
        "'\(text)' is not a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}
