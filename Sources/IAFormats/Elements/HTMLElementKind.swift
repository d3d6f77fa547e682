/// The category of an HTML element, by its name.
///
/// The readers of HTML pages and of raw HTML in Markdown use the same table.
package enum HTMLElementKind: Sendable {
  /// Text, with or without attributes.
  case inline
  /// A block: its start ends the paragraph before it, and its end ends its own last paragraph.
  case block
  /// A list or an item.
  case list
  /// A part of a table.
  case table
  /// The root element `html`, or `body`.
  case page
  /// Omitted with its content, except for a form field with text.
  case skipped
  /// Omitted with its content, because it runs code or loads a resource.
  case active

  /// The categories of all elements that are not inline, by name.
  package static let byName: [String: HTMLElementKind] = {
    var table: [String: HTMLElementKind] = [:]
    let groups: [(HTMLElementKind, String)] = [
      (.page, "html body"),
      (
        .block,
        """
        p h1 h2 h3 h4 h5 h6 div pre blockquote article section nav aside hgroup header footer address
        hr dl dt dd figure figcaption main form fieldset legend details summary dialog search center
        listing xmp plaintext multicol optgroup
        """
      ),
      (.list, "ul ol li menu dir"),
      (.table, "table caption thead tbody tfoot tr td th"),
      (
        .skipped,
        """
        head title meta style colgroup col rp datalist select textarea input param source track area
        map canvas noframes meter progress keygen bgsound basefont nextid spacer
        """
      ),
      (
        .active,
        """
        script iframe object embed applet frame frameset audio base link noembed svg template
        """
      ),
    ]
    for (kind, words) in groups {
      for name in words.split(whereSeparator: \.isWhitespace) { table[String(name)] = kind }
    }
    return table
  }()

  /// Creates the category of the element with a name in small letters.
  package init(name: String) { self = Self.byName[name] ?? .inline }

  /// Returns whether an element has no content and no end tag.
  package static func isVoid(_ name: String) -> Bool { void.contains(name) }

  private static let void: Set<String> = [
    "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "img", "image",
    "input", "keygen", "link", "meta", "nextid", "param", "source", "spacer", "track", "wbr",
  ]
}
