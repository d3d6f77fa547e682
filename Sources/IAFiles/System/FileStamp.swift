/// The size and the time of the last change of a file, by which a change is recognised without
/// reading the file.
package struct FileStamp: Hashable, Sendable {
  /// The size in bytes.
  package let byteCount: Int
  /// The time of the last change in nanoseconds since 1970.
  package let nanoseconds: Int
  /// Whether it is a regular file; otherwise it is a folder.
  package let isRegular: Bool

  /// Finds the regular file or folder that has a path, following no link at its end; `nil` for
  /// anything else.
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

  /// Returns whether anything has a path, even a link that leads nowhere.
  package static func isTaken(_ path: String) -> Bool {
    (try? SystemCalls.statusOfLink(at: path)) != nil
  }
}
