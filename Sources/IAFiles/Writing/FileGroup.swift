/// A group of files that are synchronised together and then get their names.
///
/// Each file is written without a name, or with a temporary name if the file system has no unnamed
/// files. `sync` waits until all of them are on the disk, `place` gives one file its name, and
/// `finish` waits until the names are on the disk. A file that has its name is therefore complete
/// and durable. A group that is released, or whose process is killed, leaves no files.
package final class FileGroup {
  /// The way in which files are made durable.
  package enum Durability: String, Hashable, Sendable, CaseIterable {
    /// Each file is synchronised separately.
    case each
    /// The files of a group are synchronised together.
    case group
    /// Nothing is synchronised; the operating system decides.
    case none
  }

  /// A file of a group.
  package final class Member {
    let file: StagedFile
    /// The path of the target.
    package let path: String
    /// The size and time of the file, which do not change when it gets its name.
    package fileprivate(set) var stamp: FileStamp?
    /// Whether the file is synchronised and closed, and waits with a temporary name.
    fileprivate var isParked = false

    init(_ file: StagedFile, path: String) {
      self.file = file
      self.path = path
    }
  }

  /// The maximum number of files or folders that are synchronised separately.
  private static let maximumSingleSyncs = 4

  /// The way in which files are made durable.
  package let durability: Durability
  /// The staged files.
  package private(set) var members: [Member] = []
  /// The folders in which names are new.
  private var folders: Set<ExactText> = []
  /// The folder that contains all targets.
  private let root: String

  /// Creates an empty group.
  ///
  /// - Parameters:
  ///   - root: The folder that contains all targets; it exists.
  ///   - durability: The way in which files are made durable.
  package init(root: String, durability: Durability) {
    self.root = root
    self.durability = durability
  }

  /// The maximum number of open files of a group: half of the process's file descriptors stay free.
  package static var maximumCount: Int {
    max(1, min(1024, (SystemCalls.descriptorLimit - 24) / 2))
  }

  /// Returns whether an error of `stage` means that the process has too many open files.
  ///
  /// The caller then completes the group and tries again.
  package static func isOutOfDescriptors(_ error: FileError) -> Bool {
    guard case .system(let number) = error.reason else { return false }
    return SystemCalls.descriptorErrors.contains(number)
  }

  /// Writes a file without a name, and creates missing folders above it.
  ///
  /// If the group has `maximumCount` files, further ones are synchronised and closed, and wait with
  /// temporary names.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - path: The target.
  ///   - existing: The treatment of a file that has the name when the file is placed; with `keep`,
  ///     `place` throws.
  /// - Throws: `FileError`.
  package func stage(
    _ bytes: [UInt8], as path: String, existing: ExistingFile
  ) throws(FileError) -> Member {
    let parks = members.count >= Self.maximumCount
    let file: StagedFile
    do throws(FileError) {
      file = try Self.file(path, existing, isNamed: parks)
    } catch {
      guard error.isMissing else { throw error }
      try makeFolder(FilePaths.folder(of: path))
      file = try Self.file(path, existing, isNamed: parks)
    }
    try file.write(bytes)
    try file.setPermissions()
    let member = Member(file, path: path)
    member.stamp = FileStamp(try file.status())
    if durability == .each || parks && durability == .group { try file.sync() }
    if parks { try file.park() }
    member.isParked = parks
    members.append(member)
    return member
  }

  private static func file(
    _ path: String, _ existing: ExistingFile, isNamed: Bool
  ) throws(FileError) -> StagedFile {
    try StagedFile(
      target: path, followsLinks: false, existing: existing, sweeps: false, isNamed: isNamed)
  }

  /// Creates a folder and all missing folders above it.
  package func makeFolder(_ path: String) throws(FileError) {
    var missing: [String] = []
    var folder = path
    while !FileStamp.isTaken(folder), folder.utf8.count > root.utf8.count {
      missing.append(folder)
      folder = FilePaths.folder(of: folder)
    }
    var newFolders = NewFolders()
    try newFolders.make(path)
    for made in missing { folders.insert(ExactText(FilePaths.folder(of: made))) }
  }

  /// Removes a staged file that is no longer needed.
  package func discard(_ member: Member) {
    members.removeAll { $0 === member }
  }

  /// Waits until the content of all files is on the disk.
  ///
  /// - Throws: `FileError`; no file may be placed then.
  package func sync() throws(FileError) {
    guard durability == .group else { return }
    let open = members.filter { !$0.isParked }
    if open.count > Self.maximumSingleSyncs, try Self.syncFileSystems(of: open) { return }
    for member in open { try member.file.sync() }
  }

  /// Synchronises each file system that contains one of the files; returns `false` if the system does
  /// not support this.
  private static func syncFileSystems(of members: [Member]) throws(FileError) -> Bool {
    var devices: Set<UInt64> = []
    for member in members where devices.insert(try member.file.status().device).inserted {
      guard try member.file.syncFileSystem() else { return false }
    }
    return true
  }

  /// Moves a file to its name.
  ///
  /// - Throws: `FileError`; `exists` if the name is in use and the existing file must be kept.
  package func place(_ member: Member) throws(FileError) {
    try member.file.place()
    folders.insert(ExactText(member.file.folder))
  }

  /// Waits until the new names are on the disk, and empties the group.
  ///
  /// - Throws: `FileError`; files may have names that are not durable.
  package func finish() throws(FileError) {
    defer {
      members.removeAll(keepingCapacity: true)
      folders.removeAll(keepingCapacity: true)
    }
    guard durability != .none, !folders.isEmpty else { return }
    if durability == .group, folders.count > Self.maximumSingleSyncs {
      let isDone = try SystemCalls.attempt(.sync, path: root) {
        () throws(SystemCalls.Failure) in
        let descriptor = try SystemCalls.open(root, .readFolder)
        defer { try? SystemCalls.close(descriptor) }
        return try SystemCalls.syncFileSystem(of: descriptor)
      }
      if isDone { return }
    }
    for folder in folders.map(\.text).sorted() {
      try SystemCalls.attempt(.sync, path: folder) { () throws(SystemCalls.Failure) in
        try SystemCalls.syncFolder(folder)
      }
    }
  }
}
