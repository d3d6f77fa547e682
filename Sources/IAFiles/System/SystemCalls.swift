#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The system calls of this module.
///
/// Interrupted calls are repeated, and failures are error numbers. Only the `SystemCalls` files
/// call the system.
enum SystemCalls {
  /// The error numbers that callers handle.
  static let notSupported = EOPNOTSUPP
  static let isDirectory = EISDIR
  static let exists = EEXIST
  static let notPermitted = EPERM
  static let noEntry = ENOENT
  static let readOnlyFileSystem = EROFS
  static let wouldBlock = EWOULDBLOCK
  static let brokenPipe = EPIPE
  static let permissionErrors: [Int32] = [EACCES, EPERM]
  static let roomErrors: [Int32] = [ENOSPC, EDQUOT, EFBIG]

  /// The error number of a failed call.
  struct Failure: Error { let number: Int32 }

  /// The status of a file.
  struct Status: Equatable {
    enum Kind { case regular, folder, link, pipe, other }
    let kind: Kind
    let size: Int
    let modified: [Int]
    /// The device and the inode, which together identify the file.
    let device: UInt64
    let inode: UInt64
    /// The read, write and execute permissions, without set-user-id and set-group-id.
    let permissions: UInt32
  }

  enum Access {
    case readWrite, createReadWrite, read, readPipe, readFolder, createNew, unnamed, writeOnly
    case appendNew, appendOld, readWriteNew, unnamedReadWrite
    /// As `createReadWrite`; only the owner may read and write the file.
    case createPrivate
  }

  /// Calls a function that makes system calls, and converts its failure to a `FileError` with the operation and the
  /// path.
  static func attempt<Result>(
    _ operation: FileError.Operation, path: String, _ body: () throws(Failure) -> Result
  ) throws(FileError) -> Result {
    do throws(Failure) {
      return try body()
    } catch {
      throw FileError(operation, .system(error.number), path: path)
    }
  }

  static func message(for number: Int32) -> String {
    unsafe String(cString: strerror(number))
  }

  static func open(
    _ path: String, _ access: Access, in folder: Int32? = nil, followsLinks: Bool = true
  ) throws(Failure) -> Int32 {
    // Opening a pipe without a writer, or a device, must not block.
    var flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    switch access {
    case .read: flags |= O_RDONLY
    // Waits until the pipe has a writer.
    case .readPipe: flags = O_RDONLY | O_CLOEXEC | O_NOCTTY
    case .readFolder: flags |= O_RDONLY | O_DIRECTORY
    case .createNew: flags |= O_WRONLY | O_CREAT | O_EXCL
    case .appendNew: flags |= O_WRONLY | O_CREAT | O_TRUNC | O_APPEND
    case .appendOld: flags |= O_RDWR | O_CREAT | O_APPEND
    case .readWriteNew: flags |= O_RDWR | O_CREAT
    case .readWrite: flags |= O_RDWR
    case .createReadWrite, .createPrivate: flags |= O_RDWR | O_CREAT | O_EXCL
    case .writeOnly: flags = O_WRONLY | O_CLOEXEC | O_NOCTTY
    case .unnamed:
      #if os(Linux)
        // The value of O_TMPFILE, which Swift does not import: its own bit and that of O_DIRECTORY.
        flags |= O_WRONLY | O_DIRECTORY | 0o20_000_000
      #else
        throw Failure(number: notSupported)
      #endif
    case .unnamedReadWrite:
      #if os(Linux)
        flags |= O_RDWR | O_DIRECTORY | 0o20_000_000
      #else
        throw Failure(number: notSupported)
      #endif
    }
    if !followsLinks { flags |= O_NOFOLLOW }
    let mode: mode_t = access == .createPrivate ? 0o600 : 0o666
    return try retried {
      unsafe path.withSystemPath { unsafe openat(folder ?? AT_FDCWD, $0, flags, mode) }
    }
  }

  static func close(_ descriptor: Int32) throws(Failure) {
    #if canImport(Darwin)
      let result = Darwin.close(descriptor)
    #elseif canImport(Musl)
      let result = Musl.close(descriptor)
    #else
      let result = Glibc.close(descriptor)
    #endif
    // An interrupted close has closed the descriptor; a second one could close another file.
    if result != 0, errno != EINTR { throw Failure(number: errno) }
  }

