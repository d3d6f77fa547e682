/// Recognises HTML by the tags in the first bytes of an input; case is ignored.
struct PageSigns {
  private let bytes: [UInt8]

  /// Creates a value for bytes in an ASCII-compatible encoding without a byte order mark.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The confidence, from 0 to 100, that the bytes are HTML.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  var confidence: Int {
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
    if isText(Self.pageType, at: start) || isTag(Self.page, at: start) { return 95 }
    if Self.partsOfPages.contains(where: { isTag($0, at: start) }) { return 85 }
    if isText(Self.clipboard, at: start),
      bytes.indices.contains(where: { isText(Self.clipboardStart, at: $0) })
    {
      return 85
    }
    if isPageBehindComments(at: start) { return 82 }
    let tags = tags
    // Plain text about HTML contains tags, too.
    if tags.hasPage { return 60 }
    guard start < bytes.count, bytes[start] == UInt8(ascii: "<") else {
      // Text without markup is valid input, with low confidence.
      return bytes.contains(0) ? 0 : tags.hasEnd ? 20 : 1
    }
    return isEither(Self.elements, at: start) ? 60 : tags.hasEnd ? 20 : 5
  }

  /// Returns whether only comments, declarations and white space precede `<html`.
  private func isPageBehindComments(at start: Int) -> Bool {
    var at = start
    while at < bytes.count {
      if bytes[at] <= 0x20 {
        at += 1
      } else if isText(Self.page, at: at) {
        return true
      } else if isText(Self.comment, at: at) {
        guard let end = bytes[at...].indices.first(where: { isText(Self.commentEnd, at: $0) })
        else {
          return false
        }
        at = end + Self.commentEnd.count
      } else if isEither(Self.declarations, at: at) {
        guard let end = bytes[at...].firstIndex(of: UInt8(ascii: ">")) else { return false }
        at = end + 1
      } else {
        return false
      }
    }
    return false
  }

  /// Whether there is a `<html` tag; whether there is an end tag before it.
  private var tags: (hasPage: Bool, hasEnd: Bool) {
    var hasEnd = false
    for at in bytes.indices where bytes[at] == UInt8(ascii: "<") {
      if isText(Self.page, at: at) { return (true, hasEnd) }
      hasEnd = hasEnd || at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "/")
    }
    return (false, hasEnd)
  }

  /// Returns whether a start tag is at an offset and its name ends there: `<head`, but not
  /// `<header`.
  ///
  /// - Parameter text: The start of the tag in lower case.
  private func isTag(_ text: [UInt8], at start: Int) -> Bool {
    guard isText(text, at: start) else { return false }
    let end = start + text.count
    guard end < bytes.count else { return true }
    return bytes[end] <= 0x20 || bytes[end] == UInt8(ascii: ">") || bytes[end] == UInt8(ascii: "/")
  }

  private func isEither(_ texts: [[UInt8]], at start: Int) -> Bool {
    texts.contains { isText($0, at: start) }
  }

  /// Returns whether a text, given in lower case, is at an offset in upper or lower case.
  private func isText(_ text: [UInt8], at start: Int) -> Bool {
    guard text.count <= bytes.count - start else { return false }
    for offset in text.indices {
      let byte = bytes[start + offset]
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      guard (isUpper ? byte | 0x20 : byte) == text[offset] else { return false }
    }
    return true
  }

  private static let page = Array("<html".utf8)
  private static let comment = Array("<!--".utf8)
  private static let commentEnd = Array("-->".utf8)
  private static let declarations = ["<!", "<?"].map { Array($0.utf8) }
  private static let clipboard = Array("version:".utf8)
  private static let clipboardStart = Array("starthtml:".utf8)
  private static let pageType = Array("<!doctype html".utf8)
  private static let partsOfPages = ["<head", "<body", "<meta"].map { Array($0.utf8) }
  private static let elements = [
    "<p", "<div", "<span", "<table", "<ul", "<ol", "<h1", "<b>", "<i>", "<a ", "<!--",
  ].map { Array($0.utf8) }
}
