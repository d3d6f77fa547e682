internal import ArgumentParser

/// The root of all commands.
struct IAConvCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "iaconv",
    abstract: "Converts documents whose characters carry intensity, and looks into them.",
    discussion: """
      The formats of input and output are told by suffix and content; -f and -t name them.

      Examples:
        iaconv letter.md -o letter.html
        cat letter.md | iaconv -f markdown -t html > letter.html
        iaconv inspect letter.json
      """,
    version: "iaconv 0.1.0",
    subcommands: [
      ConvertCommand.self, RenderCommand.self, InspectCommand.self, DiffCommand.self,
      FidelityCommand.self,
      ArchiveCommand.self, DictionaryCommand.self, FormatsCommand.self, StickersCommand.self,
    ],
    defaultSubcommand: ConvertCommand.self)

  /// What a first argument names a command by.
  static let commandNames = [
    "convert", "render", "inspect", "diff", "fidelity", "archive", "dictionary", "formats",
    "stickers",
    "help", "---completion",
  ]

  /// Whether a first argument names a command that is not `convert`.
  static func isOtherCommand(_ argument: String) -> Bool {
    argument != "convert" && commandNames.contains(argument)
  }

  /// What asks something of the tree of commands wherever it stands.
  static let rootArguments = [
    "--help", "-h", "--help-hidden", "--version", "--generate-completion-script",
    "--experimental-dump-help",
  ]
}
