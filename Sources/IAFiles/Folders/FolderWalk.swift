package import IABytes

/// A walk through the entries of a folder and of all folders below it.
///
/// Its memory does not depend on their number.
///
/// Folders that are not visited yet are queued in a scratch file. No link is followed. A folder
/// that contains itself, which mounts make possible, is recognised by device and inode and is not
/// visited again.
package struct FolderWalk {
  /// The kind of an entry.
  package enum Kind: Hashable, Sendable {
    /// A regular file of a size in bytes.
    case regular(byteCount: Int)
    /// A folder; the walk descends into it if `body` returns `true`.
    case folder
    /// A folder that is also one of the folders above it.
    case loop
    /// A link, pipe, socket or device.
    case other
    /// An entry that was removed meanwhile, or a folder that cannot be read.
    case unreadable
  }

  private let limits: Limits
  private let scratchFolder: String

  /// Calls a function with each name in a folder, in no particular order; a folder that does not exist
  /// has none.
  ///
  /// - Returns: Whether all names were read; `false` for a folder that cannot be read.
  package static func forEachName(in folder: [UInt8], _ body: (_ name: [UInt8]) -> Void) -> Bool {
    do throws(SystemCalls.Failure) {
      let descriptor = try SystemCalls.open(PathBytes.string(from: folder), .readFolder)
      defer { try? SystemCalls.close(descriptor) }
      try SystemCalls.forEachName(in: descriptor) { (name) throws(SystemCalls.Failure) in
        body(name)
      } failing: {
        $0
      }
      return true
    } catch {
      return error.number == SystemCalls.noEntry
    }
  }

  /// Creates a walk.
  ///
  /// - Parameters:
  ///   - limits: `depth` bounds the nesting of folders.
  ///   - scratchFolder: The folder in which the queue's file is created.
  package init(limits: Limits, scratchFolder: String) {
    self.limits = limits
    self.scratchFolder = scratchFolder
  }

  /// Calls a function with each entry below a folder, in no particular order.
  ///
  /// - Parameters:
  ///   - path: The folder; if it is a link, the link is followed.
  ///   - body: Receives the path of an entry, which begins with `path` and a slash, and its kind.
  ///     For a folder, it returns whether to visit its entries; other results are ignored.
  /// - Throws: `FileError` if the folder cannot be read; `folder.limit`; the errors of `body`.
  package func visit(
    _ path: String, _ body: (_ path: [UInt8], _ kind: Kind) throws -> Bool
  ) throws {
    let queue = try ScratchFile(in: scratchFolder)
    let top = PathBytes.bytes(of: FilePaths.trimmed(path))
    var next: (path: [UInt8], chain: [FolderMark]) = (top, [])
    var reader = RecordQueue(queue)
    var isTop = true
    while true {
      do {
        try visit(folder: next.path, next.chain, isTop: isTop, &reader, body)
      } catch let failure as SystemCalls.Failure {
        guard !isTop else { throw FileError(.open, .system(failure.number), path: path) }
        _ = try body(next.path, .unreadable)
      }
      isTop = false
      guard let waiting = try reader.next() else { return }
      next = waiting
    }
  }

  private func visit(
    folder path: [UInt8], _ chain: [FolderMark], isTop: Bool, _ queue: inout RecordQueue,
    _ body: (_ path: [UInt8], _ kind: Kind) throws -> Bool
  ) throws {
    guard chain.count < limits.depth else {
      throw InputError.exceeds(
        .folderLimit, limit: "depth", maximum: limits.depth, seen: chain.count + 1, at: 0)
    }
    let descriptor =
      isTop
      ? try SystemCalls.open(PathBytes.string(from: path), .readFolder)
      : try SystemCalls.openFolder(path)
    defer { try? SystemCalls.close(descriptor) }
    let own = FolderMark(try SystemCalls.status(of: descriptor))
    guard !chain.contains(own) else {
      _ = try body(path, .loop)
      return
    }
    let chain = chain + [own]
    let prefix = path.last == 0x2F ? path : path + [0x2F]
    try SystemCalls.forEachEntry(in: descriptor) { name, status in
      // Temporary files of this and other processes are not inputs.
      if name.first == 0x2E, TemporaryNames.isTemporary(PathBytes.string(from: name)) { return }
      let inner = prefix + name
      switch status?.kind {
      case .regular: _ = try body(inner, .regular(byteCount: status?.size ?? 0))
      case .folder: if try body(inner, .folder) { try queue.add(inner, chain) }
      case .link, .pipe, .other: _ = try body(inner, .other)
      case nil: _ = try body(inner, .unreadable)
      }
    }
  }
}

/// The identity of a folder: its device and its inode.
struct FolderMark: Hashable {
  let device: UInt64
  let inode: UInt64

  init(_ status: SystemCalls.Status) {
    device = status.device
    inode = status.inode
  }

  init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }
}

/// A queue of folders to visit, each with the identities of the folders above it.
private struct RecordQueue {
  private let file: ScratchFile
  private var readOffset = 0
  /// The records that are not written to the file yet.
  private var pending: [UInt8] = []

  init(_ file: ScratchFile) { self.file = file }

  mutating func add(_ path: [UInt8], _ chain: [FolderMark]) throws(FileError) {
    append(UInt64(path.count))
    append(UInt64(chain.count))
    pending += path
    for mark in chain {
      append(mark.device)
      append(mark.inode)
    }
    if pending.count >= 1 << 16 { try flush() }
  }

  mutating func next() throws(FileError) -> (path: [UInt8], chain: [FolderMark])? {
    if readOffset == file.byteCount { try flush() }
    guard readOffset < file.byteCount else { return nil }
    let head = try file.bytes(16, at: readOffset)
    let pathCount = Int(Self.number(head, at: 0))
    let chainCount = Int(Self.number(head, at: 8))
    let rest = try file.bytes(pathCount + 16 * chainCount, at: readOffset + 16)
    readOffset += 16 + rest.count
    let chain = (0..<chainCount).map { index in
      FolderMark(
        device: Self.number(rest, at: pathCount + 16 * index),
        inode: Self.number(rest, at: pathCount + 16 * index + 8))
    }
    return (Array(rest.prefix(pathCount)), chain)
  }

  private mutating func flush() throws(FileError) {
    try file.append(pending)
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      pending.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> UInt64 {
    guard offset + 8 <= bytes.count else { return 0 }
    return bytes[offset..<offset + 8].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
