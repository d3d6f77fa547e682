internal import IAText

/// The paragraph formatting of a group, as plain numbers, so that copies are cheap.
///
/// Lengths are in twips; `attributes(base:tabs:)` converts them to points.
struct RTFParagraph: Equatable {
  /// The alignments; `natural` is the side at which a line starts.
  enum Alignment: UInt8 { case natural, left, right, center, justified }

  /// The statements about single lines at the start and the end of pages.
  enum Widows: UInt8 { case unset, allowed, controlled }

  /// The distances of the text from the margins.
  struct Indents: Equatable {
    /// Whether a word states an indent; without one, an item has those of its list.
    var isStated = false
    /// The distance of the first line from the leading indent.
    var first: Int32 = 0
    var leading: Int32 = 0
    var trailing: Int32 = 0

    /// Returns the indents with each one of the others that is not 0.
    func overridden(by other: Indents) -> Indents {
      Indents(
        isStated: isStated || other.isStated, first: other.first != 0 ? other.first : first,
        leading: other.leading != 0 ? other.leading : leading,
        trailing: other.trailing != 0 ? other.trailing : trailing)
    }
  }

  /// Formatting that is an attribute even where it equals the default, in documents of the suite.
  struct Stated: OptionSet {
    let rawValue: UInt8
    static let alignment = Stated(rawValue: 1)
    static let spaceBefore = Stated(rawValue: 2)
    static let spaceAfter = Stated(rawValue: 4)
    /// Automatic space, in any document.
    static let automaticBefore = Stated(rawValue: 8)
    static let automaticAfter = Stated(rawValue: 16)
  }

  /// Formatting that the paragraph has from its style alone.
  struct OfStyle: OptionSet {
    let rawValue: UInt8
    static let firstIndent = OfStyle(rawValue: 1)
    static let spaceBefore = OfStyle(rawValue: 2)
    static let spaceAfter = OfStyle(rawValue: 4)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates the formatting that a style states.
    init(_ style: RTFParagraph) {
      self = []
      if style.indents.first != 0 { insert(.firstIndent) }
      if style.spaceBefore != 0 { insert(.spaceBefore) }
      if style.spaceAfter != 0 { insert(.spaceAfter) }
    }
  }

  var stated: Stated = []
  var ofStyle: OfStyle = []
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

  /// The level of the header that the outline level makes of the paragraph, 1…6, or `nil`.
  var headerLevel: Int? { (0...5).contains(outline) ? Int(outline) + 1 : nil }

  /// The number of `\ls`; 0 for no list.
  var list: Int32 = 0
  var level: Int32 = 0
  /// The number of `\itap`; 0 outside of tables.
  var tableDepth: Int32 = 0
  /// The list of `\pn`.
  var oldList = RTFIndex<RTFOldList>.none

  /// A hash for `RTFParagraphStyleCache`.
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
    if !other.tabs.isNone { merged.tabs = other.tabs }
    if other.outline != 9 { merged.outline = other.outline }
    if other.list != 0 { merged.list = other.list }
    if other.level != 0 { merged.level = other.level }
    return merged
  }

  /// Removes the first indent and the spaces of the style.
  ///
  /// A paragraph that states its leading indent states all of its formatting, as RTF demands and Word
  /// does; what it leaves out is 0.
  mutating func removeStyleFormatting() {
    if ofStyle.contains(.firstIndent) { indents.first = 0 }
    if ofStyle.contains(.spaceBefore) { spaceBefore = 0 }
    if ofStyle.contains(.spaceAfter) { spaceAfter = 0 }
    ofStyle = []
  }

  /// Removes the indents that the writer gives text in blocks.
  mutating func removeIndents(of blocks: [Block]) {
    var depth: Int32 = 0
    var isItem = false
    for block in blocks where block.kind.indents {
      depth += 1
      isItem = isItem || block.kind.isListItem
    }
    guard depth > 0 else { return }
    indents.leading &-= min(720 &* depth, 14_400)
    if isItem { indents.first &+= 360 }
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
    result.keepWithNext = keepsWithNext && !base.keepsWithNext
    if widows != .unset, widows != base.widows { result.widowControl = widows == .controlled }
    return result
  }

  private static func points(_ twips: Int32) -> Double { Double(twips) / 20 }
}
