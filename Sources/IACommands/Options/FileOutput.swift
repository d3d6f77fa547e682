internal import ArgumentParser

/// Checks the operands of commands that cannot read an archive from the standard input.
enum ArchiveFileOperand {
  /// Fails if one of the operands is `-`.
  static func require(_ paths: [String]) throws {
    guard paths.contains("-") else { return }
    throw ValidationError(
      "this command does not read the standard input; name the file of the archive")
  }
}

/// Options with the path of a file that a command writes.
enum FileOutput {
  /// Fails if the path is empty or `-`.
  ///
  /// The files of these options cannot be written to the standard output: they are written at several offsets, or their
  /// name determines their format.
  ///
  /// - Parameters:
  ///   - path: The argument, or `nil` if the option is not given.
  ///   - option: The option, such as `-o`.
  ///   - noun: The kind of the file with its article, such as `an archive`.
  static func require(_ path: String?, _ option: String, _ noun: String) throws {
    if path == "" { throw ValidationError("\(option) needs a name") }
    guard path == "-" else { return }
    throw ValidationError(
      "\(noun) cannot be written to the standard output; name a file with \(option)")
  }

  /// Fails if both the file and the result in JSON would be written to the standard output.
  static func requireApart(_ path: String?, fromJSON isJSON: Bool) throws {
    if path == "-", isJSON { throw ValidationError("--json and -o - exclude each other") }
  }
}
