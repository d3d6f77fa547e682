internal import IABytes
internal import IAFiles

/// Reads a list of paths that end with a line feed or a NUL.
///
/// The first block decides: if it has a NUL, paths end with NULs and may contain line feeds.
struct PathList {
  /// The longest path in bytes.
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
      if separator == nil, try !fill() { return nil }
      let separator = self.separator ?? 0x0A
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

  /// Reads another block; returns `false` at the end.
  private mutating func fill() throws(FileError) -> Bool {
    guard !isAtEnd else { return false }
    buffer.removeSubrange(..<position)
    position = 0
    let more = try file.read(upTo: 1 << 16)
    isAtEnd = more.isEmpty
    if separator == nil { separator = more.contains(0) ? 0 : 0x0A }
    buffer += more
    return !more.isEmpty
  }
}
