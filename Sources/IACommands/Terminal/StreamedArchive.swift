internal import IABytes
internal import IAConvert
internal import IAFiles

/// Archives on the standard input.
///
/// Archives need random access. If the standard input is a pipe, its content is written to a file without a name in
/// `TMPDIR`, which becomes the standard input of the process.
enum StreamedArchive {
  /// The path that is used to open the standard input again.
  private static let streamPath = "/dev/stdin"

  /// Returns the path of the archive that an operand names: for `-` that of the standard input.
  ///
  /// - Parameter limits: `inputBytes` limits the size of an archive on a pipe.
  /// - Throws: `Failure` with `input.size` for a larger archive, with `file.not-regular` if the operand is the path of
  ///   a pipe; the errors of reading and writing.
  static func path(of operand: String, _ limits: Limits) throws(Failure) -> String {
    guard operand == "-" || operand == streamPath else {
      try requireNoPipe(operand)
      return operand
    }
    guard !ProcessControl.isRegularFile(0) else { return streamPath }
    guard !ProcessControl.isTerminal(0) else {
      throw Failure(.usage, path: operand, code: "usage", "no archive on the standard input")
    }
    do {
      try ProcessControl.replaceStandardInput(by: copy(limits))
    } catch {
      throw Failure(error, path: operand)
    }
    return streamPath
  }

  /// Returns the path of a document, folder or archive that an operand names: for `-` that of the standard input
  /// if it is an archive, otherwise `-`.
  ///
  /// - Throws: As `path(of:_:)`.
  static func path(ofInput operand: String, _ limits: Limits) throws(Failure) -> String {
    guard operand == "-", !ProcessControl.isTerminal(0) else {
      if operand != "-" { try requireNoPipe(operand) }
      return operand
    }
    let path = try path(of: operand, limits)
    return FileCollection.isArchiveFile(path) ? path : operand
  }

  /// Fails if an operand is a pipe, such as that of a shell's `<(…)`.
  private static func requireNoPipe(_ operand: String) throws(Failure) {
    guard ProcessControl.isPipe(operand) else { return }
    throw Failure(
      .noInput, path: operand, code: "file.not-regular",
      "is a pipe, and archives are read at any offset; redirect it to the standard input and name it -, or "
        + "write it to a file first")
  }

  /// Writes the standard input to a file without a name.
  private static func copy(_ limits: Limits) throws -> ScratchFile {
    let input = try SequentialFile(path: "-")
    let file = try ScratchFile(in: ProcessControl.environment("TMPDIR") ?? "/tmp")
    while true {
      let bytes = try input.read(upTo: 1 << 20)
      guard !bytes.isEmpty else { return file }
      guard file.byteCount + bytes.count <= limits.inputBytes else {
        throw InputError.exceeds(
          .inputSize, limit: "inputBytes", maximum: limits.inputBytes,
          seen: file.byteCount + bytes.count, at: limits.inputBytes)
      }
      try file.append(bytes)
    }
  }
}
