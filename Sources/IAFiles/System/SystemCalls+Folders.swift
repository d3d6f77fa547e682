internal import CFiles

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

extension SystemCalls {
  static let notFolder = ENOTDIR
  static let notEmpty = ENOTEMPTY

  /// Whether a call failed since the system or the file system does not know it.
  static func isUnknown(_ failure: Failure) -> Bool {
    [EINVAL, ENOSYS, EOPNOTSUPP].contains(failure.number)
  }

  /// Makes a folder that must not exist.
  static func makeNewFolder(_ path: String) throws(Failure) {
    _ = try retried { unsafe path.withSystemPath { unsafe mkdir($0, 0o777) } }
  }

  /// Makes the names in a folder lasting.
  ///
  /// A folder that may be written but not read cannot be synchronised; that is no fault.
  static func syncFolder(_ path: String) throws(Failure) {
    let folder: Int32
    do throws(Failure) {
      folder = try open(path, .readFolder)
    } catch {
      guard permissionErrors.contains(error.number) else { throw error }
      return
    }
    defer { try? close(folder) }
    try sync(folder)
  }

  /// Whether a process with an id runs.
  static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno != ESRCH }

  /// Lets two names change places in one step.
  static func exchange(_ one: String, with other: String) throws(Failure) {
    _ = try retried {
      unsafe one.withSystemPath { one in
        unsafe other.withSystemPath { other in
          unsafe ia_exchange(one, other)
        }
      }
    }
  }

  /// Gives a name to something only where nothing has it.
  static func renameNew(_ old: String, to new: String) throws(Failure) {
    _ = try retried {
      unsafe old.withSystemPath { old in
        unsafe new.withSystemPath { new in
          unsafe ia_rename_new(old, new)
        }
      }
    }
  }

  /// The names in a folder, in no order; those that are not UTF-8 as `PathBytes` has them.
  static func names(in path: String) throws(Failure) -> [String] {
    guard let folder = unsafe path.withSystemPath({ unsafe opendir($0) }) else {
      throw Failure(number: errno)
    }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { start in
          unsafe PathBytes.string(
            from: Array(UnsafeBufferPointer(start: start, count: 256).prefix { $0 != 0 }))
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Removes a folder with all that is in it, following no link; what cannot be removed stays.
  static func removeTree(_ path: String) {
    var folders = [path]
    var found: [String] = []
    while let folder = folders.popLast() {
      found.append(folder)
      for name in (try? names(in: folder)) ?? [] {
        let inner = folder + "/" + name
        if (try? statusOfLink(at: inner))?.kind == .folder {
          folders.append(inner)
        } else {
          try? remove(inner)
        }
      }
    }
    for folder in found.reversed() { try? removeFolder(folder) }
  }
}
