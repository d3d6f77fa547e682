/// A file that could not be opened, read, written or put in its place.
public struct FileError: Error, Hashable, Sendable {
  /// What was tried.
  public enum Operation: String, Hashable, Sendable {
    /// Opening an input.
    case open
    /// Reading from it.
    case read
    /// Making an output.
    case create
    /// Writing to it.
    case write
    /// Making sure that it is on the disk.
    case sync
    /// Giving it its name.
    case rename
  }

  /// What went wrong.
  public enum Reason: Hashable, Sendable {
    /// The system's error number.
    case system(Int32)
    /// It is a folder.
    case isFolder
    /// It is neither a file nor a folder: a pipe, a socket, a device.
    case notRegular
    /// Somebody changed it while it was read, twice.
    case changedDuringRead
    /// The name of a side file leads out of the folder, or is none.
    case unsafeName
    /// Somebody else is writing there.
    case locked
    /// Something has the name already, and may not be replaced.
    case exists
  }

  /// What was tried.
  public let operation: Operation
  /// What went wrong.
  public let reason: Reason
  /// The path, as it was given.
  public let path: String

  /// Describes a failure.
  public init(_ operation: Operation, _ reason: Reason, path: String) {
    self.operation = operation
    self.reason = reason
    self.path = path
  }
}

extension FileError {
  /// Returns the system's words for an error number.
  package static func message(for number: Int32) -> String { SystemCalls.message(for: number) }
}

extension FileError: CustomStringConvertible {
  /// What went wrong in a few words, without the path.
  public var description: String {
    switch reason {
    case .system(let number): SystemCalls.message(for: number)
    case .isFolder: "is a folder"
    case .notRegular: "is not a regular file"
    case .changedDuringRead: "was changed while it was read"
    case .unsafeName: "is not a name within the folder"
    case .locked: "another run is writing there"
    case .exists: "exists already"
    }
  }
}

extension FileError {
  /// Whether the system does not permit it.
  public var isPermission: Bool {
    guard case .system(let number) = reason else { return false }
    return SystemCalls.permissionErrors.contains(number)
  }

  /// Whether there is no more room: the disk, the quota, the largest size of a file.
  public var isFull: Bool {
    guard case .system(let number) = reason else { return false }
    return SystemCalls.roomErrors.contains(number)
  }

  /// Whether whoever read the output has gone.
  public var isClosedPipe: Bool {
    guard case .system(let number) = reason else { return false }
    return operation == .write && number == SystemCalls.brokenPipe
  }

  /// Whether there is nothing of that name.
  public var isMissing: Bool {
    guard case .system(let number) = reason else { return false }
    return number == SystemCalls.noEntry
  }
}

extension FileError {
  /// What the caller can do about it, as a sentence; `nil` if nothing general can be said.
  public var advice: String? {
    if isPermission { return "Check the permissions of the file and its folder." }
    if isFull { return "Free space on the disk, or write to another one." }
    if isMissing { return "Check the path." }
    return switch reason {
    case .isFolder: "Name a file inside the folder."
    case .notRegular: "Copy the content to a regular file first."
    case .changedDuringRead: "Try again when nothing else writes to the file."
    case .unsafeName: "Use a file name without folders."
    case .locked: "Try again when the other process has finished."
    case .exists: "Use another name, or allow the existing file to be replaced."
    case .system: nil
    }
  }
}
