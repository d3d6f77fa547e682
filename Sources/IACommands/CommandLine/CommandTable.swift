internal import ArgumentParser
internal import IASyntax

/// The names of all commands and their options, taken from their declarations.
///
/// The table is parsed from the description that the argument parser prints for tools. Because this takes time, it is
/// created only after a mistake on the command line, or for completions.
struct CommandTable {
  /// An option, flag or operand of a command.
  struct Option {
    /// The kind of a value, for its completion.
    enum Completion: Equatable {
      case none, file, folder
      case list([String])
    }

    /// The names with their dashes, `--output` and `-o`; empty for an operand.
    var names: [String]
    /// Whether it is a flag, which has no value.
    var isFlag: Bool
    var completion: Completion
    /// The first sentence of its help.
    var help: String
  }

  /// A command, with its subcommands.
  struct Command {
    var name: String
    /// Other names.
    var aliases: [String] = []
    var summary: String
    /// Whether the help lists the command.
    var isShown: Bool
    var options: [Option]
    var subcommands: [Command]

    /// The names of all options.
    var optionNames: [String] { options.flatMap(\.names) }

    /// The names of all subcommands.
    var subcommandNames: [String] { subcommands.flatMap { [$0.name] + $0.aliases } }

    /// Returns the subcommand of a name, or `nil`.
    func subcommand(_ name: String) -> Command? {
      subcommands.first { $0.name == name || $0.aliases.contains(name) }
    }
  }

  /// The command `iaconv`.
  let root: Command

  /// Creates the table from the declarations of all commands.
  init() {
    let description = IAConvCommand._dumpHelp()
    let parsed = try? JSONTable(Array(description.utf8)).root["command"]
    root =
      parsed.map(Self.command)
      ?? Command(name: "iaconv", summary: "", isShown: true, options: [], subcommands: [])
  }

  /// The command of a command line that names none: `convert`.
  var defaultCommand: Command { root.subcommand("convert") ?? root }

  /// Returns the names of the commands in the help that have an option, in the order of the help.
  func commands(having option: String) -> [String] {
    var found: [String] = []
    for command in root.subcommands where command.isShown {
      if command.optionNames.contains(option) { found.append(command.name) }
      for inner in command.subcommands where inner.optionNames.contains(option) {
        found.append(command.name + " " + inner.name)
      }
    }
    return found
  }

  private static func command(_ value: JSONValue) -> Command {
    Command(
      name: text(value["commandName"]),
      aliases: value["aliases"]?.elements?.map { text($0) } ?? [], summary: text(value["abstract"]),
      isShown: value["shouldDisplay"]?.bool ?? true,
      options: value["arguments"]?.elements?.map(option) ?? [],
      subcommands: value["subcommands"]?.elements?.map(command) ?? [])
  }

  private static func option(_ value: JSONValue) -> Option {
    let names = value["names"]?.elements?.map { name in
      (text(name["kind"]) == "long" ? "--" : "-") + text(name["name"])
    }
    let help = text(value["abstract"])
    return Option(
      names: names ?? [], isFlag: text(value["kind"]) == "flag",
      completion: completion(value["completionKind"]),
      help: help.split(separator: ".", maxSplits: 1).first.map(String.init) ?? help)
  }

  private static func completion(_ value: JSONValue?) -> Option.Completion {
    if let list = value?["list"]?["values"]?.elements { return .list(list.map { text($0) }) }
    if value?["directory"] != nil { return .folder }
    return value?["file"] != nil ? .file : .none
  }

  private static func text(_ value: JSONValue?) -> String { value?.text ?? "" }
}
