internal import IAFiles

/// The paths of the entries so far, to detect collisions on any file system.
///
/// Paths are equal if they differ only in case or in canonically equivalent spellings.
struct PathTable {
  /// The byte offset of the entry with each path; `folder` for a path that is only the folder of others.
  private var taken: [String: Int] = [:]
  private static let folder = -1
  private var numbers = NextNumbers()

  /// Inserts a path, unless the path exists or a name would have to be both a folder and a file.
  ///
  /// - Returns: The byte offset of the entry with which the path collides, or 0 if it collides with a folder; `nil` if
  ///   the path was inserted.
  mutating func take(_ path: ArchivePath, at byteOffset: Int) -> Int? {
    let keys = Self.keys(of: path)
    guard let key = keys.last else { return nil }
    if let other = taken[key] { return max(other, 0) }
    if let other = fileAmongFolders(of: keys) { return other }
    for folder in keys.dropLast() { taken[folder] = Self.folder }
    taken[key] = byteOffset
    return nil
  }

  /// Inserts a path with the first number that makes it unique.
  ///
  /// - Returns: The path with the number; `nil` if one of its folders is a file.
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

  /// Returns the case-folded paths of the folders of a path, the outermost first, and of the path itself.
  private static func keys(of path: ArchivePath) -> [String] {
    var keys: [String] = []
    var key = ""
    for part in path.parts {
      // Swift compares strings by canonical equivalence.
      key += (key.isEmpty ? "" : "/") + part.lowercased()
      keys.append(key)
    }
    return keys
  }

  /// Returns the byte offset of an entry whose path is a folder of this path but which is a file; `nil` if there is
  /// none.
  private func fileAmongFolders(of keys: [String]) -> Int? {
    for folder in keys.dropLast() {
      if let other = taken[folder], other != Self.folder { return other }
    }
    return nil
  }
}
