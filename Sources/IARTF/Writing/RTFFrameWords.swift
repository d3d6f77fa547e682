internal import IAFormats
internal import IAText

/// The control words for the borders, the shading and the page rules of a paragraph.
struct RTFFrameWords {
  private(set) var words = RTFWords()
  /// The features that RTF does not represent exactly.
  private(set) var losses: [DocumentFeature] = []

  init(_ attributes: ParagraphAttributes, isHeader: Bool, _ tables: inout RTFTables) {
    if attributes.keepTogether { words.add("\\keep") }
    if attributes.keepWithNext ?? isHeader { words.add("\\keepn") }
    // A reader would interpret this value as not stated.
    if attributes.keepWithNext == isHeader { losses.append(.keepTogether) }
    if let control = attributes.widowControl {
      words.add(control ? "\\widctlpar" : "\\nowidctlpar")
    }
    guard attributes.hasFrame else { return }
    let (borders, spacing) = (attributes.borders, attributes.borderSpacing)
    if !borders.isEmpty || !spacing.isEmpty {
      add("\\brdrt", borders.top, spacing.top, &tables)
      add("\\brdrl", borders.left, spacing.left, &tables)
      add("\\brdrb", borders.bottom, spacing.bottom, &tables)
      add("\\brdrr", borders.right, spacing.right, &tables)
    }
    if let color = attributes.shading {
      words.add("\\shading0\\cbpat", tables.color(color))
      lose(.opacity, if: color.alpha != 255)
    }
  }

  private mutating func add(
    _ side: StaticString, _ border: Border?, _ space: Double?, _ tables: inout RTFTables
  ) {
    guard border != nil || space != nil else { return }
    words.add(side)
    if let border {
      let line = RTFBorderWords(border, color: border.color.map { tables.color($0) })
      words.add(line.words)
      lose(.paragraphBorder, if: !line.isExact)
      lose(.opacity, if: border.color.map { $0.alpha != 255 } ?? false)
    }
    guard let space else { return }
    let twips = RTFWords.count(space, parts: 20, in: 0...20_000) ?? 0
    words.add("\\brsp", twips)
    lose(.paragraphBorder, if: twips == 0 || Double(twips) != space * 20)
  }

  private mutating func lose(_ feature: DocumentFeature, if isLost: Bool) {
    if isLost, !losses.contains(feature) { losses.append(feature) }
  }
}

/// The control words for one border of a paragraph, row or cell, without its side.
struct RTFBorderWords {
  private(set) var words = RTFWords()
  /// Whether the words state the border exactly, except for the opacity of its colour.
  let isExact: Bool

  /// Creates the words of a border whose colour has a number in the table of colours.
  init(_ border: Border, color: Int?) {
    // `\brdrw` is the width of each of the two lines and of the space between them.
    let lines = border.style == .double ? 3.0 : 1.0
    guard border.style != .none,
      let twips = RTFWords.count(border.width, parts: 20 / lines, in: 0...20_000), twips > 0
    else {
      words.add("\\brdrnone")
      isExact = border == Border.none
      return
    }
    switch border.style {
    case .none, .solid: words.add("\\brdrs")
    case .double: words.add("\\brdrdb")
    case .dotted: words.add("\\brdrdot")
    case .dashed: words.add("\\brdrdash")
    }
    words.add("\\brdrw", twips)
    if let color { words.add("\\brdrcf", color) }
    isExact = Double(twips) / 20 * lines == border.width
  }
}
