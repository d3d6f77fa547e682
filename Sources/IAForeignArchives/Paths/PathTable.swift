internal import IAFiles

/// The paths so far, compared as the least distinguishing file system does.
///
/// Letters of either case are equal, and so are canonically equivalent spellings.
struct PathTable {
  /// The offset of the entry with a path; `folder` for a path that only contains others.
  private var taken: [String: Int] = [:]
  private static let folder = -1
  private var numbers = NextNumbers()

  /// Inserts a path, unless it exists, or a name would have to be both a folder and a file.
  ///
  /// - Returns: The byte offset of the entry that it collides with; `nil` if it is new.
  mutating func take(_ path: ArchivePath, at byteOffset: Int) -> Int? {
    let keys = Self.keys(of: path)
    guard let key = keys.last else { return nil }
    if let other = taken[key] { return max(other, 0) }
    if let other = fileAmongFolders(of: keys) { return other }
    for folder in keys.dropLast() { taken[folder] = Self.folder }
    taken[key] = byteOffset
    return nil
  }

  /// Inserts the first of the numbered variants of a path that is free.
  ///
  /// - Returns: The variant; `nil` if a folder of the path is a file.
  /// - Complexity: O(the length of the path) on average, for any number of equal paths.
  mutating func takeNumbered(_ path: ArchivePath, at byteOffset: Int) -> ArchivePath? {
    let keys = Self.keys(of: path)
    guard let key = keys.last, fileAmongFolders(of: keys) == nil else { return nil }
    while true {
      let name = FileNames.numbered(path.name, numbers.next(for: key))
      let sibling = ArchivePath(parts: path.parts.dropLast() + [name])
      if take(sibling, at: byteOffset) == nil { return sibling }
    }
  }

  /// Returns the folded paths of the folders of a path and of the path itself.
  private static func keys(of path: ArchivePath) -> [String] {
    var keys: [String] = []
    var key = ""
    for part in path.parts {
      // Equality of Swift strings is canonical equivalence.
      key += (key.isEmpty ? "" : "/") + part.lowercased()
      keys.append(key)
    }
    return keys
  }

  /// Returns the offset of the file that one of the folders of a path is, or `nil` if there is none.
  private func fileAmongFolders(of keys: [String]) -> Int? {
    for folder in keys.dropLast() {
      if let other = taken[folder], other != Self.folder { return other }
    }
    return nil
  }
}
