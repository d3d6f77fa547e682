internal import CFiles
package import IABytes

/// Reports changes of files in folders and in all folders below them.
///
/// On Linux, the system reports changes (inotify). Elsewhere, or if that fails, the sizes and times of all
/// files are compared at intervals.
package final class FolderWatch {
  private let folders: [String]
  private let limits: Limits
  private let scratchFolder: String
  /// The interval of comparisons in seconds.
  private let interval: Double
  /// The queue of changes; `nil` if files are compared.
  private var queue: Int32?
  /// The paths of the folders by their numbers in the queue.
  private var paths: [Int32: [UInt8]] = [:]
  /// The hash of all names, sizes and times, and the instant of the next comparison.
  private var hash: UInt64?
  private var nextComparison = ContinuousClock.now

  /// The changes since the last call of `takeChanges`.
  private var changes = FileChanges()

  /// Files that were written and are still open.
  package private(set) var openFiles: Set<[UInt8]> = []

  /// Whether files are compared at intervals.
  package var isComparing: Bool { queue == nil }

  /// The interval of comparisons in seconds, unless another one is given.
  private static let standardInterval = 2.0

  /// Creates a watch; call `refresh` to start it.
  ///
  /// - Parameters:
  ///   - folders: The folders.
  ///   - interval: The interval of comparisons in seconds; `nil` to use the notifications of the system, if there are
  ///     any.
  ///   - limits: `depth` bounds the nesting of folders.
  ///   - scratchFolder: A folder for intermediate data.
  package init(_ folders: [String], interval: Double?, limits: Limits, scratchFolder: String) {
    self.folders = folders
    self.limits = limits
    self.scratchFolder = scratchFolder
    self.interval = interval ?? Self.standardInterval
    guard interval == nil else { return }
    let opened = ia_watch_open()
    if opened >= 0 { queue = opened }
  }

  deinit { closeQueue() }

  /// Starts watching all folders that exist now.
  ///
  /// `hasChanges` reports each change after this call.
  ///
  /// - Throws: `FileError` if a folder cannot be read, `folder.limit`.
  package func refresh() throws {
    if queue == nil {
      hash = try currentHash()
      nextComparison = ContinuousClock.now + .seconds(interval)
      return
    }
    for folder in folders { try add(below: folder) { _ in } }
    // The queue is closed if a folder exceeds the system's limit of watched folders.
    if queue == nil { try refresh() }
  }

  /// Adds a folder and all folders below it, and calls a function with each entry that is not a folder.
  private func add(below folder: String, _ body: ([UInt8]) -> Void) throws {
    add(PathBytes.bytes(of: FilePaths.trimmed(folder)))
    let walk = FolderWalk(limits: limits, scratchFolder: scratchFolder)
    try walk.visit(folder) { path, kind in
      if kind == .folder { add(path) } else { body(path) }
      return true
    }
  }

  /// Returns and removes the changes since the last call, and starts watching new folders.
  ///
  /// `hasChanges` reports each change after this call.
  ///
  /// - Complexity: O(the number of changed names and of entries of new folders).
  /// - Returns: The changed files, including those of new folders. The list is incomplete if changes were lost, if a
  ///   folder was removed or moved, or if files are compared.
  /// - Throws: `FileError`, `folder.limit`.
  package func takeChanges() throws -> FileChanges {
    guard let queue else { return .incomplete }
    _ = try readQueue(queue)
    var taken = changes
    changes = FileChanges()
    for folder in taken.newFolders {
      do {
        try add(below: PathBytes.string(from: folder)) { taken.add($0) }
      } catch is FileError {
        // The folder was removed, or cannot be read.
        taken.isComplete = false
      }
    }
    return self.queue == nil ? .incomplete : taken
  }

  /// Waits for changes.
  ///
  /// - Parameter milliseconds: The maximum time to wait.
  /// - Returns: Whether there was a change since the last call.
  /// - Throws: `FileError` if a folder cannot be read, `folder.limit`.
  package func hasChanges(within milliseconds: Int) throws -> Bool {
    guard let queue else {
      _ = ia_watch_wait(-1, Int32(clamping: milliseconds))
      guard ContinuousClock.now >= nextComparison else { return false }
      nextComparison = ContinuousClock.now + .seconds(interval)
      let now = try currentHash()
      defer { hash = now }
      return now != hash
    }
    guard ia_watch_wait(queue, Int32(clamping: milliseconds)) == 1 else { return false }
    return try readQueue(queue)
  }

  private func add(_ path: [UInt8]) {
    guard let queue else { return }
    do throws(SystemCalls.Failure) {
      paths[try SystemCalls.addWatch(queue, path)] = path
    } catch {
      // A folder that was removed, or that this process may not read, is ignored: its files cannot be read either.
      if SystemCalls.watchLimits.contains(error.number) { closeQueue() }
    }
  }

  private func closeQueue() {
    if let queue { try? SystemCalls.close(queue) }
    queue = nil
    paths = [:]
    openFiles = []
  }

  /// Reads all events of the queue, and returns whether any of them is a relevant change.
  private func readQueue(_ queue: Int32) throws -> Bool {
    var isChanged = false
    while ia_watch_wait(queue, 0) == 1 {
      var bytes: [UInt8] = []
      let count = (try? SystemCalls.read(queue, upTo: 1 << 16, into: &bytes)) ?? 0
      guard count > 0 else { break }
      var offset = 0
      while offset + 16 <= bytes.count {
        let count = Int(Self.number(bytes, at: offset + 12))
        let end = min(offset + 16 + count, bytes.count)
        let name = Array(bytes[offset + 16..<end].prefix { $0 != 0 })
        let folder = Int32(bitPattern: Self.number(bytes, at: offset))
        if note(Self.number(bytes, at: offset + 4), name, in: folder) { isChanged = true }
        offset = end
      }
    }
    return isChanged
  }

  private func note(_ mask: UInt32, _ name: [UInt8], in folder: Int32) -> Bool {
    let event = ia_watch_meaning(mask)
    guard event != IA_WATCH_LOST else {
      openFiles.removeAll()
      changes.isComplete = false
      return true
    }
    if event == IA_WATCH_GONE {
      changes.isComplete = false
      return true
    }
    guard let folder = paths[folder], !name.isEmpty,
      !TemporaryNames.isTemporary(PathBytes.string(from: name))
    else { return false }
    let path = (folder.last == 0x2F ? folder : folder + [0x2F]) + name
    if event == IA_WATCH_MODIFIED { openFiles.insert(path) }
    if event == IA_WATCH_CLOSED { openFiles.remove(path) }
    if ia_watch_is_folder(mask) == 0 {
      changes.add(path)
    } else if ia_watch_is_new(mask) != 0 {
      changes.addFolder(path)
    } else {
      // The removal of a folder can make names available, and changed permissions can make files readable or
      // unreadable.
      changes.isComplete = false
    }
    return true
  }

  /// Returns a 32-bit number at an offset, in the byte order of the processor.
  private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    let number = (0..<4).reduce(0 as UInt32) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) }
    return UInt32(littleEndian: number)
  }

  /// Returns a hash of the names, sizes and times of all files; it does not depend on their order.
  private func currentHash() throws -> UInt64 {
    var sum: UInt64 = 0
    for folder in folders {
      let walk = FolderWalk(limits: limits, scratchFolder: scratchFolder)
      try walk.visit(folder) { path, kind in
        guard case .regular = kind else { return true }
        let stamp = FileStamp(path: PathBytes.string(from: path))
        var hash = path.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
          ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        for value in [stamp?.byteCount ?? -1, stamp?.nanoseconds ?? -1] {
          hash = (hash ^ UInt64(bitPattern: Int64(value))) &* 0x9E37_79B9_7F4A_7C15
          hash ^= hash >> 29
        }
        sum &+= hash
        return true
      }
    }
    return sum
  }
}
