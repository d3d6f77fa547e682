internal import CFiles

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension SystemCalls {
  /// The error numbers for too many open files of the process or the system.
  static let descriptorErrors: [Int32] = [EMFILE, ENFILE]

  /// The maximum number of open files of the process.
  static var descriptorLimit: Int { max(0, sysconf(Int32(_SC_OPEN_MAX))) }

  /// Whether an open file without a name can get one, which requires `/proc`.
  static let canNameDescriptors: Bool = unsafe access("/proc/self/fd", X_OK) == 0

  /// Waits until all modified data of a file system is on the disk.
  ///
  /// - Returns: Whether the system supports this.
  static func syncFileSystem(of descriptor: Int32) throws(Failure) -> Bool {
    do throws(Failure) {
      _ = try retried { ia_sync_file_system(descriptor) }
      return true
    } catch {
      guard isUnknown(error) else { throw error }
      return false
    }
  }

  /// Waits until the content of a file is on the disk.
  static func syncData(_ descriptor: Int32) throws(Failure) {
    do throws(Failure) {
      _ = try retried { ia_sync_data(descriptor) }
    } catch {
      guard !isUnknown(error), error.number != EROFS else { return }
      throw error
    }
  }

  /// Opens a folder; fails if the path is a link.
  static func openFolder(_ path: [UInt8]) throws(Failure) -> Int32 {
    let path = path.map { CChar(bitPattern: $0) } + [0]
    return try retried {
      unsafe openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    }
  }

  /// Calls a function with the name and status of each entry of a folder, in no particular order.
  ///
  /// The status is `nil` for an entry that was removed meanwhile.
  static func forEachEntry(
    in folder: Int32, _ body: (_ name: [UInt8], Status?) throws -> Void
  ) throws {
    try forEachName(in: folder) { (name) throws(any Error) in
      try body(name, try? status(of: name, in: folder))
    } failing: {
      $0
    }
  }

  /// The error numbers for too many watched folders.
  static let watchLimits: [Int32] = [ENOSPC, ENOMEM]

  /// Adds the changes in a folder to a queue, and returns the number of the folder.
  static func addWatch(_ queue: Int32, _ path: [UInt8]) throws(Failure) -> Int32 {
    let path = path.map { CChar(bitPattern: $0) } + [0]
    return try retried { unsafe ia_watch_add(queue, path) }
  }

  /// The time of the system's clock in seconds and nanoseconds since 1970.
  static var now: (seconds: Int, nanoseconds: Int) {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return (Int(time.tv_sec), Int(time.tv_nsec))
  }
}
