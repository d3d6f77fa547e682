internal import IAText

/// The paragraph formatting of a group, as plain numbers, so that copies are cheap.
///
/// Lengths are in twips; `attributes(base:tabs:)` converts them to points.
struct RTFParagraph: Equatable {
  /// The alignments; `natural` is the side at which a line starts.
  enum Alignment: UInt8 { case natural, left, right, center, justified }

  /// The handling of widows and orphans.
  enum Widows: UInt8 { case unset, allowed, controlled }

  /// The distances of the text from the margins.
  struct Indents: Equatable {
    /// Whether a word states an indent; if not, an item has the indents of its list level.
    var isStated = false
    /// The distance of the first line from the leading indent.
    var first: Int32 = 0
    var leading: Int32 = 0
    var trailing: Int32 = 0

    /// Returns the indents, each replaced by that of the other indents unless that is 0.
    func overridden(by other: Indents) -> Indents {
      Indents(
        isStated: isStated || other.isStated, first: other.first != 0 ? other.first : first,
        leading: other.leading != 0 ? other.leading : leading,
        trailing: other.trailing != 0 ? other.trailing : trailing)
    }
  }

  /// Formatting that becomes an attribute even if it equals the default, in documents of the suite.
  struct Stated: OptionSet {
    let rawValue: UInt8
    static let alignment = Stated(rawValue: 1)
    static let spaceBefore = Stated(rawValue: 2)
    static let spaceAfter = Stated(rawValue: 4)
    /// Automatic space, in all documents.
    static let automaticBefore = Stated(rawValue: 8)
    static let automaticAfter = Stated(rawValue: 16)
  }

  /// Lengths that a style states, even if they are 0.
  struct Lengths: OptionSet {
    let rawValue: UInt8
    static let firstIndent = Lengths(rawValue: 1)
    static let leadingIndent = Lengths(rawValue: 2)
    static let trailingIndent = Lengths(rawValue: 4)
    static let spaceBefore = Lengths(rawValue: 8)
    static let spaceAfter = Lengths(rawValue: 16)
    static let lineSpacing = Lengths(rawValue: 32)
    /// The tab stops that the paragraph or style itself states, which replace those of its style.
    static let tabStops = Lengths(rawValue: 64)
    /// The lengths that a paragraph gets only from its own words and not from its style.
    static let ofParagraph: Lengths = [
      .firstIndent, .leadingIndent, .trailingIndent, .spaceBefore, .spaceAfter,
    ]
  }

  var stated: Stated = []
  /// The lengths that a word states.
  var lengths: Lengths = []
  var alignment = Alignment.natural
  var isRightToLeft = false
  var isLineMultiple = false
  var breaksPage = false
  var isInTable = false
  var keepsTogether = false
  var keepsWithNext = false
  var widows = Widows.unset
  /// Whether there is no space between it and adjacent paragraphs of its style.
  var isTight = false
  /// Whether a style sets the space after it to zero, which overrides the style it is based on.
  var hasNoSpaceAfter = false
  var indents = Indents()
  var spaceBefore: Int32 = 0
  var spaceAfter: Int32 = 0
  /// The line spacing; 0 for that of the font.
  ///
  /// With `isLineMultiple`, 240 are one line. Otherwise it is in twips: a minimum if positive, exact
  /// if negative.
  var lineSpacing: Int32 = 0
  var tabs = RTFIndex<RTFTabStops.Stops>.none
  var frame = RTFIndex<RTFFrame>.none
  var shading = RTFShading()
  var style = RTFIndex<RTFStyle>.none
  /// The outline level, 0…8, or 9 for body text.
  var outline: Int32 = 9

  /// The level of the header that results from the outline level, 1…6; `nil` if there is none.
  var headerLevel: Int? { (0...5).contains(outline) ? Int(outline) + 1 : nil }

  /// The number of `\ls`; 0 for no list.
  var list: Int32 = 0
  var level: Int32 = 0
  /// The number of `\itap`; 0 outside of tables.
  var tableDepth: Int32 = 0
  /// The list of `\pn`.
  var oldList = RTFIndex<RTFOldList>.none

