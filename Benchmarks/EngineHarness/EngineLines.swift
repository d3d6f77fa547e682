/// The lines of a layout: for each its paragraph and the bytes where it starts and where the next one starts.
public struct EngineLines: Sendable, Equatable {
  /// A line.
  public struct Line: Sendable, Hashable {
    /// The number of the paragraph, from 0.
    public var paragraph: Int32
    /// The first byte within the paragraph.
    public var start: Int32
    /// The byte after the last one.
    public var end: Int32
  }

  /// The lines in order.
  public var lines: [Line] = []

  /// Checks that lines cover each paragraph from its first to its last byte, without gaps and within characters.
  func check(_ paragraphs: [[UInt8]]) throws(EngineFault) {
    var next = lines.startIndex
    for (number, bytes) in paragraphs.enumerated() {
      var place = 0
      var isFirst = true
      while isFirst || place < bytes.count {
        guard next < lines.endIndex else {
          throw EngineFault(.lines, "paragraph \(number) has no line from byte \(place) on")
        }
        let line = lines[next]
        guard Int(line.paragraph) == number, Int(line.start) == place, Int(line.end) <= bytes.count,
          line.end > line.start || bytes.isEmpty
        else {
          throw EngineFault(
            .lines,
            "line \(next) is \(line.paragraph) \(line.start) \(line.end); expected is one of paragraph \(number) "
              + "from byte \(place) to at most \(bytes.count)")
        }
        place = Int(line.end)
        guard place == bytes.count || bytes[place] & 0xC0 != 0x80 else {
          throw EngineFault(
            .lines, "line \(next) ends within a character, at byte \(place) of paragraph \(number)")
        }
        isFirst = false
        next += 1
      }
    }
    if next < lines.endIndex {
      throw EngineFault(.lines, "\(lines.count - next) lines follow the last paragraph")
    }
  }

  /// Returns the share of lines that start and end as in another layout, 0 to 1.
  public func agreement(with other: EngineLines) -> Double {
    let known = Set(other.lines)
    let count = max(lines.count, other.lines.count)
    return count == 0 ? 1 : Double(lines.count { known.contains($0) }) / Double(count)
  }
}
