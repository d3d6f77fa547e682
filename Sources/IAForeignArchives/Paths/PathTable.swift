/// The paths so far, compared as the least distinguishing file system does.
///
/// Letters of either case are equal, and so are canonically equivalent spellings.
struct PathTable {
  /// The offset of the entry with a path; `folder` for a path that only contains others.
  private var taken: [String: Int] = [:]
  private static let folder = -1

  /// Inserts a path, unless it exists, or a name would have to be both a folder and a file.
  ///
  /// - Returns: The byte offset of the entry that it collides with; `nil` if it is new.
  mutating func take(_ path: ArchivePath, at byteOffset: Int) -> Int? {
    var keys: [String] = []
    var key = ""
    for part in path.parts {
      // Equality of Swift strings is canonical equivalence.
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

  /// Inserts the path, or the first of its numbered variants that is free.
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
