internal import IAHiddenData
internal import IAText
internal import Synchronization

extension HiddenDataEncoder.UnshownAttributes {
  /// Returns the functions that select the attributes that a page of a dialect does not show: those
  /// that a reader would not restore from the writer's output.
  static func html(_ dialect: HTMLDialect) -> Self {
    let known = KnownUnshownAttributes()
    return Self(
      inline: { attributes in
        if attributes.isPlain { return attributes }
        guard let link = attributes.link, attributes.tags.isEmpty, !dialect.isCocoa else {
          return known.lacking(attributes) { lacking($0, dialect, in: &$1) }
        }
        // A link is an element outside of the others, so that the result for these does not depend
        // on it.
        var unlinked = attributes
        unlinked.link = nil
        var rest =
          unlinked.isPlain ? unlinked : known.lacking(unlinked) { lacking($0, dialect, in: &$1) }
        if !InlineStyle.isSeen(link), SafeURL.isHarmless(link.url) { rest.link = link }
        return rest
      },
      paragraph: { attributes in
        if attributes.isPlain { return nil }
        let isInCode = attributes.blocks.last?.kind.isCode ?? false
        if !attributes.isSetInItself, !isInCode, known.areShown(attributes.blocks, dialect) {
          return nil
        }
        // The lines of a code block are text in one element, even if their block paths continue.
        let isLine = attributes.blocks.first(where: \.kind.isLeaf)?.kind.isCode ?? false
        var set = attributes
        set.blocks = ParagraphCSS.blocks(of: attributes)
        set.direction = nil
        var rest = set
        if set.isSetInItself, !isLine {
          rest = known.lacking(set) { lacking($0, dialect, &$1) }
        }
        rest.blocks = []
        if isLine { rest.direction = attributes.direction }
        if !known.areShown(attributes.blocks, dialect) {
          rest.blocks = attributes.blocks
        }
        return rest
      })
  }

  private static func lacking(
    _ attributes: InlineAttributes, _ dialect: HTMLDialect, in sheet: inout StyleSheet
  ) -> InlineAttributes {
    let style =
      dialect.isCocoa
      ? InlineStyle(cocoa: attributes, link: 0, isDerived: true, in: &sheet)
      : InlineStyle(attributes, link: 0, showsLooks: dialect.showsLooks, in: &sheet)
    return attributes.lacking(style.seen)
  }

  /// Returns the attributes that a page does not show.
  ///
  /// - Parameter attributes: Attributes without a direction, with `ParagraphCSS.blocks(of:)` as
  ///   blocks.
  private static func lacking(
    _ attributes: ParagraphAttributes, _ dialect: HTMLDialect, _ found: inout FoundDeclarations
  ) -> ParagraphAttributes {
    guard dialect.showsLooks, !dialect.isCocoa else { return attributes }
    if let found = ParagraphCSS.found(attributes) { return attributes.lacking(found) }
    var builder = StyleBuilder(parent: ComputedStyle(), box: .block, isOwn: true)
    found.apply(ParagraphCSS.declarations(attributes), to: &builder)
    return attributes.lacking(builder.finish().paragraph(isOwn: true))
  }
}

/// A cache of the attributes that a page does not show, by attribute set.
///
/// Thread-safe: the closures that use it are `Sendable`, and each part is protected by a `Mutex`.
private final class KnownUnshownAttributes: Sendable {
  /// The maximum number of cached results of each kind; a document can have a set for each of its
  /// links.
  private static let most = 512

  /// The results for inline attribute sets.
  private struct Inline: Sendable {
    var answers: [InlineAttributes: InlineAttributes] = [:]
    /// The classes of these sets, so that each declaration is parsed once.
    var sheet = StyleSheet()
  }

  /// The results for paragraph attribute sets.
  private struct Paragraphs: Sendable {
    var answers: [ParagraphAttributes: ParagraphAttributes] = [:]
    var found = FoundDeclarations()
  }

