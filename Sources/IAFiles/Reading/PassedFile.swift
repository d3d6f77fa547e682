package import IABytes

/// A regular file that this process opens and another process reads.
package final class PassedFile {
  private let file: OpenFile

  /// The descriptor, open for reading while this object exists.
  package var descriptor: Int32 { file.descriptor }
  /// The size in bytes when the file was opened.
  package let byteCount: Int

  /// Creates an object for a file and opens it.
  ///
  /// - Throws: `FileError` if the path does not lead to a regular file that can be read.
  package init(path: String) throws(FileError) {
    file = try OpenFile(reading: path)
    byteCount = try file.regularStatus().size
  }
}

/// Reads documents from open descriptors of regular files that another process has passed.
package enum PassedContent {
  /// Reads the whole file, and reads it again if it was changed meanwhile.
  ///
  /// - Throws: `FileError` if the descriptor is not of a regular file, or the file was changed twice;
  ///   `InputError` with `input.size` if the file is larger than allowed.
  package static func bytes(of descriptor: Int32, limits: Limits) throws -> [UInt8] {
    for _ in 0..<2 {
      let before = try status(of: descriptor)
      guard before.size <= limits.inputBytes else {
        throw InputError.exceeds(
          .inputSize, limit: "inputBytes", maximum: limits.inputBytes, seen: before.size,
          at: limits.inputBytes)
      }
      let bytes: [UInt8]
      do throws(SystemCalls.Failure) {
        // One more byte shows that the file has grown.
        bytes = try SystemCalls.read(descriptor, upTo: before.size + 1, at: 0)
      } catch {
        throw FileError(.read, .system(error.number), path: "")
      }
      if bytes.count == before.size, try status(of: descriptor) == before { return bytes }
    }
    throw FileError(.read, .changedDuringRead, path: "")
  }

  private static func status(of descriptor: Int32) throws(FileError) -> SystemCalls.Status {
    let status = try SystemCalls.attempt(.read, path: "") { () throws(SystemCalls.Failure) in
      try SystemCalls.status(of: descriptor)
    }
    guard status.kind == .regular else { throw FileError(.read, .notRegular, path: "") }
    return status
  }
}
