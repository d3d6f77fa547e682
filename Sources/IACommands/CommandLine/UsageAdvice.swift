internal import IAFiles

/// Finds the mistake in a command line that the argument parser refused.
///
/// Misspelt commands and options are reported first, in the order of the command line. They often cause the error of
/// the argument parser: it reads the value of an unknown option as a document.
struct UsageAdvice {
  private let table: CommandTable
  private let arguments: [String]

  init(_ arguments: [String], table: CommandTable = CommandTable()) {
    self.arguments = arguments
    self.table = table
  }

  /// The message about the mistake, or `nil` if all commands and options exist.
  var message: String? {
    if arguments.first == "help" { return unknownTopic }
    let (command, path, rest) = named
    if path.isEmpty, let misplaced = misplacedCommand { return misplaced }
    if let misspelt = misspeltSubcommand(of: command, path, rest) { return misspelt }
    return unknownOption(of: command, path, rest) ?? missingArchive(path, rest)
      ?? (path.isEmpty ? Self.misspeltCommand(arguments) : nil)
  }

  /// Returns a message for a first operand that names no file and resembles the name of a command.
  ///
  /// - Complexity: At most one system call; no system call for names with a dot or a slash.
  static func misspeltCommand(_ arguments: [String]) -> String? {
    guard let first = arguments.first, !first.isEmpty, !first.hasPrefix("-"),
      !first.contains("."), !FilePaths.hasSlash(first),
      let name = EditDistance.suggestion(for: first, among: IAConvCommand.namedCommands),
      name != first, !FileStamp.isTaken(first)
    else { return nil }
    return "'\(first)' is neither a command nor a file; did you mean '\(name)'?"
  }

  /// The command that the arguments name, the words that name it, and the arguments after them.
  private var named: (CommandTable.Command, path: [String], rest: ArraySlice<String>) {
    command(namedBy: arguments[...])
  }

  /// Returns the command that arguments name, the words that name it, and the arguments after them.
  private func command(
    namedBy arguments: ArraySlice<String>
  ) -> (CommandTable.Command, path: [String], rest: ArraySlice<String>) {
    var command = table.root
    var path: [String] = []
    var rest = arguments
    while let first = rest.first, let next = command.subcommand(first) {
      command = next
      path.append(first)
      rest.removeFirst()
    }
    return path.isEmpty ? (table.defaultCommand, [], rest) : (command, path, rest)
  }

  /// The message for common flags before the name of a command, which the argument parser then reads as a file name.
  private var misplacedCommand: String? {
    let flags = arguments.prefix { ["-q", "--quiet", "-v", "--verbose", "--json"].contains($0) }
    guard !flags.isEmpty, flags.count < arguments.count else { return nil }
    let name = arguments[flags.count]
    guard IAConvCommand.namedCommands.contains(name), !FileStamp.isTaken(name) else {
      return nil
    }
    let path = command(namedBy: arguments.dropFirst(flags.count)).path.joined(separator: " ")
    return "options follow the command: iaconv \(path) \(flags.joined(separator: " ")) …"
  }

  /// The message for `help NAME` if there is no such command.
  private var unknownTopic: String? {
    var command = table.root
    for name in arguments.dropFirst() where !name.hasPrefix("-") {
      guard let next = command.subcommand(name) else {
        return noCommand(name, in: command, Array(arguments.dropFirst().prefix { $0 != name }))
      }
      command = next
    }
    return nil
  }

  /// Returns the message for a group that is not followed by one of its commands.
  private func misspeltSubcommand(
    of command: CommandTable.Command, _ path: [String], _ rest: ArraySlice<String>
  ) -> String? {
    guard !path.isEmpty, !command.subcommands.isEmpty,
      let name = rest.first(where: { !$0.hasPrefix("-") })
    else { return nil }
    return noCommand(name, in: command, path)
  }

  private func noCommand(
    _ name: String, in command: CommandTable.Command, _ path: [String]
  ) -> String {
    let names = command.subcommandNames
    let group =
      path.isEmpty ? "there is no command" : "\(path.joined(separator: " ")) has no command"
    let advice =
      EditDistance.suggestion(for: name, among: names).map { "did you mean '\($0)'?" }
      ?? "there is " + Wording.list(names)
    return "\(group) '\(name)'; \(advice)"
  }

  /// Returns the message for the first option that the command does not have.
  private func unknownOption(
    of command: CommandTable.Command, _ path: [String], _ rest: ArraySlice<String>
  ) -> String? {
    let known = command.optionNames
    for argument in rest {
      if argument == "--" { return nil }
      guard let name = Self.optionName(argument), !known.contains(name) else { continue }
      let owners = table.commands(having: name)
      if !owners.isEmpty {
        let owner = Wording.list(owners.map { "'\($0)'" })
        let here = path.isEmpty ? "convert" : path.joined(separator: " ")
        return "\(name) is an option of \(owner), not of '\(here)'"
      }
      if let similar = EditDistance.suggestion(for: name, among: known.filter { $0.count > 2 }) {
        return "there is no option \(name); did you mean \(similar)?"
      }
      return "there is no option \(name)"
    }
    return nil
  }

  /// Returns the message for `archive create` without an output.
  ///
  /// Users may write the archive first, as for `archive add`.
  private func missingArchive(_ path: [String], _ rest: ArraySlice<String>) -> String? {
    guard path == ["archive", "create"], !rest.contains(where: Self.namesOutput) else { return nil }
    let name = rest.first { $0.hasSuffix(".iaa") } ?? "NAME.iaa"
    return "archive create writes the archive that -o names: iaconv archive create … -o \(name)"
  }

  /// Returns whether an argument is the option `--output`, or letters that contain `-o`.
  private static func namesOutput(_ argument: String) -> Bool {
    argument.hasPrefix("--out")
      || argument.hasPrefix("-") && !argument.hasPrefix("--") && argument.contains("o")
  }

  /// Returns the name of a long option, or of a single letter; `nil` for operands and joined letters.
  private static func optionName(_ argument: String) -> String? {
    let name = argument.prefix { $0 != "=" }
    if name.hasPrefix("--"), name.count > 2 { return String(name) }
    return name.hasPrefix("-") && name.count == 2 ? String(name) : nil
  }
}

/// Phrases of messages.
enum Wording {
  /// Returns names as a list with "and" before the last; "none" for no name.
  static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "none" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
