/// The categories of an element that the tree construction rules use.
///
/// The low bits have the order of the generated table `KnownNames.traits`.
struct ElementTraits: OptionSet {
  let rawValue: UInt32

  /// An element of the category "special".
  static let special = Self(rawValue: 1 << 0)
  /// An element that bounds every scope except the table scope.
  static let scope = Self(rawValue: 1 << 1)
  /// An element that also bounds the list item scope.
  static let listScope = Self(rawValue: 1 << 2)
  /// An element that also bounds the button scope.
  static let buttonScope = Self(rawValue: 1 << 3)
  /// An element that bounds the table scope.
  static let tableScope = Self(rawValue: 1 << 4)
  /// An element whose end tag may be implied.
  static let impliedEnd = Self(rawValue: 1 << 5)
  /// An element whose end tag is implied at the end of a template.
  static let thoroughEnd = Self(rawValue: 1 << 6)
  /// A heading of level 1 to 6.
  static let heading = Self(rawValue: 1 << 7)
  /// An element of the structure of a table, inside which other content is foster parented.
  static let tablePart = Self(rawValue: 1 << 8)
  /// An HTML element whose start tag ends foreign content.
  static let breakout = Self(rawValue: 1 << 9)

  /// An HTML element.
  static let html = Self(rawValue: 1 << 16)
  /// A MathML text integration point.
  static let mathTextPoint = Self(rawValue: 1 << 17)
  /// An HTML integration point.
  static let htmlPoint = Self(rawValue: 1 << 18)
  /// The MathML element `annotation-xml`.
  static let annotation = Self(rawValue: 1 << 19)

  /// Returns the traits of an element.
  ///
  /// Excludes HTML integration points that depend on an attribute.
  static func of(_ name: MarkupName, in space: MarkupNamespace) -> Self {
    let number = Int(name.rawValue)
    switch space {
    case .html:
      let known = number < KnownNames.count ? KnownNames.traits[number] : 0
      return Self(rawValue: known).union(.html)
    case .svg:
      switch name {
      case .foreignObject, .desc, .title: return [.special, .scope, .htmlPoint]
      default: return []
      }
    case .mathML:
      switch name {
      case .mi, .mo, .mn, .ms, .mtext: return [.special, .scope, .mathTextPoint]
      case .annotationXml: return [.special, .scope, .annotation]
      default: return []
      }
    }
  }
}
