/// Functions that derive names of files from other names.
public enum FileNames {
  /// Returns the last component of a path without its last suffix: `a` for `b/a.tar`, `.a` for
  /// `.a`.
  public static func stem(of path: String) -> String {
    let name = FilePaths.name(of: path) ?? path
    let dot = suffixStart(of: name)
    return dot == name.endIndex ? name : String(name[..<dot])
  }

  /// Returns the last component of a path, or `nil` for a path of slashes.
  package static func name(of path: String) -> String? { FilePaths.name(of: path) }

  /// The maximum size of a file name in bytes.
  public static let maximumByteCount = 255

  /// Returns a name with a number before its suffix: `a-2.html`.
  ///
  /// The stem is truncated so that the name has at most `maximumByteCount` bytes.
  public static func numbered(_ name: String, _ number: Int) -> String {
    let dot = suffixStart(of: name)
    return fitted(name[..<dot], "-\(number)\(name[dot...])")
  }

  /// Returns a name whose stem is truncated so that the name has at most `maximumByteCount` bytes.
  public static func fitted(_ name: String) -> String {
    guard PathBytes.bytes(of: name).count > maximumByteCount else { return name }
    let dot = suffixStart(of: name)
    return fitted(name[..<dot], name[dot...])
  }

  /// Returns the index of the full stop before the last suffix of a name; the end of a name without
  /// a suffix.
  package static func suffixStart(of name: String) -> String.Index {
    name.utf8.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > name.startIndex ? $0 : nil }
      ?? name.endIndex
  }

  private static func fitted(_ stem: Substring, _ end: some StringProtocol) -> String {
    let end = String(end)
    var stem = stem
    while let last = stem.indices.last, last > stem.startIndex,
      PathBytes.bytes(of: stem + end).count > maximumByteCount
    {
      stem.removeLast()
    }
    return stem + end
  }
}
