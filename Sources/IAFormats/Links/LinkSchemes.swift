/// The URL schemes that links in documents may have.
///
/// Every reader and writer uses this list.
public enum LinkSchemes {
  /// The allowed schemes, in lower case.
  ///
  /// Relative addresses have no scheme; each format defines whether it accepts them.
  public static let harmless: Set<String> = ["http", "https", "mailto", "tel"]

  /// Returns the scheme of an address in lower case: the text before the first colon, if no `/`,
  /// `?` or `#` precedes it.
  ///
  /// Returns `nil` for a relative address.
  ///
  /// White space and control characters are ignored, as in browsers, so that they cannot disguise a
  /// scheme.
  public static func scheme(of url: String) -> String? {
    // Most addresses have one of these two schemes; comparing bytes is faster than the general search.
    let common = unsafe url.utf8.withContiguousStorageIfAvailable { bytes -> String? in
      if unsafe bytes.starts(with: "https:".utf8) { return "https" }
      return unsafe bytes.starts(with: "http:".utf8) ? "http" : nil
    }
    if let scheme = common ?? nil { return scheme }
    var scheme = ""
    for scalar in url.unicodeScalars {
      switch scalar {
      case ":": return scheme.lowercased()
      case "/", "?", "#": return nil
      case _ where scalar.value <= 0x20 || (0x7F...0xA0).contains(scalar.value): continue
      default: scheme.unicodeScalars.append(scalar)
      }
    }
    return nil
  }

  /// Returns whether a scheme is in `harmless`, ignoring case.
  public static func isHarmless(_ scheme: some StringProtocol) -> Bool {
    scheme == "https" || harmless.contains(scheme.lowercased())
  }
}
