internal import IAFormats

/// Which targets a link may have.
enum RTFLink {
  /// Returns whether a target is harmless: one of the four schemes, a place in the document, or
  /// relative with no way out to another machine.
  ///
  /// A target with a control character or a backslash is refused rather than repaired: Windows takes
  /// `\\host` for a server, and programs drop controls before they look at the scheme.
  static func isHarmless(_ url: String) -> Bool {
    var url = url
    guard url.withUTF8({ unsafe isClean($0) }) else { return false }
    guard let scheme = LinkSchemes.scheme(of: url) else { return true }
    return LinkSchemes.isHarmless(scheme)
  }

  /// Returns whether a target is one: not empty, of no other machine, without what programs drop or
  /// change.
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
