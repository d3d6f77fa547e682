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

  /// Returns whether a call failed because the system or the file system does not support it.
  static func isUnknown(_ failure: Failure) -> Bool {
    [EINVAL, ENOSYS, EOPNOTSUPP].contains(failure.number)
  }

  /// Creates a folder that must not exist.
  static func makeNewFolder(_ path: String) throws(Failure) {
    _ = try retried { unsafe path.withSystemPath { unsafe mkdir($0, 0o777) } }
  }

  /// Waits until the names in a folder are on the disk.
  ///
  /// A folder without read permission cannot be synchronised, which is not an error.
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

  /// Returns whether a process with an id is running.
  static func isRunning(_ process: Int32) -> Bool { kill(process, 0) == 0 || errno != ESRCH }

  /// Exchanges two names in one step.
  static func exchange(_ one: String, with other: String) throws(Failure) {
    _ = try retried {
      unsafe one.withSystemPath { one in
        unsafe other.withSystemPath { other in
          unsafe ia_exchange(one, other)
        }
      }
    }
  }

  /// Renames a file or folder to a name that must not exist.
  ///
  /// On file systems that cannot do this in one step, such as NFS, the name is checked before.
  static func renameNew(_ old: String, to new: String) throws(Failure) {
    do throws(Failure) {
      _ = try retried {
        unsafe old.withSystemPath { old in
          unsafe new.withSystemPath { new in
            unsafe ia_rename_new(old, new)
          }
        }
      }
    } catch {
      guard isUnknown(error) else { throw error }
      try renameChecked(old, to: new)
    }
  }

  /// Renames a file or folder in two steps: verifies that the new name does not exist, and renames.
  static func renameChecked(_ old: String, to new: String) throws(Failure) {
    guard (try? statusOfLink(at: new)) == nil else { throw .init(number: exists) }
    try rename(old, to: new)
  }

  /// Returns the names in a folder in no particular order; those that are not UTF-8 in the form of
  /// `PathBytes`.
  static func names(in path: String) throws(Failure) -> [String] {
    let folder = try open(path, .readFolder)
    defer { try? close(folder) }
    return try names(in: folder)
  }

  /// Creates a folder that only this user can enter, and returns its path.
  static func createPrivateFolder(in folder: String) throws(Failure) -> String {
    var template = PathBytes.bytes(of: folder + "/iaconv-XXXXXX").map { CChar(bitPattern: $0) }
    template.append(0)
    let isCreated = unsafe template.withUnsafeMutableBufferPointer { path in
      unsafe path.baseAddress.flatMap { unsafe mkdtemp($0) } != nil
    }
    guard isCreated else { throw Failure(number: errno) }
    return PathBytes.string(from: template.dropLast().map { UInt8(bitPattern: $0) })
  }

  /// Removes a folder and everything below it, without following links; entries that cannot be
  /// removed are skipped.
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
