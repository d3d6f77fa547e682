internal import CWorkers
internal import IAFiles

/// The operations that read and change control groups, implemented by the system or by a test.
protocol ControlGroupFiles {
  /// The id of this process.
  var ownProcess: Int32 { get }
  /// Returns the content of a file, or `nil` if it cannot be read.
  func text(of path: String) -> String?
  /// Writes to an existing file, and returns whether the system has accepted it.
  func write(_ text: String, to path: String) -> Bool
  /// Creates a folder, and returns whether that was possible.
  func makeFolder(_ path: String) -> Bool
  /// Removes a folder; a control group with processes remains.
  ///
  /// - Parameter waits: Whether to wait a short time for processes that are ending.
  func removeFolder(_ path: String, waits: Bool)
  /// Returns the names in a folder that begin with a prefix.
  func names(in path: String, beginningWith prefix: String) -> [String]
  /// Returns whether a process with an id runs.
  func isRunning(_ process: Int32) -> Bool
}

/// The control groups of the system.
struct SystemControlGroups: ControlGroupFiles {
  /// The maximum number of bytes that are read from a file or a list of names; the rest is ignored.
  private static let maxByteCount = 1 << 18
  /// The number of attempts, in 2 ms each, to remove a group whose processes are ending.
  private static let attempts: Int32 = 50

  var ownProcess: Int32 { ia_process_own() }

  func text(of path: String) -> String? {
    unsafe read { space, count in unsafe ia_group_read(path, space, count) }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  func write(_ text: String, to path: String) -> Bool {
    let bytes = Array(text.utf8)
    return unsafe ia_group_write(path, bytes, bytes.count) == 0
  }

  func makeFolder(_ path: String) -> Bool { unsafe ia_group_make(path) == 0 }

  func removeFolder(_ path: String, waits: Bool) {
    _ = unsafe ia_group_remove(path, waits ? Self.attempts : 1)
  }

  func names(in path: String, beginningWith prefix: String) -> [String] {
    let bytes = unsafe read { space, count in
      unsafe ia_group_names(
        path, prefix, space.assumingMemoryBound(to: CChar.self), count)
    }
    return (bytes ?? []).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  func isRunning(_ process: Int32) -> Bool { ia_process_runs(process) != 0 }

  /// Returns the bytes that a function stores, or `nil` if it fails.
  private func read(_ body: (UnsafeMutableRawPointer, Int) -> Int) -> [UInt8]? {
    var got = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.maxByteCount) { space, count in
      guard let start = space.baseAddress else { return }
      got = unsafe body(start, Self.maxByteCount)
      count = max(got, 0)
    }
    return got < 0 ? nil : bytes
  }
}
