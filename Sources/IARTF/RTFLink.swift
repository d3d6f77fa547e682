internal import IAFormats
internal import IAText

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

  /// Returns the link in the form that a field can state, or `nil` if its target is not harmless.
  ///
  /// The title is omitted if it is empty, if it has control characters, which an instruction cannot contain, or if it
  /// would make the instruction longer than readers accept.
  static func shown(_ link: InlineAttributes.Link) -> InlineAttributes.Link? {
    guard isHarmless(link.url) else { return nil }
    guard let title = link.title else { return link }
    // An escaped character takes two units.
    let isShown =
      !title.isEmpty && 2 * title.utf16.count + link.url.utf16.count <= maxInstruction
      && !title.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isShown ? link : InlineAttributes.Link(link.url)
  }

  /// The maximum number of units of the target and the title together.
  private static let maxInstruction = 8_000

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
