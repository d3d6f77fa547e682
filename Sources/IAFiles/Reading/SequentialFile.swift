/// A file, pipe or standard input that is read once from its start to its end.
package final class SequentialFile {
  private let path: String
  private let file: OpenFile?
  private let descriptor: Int32

  /// Creates an object for a file and opens it; `-` is the standard input.
  ///
  /// - Throws: `FileError`.
  package init(path: String) throws(FileError) {
    self.path = path
    if path == "-" {
      file = nil
      descriptor = 0
    } else {
      let opened =
        PipeSource.isPipe(path) ? try OpenFile(readingPipe: path) : try OpenFile(reading: path)
      file = opened
      descriptor = opened.descriptor
    }
  }

  /// Returns at most `count` bytes; an empty array at the end.
  ///
  /// - Throws: `FileError`.
  package func read(upTo count: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(SystemCalls.Failure) {
      _ = try SystemCalls.read(descriptor, upTo: count, into: &bytes)
    } catch {
      let isFolder = error.number == SystemCalls.isDirectory
      throw FileError(.read, isFolder ? .isFolder : .system(error.number), path: path)
    }
    return bytes
  }
}
