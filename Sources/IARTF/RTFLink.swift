internal import IAFormats

/// The rules for targets of links.
enum RTFLink {
  /// Returns whether a target is harmless: one of the four permitted schemes, a position in the
  /// document, or a relative address on the same host.
  ///
  /// A target with a control character or a backslash is rejected, not repaired: Windows interprets
  /// `\\host` as a server, and programs remove control characters before they examine the scheme.
  static func isHarmless(_ url: String) -> Bool {
    var url = url
    guard url.withUTF8({ unsafe isClean($0) }) else { return false }
    guard let scheme = LinkSchemes.scheme(of: url) else { return true }
    return LinkSchemes.isHarmless(scheme)
  }

  /// Returns whether a target is not empty, does not name another host, and has no characters that
  /// programs remove or replace.
  private static func isClean(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = unsafe url.first, first != UInt8(ascii: " "),
      unsafe !url.starts(with: "//".utf8)
    else {
      return false
    }
    var previous: UInt8 = 0
    for index in url.indices {
      let byte = unsafe url[index]
      // U+0080…U+009F are C2 80…C2 9F.
      let isControl = byte < 0x20 || byte == 0x7F || (previous == 0xC2 && byte < 0xA0)
      if isControl || byte == UInt8(ascii: "\\") { return false }
      previous = byte
    }
    return true
  }
}
