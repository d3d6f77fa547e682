internal import IAFormats

/// Which targets a link may have.
enum RTFLink {
  /// Whether a target is harmless: one of the four schemes, a place in the document, or relative
  /// with no way out to another machine.
  ///
  /// A target with a control character or a backslash is refused rather than repaired: Windows takes
  /// `\\host` for a server, and programs drop controls before they look at the scheme.
  static func isHarmless(_ url: String) -> Bool {
    guard let first = url.utf8.first, first != UInt8(ascii: " "), !url.hasPrefix("//") else {
      return false
    }
    for scalar in url.unicodeScalars {
      if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) || scalar == "\\" {
        return false
      }
    }
    guard let scheme = LinkSchemes.scheme(of: url) else { return true }
    return LinkSchemes.isHarmless(scheme)
  }
}
