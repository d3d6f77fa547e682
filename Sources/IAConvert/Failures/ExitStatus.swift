/// The exit status of a command.
///
/// The numbers are part of the interface and do not change.
public enum ExitStatus: Int32, Hashable, Sendable, CaseIterable {
  /// The command succeeded.
  case success = 0
  /// Something was lost, or would have been lost, in a strict conversion; or compared documents are
  /// different.
  case loss = 1
  /// Some of several documents could not be converted.
  case someFailed = 2
  /// A verified file is damaged.
  case damage = 3
  /// The command line is not valid.
  case usage = 64
  /// The input is damaged, exceeds a limit, or has another format.
  case badInput = 65
  /// The input does not exist or is not a file.
  case noInput = 66
  /// An internal error of the program.
  case software = 70
  /// The output cannot be created.
  case cannotCreate = 73
  /// Reading or writing failed.
  case inputOutput = 74
  /// Another process has locked the file; a later attempt may succeed.
  case locked = 75
  /// The system denied permission.
  case permission = 77
  /// The user interrupted the command from the keyboard.
  case interrupted = 130
  /// The system or a user asked the command to end.
  case terminated = 143
}
