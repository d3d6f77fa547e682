/// What happens to a file that has the name of an output.
public enum ExistingFile: Hashable, Sendable {
  /// The output replaces it.
  case replace
  /// It stays, and the output is not written.
  case keep
  /// It gets its name with `~` at the end, where it replaces an older backup, and the output gets
  /// its name.
  case backUp

  /// Returns the name of the backup of a file.
  public static func backupName(of path: String) -> String { path + "~" }
}