  private let inline = Mutex(Inline())
  private let paragraphs = Mutex(Paragraphs())
  /// The block path of the last paragraph, and whether a page shows it.
  private let blocks = Mutex<(path: ArraySlice<Block>, isShown: Bool)>(([], true))

  /// Returns whether a page shows all blocks of a path; blocks shared with the last path are not
  /// examined again.
  func areShown(_ path: [Block], _ dialect: HTMLDialect) -> Bool {
    blocks.withLock { last in
      var shared = 0
      while last.isShown, shared < min(path.count, last.path.count),
        path[shared] == last.path[shared]
      {
        shared += 1
      }
      if shared == path.count, shared > 0 { return true }
      // The result for a block depends on the two blocks before it and on whether another one
      // follows.
      if shared > 0, path[shared - 1].kind.isLeaf { shared = 0 }
      last = (path[...], path.areShown(from: shared, isStyled: dialect.showsLooks))
      return last.isShown
    }
  }

  func lacking(
    _ attributes: InlineAttributes,
    _ find: (InlineAttributes, inout StyleSheet) -> InlineAttributes
  ) -> InlineAttributes {
    inline.withLock { known in
      if let found = known.answers[attributes] { return found }
      let found = find(attributes, &known.sheet)
      if known.answers.count == Self.most { known.answers.removeAll(keepingCapacity: true) }
      if known.sheet.rules.count > 8 * Self.most { known.sheet = StyleSheet() }
      known.answers[attributes] = found
      return found
    }
  }

  func lacking(
    _ attributes: ParagraphAttributes,
    _ find: (ParagraphAttributes, inout FoundDeclarations) -> ParagraphAttributes
  ) -> ParagraphAttributes {
    paragraphs.withLock { known in
      if let found = known.answers[attributes] { return found }
      let found = find(attributes, &known.found)
      if known.answers.count == Self.most { known.answers.removeAll(keepingCapacity: true) }
      known.answers[attributes] = found
      return found
    }
  }
}

extension InlineAttributes {
  /// Returns the attributes that differ from those found.
  func lacking(_ found: InlineAttributes) -> InlineAttributes {
    var rest = self
    if found.fontSize == fontSize { rest.fontSize = nil }
    if found.bold == bold { rest.bold = false }
    if found.italic == italic { rest.italic = false }
    if found.underline == underline { rest.underline = nil }
    if found.strikethrough == strikethrough { rest.strikethrough = nil }
    if found.script == script { rest.script = nil }
    if found.baselineOffset == baselineOffset { rest.baselineOffset = nil }
    if found.fontFamily == fontFamily { rest.fontFamily = nil }
    if found.fontWeight == fontWeight { rest.fontWeight = nil }
    if found.foreground == foreground { rest.foreground = nil }
    if found.background == background { rest.background = nil }
    if found.letterSpacing == letterSpacing { rest.letterSpacing = nil }
    if found.capitals == capitals { rest.capitals = nil }
    if found.outline == outline { rest.outline = false }
    if found.shadow == shadow { rest.shadow = false }
    if found.horizontalScale == horizontalScale { rest.horizontalScale = nil }
    if found.emphasisMark == emphasisMark { rest.emphasisMark = nil }
    if found.hidden == hidden { rest.hidden = false }
    if found.language == language { rest.language = nil }
    if found.direction == direction { rest.direction = nil }
    if found.code == code { rest.code = false }
    if found.link == link || link.map({ !SafeURL.isHarmless($0.url) }) ?? false { rest.link = nil }
    rest.tags.removeAll { found.tags.contains($0) }
    return rest
  }
}

