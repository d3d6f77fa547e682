/// The name of an element or an attribute, as a number.
///
/// Names that the rules of the standard or readers use often have the same number in every page and
/// a static property here. Other names are numbered in the order in which a page first uses them;
/// those numbers are valid for one `MarkupTree` only.
public struct MarkupName: RawRepresentable, Hashable, Sendable {
  /// The number of the name.
  public let rawValue: UInt32

  /// Creates a name from its number.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates the name with a text, in the letter case of the tree; returns `nil` if it is not a
  /// known name.
  public init?(known text: String) {
    guard let name = NameTable.knownName(text.utf8) else { return nil }
    self = name
  }

  /// The number of names with the same number in every page, which are the lowest numbers.
  public static var knownCount: Int { KnownNames.count }

  /// Whether the name has the same number in every page.
  public var isKnown: Bool { rawValue < UInt32(KnownNames.count) }
}

/// The namespace of an element.
public enum MarkupNamespace: UInt8, Hashable, Sendable {
  /// HTML.
  case html
  /// SVG.
  case svg
  /// MathML.
  case mathML
}

/// The namespace of an attribute.
public enum AttributeNamespace: UInt8, Hashable, Sendable {
  /// No namespace.
  case none
  /// XLink, such as `xlink:href`.
  case xlink
  /// XML, such as `xml:lang`.
  case xml
  /// Declarations of namespaces: `xmlns` and `xmlns:xlink`.
  case xmlns
}
