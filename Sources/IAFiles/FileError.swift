/// A failed operation on a file.
public struct FileError: Error, Hashable, Sendable {
  /// The operation that failed.
  public enum Operation: String, Hashable, Sendable {
    /// Opening an input.
    case open
    /// Reading an input.
    case read
    /// Creating an output.
    case create
    /// Writing an output.
    case write
    /// Waiting until an output is on the disk.
    case sync
    /// Giving an output its name.
    case rename
    /// Removing an output.
    case remove
  }

  /// The reason of the failure.
  public enum Reason: Hashable, Sendable {
    /// A system error with its number (`errno`).
    case system(Int32)
    /// The path leads to a folder.
    case isFolder
    /// The path leads to a pipe, socket or device instead of a regular file.
    case notRegular
    /// Another process changed the file twice while it was read.
    case changedDuringRead
    /// The name of a side file is empty or leads out of the folder.
    case unsafeName
    /// Another process has locked the file or folder.
    case locked
    /// The name is in use, and the existing file may not be replaced.
    case exists
  }

  /// The operation that failed.
  public let operation: Operation
  /// The reason of the failure.
  public let reason: Reason
  /// The path as the caller gave it.
  public let path: String

  /// Creates an error.
  public init(_ operation: Operation, _ reason: Reason, path: String) {
    self.operation = operation
    self.reason = reason
    self.path = path
  }
}

extension FileError {
  /// Returns the system's message for an error number.
  package static func message(for number: Int32) -> String { SystemCalls.message(for: number) }
}

extension FileError: CustomStringConvertible {
  /// The reason in a few words, without the path.
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
  /// Whether the system denied permission.
  public var isPermission: Bool {
    guard case .system(let number) = reason else { return false }
    return SystemCalls.permissionErrors.contains(number)
  }

  /// Whether space is exhausted: on the disk, in the quota, or by the maximum size of a file.
  public var isFull: Bool {
    guard case .system(let number) = reason else { return false }
    return SystemCalls.roomErrors.contains(number)
  }

  /// Whether the reader of an output pipe has closed it.
  public var isClosedPipe: Bool {
    guard case .system(let number) = reason else { return false }
    return operation == .write && number == SystemCalls.brokenPipe
  }

  /// Whether the path does not exist.
  public var isMissing: Bool {
    guard case .system(let number) = reason else { return false }
    return number == SystemCalls.noEntry
  }
}

extension FileError {
  /// A sentence that suggests what the caller can do; `nil` if there is no general advice.
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
