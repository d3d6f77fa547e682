internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

typealias ElementKind = HTMLElementKind

extension HTMLElementKind {
  /// The kind of each element name with a fixed number, indexed by that number.
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

  /// Returns the level of a heading element, 1 to 6; `nil` for other elements.
  static func headingLevel(_ tag: MarkupName) -> Int? {
    let levels = MarkupName.h1.rawValue...MarkupName.h6.rawValue
    return levels.contains(tag.rawValue) ? Int(tag.rawValue - levels.lowerBound) + 1 : nil
  }

  /// Returns whether an element is a list.
  static func isList(_ tag: MarkupName) -> Bool {
    switch tag {
    case .ul, .ol, .dl, .menu, .dir: true
    default: false
    }
  }

  /// Returns whether an element is a form control or picture, which is read as a unit.
  static func isReplaced(_ tag: MarkupName?) -> Bool {
    switch tag {
    case .button, .img, .input, .select, .textarea, .meter, .progress, .video: true
    default: false
    }
  }

  /// Returns the kind of box, which determines the use of margins and colours.
  func box(_ tag: MarkupName, isOwn: Bool) -> StyleBuilder.BoxKind {
    switch self {
    case .page: .page
    case .block where tag == .blockquote: isOwn ? .list : .group
    case .block: tag == .figure && !isOwn ? .list : .block
    case .list: !isOwn && (Self.isList(tag) || tag == .li) ? .group : .list
    case .table: .cell
    default: .inline
    }
  }
}

extension ElementKind {
  /// Returns the background that the attribute `bgcolor` sets; `nil` if there is none.
  static func background(of node: HTMLNode, _ tag: MarkupName) -> Color? {
    switch tag {
    case .table, .thead, .tbody, .tfoot, .tr, .td, .th, .col, .colgroup, .body:
      node[.bgcolor].flatMap(CSSColors.attribute)
    default: nil
    }
  }
}

extension ComputedStyle {
  /// Copies the properties of text, except font and colour, from the root element.
  mutating func inheritText(of root: ComputedStyle) {
    inline.italic = root.inline.italic
    inline.letterSpacing = root.inline.letterSpacing
    inline.capitals = root.inline.capitals
    inline.underline = root.inline.underline
    inline.strikethrough = root.inline.strikethrough
    inline.shadow = root.inline.shadow
    inline.outline = root.inline.outline
    inline.emphasisMark = root.inline.emphasisMark
    inline.hidden = root.inline.hidden
    isUndisplayed = root.isUndisplayed
    isInvisible = root.isInvisible
    rules = root.rules
    textIndent = root.textIndent
    direction = root.direction
  }
}

extension HTMLNode {
  /// Whether the element is hidden until a button or a script shows it.
  var isPopover: Bool { has(.popover) }
}
