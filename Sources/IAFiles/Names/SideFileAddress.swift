package import IABytes

/// Relative addresses of files beside a document.
package enum SideFileAddress {
  /// Returns the names that the file at a relative address (RFC 3986, section 4.2) can have, relative to the folder
  /// of the document, the most likely first: the address as written, and its path without percent codes, query,
  /// fragment and the segments `.` and `..`.
  ///
  /// Names of addresses that begin with a slash begin with one: they are relative to the root of the source.
  ///
  /// - Parameters:
  ///   - address: An address without a scheme.
  ///   - file: The name of the file that contains the address, relative to the folder of the document; empty for the
  ///     document itself.
  /// - Returns: No names for an address with a host, or without a path. Names that begin with `..` or a slash lead
  ///   outside the folder of the document; a source decides whether it reads them.
  /// - Complexity: O(*n*) in the bytes of the address.
  package static func names(of address: String, in file: String = "") -> [String] {
    guard FilePaths.rest(of: address, after: "//") == nil else { return [] }
    let folder = FilePaths.isAbsolute(address) ? "" : FilePaths.folderPrefix(of: file)
    let written = String(folder + address)
    let rest = FilePaths.rest(of: written, after: "/").map { String($0) }
    var names = FilePaths.safeParts(of: rest ?? written) == nil ? [] : [written]
    if let path = path(of: address, in: String(folder)), !names.contains(path) {
      names.append(path)
    }
    return names
  }

  private static func path(of address: String, in folder: String) -> String? {
    let end = address.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let path = address[..<(end ?? address.endIndex)]
    guard !path.isEmpty else { return nil }
    let isRooted = FilePaths.isAbsolute(folder + path)
    var parts: [String] = []
    for part in FilePaths.parts(of: folder + path) {
      switch String(decoding: PercentCoding.decoded(Array(part.utf8)), as: UTF8.self) {
      case ".": break
      case "..":
        if !parts.isEmpty, parts.last != ".." {
          parts.removeLast()
        } else if !isRooted {
          parts.append("..")
        }
      case let name where FilePaths.hasSlash(name): return nil
      case let name: parts.append(name)
      }
    }
    guard let last = parts.last, last != "..", !FilePaths.endsWithSlash(String(path)) else {
      return nil
    }
    return (isRooted ? "/" : "") + parts.joined(separator: "/")
  }
}

extension DocumentSource {
  /// Returns the name and the bytes of the file to which a relative address refers, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - address: An address without a scheme.
  ///   - file: The name of the file that contains the address; empty for the document.
  ///   - limits: `inputBytes` limits the size.
  /// - Throws: The errors of `sideFile(named:limits:)`.
  package func sideFile(
    at address: String, in file: String = "", limits: Limits
  ) throws -> (name: String, bytes: [UInt8])? {
    for name in SideFileAddress.names(of: address, in: file) {
      if let bytes = try sideFile(named: name, limits: limits) { return (name, bytes) }
    }
    return nil
  }
}
