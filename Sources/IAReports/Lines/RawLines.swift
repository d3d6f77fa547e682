internal import IAConvert
internal import IAFiles

/// Divides a file into lines, with at most one line in memory.
struct RawLines {
  /// A line without its line feed.
  enum Line {
    /// The bytes; whether the file ends before the line feed.
    case complete(bytes: [UInt8], isLast: Bool)
    /// A line that is longer than `maximumByteCount`; its bytes are skipped.
    case tooLong
  }

  /// The longest line in bytes.
  static let maximumByteCount = JournalLine.maximumByteCount
  private static let pieceByteCount = 1 << 18

  private let file: SequentialFile
  private var buffer: [UInt8] = []
  private var position = 0
  private var bufferOffset = 0
  private var hasEnded = false

  /// Creates the lines of a file; `-` is the standard input.
  ///
  /// - Throws: `FileError`.
  init(path: String) throws(FileError) { file = try SequentialFile(path: path) }

  /// Returns the next line and its offset in the file, or `nil` after the last.
  ///
  /// - Throws: `FileError`.
  mutating func next() throws(FileError) -> (line: Line, byteOffset: Int)? {
    let start = bufferOffset + position
    var isTooLong = false
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        let line =
          isTooLong ? Line.tooLong : .complete(bytes: Array(buffer[position..<end]), isLast: false)
        position = end + 1
        return (line, start)
      }
      if hasEnded {
        guard position < buffer.count || isTooLong else { return nil }
        let line =
          isTooLong ? Line.tooLong : .complete(bytes: Array(buffer[position...]), isLast: true)
        position = buffer.count
        return (line, start)
      }
      if buffer.count - position > Self.maximumByteCount {
        isTooLong = true
        position = buffer.count
      }
      try refill()
      searched = isTooLong ? position : max(position, buffer.count - lastPieceCount)
    }
  }

  private var lastPieceCount = 0

  /// Drops the bytes before the position and reads a piece.
  private mutating func refill() throws(FileError) {
    if position > 0 {
      bufferOffset += position
      buffer.removeSubrange(..<position)
      position = 0
    }
    let piece = try file.read(upTo: Self.pieceByteCount)
    lastPieceCount = piece.count
    hasEnded = piece.isEmpty
    buffer += piece
  }
}
