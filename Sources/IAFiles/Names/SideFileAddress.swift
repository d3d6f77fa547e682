package import IABytes

/// Relative addresses of files beside a document.
package enum SideFileAddress {
  /// Returns the names that the file at a relative address (RFC 3986, section 4.2) can have, relative to the folder
  /// of the document, the most likely first: the address as written, and its path without percent codes, query,
  /// fragment and the segments `.` and `..`.
  ///
  /// - Parameters:
  ///   - address: An address without a scheme.
  ///   - file: The name of the file that contains the address, relative to the folder of the document; empty for the
  ///     document itself.
  /// - Returns: No names for an address with a host, an absolute path, or no path. Names that begin with `..` lead
  ///   outside the folder of the document; a source decides whether it reads them.
  /// - Complexity: O(*n*) in the bytes of the address.
  package static func names(of address: String, in file: String = "") -> [String] {
    guard !FilePaths.isAbsolute(address) else { return [] }
    let folder = FilePaths.folderPrefix(of: file)
    let written = folder + address
    var names = FilePaths.safeParts(of: String(written)) == nil ? [] : [String(written)]
    if let path = path(of: address, in: String(folder)), !names.contains(path) {
      names.append(path)
    }
    return names
  }

  /// Returns whether the file at a relative address is outside the folder of the document.
  ///
  /// - Parameters:
  ///   - address: An address without a scheme.
  ///   - file: The name of the file that contains the address; empty for the document.
  package static func isElsewhere(_ address: String, in file: String = "") -> Bool {
    let names = names(of: address, in: file)
    return !names.isEmpty && names.allSatisfy { FilePaths.rest(of: $0, after: "../") != nil }
  }

  private static func path(of address: String, in folder: String) -> String? {
    let end = address.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let path = address[..<(end ?? address.endIndex)]
    guard !path.isEmpty else { return nil }
    var parts: [String] = []
    for part in FilePaths.parts(of: folder + path) {
      switch String(decoding: PercentCoding.decoded(Array(part.utf8)), as: UTF8.self) {
      case ".": break
      case "..":
        if parts.isEmpty || parts.last == ".." { parts.append("..") } else { parts.removeLast() }
      case let name where FilePaths.hasSlash(name): return nil
      case let name: parts.append(name)
      }
    }
    guard let last = parts.last, last != "..", !FilePaths.endsWithSlash(String(path)) else {
      return nil
    }
    return parts.joined(separator: "/")
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
