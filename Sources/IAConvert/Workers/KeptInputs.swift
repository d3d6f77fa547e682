internal import IAFiles
internal import IASyntax

/// Keeps copies of inputs that crashed a worker or exceeded a limit in a folder (`--keep-crashers`).
enum KeptInputs {
  /// Copies an input, and adds the name of the copy, which begins with the hash of the input, to the failure.
  ///
  /// - Parameters:
  ///   - name: The name of the input, without a folder.
  ///   - folder: The folder, which is created if it does not exist.
  ///   - failure: The failure that the input has caused.
  ///   - forEachPiece: Calls a closure with the bytes in order; called twice.
  static func keep(
    _ name: String, in folder: String, _ failure: inout Failure,
    forEachPiece: (([UInt8]) throws -> Void) throws -> Void
  ) {
    do {
      _ = try OutputFolder(path: folder)
      var hasher = SHA256Hasher()
      try forEachPiece { hasher.update($0) }
      let kept = FileNames.fitted("\(hasher.finish().description.prefix(16))-\(name)")
      let sink = try FileSink(path: folder + "/" + kept)
      try forEachPiece { try sink.write($0) }
      try sink.commit()
      failure.detail += "; kept as \(kept)"
    } catch {
      failure.detail += "; a copy could not be kept: \(Failure(error, path: nil).detail)"
    }
  }

  /// Copies the file at a path, in pieces.
  static func keep(_ path: String, in folder: String, _ failure: inout Failure) {
    keep(FileNames.name(of: path) ?? "", in: folder, &failure) { body in
      let file = try RandomAccessFile(path: path)
      for start in stride(from: 0, to: file.byteCount, by: pieceSize) {
        try body(file.bytes(in: start..<min(start + pieceSize, file.byteCount)))
      }
    }
  }

  private static let pieceSize = 1 << 18
}