  /// A hash value for `RTFParagraphStyleCache`.
  var mixed: UInt64 {
    var hash: UInt64 = 0
    func mix(_ left: Int32, _ right: Int32) {
      let word = UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    mix(
      Int32(alignment.rawValue) << 8 | (isRightToLeft ? 2 : 0) | (isTight ? 1 << 16 : 0)
        | (keepsTogether ? 4 : 0) | (keepsWithNext ? 8 : 0) | Int32(widows.rawValue) << 4,
      indents.first)
    if !frame.isNone || !shading.isEmpty {
      mix(frame.rawValue, shading.background)
      mix(shading.pattern, shading.share)
    }
    mix(indents.leading, indents.trailing)
    mix(spaceBefore, spaceAfter)
    mix(lineSpacing, tabs.rawValue)
    mix(style.rawValue, outline)
    return hash
  }

  /// Returns the formatting with each part of the other one that differs from the default.
  func overridden(by other: RTFParagraph) -> RTFParagraph {
    var merged = self
    if other.alignment != .natural { merged.alignment = other.alignment }
    if other.isRightToLeft { merged.isRightToLeft = true }
    if other.breaksPage { merged.breaksPage = true }
    if other.keepsTogether { merged.keepsTogether = true }
    if other.keepsWithNext { merged.keepsWithNext = true }
    if other.widows != .unset { merged.widows = other.widows }
    if !other.frame.isNone { merged.frame = other.frame }
    if !other.shading.isEmpty { merged.shading = other.shading }
    if other.isTight { merged.isTight = true }
    merged.indents = indents.overridden(by: other.indents)
    if other.spaceBefore != 0 { merged.spaceBefore = other.spaceBefore }
    if other.spaceAfter != 0 || other.hasNoSpaceAfter {
      merged.spaceAfter = other.spaceAfter
      merged.hasNoSpaceAfter = other.hasNoSpaceAfter
    }
    if other.lineSpacing != 0 {
      merged.lineSpacing = other.lineSpacing
      merged.isLineMultiple = other.isLineMultiple
    }
    if !other.tabs.isNone, !lengths.contains(.tabStops) { merged.tabs = other.tabs }
    if other.outline != 9 { merged.outline = other.outline }
    if other.list != 0 { merged.list = other.list }
    if other.level != 0 { merged.level = other.level }
    return merged
  }

  /// Copies lengths of other formatting.
  mutating func take(_ lengths: Lengths, from other: RTFParagraph) {
    if lengths.contains(.firstIndent) { indents.first = other.indents.first }
    if lengths.contains(.leadingIndent) { indents.leading = other.indents.leading }
    if lengths.contains(.trailingIndent) { indents.trailing = other.indents.trailing }
    if lengths.contains(.spaceBefore) { spaceBefore = other.spaceBefore }
    if lengths.contains(.spaceAfter) { spaceAfter = other.spaceAfter }
    if lengths.contains(.lineSpacing) {
      lineSpacing = other.lineSpacing
      isLineMultiple = other.isLineMultiple
    }
  }

  /// Removes the formatting that equals that of the style of ordinary paragraphs, because another style replaces it.
  mutating func remove(_ ordinary: RTFParagraph) {
    let plain = RTFParagraph()
    if alignment == ordinary.alignment { alignment = plain.alignment }
    if isRightToLeft == ordinary.isRightToLeft { isRightToLeft = false }
    if breaksPage == ordinary.breaksPage { breaksPage = false }
    if keepsTogether == ordinary.keepsTogether { keepsTogether = false }
    if keepsWithNext == ordinary.keepsWithNext { keepsWithNext = false }
    if widows == ordinary.widows { widows = plain.widows }
    if frame == ordinary.frame { frame = plain.frame }
    if shading == ordinary.shading { shading = plain.shading }
    if isTight == ordinary.isTight { isTight = false }
    if indents == ordinary.indents { indents = plain.indents }
    if spaceBefore == ordinary.spaceBefore { spaceBefore = 0 }
    if spaceAfter == ordinary.spaceAfter {
      spaceAfter = 0
      hasNoSpaceAfter = false
    }
    if lineSpacing == ordinary.lineSpacing {
      lineSpacing = 0
      isLineMultiple = false
    }
    if !lengths.contains(.tabStops) { tabs = plain.tabs }
    if outline == ordinary.outline { outline = plain.outline }
    stated.subtract(ordinary.stated)
  }

  /// Removes the indents that the writer gives text in blocks.
  mutating func removeIndents(of blocks: [Block]) {
    var depth: Int32 = 0
    var hangs = false
    for (index, block) in blocks.enumerated() {
      if block.kind.indents { depth += 1 }
      // The text of an item without a marker does not start beside one.
      if block.kind.isListItem { hangs = index == 0 || !blocks[index - 1].kind.hidesMarkers }
    }
    guard depth > 0 else { return }
    indents.leading &-= min(720 &* depth, 14_400)
    if hangs { indents.first &+= 360 }
  }

  /// Returns the attributes without blocks.
  ///
  /// - Parameters:
  ///   - base: Formatting that is not stored as attributes.
  ///   - stops: The tab stops.
  func attributes(
    base: RTFParagraph, tabs stops: [ParagraphAttributes.TabStop]
  ) -> ParagraphAttributes {
    var result = ParagraphAttributes()
    if alignment != base.alignment {
      switch alignment {
      case .natural: break
      case .left:
        result.alignment = isRightToLeft || stated.contains(.alignment) ? .left : nil
      case .right:
        result.alignment = isRightToLeft && !stated.contains(.alignment) ? nil : .right
      case .center: result.alignment = .center
      case .justified: result.alignment = .justified
      }
    }
    if isRightToLeft { result.direction = .rightToLeft }
    let first = indents.leading &+ indents.first
    if first != 0 { result.firstLineIndent = Self.points(first) }
    if indents.leading != 0 { result.headIndent = Self.points(indents.leading) }
    if indents.trailing != 0 { result.tailIndent = Self.points(indents.trailing) }
    // Items have no automatic space.
    let isItem = list != 0 || !oldList.isNone
    let spaceBefore = isItem && stated.contains(.automaticBefore) ? 0 : self.spaceBefore
    let spaceAfter = isItem && stated.contains(.automaticAfter) ? 0 : self.spaceAfter
    if spaceBefore != base.spaceBefore || stated.contains(.spaceBefore) {
      result.spacingBefore = Self.points(spaceBefore)
    }
    if spaceAfter != base.spaceAfter || stated.contains(.spaceAfter) {
      result.spacingAfter = Self.points(spaceAfter)
    }
    if lineSpacing != 0, lineSpacing != base.lineSpacing {
      if isLineMultiple {
        if lineSpacing != 240 { result.lineHeight = .multiple(Double(abs(lineSpacing)) / 240) }
      } else if lineSpacing > 0 {
        result.lineHeight = .atLeast(Self.points(lineSpacing))
      } else {
        result.lineHeight = .exactly(-Self.points(lineSpacing))
      }
    }
    result.tabStops = stops
    result.pageBreakBefore = breaksPage
    result.keepTogether = keepsTogether && !base.keepsTogether
    if keepsWithNext != base.keepsWithNext { result.keepWithNext = keepsWithNext }
    if widows != .unset, widows != base.widows { result.widowControl = widows == .controlled }
    return result
  }

  private static func points(_ twips: Int32) -> Double { Double(twips) / 20 }
}

extension RTFParagraph {
  /// The space in twips that Word and LibreOffice show for automatic space above or below a paragraph in documents with
  /// `\htmautsp`.
  static let automaticSpace: Int32 = 280
  /// The same in other documents.
  private static let fixedAutomaticSpace: Int32 = 100

  /// Sets the automatic space above and below the paragraph, as Word and LibreOffice do.
  ///
  /// - Parameters:
  ///   - isCollapsed: Whether the document has the space of HTML (`\htmautsp`).
  ///   - isFirst: Whether it is the first paragraph of the text; HTML has no space above it.
  mutating func setAutomaticSpace(isCollapsed: Bool, isFirst: Bool) {
    let space = isCollapsed ? Self.automaticSpace : Self.fixedAutomaticSpace
    if stated.contains(.automaticBefore), spaceBefore == Self.automaticSpace {
      spaceBefore = isCollapsed && isFirst ? 0 : space
    }
    if hasAutomaticSpaceAfter { spaceAfter = space }
  }

  /// Whether the space below the paragraph is automatic, and no later word states another one.
  var hasAutomaticSpaceAfter: Bool {
    stated.contains(.automaticAfter) && spaceAfter == Self.automaticSpace
  }
}
