internal import IAEquations
internal import IAFormats
internal import IAHiddenData
internal import IAText

/// The RTF for a set of inline attributes.
struct RTFRunStyle {
  /// The start of the group around the text; empty for plain text.
  let open: [UInt8]
  /// Whether the text is the result of a field, whose group is around it.
  let isField: Bool
  /// The link with the title that a field can state; `nil` if its target is not harmless.
  let link: InlineAttributes.Link?
  /// The form field whose state the text is, if the profile has form fields.
  let form: FormField?
  /// The form of the equation whose TeX the text is, if the profile has equations.
  let equation: String?
  /// Whether the text itself states a size that is the default size, or an underline that is that of links.
  let hasOwnFormat: Bool
  /// The features that RTF does not represent exactly.
  private(set) var losses: [DocumentFeature] = []

  /// The name of the tag that makes text a reference to a footnote.
  static let noteTag = "footnote"

  /// The names of the tags that RTF shows.
  static let shownTags = Set(
    [noteTag, PageField.tagName, FormField.tagName, Equation.tagName]
      + InlineAttributes.changeTagNames)

  /// Creates the style of a set.
  ///
  /// - Parameters:
  ///   - attributes: The set.
  ///   - isEastAsian: Whether text of the set has East Asian characters, for which Word and LibreOffice
  ///   - isEastAsian: Whether text of the set has East Asian characters, for which Word and LibreOffice have a separate
  ///     font.
  ///   - isComplex: Whether text of the set has characters of complex scripts, for which these programs have a separate
  ///     font, size, weight and slant.
  ///   - defaultSize: The size of text without one, in points.
  ///   - tables: The tables, which get the fonts and colours of the set.
  init(
    _ attributes: InlineAttributes, isEastAsian: Bool, isComplex: Bool,
    defaultSize: Double, _ tables: inout RTFTables
  ) {
    var words = RTFWords()
    var losses: [DocumentFeature] = []
    link = attributes.link.flatMap { RTFLink.shown($0) }
    let size = RTFWords.count(attributes.fontSize, parts: 2, in: 1...3276)
    let hasOwnUnderline = link != nil && attributes.underline == .init()
    hasOwnFormat = !tables.isCocoa && (hasOwnUnderline || size == Int(defaultSize * 2))
    // The style marks an underline that is not that of the link style, or a size that equals the default size. After
    // `\cs0`, LibreOffice ignores a size that is also that of the style `Normal`.
    if hasOwnFormat { words.add("\\cs", RTFStyles.ownFormat) }
    if attributes[tag: Self.noteTag] != nil {
      words.add("\\cs", RTFStyles.footnoteReference)
      words.add("\\super")
    }
    Self.addFont(attributes, isEastAsian: isEastAsian, &words, &tables)
    if let family = attributes.fontFamily, FontFamilyList.isList(family) {
      losses.append(.fontFamily)
    }
    Self.addFace(attributes, &words, &losses)
    Self.addLines(attributes, &words, &tables)
    Self.addColors(attributes, &words, &tables, &losses)
    Self.addPlace(attributes, &words)
    if let language = attributes.language {
      if let number = RTFLanguage.number(of: language) {
        words.add("\\lang", number)
        let regional = RTFLanguage.regionalNumber(of: number)
        if regional != number { words.add("\\lang", regional) }
      } else {
        losses.append(.language)
      }
    }
    switch attributes.direction {
    case .leftToRight: words.add("\\ltrch")
    case .rightToLeft: words.add("\\rtlch")
    case nil: break
    }
    if isComplex { words = Self.complexWords(words, attributes) }
    Self.addChanges(attributes, &words, &tables)
    form =
      tables.isCocoa ? nil : attributes.formField.flatMap { RTFFormField($0) == nil ? nil : $0 }
    if form.map({ !RTFFormField.isExact($0) }) ?? (attributes[tag: FormField.tagName] != nil) {
      losses.append(.formField)
    }
    let equation = tables.isCocoa || form != nil ? nil : attributes[tag: Equation.tagName]
    self.equation = equation
    isField = attributes.pageField != nil
    open = attributes.pageField.map { Self.fieldStart($0, words) } ?? words.opening
    // A quotation mark in a target is written as %22, because programs end the target at it.
    if attributes.link != nil, link?.url.utf8.contains(UInt8(ascii: "\"")) ?? true {
      losses.append(.link)
    }
    if attributes.link?.title != link?.title { losses.append(.linkTitle) }
    if equation == nil, attributes[tag: Equation.tagName] != nil { losses.append(.equation) }
    if attributes.tags.contains(where: { !Self.shownTags.contains($0.name) }) {
      losses.append(.tag)
    }
    self.losses = losses
  }

  /// Returns the start of a field up to the text of its result.
  private static func fieldStart(_ field: PageField, _ words: RTFWords) -> [UInt8] {
    let instruction = field == .page ? "PAGE" : "NUMPAGES"
    let start = Array("{\\field{\\*\\fldinst \(instruction)}{\\fldrslt".utf8)
    return start + (words.opening.isEmpty ? [UInt8(ascii: " ")] : words.opening.dropFirst())
  }

  private static func addChanges(
    _ attributes: InlineAttributes, _ words: inout RTFWords, _ tables: inout RTFTables
  ) {
    if let change = attributes.insertion {
      words.add("\\revised\\revauth", tables.author(change.author))
      if let date = change.date.flatMap(RTFDate.init) { words.add("\\revdttm", date.packed) }
    }
    if let change = attributes.deletion {
      words.add("\\deleted\\revauthdel", tables.author(change.author))
      if let date = change.date.flatMap(RTFDate.init) { words.add("\\revdttmdel", date.packed) }
    }
  }

