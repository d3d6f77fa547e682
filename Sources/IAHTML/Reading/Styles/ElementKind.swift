internal import IAFormats
internal import IAMarkup

typealias ElementKind = HTMLElementKind

extension HTMLElementKind {
  /// The categories of the names that are the same in every page, by number.
  private static let byNumber: [HTMLElementKind] = {
    var table = [HTMLElementKind](repeating: .inline, count: MarkupName.knownCount)
    for (name, kind) in byName {
      if let number = MarkupName(known: name)?.rawValue { table[Int(number)] = kind }
    }
    return table
  }()

  init(_ tag: MarkupName) {
    let number = Int(tag.rawValue)
    self = number < Self.byNumber.count ? Self.byNumber[number] : .inline
  }

  /// Returns whether an element is a heading.
  static func isHeading(_ tag: MarkupName) -> Bool {
    MarkupName.h1.rawValue <= tag.rawValue && tag.rawValue <= MarkupName.h6.rawValue
  }

  /// Returns the kind of box for margins and colours.
  func box(_ tag: MarkupName, isOwn: Bool) -> StyleBuilder.BoxKind {
    switch self {
    case .page: .page
    case .block: tag == .blockquote || tag == .figure && !isOwn ? .list : .block
    case .list: .list
    case .table: .cell
    default: .inline
    }
  }
}
