internal import IALayout
internal import IAText

/// A heading with its position on a page, as the target of an outline entry.
struct Heading: Hashable {
  /// The level, 1 for the outermost.
  var level: Int
  /// The text, in one line.
  var title: String
  /// The upper left corner of its line on the page.
  var place: Point

  /// The longest title, in characters.
  static let maximumLength = 200

  /// Returns the headings of a document with the first unit of each, in the order of the text.
  static func list(of string: IAString) -> [(utf16Offset: Int, level: Int, title: String)] {
    var found: [(utf16Offset: Int, level: Int, title: String)] = []
    for paragraph in string.paragraphs {
      guard let level = level(of: paragraph.attributes) else { continue }
      let scalars = string.text(in: paragraph.contentRange).unicodeScalars
      let words = String(String.UnicodeScalarView(scalars.filter { $0 != "\u{FFFC}" }))
        .split(whereSeparator: \.isWhitespace)
      guard !words.isEmpty else { continue }
      let title = String(words.joined(separator: " ").prefix(maximumLength))
      found.append((paragraph.utf16Range.lowerBound, level, title))
    }
    return found
  }

  private static func level(of attributes: ParagraphAttributes) -> Int? {
    for block in attributes.blocks {
      if case .header(let level) = block.kind { return max(level, 1) }
    }
    return nil
  }
}
