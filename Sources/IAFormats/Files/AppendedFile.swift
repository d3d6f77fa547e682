/// A file that grows line by line, so that what is there after a fault is whole lines.
///
/// Each piece is one write to the end of the file. Whoever writes decides when it must be on the
/// disk.
public final class AppendedFile {
  private let path: String
  private let descriptor: Int32

  /// Makes the file, or empties it.
  ///
  /// - Throws: `FileError`.
  public init(path: String) throws(FileError) {
    self.path = path
    do throws(SystemCalls.Failure) {
      descriptor = try SystemCalls.open(path, .appendNew)
    } catch {
      throw FileError(.create, .system(error.number), path: path)
    }
  }

  deinit { try? SystemCalls.close(descriptor) }

  /// Appends bytes.
  ///
  /// - Throws: `FileError`.
  public func append(_ bytes: [UInt8]) throws(FileError) {
    do throws(SystemCalls.Failure) {
      try SystemCalls.write(descriptor, bytes)
    } catch {
      throw FileError(.write, .system(error.number), path: path)
    }
  }

  /// Brings what was appended to the disk.
  ///
  /// - Throws: `FileError`.
  public func sync() throws(FileError) {
    do throws(SystemCalls.Failure) {
      try SystemCalls.sync(descriptor)
    } catch {
      throw FileError(.sync, .system(error.number), path: path)
    }
  }
}