  private static func addFont(
    _ attributes: InlineAttributes, isEastAsian: Bool, _ words: inout RTFWords,
    _ tables: inout RTFTables
  ) {
    if attributes.code { words.add("\\cs", RTFStyles.code) }
    if let family = attributes.fontFamily {
      let font = tables.font(FontFamilyList.first(of: family))
      if isEastAsian {
        words.add("\\dbch\\af", font)
        words.add("\\loch")
      }
      words.add("\\f", font)
    } else if attributes.code {
      words.add("\\f1")
    }
  }

  /// Returns the control words of a set for text in complex scripts.
  private static func complexWords(_ words: RTFWords, _ attributes: InlineAttributes) -> RTFWords {
    let isRightToLeft = attributes.direction == .rightToLeft
    var stated = RTFWords()
    // LibreOffice uses another default font for right-to-left text.
    if isRightToLeft, attributes.fontFamily == nil, !attributes.code { stated.add("\\f0") }
    stated.add(words)
    return stated.withAssociated(isRightToLeft: isRightToLeft)
  }

  private static func addFace(
    _ attributes: InlineAttributes, _ words: inout RTFWords, _ losses: inout [DocumentFeature]
  ) {
    words.add("\\fs", points: attributes.fontSize, parts: 2, in: 1...3276)
    if attributes.fontSize.map({ $0 * 2 != ($0 * 2).rounded() || $0 > 1638 }) ?? false {
      losses.append(.fontSize)
    }
    let weight = attributes.fontWeight ?? 400
    if attributes.bold || weight >= 600 {
      words.add("\\b")
    } else if attributes.fontWeight != nil {
      // Regular weight in a header, whose style is bold.
      words.add("\\b0")
    }
    if let weight = attributes.fontWeight, weight != (attributes.bold ? 700 : 400) {
      losses.append(.fontWeight)
    }
    if attributes.italic { words.add("\\i") }
    switch attributes.capitals {
    case .all: words.add("\\caps")
    case .small: words.add("\\scaps")
    case nil: break
    }
    if attributes.outline { words.add("\\outl") }
    if attributes.shadow { words.add("\\shad") }
    if let scale = attributes.horizontalScale {
      words.add("\\charscalex", min(max(scale, 1), 600))
      if scale == 100 || !InlineAttributes.horizontalScales.contains(scale) {
        losses.append(.characterScaling)
      }
    }
    switch attributes.emphasisMark {
    case .dot: words.add("\\accdot")
    case .comma: words.add("\\acccomma")
    case .circle: words.add("\\acccircle")
    case .dotBelow: words.add("\\accunderdot")
    case nil: break
    }
    if attributes.hidden { words.add("\\v") }
  }

  private static func addLines(
    _ attributes: InlineAttributes, _ words: inout RTFWords, _ tables: inout RTFTables
  ) {
    if let underline = attributes.underline {
      switch underline.style {
      case .single: words.add("\\ul")
      case .double: words.add("\\uldb")
      case .thick: words.add("\\ulth")
      case .dotted: words.add("\\uld")
      case .dashed: words.add("\\uldash")
      case .wavy: words.add("\\ulwave")
      case .words: words.add("\\ulw")
      }
      if let color = underline.color { words.add("\\ulc", tables.color(color)) }
    }
    switch attributes.strikethrough {
    case .single: words.add("\\strike")
    case .double: words.add("\\striked1")
    case nil: break
    }
  }

  private static func addColors(
    _ attributes: InlineAttributes, _ words: inout RTFWords, _ tables: inout RTFTables,
    _ losses: inout [DocumentFeature]
  ) {
    if let color = attributes.foreground {
      words.add("\\cf", tables.color(Self.shown(color, on: attributes.background)))
    }
    if let color = attributes.background {
      let number = tables.color(color)
      // Word reads the shading; LibreOffice and Cocoa read the background.
      words.add("\\chshdng0\\chcbpat", number)
      words.add("\\cb", number)
    }
    let colors = [attributes.foreground, attributes.background, attributes.underline?.color]
    if colors.contains(where: { $0.map { $0.alpha != 255 } ?? false }) { losses.append(.opacity) }
  }

  /// Returns the colour that text with an opacity has on a background, because RTF has no opacity.
  private static func shown(_ color: Color, on background: Color?) -> Color {
    guard color.alpha != 255, let background else { return color }
    return color.blended(onto: background.onWhite)
  }

  /// Returns whether text with some attributes is invisible in the document but visible in RTF; hidden data does not
  /// restore its colours then.
  static func showsInvisible(_ attributes: InlineAttributes, on shading: Color?) -> Bool {
    var shown = attributes
    shown.foreground = attributes.foreground.map {
      Self.shown($0, on: attributes.background).onWhite
    }
    shown.background = attributes.background?.onWhite
    return attributes.isInvisible(on: shading) && !shown.isInvisible(on: shading?.onWhite)
  }

  private static func addPlace(_ attributes: InlineAttributes, _ words: inout RTFWords) {
    switch attributes.script {
    case .superscript: words.add("\\super")
    case .subscript: words.add("\\sub")
    case nil: break
    }
    if let offset = RTFWords.count(attributes.baselineOffset, parts: 2), offset != 0 {
      if offset > 0 { words.add("\\up", offset) } else { words.add("\\dn", -offset) }
    }
    if let spacing = RTFWords.count(attributes.letterSpacing, parts: 20), spacing != 0 {
      words.add("\\expnd", spacing / 5)
      words.add("\\expndtw", spacing)
    }
  }
}
