internal import IABytes
internal import IAText

/// The anchors that GitHub gives the headings of a document, for the links that lead to them.
///
/// An anchor is the text of the heading in lower case. It contains only letters, marks, digits, connector punctuation,
/// hyphens, and hyphens instead of spaces. A number makes a repeated anchor unique.
struct HeadingAnchors {
  /// The fragments of links, by the anchors to which they lead: the fragment itself or its percent-decoded form.
  private var fragments: [String: [String]] = [:]
  private var counts: [String: Int] = [:]

  /// Creates the set of anchors to which the links of a string lead.
  init(_ string: IAString) {
    var known: Set<String> = []
    for set in string.inlineSets {
      guard let url = set.link?.url, url.utf8.first == UInt8(ascii: "#"), url.utf8.count > 1 else {
        continue
      }
      let fragment = String(url.dropFirst())
      guard known.insert(fragment).inserted else { continue }
      fragments[fragment, default: []].append(fragment)
      let decoded = String(
        decoding: PercentCoding.decoded(Array(fragment.utf8)), as: UTF8.self)
      if decoded != fragment { fragments[decoded, default: []].append(fragment) }
    }
  }

  /// Whether no link leads to a position in the document.
  var isEmpty: Bool { fragments.isEmpty }

  /// Returns the fragments of the links that lead to the next heading.
  ///
  /// - Parameter units: The text of the heading. Call this for each heading with text, in order.
  mutating func fragments(ofHeading units: [UInt16]) -> [String] {
    guard !isEmpty else { return [] }
    let anchor = Self.anchor(of: units)
    guard !anchor.isEmpty else { return [] }
    let count = counts[anchor, default: 0]
    counts[anchor] = count + 1
    return fragments[count == 0 ? anchor : "\(anchor)-\(count)"] ?? []
  }

  private static func anchor(of units: [UInt16]) -> String {
    var anchor = String.UnicodeScalarView()
    for scalar in String(decoding: units, as: UTF16.self).lowercased().unicodeScalars {
      switch scalar {
      case " ": anchor.append("-")
      case "-", "_", "a"..."z", "0"..."9": anchor.append(scalar)
      default: if isWord(scalar) { anchor.append(scalar) }
      }
    }
    return String(anchor)
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
      true
    default: false
    }
  }
}

extension IAString {
  /// Sets bookmarks at the headings to which links lead, unless a bookmark with the name exists.
  mutating func setHeadingBookmarks() {
    var anchors = HeadingAnchors(self)
    guard !anchors.isEmpty else { return }
    var names = Set(bookmarks.map(\.name))
    var places = bookmarks
    for paragraph in paragraphs where !paragraph.contentRange.isEmpty {
      guard case .header? = paragraph.attributes.blocks.last?.kind else { continue }
      for name in anchors.fragments(ofHeading: units(in: paragraph.contentRange)) {
        guard names.insert(name).inserted else { continue }
        places.append(.init(utf16Offset: paragraph.utf16Range.lowerBound, name: name))
      }
    }
    if places.count > bookmarks.count { setBookmarks(places) }
  }
}
