internal import ArgumentParser
internal import IAConvert
internal import IAFormats
internal import IAText

/// The options for the display of intensities.
struct LookOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The scheme that shows intensity: Weight, HueGYR, FontSize, Alpha, BlueOrange, or a JSON file.",
      valueName: "name|file"),
    completion: .list(RenderScheme.builtIn().map { SchemeChoice.shortName(of: $0) }))
  var scheme: String?

  @Option(
    help: ArgumentHelp(
      "Average intensities over each character, word, sentence, line, paragraph, or the message.",
      valueName: "unit"),
    completion: .list(Smoothing.allCases.map { "\($0)" }), transform: Self.smoothing)
  var smoothing: Smoothing?

  @Option(
    help: ArgumentHelp(
      "The rules of the schemes: fixed, legible for hues with sufficient contrast, or legacy for exactly the rules of the source system.",
      valueName: "edition"))
  var edition = Edition.fixed

  @Option(
    help: ArgumentHelp(
      "The number of steps of the scheme, 2 to 101; values between its own are interpolated.",
      valueName: "n"),
    transform: Self.steps)
  var steps: Int?

  @Flag(inversion: .prefixedNo, help: "Animate animated schemes, or not.")
  var animate: Bool?

  @Option(
    help: ArgumentHelp(
      "The colours of terminal text: none, 16, 256 or true (default: those of the terminal, otherwise true).",
      valueName: "n"),
    completion: .list(["none", "16", "256", "true"]), transform: Self.colors)
  var colors: Int?

  @Option(
    help: ArgumentHelp(
      "Accept, reject or keep tracked changes (default: keep where the format can show them, otherwise accept).",
      valueName: "accept|reject|keep"),
    completion: .list(ChangePolicy.allCases.map(\.rawValue)), transform: Self.changes)
  var changes: ChangePolicy?

  @Flag(help: "Show hidden text in formats that cannot hide it; otherwise it is left out.")
  var showHidden = false

  var choices: LookChoices {
    LookChoices(
      scheme: scheme, smoothing: smoothing, edition: edition.scheme, steps: steps,
      animates: animate, colors: colors, changes: changes, showsHiddenText: showHidden)
  }

  private static func changes(_ name: String) throws -> ChangePolicy {
    guard let policy = ChangePolicy(rawValue: name) else {
      throw ValidationError("'\(name)' is not one of accept, reject, keep")
    }
    return policy
  }

  static func smoothing(_ name: String) throws -> Smoothing {
    guard let smoothing = OptionValues.smoothing(name) else {
      let names = Smoothing.allCases.map { "\($0)" }.joined(separator: ", ")
      throw ValidationError("'\(name)' is not one of \(names)")
    }
    return smoothing
  }

  private static func steps(_ text: String) throws -> Int {
    guard let steps = Int(text), (2...RenderScheme.maximumSteps).contains(steps) else {
      throw ValidationError("'\(text)' is not a number of steps from 2 to 101")
    }
    return steps
  }

  private static func colors(_ name: String) throws -> Int {
    guard let colors = OptionValues.terminalColors(name) else {
      throw ValidationError("'\(name)' is not one of none, 16, 256, true")
    }
    return colors
  }
}

/// The editions as arguments.
enum Edition: String, ExpressibleByArgument, CaseIterable {
  case fixed, legible, legacy

  var scheme: RenderScheme.Edition {
    switch self {
    case .fixed: .fixed
    case .legible: .legible
    case .legacy: .legacy
    }
  }
}

/// The names of formats, for completion.
enum FormatNames {
  static var read: [String] {
    FormatRegistry.standard.entries.filter(\.isReadable).map(\.descriptor.id.rawValue)
  }

  static var written: [String] {
    FormatRegistry.standard.entries.filter(\.isWritable).map(\.descriptor.id.rawValue)
  }
}