extension ParagraphAttributes {
  /// Returns the attributes that differ from those found; the blocks and tab stops stay.
  func lacking(_ found: ParagraphAttributes) -> ParagraphAttributes {
    var rest = self
    if found.alignment == alignment { rest.alignment = nil }
    if found.firstLineIndent == firstLineIndent { rest.firstLineIndent = nil }
    if found.headIndent == headIndent { rest.headIndent = nil }
    if found.tailIndent == tailIndent { rest.tailIndent = nil }
    if found.spacingBefore == spacingBefore { rest.spacingBefore = nil }
    if found.spacingAfter == spacingAfter { rest.spacingAfter = nil }
    if found.lineHeight == lineHeight { rest.lineHeight = nil }
    if found.direction == direction { rest.direction = nil }
    if found.pageBreakBefore == pageBreakBefore { rest.pageBreakBefore = false }
    if keepTogether, found.keepTogether { rest.keepTogether = false }
    if keepWithNext != nil, found.keepWithNext == keepWithNext { rest.keepWithNext = nil }
    if widowControl != nil, found.widowControl == widowControl { rest.widowControl = nil }
    guard hasFrame else { return rest }
    if found.borders == borders { rest.borders = Sides() }
    if found.borderSpacing == borderSpacing { rest.borderSpacing = Sides() }
    if found.shading == shading { rest.shading = nil }
    return rest
  }
}

extension [Block] {
  /// Returns whether a page shows all blocks of a path from an index on.
  func areShown(from start: Int, isStyled: Bool) -> Bool {
    indices[start...].allSatisfy { index in
      let kind = self[index].kind
      if kind.isLeaf, index < count - 1 { return false }
      switch kind {
      case .header(let level): return (1...6).contains(level)
      case .codeBlock(let language): return language.map(BodyWriter.isClassName) ?? true
      case .orderedList(let style):
        return style.delimiter == "." && style.prefix.isEmpty
          && Int(Int32(clamping: style.start)) == style.start
          && style.start < Int32.max
      case .unorderedList(let marker):
        return marker == nil || marker == Block.definitionMarker || isStyled && isExact(marker)
      case .listItem(let item):
        return index > 0 && self[index - 1].kind.isList
          && Int(Int32(clamping: item.ordinal)) == item.ordinal
          && item.ordinal < Int32.max
      case .table(let table):
        guard !table.columns.isEmpty, table.columns.count <= BodyWriter.mostColumns else {
          return false
        }
        return isStyled
          ? CSSText.isExact(table.borderWidth, in: 0...100) && table.isShownByCSS
            && table.columns.allSatisfy { CSSText.isExact($0.width, in: 1...4000) }
          : table.borderWidth == nil && !table.hasDetails
            && table.columns.allSatisfy { $0.width == nil }
      case .tableRow(_, let height):
        guard index > 0, self[index - 1].kind.isTable else { return false }
        guard let points = height?.points else { return true }
        return isStyled && points > 0 && CSSText.isExact(points, in: Block.tableLengths)
      case .tableCell(let cell):
        guard index > 1, case .tableRow = self[index - 1].kind,
          case .table(let table) = self[index - 2].kind
        else { return false }
        return (0..<BodyWriter.mostColumns).contains(cell.column)
          && (1...BodyWriter.mostColumns).contains(cell.columnSpan)
          && (1...65_534).contains(cell.rowSpan)
          && (cell.shading == nil || isStyled && cell.shading?.alpha != 0)
          && (!cell.hasDetails || isStyled && cell.isShownByCSS(in: table))
      case .footnote(let label), .endnote(let label): return isPlain(label)
      case .annotation(let annotation):
        return isPlain(annotation.author ?? "") && isPlain(annotation.date ?? "")
      default: return true
      }
    }
  }

  private func isPlain(_ text: String) -> Bool { TextEncoder.shown(text) == text }

  /// Returns whether a reader restores a list marker exactly from the style sheet.
  private func isExact(_ marker: String?) -> Bool {
    guard let marker, marker.count <= 8, marker == TextEncoder.shown(marker) else { return false }
    return marker != "o" && marker != "\u{25A0}"
  }
}

extension CSSText {
  /// Returns whether a style sheet represents a number exactly; `true` for `nil`.
  static func isExact(_ value: Double?, in range: ClosedRange<Double>) -> Bool {
    guard let value else { return true }
    // Sixteenths have at most four decimals.
    let sixteenths = value * 16
    if range.contains(value), sixteenths == sixteenths.rounded() { return true }
    return number(value, in: range).flatMap(Double.init) == value
  }
}
