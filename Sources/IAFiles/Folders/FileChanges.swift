/// The files that have changed in watched folders, up to a maximum number.
package struct FileChanges: Hashable, Sendable {
  /// The maximum number of files and folders that are stored.
  static let maximumCount = 10_000

  /// The paths of files that were created, changed or removed.
  ///
  /// Each begins with the path of its folder as the caller gave it, and a slash.
  package private(set) var files: Set<[UInt8]> = []
  /// The folders that were created.
  private(set) var newFolders: Set<[UInt8]> = []
  /// Whether all changes are listed.
  package var isComplete = true

  /// Creates an empty list.
  package init() {}

  /// An empty list that is marked as incomplete.
  package static var incomplete: Self {
    var changes = Self()
    changes.isComplete = false
    return changes
  }

  /// Adds a file.
  package mutating func add(_ path: [UInt8]) {
    guard isComplete else { return }
    files.insert(path)
    checkCount()
  }

  mutating func addFolder(_ path: [UInt8]) {
    guard isComplete else { return }
    newFolders.insert(path)
    checkCount()
  }

  /// Adds the files of another list.
  package mutating func formUnion(_ other: FileChanges) {
    guard other.isComplete else { return isComplete = false }
    for path in other.files { add(path) }
  }

  private mutating func checkCount() {
    guard files.count + newFolders.count > Self.maximumCount else { return }
    self = .incomplete
  }
}
