#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The only file that names the system's calls: each retried when interrupted, each failure a
/// number.
enum SystemCalls {
  /// The system's error numbers that have a meaning of their own here.
  static let notSupported = EOPNOTSUPP
  static let isDirectory = EISDIR
  static let brokenPipe = EPIPE
  static let noEntry = ENOENT
  static let permissionErrors: [Int32] = [EACCES, EPERM]
  static let roomErrors: [Int32] = [ENOSPC, EDQUOT, EFBIG]

  /// What a call failed with.
  struct Failure: Error { let number: Int32 }

  /// What is known about an open file.
  struct Status: Equatable {
    enum Kind { case regular, folder, link, other }
    let kind: Kind
    let size: Int
    let modified: [Int]
  }

  enum Access { case read, readFolder, createNew, unnamed, writeOnly }

  static func message(for number: Int32) -> String {
    String(cString: strerror(number))
  }

  static func open(
    _ path: String, _ access: Access, in folder: Int32? = nil, followsLinks: Bool = true
  ) throws(Failure) -> Int32 {
    var flags = O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    switch access {
    case .read: flags |= O_RDONLY
    case .readFolder: flags |= O_RDONLY | O_DIRECTORY
    case .createNew: flags |= O_WRONLY | O_CREAT | O_EXCL
    case .writeOnly: flags = O_WRONLY | O_CLOEXEC | O_NOCTTY
    case .unnamed:
      #if os(Linux)
        // O_TMPFILE, which is not imported: a bit of its own and O_DIRECTORY.
        flags |= O_WRONLY | O_DIRECTORY | 0o20_000_000
      #else
        throw Failure(number: notSupported)
      #endif
    }
    if !followsLinks { flags |= O_NOFOLLOW }
    return try retried { openat(folder ?? AT_FDCWD, path, flags, 0o666) }
  }

  static func close(_ descriptor: Int32) throws(Failure) {
    #if canImport(Darwin)
      let result = Darwin.close(descriptor)
    #elseif canImport(Musl)
      let result = Musl.close(descriptor)
    #else
      let result = Glibc.close(descriptor)
    #endif
    // An interrupted close has closed: to try again could close somebody else's file.
    if result != 0, errno != EINTR { throw Failure(number: errno) }
  }

  static func status(of descriptor: Int32) throws(Failure) -> Status {
    var status = stat()
    _ = try retried { fstat(descriptor, &status) }
    return Status(status)
  }

  static func statusOfLink(at path: String) throws(Failure) -> Status {
    var status = stat()
    _ = try retried { lstat(path, &status) }
    return Status(status)
  }

  /// The path that a link leads to in the end.
  static func resolved(_ path: String) throws(Failure) -> String {
    guard let resolved = realpath(path, nil) else { throw Failure(number: errno) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Appends at most `count` bytes; returns how many there were, 0 at the end.
  static func read(
    _ descriptor: Int32, upTo count: Int, into bytes: inout [UInt8]
  ) throws(Failure) -> Int {
    var got = 0
    var failure: Failure?
    let chunk = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(Failure) {
        got = try retriedOnce(waitingFor: descriptor, POLLIN) {
          #if canImport(Darwin)
            Darwin.read(descriptor, buffer.baseAddress, count)
          #elseif canImport(Musl)
            Musl.read(descriptor, buffer.baseAddress, count)
          #else
            Glibc.read(descriptor, buffer.baseAddress, count)
          #endif
        }
      } catch { failure = error }
      initialized = got
    }
    if let failure { throw failure }
    bytes.append(contentsOf: chunk)
    return got
  }

  /// Writes all bytes.
  static func write(_ descriptor: Int32, _ bytes: [UInt8]) throws(Failure) {
    var written = 0
    while written < bytes.count {
      written += try retriedOnce(waitingFor: descriptor, POLLOUT) {
        bytes.withUnsafeBytes { buffer in
          #if canImport(Darwin)
            Darwin.write(
              descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written)
          #elseif canImport(Musl)
            Musl.write(descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written)
          #else
            Glibc.write(
              descriptor, buffer.baseAddress?.advanced(by: written), bytes.count - written)
          #endif
        }
      }
    }
  }

  static func sync(_ descriptor: Int32) throws(Failure) {
    // Pipes and terminals cannot be synchronised; that is no fault.
    let result = fsync(descriptor)
    if result != 0, errno != EINVAL, errno != EROFS, errno != ENOTSUP {
      throw Failure(number: errno)
    }
  }

  /// Gives an unnamed open file a name that must not exist.
  static func link(_ descriptor: Int32, to path: String) throws(Failure) {
    _ = try retried {
      linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, path, AT_SYMLINK_FOLLOW)
    }
  }

  static func rename(_ old: String, to new: String) throws(Failure) {
    #if canImport(Darwin)
      _ = try retried { Darwin.rename(old, new) }
    #elseif canImport(Musl)
      _ = try retried { Musl.rename(old, new) }
    #else
      _ = try retried { Glibc.rename(old, new) }
    #endif
  }

  static func remove(_ path: String) throws(Failure) {
    _ = try retried { unlink(path) }
  }

  /// Makes a folder; one that is there already is fine.
  static func makeFolder(_ path: String) throws(Failure) {
    do throws(Failure) {
      _ = try retried { mkdir(path, 0o777) }
    } catch {
      if error.number != EEXIST { throw error }
    }
  }

  static var processID: Int32 { getpid() }

  private static func retried(_ call: () -> Int32) throws(Failure) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw Failure(number: errno) }
    }
  }

  /// Repeats an interrupted call, and waits where a descriptor that does not block is not ready.
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
        _ = poll(&entry, 1, -1)
      default: throw Failure(number: errno)
      }
    }
  }
}

extension SystemCalls.Status {
  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    size = Int(status.st_size)
    #if canImport(Darwin)
      modified = [Int(status.st_mtimespec.tv_sec), Int(status.st_mtimespec.tv_nsec)]
    #else
      modified = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
    #endif
  }
}