  /// Appends at most `count` bytes from a descriptor to an array; returns their number, 0 at the
  /// end.
  static func read(
    _ descriptor: Int32, upTo count: Int, into bytes: inout [UInt8]
  ) throws(Failure) -> Int {
    var got = 0
    var failure: Failure?
    let chunk = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(Failure) {
        got = try retriedOnce(waitingFor: descriptor, POLLIN) {
          #if canImport(Darwin)
            unsafe Darwin.read(descriptor, buffer.baseAddress, count)
          #elseif canImport(Musl)
            unsafe Musl.read(descriptor, buffer.baseAddress, count)
          #else
            unsafe Glibc.read(descriptor, buffer.baseAddress, count)
          #endif
        }
      } catch { failure = error }
      initialized = got
    }
    if let failure { throw failure }
    if bytes.isEmpty { bytes = chunk } else { bytes.append(contentsOf: chunk) }
    return got
  }

  /// Returns at most `count` bytes from an offset on; fewer at the end.
  static func read(
    _ descriptor: Int32, upTo count: Int, at offset: Int
  ) throws(Failure) -> [UInt8] {
    var failure: Failure?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(Failure) {
        while initialized < count {
          let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[initialized...])
          let got = try retriedOnce(waitingFor: descriptor, POLLIN) {
            unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + initialized))
          }
          if got == 0 { return }
          initialized += got
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all bytes.
  static func write(_ descriptor: Int32, _ bytes: [UInt8]) throws(Failure) {
    var written = 0
    while written < bytes.count {
      written += try retriedOnce(waitingFor: descriptor, POLLOUT) {
        unsafe bytes.withUnsafeBytes { buffer in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
          #if canImport(Darwin)
            return unsafe Darwin.write(descriptor, rest.baseAddress, rest.count)
          #elseif canImport(Musl)
            return unsafe Musl.write(descriptor, rest.baseAddress, rest.count)
          #else
            return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
          #endif
        }
      }
    }
  }

  /// Writes all bytes at an offset.
  static func write(_ descriptor: Int32, _ bytes: [UInt8], at offset: Int) throws(Failure) {
    var written = 0
    while written < bytes.count {
      written += try retriedOnce(waitingFor: descriptor, POLLOUT) {
        unsafe bytes.withUnsafeBytes { buffer in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
          return unsafe pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + written))
        }
      }
    }
  }

  /// Sets the size of a file.
  static func truncate(_ descriptor: Int32, to byteCount: Int) throws(Failure) {
    _ = try retried { ftruncate(descriptor, off_t(byteCount)) }
  }

  static func sync(_ descriptor: Int32) throws(Failure) {
    // Pipes, devices and terminals cannot be synchronised, which is not an error.
    let result = fsync(descriptor)
    if result != 0, errno != EINVAL, errno != EROFS, errno != ENOTSUP {
      throw Failure(number: errno)
    }
  }

  /// Locks an open file or folder until it is unlocked or closed; fails with `wouldBlock` if another
  /// process has the lock.
  static func lock(_ descriptor: Int32) throws(Failure) {
    _ = try retried { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  /// Locks an open file or folder for shared use: other processes can lock it with this function at the same time, but
  /// not with `lock`.
  static func lockShared(_ descriptor: Int32) throws(Failure) {
    _ = try retried { flock(descriptor, LOCK_SH | LOCK_NB) }
  }

  /// Locks an open file as `lock` does, but retries for 20 ms, because readers lock a file for a short time.
  static func lockPatiently(_ descriptor: Int32) throws(Failure) {
    for _ in 0..<10 {
      do throws(Failure) {
        return try lock(descriptor)
      } catch {
        guard error.number == wouldBlock else { throw error }
        usleep(2000)
      }
    }
    try lock(descriptor)
  }

  /// Waits until no other process has an open file locked; returns `false` if the time ends before.
  static func waitForLock(_ descriptor: Int32, until end: ContinuousClock.Instant) -> Bool {
    while flock(descriptor, LOCK_SH | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK else { return true }
      guard ContinuousClock.now < end else { return false }
      usleep(5000)
    }
    unlock(descriptor)
    return true
  }

  /// Ends the lock of an open file or folder.
  ///
  /// Closing the descriptor does not release the lock at once: a process that is being started has
  /// a copy of the descriptor until it executes its program.
  static func unlock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_UN) }

  static var processID: Int32 { getpid() }

  static func retried(_ call: () -> Int32) throws(Failure) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw Failure(number: errno) }
    }
  }

  /// Repeats an interrupted call; waits if a non-blocking descriptor is not ready.
  private static func retriedOnce(
    waitingFor descriptor: Int32, _ events: Int32, _ call: () -> Int
  ) throws(Failure) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        _ = unsafe poll(&entry, 1, -1)
      default: throw Failure(number: errno)
      }
    }
  }
}

extension String {
  /// Calls a function with the path as a null-terminated string for the system.
  func withSystemPath<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    guard let bytes = PathBytes.ifNotText(self) else { return unsafe withCString(body) }
    let characters = bytes.map { CChar(bitPattern: $0) } + [0]
    return unsafe characters.withUnsafeBufferPointer { buffer in
      // An array that ends with 0 is not empty, so its buffer has an address.
      unsafe buffer.baseAddress.map(body) ?? "".withCString(body)
    }
  }
}
