public import IABytes
internal import IAFiles

/// Verifies, before a command writes anything, that its output does not replace an input or an
/// existing file.
public enum OutputGuard {
  /// Throws if writing to a path would replace or change one of the inputs.
  ///
  /// Files are compared by device and inode, so that links and other spellings of a path are
  /// recognised.
  ///
  /// - Parameters:
  ///   - output: The path to write; `-` is the standard output.
  ///   - inputs: The inputs of the command; a folder includes the files below it.
  ///   - limits: The largest number of files in a folder.
  ///   - detail: The message about the input.
  /// - Throws: `Failure` with `usage.overlap`.
  public static func refuse(
    _ output: String, asOneOf inputs: [String], limits: Limits = .standard,
    detail: String = "is an input and would be replaced by the output; -o names another file"
  ) throws(Failure) {
    guard let input = InputIdentities(inputs, limits: limits).input(replacedBy: output) else {
      return
    }
    throw Failure(.usage, path: input, code: "usage.overlap", detail)
  }

  /// Returns whether a file of any kind exists at a path, including a broken link.
  public static func isTaken(_ output: String) -> Bool { FileStamp.isTaken(output) }

  /// Fails if a file of any kind exists at the path of a new folder.
  ///
  /// - Throws: `Failure` with `file.exists`.
  static func refuseTaken(_ output: String) throws(Failure) {
    guard isTaken(FilePaths.trimmed(output)) else { return }
    throw Failure(
      .cannotCreate, path: output, code: "file.exists",
      "exists already and is not replaced; name a new folder, or an archive, with -o")
  }

  /// Returns whether a file begins with the given bytes.
  static func begins(_ path: String, with start: [UInt8]) -> Bool {
    guard let file = try? RandomAccessFile(path: path) else { return false }
    return (try? file.bytes(in: 0..<min(start.count, file.byteCount))) == start
  }

  /// Fails if a file exists at a path, unless it may be replaced.
  ///
  /// - Parameters:
  ///   - isReplaceable: Whether it may be replaced.
  ///   - kind: The kind of the files that may be replaced.
  /// - Throws: `Failure` with `file.exists`.
  static func refuseExisting(
    _ output: String, unless isReplaceable: Bool, as kind: String
  ) throws(Failure) {
    guard FileIdentity(path: output) != nil, !isReplaceable else { return }
    throw Failure(
      .cannotCreate, path: output, code: "file.exists",
      "exists already, and only \(kind) would be replaced; choose another file")
  }

  /// Fails if a file that is not a folder exists at a path.
  ///
  /// - Throws: `Failure` with `file.exists`.
  static func refuseExisting(_ output: String) throws(Failure) {
    guard FileIdentity(path: output) != nil, !OutputFolder.isFolder(output) else { return }
    throw Failure(
      .cannotCreate, path: output, code: "file.exists", "exists already; --overwrite replaces it")
  }
}
