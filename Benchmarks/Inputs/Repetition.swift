/// The part of a document that is repeated, which favours programs with caches.
public struct Repetition {
  /// The number of lines.
  public private(set) var lines = 0
  /// The number of different lines.
  public private(set) var distinctLines = 0
  /// The number of different link targets.
  public private(set) var distinctLinks = 0

  /// Counts the lines and the targets (`https://…`) of a document; linear in its size.
  public init(of bytes: [UInt8]) {
    var (seenLines, seenLinks): (Set<ArraySlice<UInt8>>, Set<ArraySlice<UInt8>>) = ([], [])
    for line in bytes.split(separator: 0x0A) {
      lines += 1
      seenLines.insert(line)
      var rest = line
      while let start = rest.firstRange(of: Array("https://".utf8))?.lowerBound {
        let end =
          rest[start...].firstIndex { $0 == 0x22 || $0 == 0x20 || $0 == 0x7D } ?? rest.endIndex
        seenLinks.insert(rest[start..<end])
        rest = rest[end...]
      }
    }
    distinctLines = seenLines.count
    distinctLinks = seenLinks.count
  }
}
