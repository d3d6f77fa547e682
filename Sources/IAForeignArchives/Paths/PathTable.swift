/// The paths met so far, told apart as the least discerning file system does: letters of either
/// case are one, and so are canonically equivalent spellings.
struct PathTable {
  /// The offset of the entry that took a path; `folder` for what only others stand in.
  private var taken: [String: Int] = [:]
  private static let folder = -1

  /// Takes a path, unless it is taken, or stands where a folder or a file would have to be both.
  ///
  /// - Returns: The byte offset of the entry that it collides with; nil where it is new.
  mutating func take(_ path: ArchivePath, at byteOffset: Int) -> Int? {
    var keys: [String] = []
    var key = ""
    for part in path.parts {
      // Equal strings of Swift are canonically equivalent ones.
      key += (key.isEmpty ? "" : "/") + part.lowercased()
      keys.append(key)
    }
    if let other = taken[key] { return max(other, 0) }
    for folder in keys.dropLast() {
      if let other = taken[folder], other != Self.folder { return other }
    }
    for folder in keys.dropLast() { taken[folder] = Self.folder }
    taken[key] = byteOffset
    return nil
  }

  /// Takes the path, or the first of its numbered siblings that is free.
  mutating func takeNumbered(_ path: ArchivePath, at byteOffset: Int) -> ArchivePath? {
    let name = path.name
    let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
    for number in 2..<10_000 {
      let numbered = "\(name[..<dot])-\(number)\(name[dot...])"
      let sibling = ArchivePath(parts: path.parts.dropLast() + [numbered])
      if take(sibling, at: byteOffset) == nil { return sibling }
    }
    return nil
  }
}
