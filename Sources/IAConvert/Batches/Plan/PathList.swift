internal import IABytes
internal import IAFiles

/// Reads a list of paths that end with a line feed or a NUL.
///
/// If the first 64 KiB contain a NUL, paths end with NULs and may contain line feeds.
struct PathList {
  /// The maximum length of a path in bytes, and the number of bytes that are searched for a NUL.
  private static let maximumByteCount = 1 << 16

  private let file: SequentialFile
  private let label: String
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var separator: UInt8?

  /// Creates a reader of a list; `-` is the standard input.
  ///
  /// - Throws: `FileError`.
  init(_ path: String) throws(FileError) {
    label = path
    file = try SequentialFile(path: path)
  }

  /// Returns the next path that is not empty, or `nil` after the last.
  ///
  /// - Throws: `Failure` for a path that is too long, and `FileError`.
  mutating func next() throws -> [UInt8]? {
    while true {
      let separator = try self.separator ?? decidedSeparator()
      self.separator = separator
      if let end = buffer[position...].firstIndex(of: separator) {
        let path = buffer[position..<end]
        position = end + 1
        if !path.isEmpty { return Array(path) }
        continue
      }
      guard buffer.count - position <= Self.maximumByteCount else {
        throw Failure(
          .badInput, path: label, code: "input.size",
          "a path in the list is longer than \(Self.maximumByteCount) bytes")
      }
      if try !fill() {
        let path = buffer[position...]
        position = buffer.count
        return path.isEmpty ? nil : Array(path)
      }
    }
  }

  /// Reads the start of the list and returns the byte that ends its paths.
  ///
  /// It reads repeatedly, because a pipe returns only a part of its content at a time.
  private mutating func decidedSeparator() throws(FileError) -> UInt8 {
    var searched = 0
    while !buffer[searched...].contains(0) {
      searched = buffer.count
      guard searched < Self.maximumByteCount, try fill() else { return 0x0A }
    }
    return 0
  }

  /// Reads another block; returns `false` at the end.
  private mutating func fill() throws(FileError) -> Bool {
    guard !isAtEnd else { return false }
    buffer.removeSubrange(..<position)
    position = 0
    let more = try file.read(upTo: Self.maximumByteCount)
    isAtEnd = more.isEmpty
    buffer += more
    return !more.isEmpty
  }
}
