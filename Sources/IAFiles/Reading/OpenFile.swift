internal import IABytes

/// An open file, which is closed when the object is released.
final class OpenFile {
  let descriptor: Int32
  private let path: String

  /// Creates an object for reading a file.
  ///
  /// Inside a folder, links are not followed.
  init(reading path: String, in folder: OpenFile? = nil) throws(FileError) {
    self.path = path
    descriptor = try Self.open(path, .read, folder)
  }

  /// Creates an object for a folder.
  ///
  /// Inside a folder, links are not followed.
  init(folder path: String, in folder: OpenFile? = nil) throws(FileError) {
    self.path = path
    descriptor = try Self.open(path, .readFolder, folder)
  }

  /// Creates an object for reading a pipe; waits until the pipe has a writer.
  init(readingPipe path: String) throws(FileError) {
    self.path = path
    descriptor = try Self.open(path, .readPipe, nil)
  }

  /// Creates an object for a descriptor that another process has passed, and owns it.
  init(passed descriptor: Int32, path: String) {
    self.path = path
    self.descriptor = descriptor
  }

  deinit { try? SystemCalls.close(descriptor) }

  /// Returns the status of the file.
  ///
  /// - Throws: `FileError` with `isFolder` or `notRegular` if it is not a regular file.
  func regularStatus() throws(FileError) -> SystemCalls.Status {
    do throws(SystemCalls.Failure) {
      let status = try SystemCalls.status(of: descriptor)
      switch status.kind {
      case .regular: return status
      case .folder: break
      case .link, .pipe, .other: throw .init(number: -1)
      }
    } catch {
      let reason = error.number < 0 ? FileError.Reason.notRegular : .system(error.number)
      throw FileError(.open, reason, path: path)
    }
    throw FileError(.open, .isFolder, path: path)
  }

  /// Reads the file to its end.
  func contents(limits: Limits) throws -> [UInt8] {
    try Self.contents(of: descriptor, path: path, limits: limits)
  }

  /// Reads a descriptor to its end, or to the first byte beyond the limit.
  static func contents(of descriptor: Int32, path: String, limits: Limits) throws -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(SystemCalls.Failure) {
      // One byte more than the known size detects the end without another read.
      let expected = (try? SystemCalls.status(of: descriptor))?.size ?? 0
      var chunk = min(max(expected, 1 << 12), 1 << 24) + 1
      while bytes.count <= limits.inputBytes {
        let room = min(chunk, limits.inputBytes - bytes.count) + 1
        chunk = min(max(bytes.count, 1 << 16), 1 << 24)
        if try SystemCalls.read(descriptor, upTo: room, into: &bytes) == 0 { return bytes }
      }
    } catch {
      let isFolder = error.number == SystemCalls.isDirectory
      throw FileError(.read, isFolder ? .isFolder : .system(error.number), path: path)
    }
    throw InputError.exceeds(
      .inputSize, limit: "inputBytes", maximum: limits.inputBytes, seen: bytes.count,
      at: limits.inputBytes)
  }

  private static func open(
    _ path: String, _ access: SystemCalls.Access, _ folder: OpenFile?
  ) throws(FileError) -> Int32 {
    do throws(SystemCalls.Failure) {
      return try SystemCalls.open(
        path, access, in: folder?.descriptor, followsLinks: folder == nil)
    } catch {
      throw FileError(.open, .system(error.number), path: path)
    }
  }
}
