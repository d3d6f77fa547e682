/// The size and modification time of a file, which show changes without reading the file.
package struct FileStamp: Hashable, Sendable {
  /// The size in bytes.
  package let byteCount: Int
  /// The time of the last change in nanoseconds since 1970.
  package let nanoseconds: Int
  /// Whether the path leads to a regular file; otherwise it leads to a folder.
  package let isRegular: Bool

  /// Creates a stamp of the regular file or folder at a path, without following a link at its end;
  /// returns `nil` for anything else.
  package init?(path: String) {
    guard let status = try? SystemCalls.statusOfLink(at: path),
      status.kind == .regular || status.kind == .folder
    else { return nil }
    self.init(status)
  }

  init(_ status: SystemCalls.Status) {
    byteCount = status.size
    isRegular = status.kind == .regular
    let (seconds, rest) = (status.modified.first ?? 0, status.modified.last ?? 0)
    let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    nanoseconds = isTooLarge ? 0 : product &+ rest
  }

  /// Returns whether a path certainly does not exist; `false` if one of its folders is a file or cannot be read.
  package static func isMissing(_ path: String) -> Bool {
    do throws(SystemCalls.Failure) {
      _ = try SystemCalls.statusOfLink(at: path)
      return false
    } catch {
      return error.number == SystemCalls.noEntry
    }
  }

  /// Returns whether a path is in use, even by a link whose target does not exist.
  package static func isTaken(_ path: String) -> Bool {
    (try? SystemCalls.statusOfLink(at: path)) != nil
  }
}
