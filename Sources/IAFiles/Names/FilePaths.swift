/// Functions on the text of a path.
///
/// Paths are divided at the byte of the slash. A slash before a combining mark is not a character of
/// its own in Swift, but it divides names for the file system.
package enum FilePaths {
  private static let slash = UInt8(ascii: "/")

  /// Returns the components of a path between its slashes, without empty ones.
  package static func parts(of path: String) -> [String] {
    path.utf8.split(separator: slash).map { String(Substring($0)) }
  }

  /// Returns the last component of a path, or `nil` for a path of slashes.
  package static func name(of path: String) -> String? {
    guard let last = path.utf8.lastIndex(where: { $0 != slash }) else { return nil }
    let end = path.utf8.index(after: last)
    let start = path.utf8[..<last].lastIndex(of: slash).map(path.utf8.index(after:))
    return String(path[(start ?? path.startIndex)..<end])
  }

  /// Returns the index after the last slash of a path; the start of a path without slashes.
  package static func nameStart(in path: String) -> String.Index {
    path.utf8.lastIndex(of: slash).map(path.utf8.index(after:)) ?? path.startIndex
  }

  /// Returns the part of a path up to its last slash, with the slash; empty for a path without
  /// slashes.
  package static func folderPrefix(of path: String) -> Substring { path[..<nameStart(in: path)] }

  /// Returns the folder of a path: `.` for a name without slashes.
  package static func folder(of path: String) -> String {
    guard let last = path.utf8.lastIndex(of: slash) else { return "." }
    return last == path.startIndex ? "/" : String(path[..<last])
  }

  /// Returns a path without trailing slashes; the path `/` stays the same.
  package static func trimmed(_ path: String) -> String {
    guard path.utf8.last == slash else { return path }
    guard let last = path.utf8.lastIndex(where: { $0 != slash }) else { return "/" }
    return String(path[..<path.utf8.index(after: last)])
  }

  /// Returns whether a path contains a slash.
  package static func hasSlash(_ path: String) -> Bool { path.utf8.contains(slash) }

  /// Returns whether a path begins with a slash.
  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  /// Returns whether a path ends with a slash.
  package static func endsWithSlash(_ path: String) -> Bool { path.utf8.last == slash }

  /// Returns the rest of a path that begins with the bytes of another text; `nil` for other paths.
  package static func rest(of path: String, after prefix: String) -> Substring? {
    guard path.utf8.starts(with: prefix.utf8) else { return nil }
    return path[path.utf8.index(path.startIndex, offsetBy: prefix.utf8.count)...]
  }

  /// Returns the components of a relative name that stays inside its folder; `nil` for other names.
  package static func safeParts(of name: String) -> [String]? {
    let parts = name.utf8.split(separator: slash, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    let isSafe = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".."
        && part.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\\" }
    }
    return isSafe ? parts : nil
  }
}
