#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension SystemCalls {
  static func status(of descriptor: Int32) throws(Failure) -> Status {
    var status = stat()
    _ = try retried { unsafe fstat(descriptor, &status) }
    return Status(status)
  }

  /// Returns the status of the file to which a path leads.
  static func status(at path: String) throws(Failure) -> Status {
    var status = stat()
    _ = try retried { unsafe path.withSystemPath { unsafe fstatat(AT_FDCWD, $0, &status, 0) } }
    return Status(status)
  }

  /// Returns the status of a path without following a link at its end.
  static func statusOfLink(at path: String) throws(Failure) -> Status {
    var status = stat()
    _ = try retried { unsafe path.withSystemPath { unsafe lstat($0, &status) } }
    return Status(status)
  }

  /// Returns the status of a name in an open folder, without following a link.
  static func status(of name: String, in folder: Int32) throws(Failure) -> Status {
    try status(of: PathBytes.bytes(of: name), in: folder)
  }

  /// Returns the status of a name in an open folder, without following a link.
  static func status(of name: [UInt8], in folder: Int32) throws(Failure) -> Status {
    let name = name.map { CChar(bitPattern: $0) } + [0]
    var status = stat()
    _ = try retried { unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
    return Status(status)
  }

  /// Returns the names in an open folder in no particular order, without `.` and `..`.
  static func names(in folder: Int32) throws(Failure) -> [String] {
    var names: [String] = []
    try forEachName(in: folder) { (name) throws(Failure) in
      names.append(PathBytes.string(from: name))
    } failing: {
      $0
    }
    return names
  }

  /// Calls a function with each name in an open folder, in no particular order, without `.` and `..`.
  ///
  /// - Parameter failing: Returns the error to throw if the folder cannot be read to its end.
  /// - Throws: The errors of `body`, and that of `failing`.
  static func forEachName<E: Error>(
    in folder: Int32, _ body: ([UInt8]) throws(E) -> Void, failing: (Failure) -> E
  ) throws(E) {
    // `closedir` also closes the descriptor, so the list gets a copy.
    let copy = unsafe openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw failing(Failure(number: errno)) }
    guard let list = unsafe fdopendir(copy) else {
      let number = errno
      try? close(copy)
      throw failing(Failure(number: number))
    }
    defer { unsafe closedir(list) }
    errno = 0
    while let entry = unsafe readdir(list) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
        unsafe Array(buffer.prefix { $0 != 0 })
      }
      if name != [0x2E], name != [0x2E, 0x2E] { try body(name) }
      errno = 0
    }
    if errno != 0 { throw failing(Failure(number: errno)) }
  }

  /// Fails if a file is not writable.
  static func checkWritable(_ path: String) throws(Failure) {
    _ = try retried { unsafe path.withSystemPath { unsafe access($0, W_OK) } }
  }

  /// Returns a path with all links resolved.
  static func resolved(_ path: String) throws(Failure) -> String {
    guard let resolved = unsafe path.withSystemPath({ unsafe realpath($0, nil) }) else {
      throw Failure(number: errno)
    }
    defer { unsafe free(resolved) }
    let characters = unsafe UnsafeBufferPointer(start: resolved, count: strlen(resolved))
    return unsafe PathBytes.string(from: characters.map { UInt8(bitPattern: $0) })
  }

  static func setPermissions(_ permissions: UInt32, of descriptor: Int32) throws(Failure) {
    _ = try retried { fchmod(descriptor, mode_t(permissions)) }
  }

  /// Links an unnamed open file to a name that must not exist.
  static func link(_ descriptor: Int32, to path: String) throws(Failure) {
    _ = try retried {
      unsafe path.withSystemPath {
        unsafe linkat(
          AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, unsafe $0, AT_SYMLINK_FOLLOW)
      }
    }
  }

  /// Links a file to a second name that must not exist.
  static func linkFile(_ old: String, to new: String) throws(Failure) {
    _ = try retried {
      unsafe old.withSystemPath { old in
        unsafe new.withSystemPath { unsafe linkat(AT_FDCWD, old, AT_FDCWD, $0, 0) }
      }
    }
  }

  static func rename(_ old: String, to new: String) throws(Failure) {
    _ = try retried {
      unsafe old.withSystemPath { old in
        unsafe new.withSystemPath { unsafe renameat(AT_FDCWD, old, AT_FDCWD, $0) }
      }
    }
  }

  static func remove(_ path: String) throws(Failure) {
    _ = try retried { unsafe path.withSystemPath { unsafe unlink($0) } }
  }

  /// Creates a folder.
  ///
  /// - Returns: `false` if it exists already.
  static func makeFolder(_ path: String) throws(Failure) -> Bool {
    do throws(Failure) {
      _ = try retried { unsafe path.withSystemPath { unsafe mkdir($0, 0o777) } }
      return true
    } catch {
      guard error.number == exists else { throw error }
      return false
    }
  }

  /// Removes an empty folder.
  static func removeFolder(_ path: String) throws(Failure) {
    _ = try retried { unsafe path.withSystemPath { unsafe rmdir($0) } }
  }
}

extension SystemCalls.Status {
  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      default: .other
      }
    size = Int(status.st_size)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    permissions = UInt32(status.st_mode) & 0o777
    #if canImport(Darwin)
      modified = [Int(status.st_mtimespec.tv_sec), Int(status.st_mtimespec.tv_nsec)]
    #else
      modified = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
    #endif
  }
}
