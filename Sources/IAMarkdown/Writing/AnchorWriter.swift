internal import IAText

/// Writes the bookmarks at the starts of paragraphs as anchors, except for the anchors that headings get automatically.
struct AnchorWriter {
  private let bookmarks: [IAString.Bookmark]
  private let names: Set<String>
  private var headings: HeadingAnchors
  /// The index of the first bookmark that is not before the last paragraph.
  private var next = 0
  /// The names of the bookmarks that a reader finds.
  private(set) var shown: Set<String> = []
  /// Whether a reader finds a bookmark at a heading that the string does not have.
  private(set) var addsBookmarks = false

  /// Creates the writer of a string's bookmarks.
  init(_ string: IAString) {
    bookmarks = string.bookmarks
    names = Set(bookmarks.map(\.name))
    headings = HeadingAnchors(string)
  }

  /// The bookmarks that a reader does not find.
  var unshown: [IAString.Bookmark] { bookmarks.filter { !shown.contains($0.name) } }

  /// Returns whether a paragraph may have anchors, so that its text is needed.
  ///
  /// - Parameter utf16Offset: The start of the paragraph. Call this for each paragraph with text, in order.
  mutating func mayWrite(at utf16Offset: Int, isInHeading: Bool) -> Bool {
    while next < bookmarks.count, bookmarks[next].utf16Offset < utf16Offset { next += 1 }
    return isInHeading && !headings.isEmpty
      || next < bookmarks.count && bookmarks[next].utf16Offset == utf16Offset
  }

  /// Returns the anchors of a paragraph, which are written before its text.
  ///
  /// - Parameters:
  ///   - utf16Offset: The start of the paragraph, for which `mayWrite` returns `true`.
  ///   - units: The text that a reader finds.
  mutating func markup(at utf16Offset: Int, _ units: [UInt16], isInHeading: Bool) -> [UInt8] {
    let own = isInHeading ? headings.fragments(ofHeading: units) : []
    if !own.isEmpty { addsBookmarks = addsBookmarks || !names.isSuperset(of: own) }
    var markup: [UInt8] = []
    // A paragraph that consists of one no-break space represents an empty paragraph.
    guard !units.isEmpty, units != [0xA0] else { return [] }
    while next < bookmarks.count, bookmarks[next].utf16Offset == utf16Offset {
      let name = bookmarks[next].name
      next += 1
      if !own.contains(name) {
        guard Self.isSafe(name) else { continue }
        markup.append(contentsOf: "<a id=\"\(name)\"></a>".utf8)
      }
      shown.insert(name)
    }
    return markup
  }

  /// Returns whether a name can be an attribute value without escaping, even inside a table cell.
  private static func isSafe(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 1000
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.value > 0x20 && !(0x7F...0xA0).contains(scalar.value)
          && !"\"&<>|\\`".unicodeScalars.contains(scalar) && !scalar.properties.isWhitespace
          && scalar != "\u{FEFF}"
      }
  }
}
