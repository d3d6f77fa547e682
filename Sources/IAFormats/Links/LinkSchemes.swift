/// The schemes that links in documents may name: the one list that every reader and writer goes by.
public enum LinkSchemes {
  /// The schemes, in lower case.
  ///
  /// Addresses without a scheme, relative ones, are for each format to judge.
  public static let harmless: Set<String> = ["http", "https", "mailto", "tel"]

  /// The scheme of an address: what stands before the first colon, where that comes before any `/`,
  /// `?` or `#`, in lower case; nil for a relative address.
  ///
  /// White space and control characters are passed over, as browsers do: they hide no scheme.
  public static func scheme(of url: String) -> String? {
    // Nearly all of them are of these two.
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

  /// Whether a scheme is harmless; letters of either case.
  public static func isHarmless(_ scheme: some StringProtocol) -> Bool {
    scheme == "https" || harmless.contains(scheme.lowercased())
  }
}
