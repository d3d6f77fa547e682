internal import ArgumentParser
internal import IAConvert

/// The start and the end of every run: arguments in, an exit status out.
@main
enum Program {
  static func main() {
    // A reader that goes away shows as an error of the write, which is no failure.
    ProcessControl.ignoreClosedPipes()
    ProcessControl.exit(run(ProcessControl.arguments))
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    do {
      var command = try IAConvCommand.parseAsRoot(arguments)
      try command.run()
      return .success
    } catch let failure as Failure {
      guard !failure.isClosedPipe else { return .success }
      StandardError.write("iaconv: \(failure.line)\n")
      return failure.status
    } catch let ending as Ending {
      return ending.status
    } catch {
      return finish(with: error)
    }
  }

  /// Help, versions and completions are asked for; all else is a mistake on the command line.
  private static func finish(with error: any Error) -> ExitStatus {
    if IAConvCommand.exitCode(for: error) == .success {
      let isClosed = StandardOutput.write(IAConvCommand.fullMessage(for: error) + "\n") != nil
      return isClosed ? .inputOutput : .success
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
