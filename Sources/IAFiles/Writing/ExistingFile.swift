/// The treatment of an existing file that has the name of an output.
public enum ExistingFile: Hashable, Sendable {
  /// Replace the file with the output.
  case replace
  /// Keep the file; the output is not written.
  case keep
  /// Rename the file by appending `~`, replacing an older backup; the output then gets its name.
  case backUp

  /// Returns the name of the backup of a file.
  public static func backupName(of path: String) -> String { path + "~" }
}
