/// Text that is computed for each page, such as in a header or footer.
///
/// The text of the document is the result in the program that wrote it; the tag `field` names the
/// field.
public enum PageField: String, Hashable, Sendable, CaseIterable {
  /// The number of the page.
  case page
  /// The number of pages.
  case pages

  /// The name of the tag.
  public static let tagName = "field"
}

extension InlineAttributes {
  /// The field of which the text is the result; `nil` for other text.
  public var pageField: PageField? {
    get { self[tag: PageField.tagName].flatMap(PageField.init) }
    set { self[tag: PageField.tagName] = newValue?.rawValue }
  }
}
