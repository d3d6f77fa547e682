/// How a command ended, as the system learns it.
///
/// The numbers are part of the interface and never change their meaning.
public enum ExitStatus: Int32, Hashable, Sendable, CaseIterable {
  /// All went well.
  case success = 0
  /// Something was, or would have been, lost and the command is strict about that; or documents that
  /// were compared are different.
  case loss = 1
  /// Some documents of several could not be converted.
  case someFailed = 2
  /// What was verified is damaged.
  case damage = 3
  /// The command line makes no sense.
  case usage = 64
  /// The input is damaged, over a limit, or of another format.
  case badInput = 65
  /// There is no such input, or it is no file.
  case noInput = 66
  /// A fault of the program itself.
  case software = 70
  /// The output cannot be made.
  case cannotCreate = 73
  /// Reading or writing failed underway.
  case inputOutput = 74
  /// Another run is at it; later it may go.
  case locked = 75
  /// The system does not permit it.
  case permission = 77
  /// Interrupted from the keyboard.
  case interrupted = 130
}
