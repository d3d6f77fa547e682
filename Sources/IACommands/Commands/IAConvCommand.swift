internal import ArgumentParser
internal import IAConvert

/// The root of all commands.
struct IAConvCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "iaconv",
    abstract: "Converts, draws, compares and archives documents whose characters carry intensity.",
    discussion: """
      The formats of input and output follow from suffix and content; -f and -t name them.

      Examples:
        iaconv letter.md -o letter.html
        cat letter.md | iaconv -f markdown -t html > letter.html
        iaconv inspect letter.json
      """,
    version: SuiteVersion.program,
    subcommands: [
      ConvertCommand.self, BatchCommand.self, ReportCommand.self, RenderCommand.self,
      InspectCommand.self, DiffCommand.self, FidelityCommand.self,
      ArchiveCommand.self, DictionaryCommand.self, FormatsCommand.self, StickersCommand.self,
      ExplainCommand.self, WorkerCommand.self,
    ],
    defaultSubcommand: ConvertCommand.self)

  /// The names of the commands, as `configuration` declares them; a test compares both.
  static let namedCommands = [
    "convert", "batch", "report", "render", "inspect", "diff", "fidelity", "archive", "dictionary",
    "formats", "stickers", "explain", "worker", "help",
  ]

  /// The first arguments that name a command.
  static let commandNames = namedCommands + ["---completion"]

  /// Returns whether a first argument names a command other than `convert`.
  static func isOtherCommand(_ argument: String) -> Bool {
    argument != "convert" && commandNames.contains(argument)
  }

  /// The options of the root, which are accepted at any position.
  static let rootArguments = [
    "--help", "-h", "--help-hidden", "--version", "--generate-completion-script",
    "--experimental-dump-help",
  ]
}
