internal import ArgumentParser
public import IAConvert
internal import Synchronization

/// The start and the end of every run: arguments in, an exit status out.
public enum Program {
  /// What was given to `main`; set once, before anything else runs.
  private static let given = Mutex<(any Drawing)?>(nil)

  /// What draws in this program; nil where another program has to.
  static var drawing: (any Drawing)? { given.withLock { $0 } }

  /// The formats, drawn ones too where this program draws.
  static func registry(_ options: DrawingOptions = DrawingOptions()) -> FormatRegistry {
    guard let drawing else { return .standard }
    return .standard.drawing(drawing.entries(options))
  }

  /// Runs the command that the arguments name and ends the process.
  ///
  /// - Parameter drawing: What draws; nil in a program that hands over to one that can.
  public static func main(drawing: (any Drawing)? = nil) -> Never {
    given.withLock { $0 = drawing }
    // Both signals show as errors of the write; a reader that goes away is no failure.
    ProcessControl.ignoreWriteSignals()
    ProcessControl.exit(run(ProcessControl.arguments))
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    do {
      if let request = PlainArguments.request(arguments) {
        try request.run()
      } else {
        var command = try command(of: arguments)
        if let maxMemory = (command as? any ReadingCommand)?.reading.maxMemory {
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
      return finish(with: error)
    }
  }

  /// The command that is meant, with its arguments.
  ///
  /// The tree of all commands is built only where a command is named or something is asked of the
  /// tree: that takes as long as a small conversion.
  private static func command(of arguments: [String]) throws -> any ParsableCommand {
    let isForRoot =
      arguments.isEmpty
      || arguments.contains { argument in
        IAConvCommand.rootArguments.contains { argument == $0 || argument.hasPrefix($0 + "=") }
      }
      || arguments.first.map(IAConvCommand.commandNames.contains) == true
    return isForRoot
      ? try IAConvCommand.parseAsRoot(arguments) : try ConvertCommand.parseAsRoot(arguments)
  }

  /// Help, versions and completions are asked for; all else is a mistake on the command line.
  private static func finish(with error: any Error) -> ExitStatus {
    if IAConvCommand.exitCode(for: error) == .success {
      let message = IAConvCommand.fullMessage(for: error)
      let failure = StandardOutput.write(message.hasSuffix("\n") ? message : message + "\n")
      return failure?.status ?? .success
    }
    let message = HarmlessText.escape(IAConvCommand.message(for: error))
    StandardError.write("iaconv: usage: \(message) (iaconv --help tells more)\n")
    return .usage
  }
}

/// A command that has said all there is to say and did not end well.
struct Ending: Error {
  let status: ExitStatus
}
