internal import IAText

/// How the paragraph is set where the reader is: plain numbers, so that groups copy it cheaply.
///
/// Lengths are in twips.
struct RTFParagraph: Equatable {
  /// 0 natural, 1 left, 2 right, 3 centred, 4 justified.
  var alignment: UInt8 = 0
  /// 0 natural, 1 left to right, 2 right to left.
  var direction: UInt8 = 0
  var isLineMultiple = false
  var breaksPage = false
  var isInTable = false
  var hasRule = false
  /// Whether there is no space between it and neighbours of its style.
  var isTight = false
  /// Whether a style says that there is no space behind it, whatever the one it is based on says.
  var saysNoSpaceAfter = false
  var firstIndent: Int32 = 0
  var leadingIndent: Int32 = 0
  var trailingIndent: Int32 = 0
  var spaceBefore: Int32 = 0
  var spaceAfter: Int32 = 0
  var lineSpacing: Int32 = 0
  /// The number of a set of tab stops, from 1.
  var tabs: Int32 = 0
  /// The index of the style; -1 for none.
  var style: Int32 = -1
  /// 0…8 for a level of the outline; 9 for body text.
  var outline: Int32 = 9
  /// The number of a list override; 0 for none.
  var list: Int32 = 0
  var level: Int32 = 0
  /// The depth of tables; 0 for outside of any.
  var tableDepth: Int32 = 0
  /// The number of an old list definition, from 1; 0 for none.
  var oldList: Int32 = 0

  /// A hash for `RTFParagraphStyles`.
  var mixed: UInt64 {
    var hash: UInt64 = 0
    func mix(_ left: Int32, _ right: Int32) {
      let word = UInt64(UInt32(bitPattern: left)) << 32 | UInt64(UInt32(bitPattern: right))
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    mix(Int32(alignment) << 8 | Int32(direction) | (isTight ? 1 << 16 : 0), firstIndent)
    mix(leadingIndent, trailingIndent)
    mix(spaceBefore, spaceAfter)
    mix(lineSpacing, tabs)
    mix(style, outline)
    return hash
  }

  /// This with all that another sets apart from the defaults.
  func overridden(by other: RTFParagraph) -> RTFParagraph {
    var merged = self
    if other.alignment != 0 { merged.alignment = other.alignment }
    if other.direction != 0 { merged.direction = other.direction }
    if other.breaksPage { merged.breaksPage = true }
    if other.hasRule { merged.hasRule = true }
    if other.isTight { merged.isTight = true }
    if other.firstIndent != 0 { merged.firstIndent = other.firstIndent }
    if other.leadingIndent != 0 { merged.leadingIndent = other.leadingIndent }
    if other.trailingIndent != 0 { merged.trailingIndent = other.trailingIndent }
    if other.spaceBefore != 0 { merged.spaceBefore = other.spaceBefore }
    if other.spaceAfter != 0 || other.saysNoSpaceAfter {
      merged.spaceAfter = other.spaceAfter
      merged.saysNoSpaceAfter = other.saysNoSpaceAfter
    }
    if other.lineSpacing != 0 {
      merged.lineSpacing = other.lineSpacing
      merged.isLineMultiple = other.isLineMultiple
    }
    if other.tabs != 0 { merged.tabs = other.tabs }
    if other.outline != 9 { merged.outline = other.outline }
    if other.list != 0 { merged.list = other.list }
    if other.level != 0 { merged.level = other.level }
    return merged
  }

  /// The attributes without blocks.
  ///
  /// - Parameters:
  ///   - base: The style whose settings say nothing.
  ///   - hasIndents: Whether the indents are those of the text, not of its list or quote.
  func attributes(
    base: RTFParagraph, hasIndents: Bool, tabs stops: [ParagraphAttributes.TabStop]
  ) -> ParagraphAttributes {
    var result = ParagraphAttributes()
    if alignment != base.alignment {
      switch alignment {
      case 1: result.alignment = direction == 2 ? .left : nil
      case 2: result.alignment = direction == 2 ? nil : .right
      case 3: result.alignment = .center
      case 4: result.alignment = .justified
      default: break
      }
    }
    if direction == 2 { result.direction = .rightToLeft }
    if hasIndents {
      let first = leadingIndent &+ firstIndent
      if first != 0 { result.firstLineIndent = Self.points(first) }
      if leadingIndent != 0 { result.headIndent = Self.points(leadingIndent) }
      if trailingIndent != 0 { result.tailIndent = Self.points(trailingIndent) }
    }
    if spaceBefore != base.spaceBefore { result.spacingBefore = Self.points(spaceBefore) }
    if spaceAfter != base.spaceAfter { result.spacingAfter = Self.points(spaceAfter) }
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
    return result
  }

  private static func points(_ twips: Int32) -> Double { Double(twips) / 20 }
}
