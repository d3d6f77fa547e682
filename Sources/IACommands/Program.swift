internal import ArgumentParser
public import IAConvert
internal import Synchronization

/// The entry point of the program: runs the command that the arguments name, and exits with its status.
public enum Program {
  /// The argument of `main`, which is set once, before anything else runs.
  private static let given = Mutex<(any Drawing)?>(nil)

  /// The drawing of this program; `nil` if another program draws.
  static var drawing: (any Drawing)? { given.withLock { $0 } }

  /// Returns the formats, including drawn ones if this program draws.
  static func registry(_ options: DrawingOptions = DrawingOptions()) -> FormatRegistry {
    guard let drawing else { return .standard }
    return .standard.drawing(drawing.entries(options))
  }

  /// Runs the command that the arguments name and ends the process.
  ///
  /// - Parameter drawing: The drawing; `nil` in a program that starts another one for it.
  public static func main(drawing: (any Drawing)? = nil) -> Never {
    given.withLock { $0 = drawing }
    // Both signals become errors of the write; a reader that closes its end is not a failure.
    ProcessControl.ignoreWriteSignals()
    ProcessControl.exit(run(JoinedLetters.separated(ProcessControl.arguments)))
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    do {
      if let script = completionScript(arguments) {
        try StandardOutput.print(script)
      } else if let request = PlainArguments.request(arguments) {
        try request.run()
      } else if let request = PlainArchiveArguments.request(arguments) {
        try request.run()
      } else {
        var command = try command(of: arguments)
        if let reader = command as? any ReadingCommand, reader.readsInProcess,
          let maxMemory = reader.reading.maxMemory
        {
          try Allocation.limit(to: maxMemory, path: nil)
        }
        try command.run()
      }
      return .success
    } catch let failure as Failure {
      guard !failure.isClosedPipe else { return .success }
      if failure.code == Failure.drawnElsewhere { DrawingProgram.takeOver() }
      StandardError.write("iaconv: \(failure.line)\n")
      return failure.status
    } catch let ending as Ending {
      return ending.status
    } catch {
      return finish(with: error, arguments)
    }
  }

  /// Returns the completion script if the arguments request one for a known shell.
  private static func completionScript(_ arguments: [String]) -> String? {
    let option = "--generate-completion-script"
    guard let first = arguments.first, first.hasPrefix(option) else { return nil }
    let name =
      first.hasPrefix(option + "=")
      ? String(first.dropFirst(option.count + 1)) : arguments.dropFirst().first
    return name.flatMap(CompletionScript.Shell.init).map { CompletionScript().text(for: $0) }
  }

  /// Returns the command that the arguments name.
  ///
  /// Building the tree of all commands takes as long as a small conversion. Therefore the tree is built only if the
  /// arguments name no command, name only a group of commands, contain an option of the root, or contain a mistake.
  private static func command(of arguments: [String]) throws -> any ParsableCommand {
    let isForRoot =
      arguments.isEmpty
      || arguments.contains { argument in
        IAConvCommand.rootArguments.contains { argument == $0 || argument.hasPrefix($0 + "=") }
      }
    if isForRoot { return try IAConvCommand.parseAsRoot(arguments) }
    guard arguments.first.map(IAConvCommand.commandNames.contains) == true else {
      return try ConvertCommand.parseAsRoot(arguments)
    }
    // The messages about mistakes need the whole tree.
    if let (command, count) = named(by: arguments),
      let parsed = try? command.parseAsRoot(Array(arguments.dropFirst(count)))
    {
      return parsed
    }
    return try IAConvCommand.parseAsRoot(arguments)
  }

  /// Returns the command without subcommands that the first arguments name, and their number; `nil` if they
  /// name none, or a group.
  static func named(
    by arguments: [String]
  ) -> (command: any ParsableCommand.Type, count: Int)? {
    var command: any ParsableCommand.Type = IAConvCommand.self
    for (index, name) in arguments.enumerated() {
      guard let next = subcommand(name, of: command) else { return nil }
      guard !next.configuration.subcommands.isEmpty else { return (next, index + 1) }
      command = next
    }
    return nil
  }

  private static func subcommand(
    _ name: String, of command: any ParsableCommand.Type
  ) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { type in
      let configuration = type.configuration
      return configuration.commandName == name || configuration.aliases.contains(name)
    }
  }

  /// Returns the command line that prints the help of the command, or group of commands, that the first
  /// arguments name; the help of the program if they name none.
  static func helpLine(for arguments: [String]) -> String {
    var words = ["iaconv"]
    var command: any ParsableCommand.Type = IAConvCommand.self
    for name in arguments {
      guard let next = subcommand(name, of: command) else { break }
      words.append(next.configuration.commandName ?? name)
      command = next
    }
    return (words + ["--help"]).joined(separator: " ")
  }

  /// Prints help, versions and completions if they were requested; any other error is a mistake on the
  /// command line.
  private static func finish(with error: any Error, _ arguments: [String]) -> ExitStatus {
    let isRequested = IAConvCommand.exitCode(for: error) == .success
    let mistake = isRequested && arguments.first != "help" ? nil : UsageAdvice(arguments).message
    if isRequested, mistake == nil {
      let message = IAConvCommand.fullMessage(for: error)
      let failure = StandardOutput.write(message.hasSuffix("\n") ? message : message + "\n")
      return failure?.status ?? .success
    }
    let message = HarmlessText.escape(mistake ?? IAConvCommand.message(for: error))
    StandardError.write("iaconv: usage: \(message) (see \(helpLine(for: arguments)))\n")
    return .usage
  }
}

/// The error of a command that did not succeed and has already printed its messages.
struct Ending: Error {
  let status: ExitStatus
}
