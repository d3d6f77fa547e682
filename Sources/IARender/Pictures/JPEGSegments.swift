/// The segments of a JPEG file that a decoder needs.
///
/// Metadata, comments, previews, colour profiles and data after the end marker are removed (ITU-T T.81, annex B).
struct JPEGSegments {
  /// The file of these segments.
  let bytes: [UInt8]
  /// The number of colours: 1 for grey, or 3.
  let componentCount: Int

  /// Creates the segments of a file; `nil` if the file is incomplete, or uses a coding that PDF viewers may not
  /// support.
  ///
  /// - Complexity: O(*n*).
  init?(_ file: [UInt8]) {
    guard file.starts(with: [0xFF, 0xD8]) else { return nil }
    var result: [UInt8] = [0xFF, 0xD8]
    var components: Int?
    var at = 2
    while true {
      guard at + 1 < file.count, file[at] == 0xFF else { return nil }
      let marker = file[at + 1]
      if marker == 0xFF {
        at += 1
        continue
      }
      if marker == 0xD9 { break }
      guard at + 3 < file.count else { return nil }
      let end = at + 2 + Int(file[at + 2]) << 8 + Int(file[at + 3])
      guard end >= at + 4, end <= file.count else { return nil }
      let content = file[(at + 4)..<end]
      switch marker {
      case 0xC0, 0xC1, 0xC2:
        // The content starts with the precision, the size and the number of components.
        guard components == nil, content.count > 5, content.first == 8 else { return nil }
        components = Int(content[content.startIndex + 5])
        result += file[at..<end]
      case 0xC4, 0xDB, 0xDD: result += file[at..<end]
      case 0xE0 where content.starts(with: Array("JFIF\0".utf8)):
        // A longer segment contains a preview.
        if content.count != 14 { return nil }
        result += file[at..<end]
      case 0xEE where content.starts(with: Array("Adobe".utf8)) && content.count == 12:
        result += file[at..<end]
      case 0xDA:
        let next = Self.endOfScan(file, from: end)
        result += file[at..<next]
        at = next
        continue
      case 0xE0...0xEF, 0xFE: break
      default: return nil
      }
      at = end
    }
    guard components == 1 || components == 3 else { return nil }
    bytes = result + [0xFF, 0xD9]
    componentCount = components ?? 0
  }

  /// Returns the offset of the marker after a scan; restart markers and stuffed bytes are part of the scan.
  private static func endOfScan(_ file: [UInt8], from start: Int) -> Int {
    var at = start
    while at + 1 < file.count {
      if file[at] == 0xFF, file[at + 1] != 0, !(0xD0...0xD7).contains(file[at + 1]) { return at }
      at += 1
    }
    return file.count
  }
}
