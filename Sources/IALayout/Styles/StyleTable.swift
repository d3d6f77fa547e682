import IAEquations
import IAFonts
import IAText

/// The numbering of the styles and paints of a text's attributes.
///
/// Cached: the style and the paint of each attribute set in each context at each scheme step. Other
/// options need another table. Entries are never removed, because layouts refer to them by number.
struct StyleTable: Sendable {
  /// The numbers of a style and a paint.
  struct Entry: Hashable, Sendable {
    var style: UInt32
    var paint: UInt32
  }

  /// The options from which styles and paints are computed.
  let options: LayoutOptions
  private(set) var styles: [TextStyle] = []
  private(set) var paints: [Paint] = []

  private var styleNumbers: [TextStyle: UInt32] = [:]
  private var paintNumbers: [Paint: UInt32] = [:]
  private var attributeNumbers: [InlineAttributes: Int] = [:]
  private var attributes: [InlineAttributes] = []
  /// The numbers by attribute set, context and step; the style is `.max` if not yet computed.
  private var entries: [Entry] = []
  private let stepCount: Int
  private var lastNumber = 0

  private let fonts: FontCollection
  /// The weights that were requested and that the family lacks, by the number of the face.
  private(set) var missingWeights: [Int: Set<Int>] = [:]

  init(_ options: LayoutOptions, _ fonts: FontCollection) {
    self.options = options
    self.fonts = fonts
    stepCount = options.scheme?.steps ?? 1
  }

  /// Returns the number of an attribute set, which is added if it is new.
  mutating func number(of set: InlineAttributes) -> Int {
    if lastNumber < attributes.count, attributes[lastNumber] == set { return lastNumber }
    if let known = attributeNumbers[set] {
      lastNumber = known
      return known
    }
    lastNumber = attributes.count
    attributes.append(set)
    attributeNumbers[set] = lastNumber
    let places = TextContext.allCases.count * stepCount
    entries.append(contentsOf: repeatElement(Entry(style: .max, paint: 0), count: places))
    return lastNumber
  }

  /// Returns the style and paint of an attribute set at a scheme step; step 0 if there is no
  /// scheme.
  mutating func entry(
    of number: Int, context: TextContext, step: Int, shaper: inout TextShaper
  ) -> Entry {
    let place =
      (number * TextContext.allCases.count + Int(context.rawValue)) * stepCount
      + min(step, stepCount - 1)
    let known = entries[place]
    if known.style != .max { return known }
    let set = attributes[number]
    let change = options.scheme?.look(
      at: step, of: sized(set, context), defaultFontSize: options.fontSize)
    let (style, strokeChange) = style(of: set, context, change, &shaper)
    let found = Entry(
      style: intern(style),
      paint: intern(
        paint(
          of: set, change, strokeChange: strokeChange,
          ground: set.code && context != .code ? options.inlineCodeBackground : nil)))
    entries[place] = found
    return found
  }

  /// Returns the number of a style, which is added if it is new.
  mutating func number(of style: TextStyle) -> UInt32 { intern(style) }

  /// Returns the number of a paint, which is added if it is new.
  mutating func number(of paint: Paint) -> UInt32 { intern(paint) }

  // MARK: Resolving

  private func sized(_ set: InlineAttributes, _ context: TextContext) -> InlineAttributes {
    guard set.fontSize == nil, context.sizeFactor != 1 else { return set }
    var sized = set
    sized.fontSize = options.fontSize * context.sizeFactor
    return sized
  }

  /// Returns the style of an attribute set, with the change of its strokes.
  ///
  /// Weights that share a face are one style and differ in their strokes, so that a change of step
  /// does not separate letters that join.
  private mutating func style(
    of set: InlineAttributes, _ context: TextContext, _ change: RenderScheme.Look?,
    _ shaper: inout TextShaper
  ) -> (style: TextStyle, strokeChange: Int) {
    let families =
      (set.fontFamily.map { [options.blockAppearance.families($0)] } ?? [])
      + (set.code || context == .code ? options.codeFamilies : options.fontFamilies)
    let ownWeight = set.fontWeight ?? (set.bold || context.isBold ? Self.bold : 400)
    // A scheme of weights does not make headings lighter than bold.
    let schemed = change?.weight.map { context.isBold ? max($0, Self.bold) : $0 }
    let weight = min(max(schemed ?? ownWeight, 1), 1000)
    var request = FontRequest(
      families: families, weight: weight, isItalic: set.italic,
      followsConfiguration: options.placement == .office)
    var font = shaper.font(for: request)
    let instance = shaper.instance(of: font)
    let face = fonts.faces[instance.face]
    request.weight = instance.variableWeight ?? Int(face.weights.lowerBound)
    if request.weight != weight { font = shaper.font(for: request) }
    let strokeChange = face.isColor ? 0 : StrokeRule.change(wanted: weight, found: request.weight)
    if strokeChange != 0 { missingWeights[instance.face, default: []].insert(weight) }
    let codeFactor = set.code || context == .code ? options.codeFactor : 1
    let requested =
      change?.fontSize ?? set.fontSize ?? options.fontSize * context.sizeFactor * codeFactor
    let finite = requested.isNaN ? options.fontSize : requested
    let full = min(max(finite * options.textScale, Self.sizes.lowerBound), Self.sizes.upperBound)
    let (size, shift) = scripted(set.script, full, shaper.metrics(of: font))
    let style = TextStyle(
      font: font, request: request, size: size,
      language: shaper.language(set.language ?? options.language),
      letterSpacing: Self.bounded(set.letterSpacing ?? 0) * options.textScale,
      baselineShift: Self.bounded(set.baselineOffset ?? 0) * options.textScale
        + shift,
      capitals: set.capitals, isHidden: set.hidden, direction: set.direction,
      equation: equation(of: set), box: box(of: set))
    return (style, strokeChange)
  }

  /// Returns the number of the box around text, from 1; 0 for none.
  private func box(of set: InlineAttributes) -> UInt16 {
    guard !options.blockSpaces.inlineBoxes.isEmpty, !set.tags.isEmpty,
      let index = set[tag: LayoutManager.boxTag].flatMap({ Int($0) }),
      options.blockSpaces.inlineBoxes.indices.contains(index)
    else { return 0 }
    return UInt16(exactly: index + 1) ?? 0
  }

  private func equation(of set: InlineAttributes) -> EquationKind? {
    guard options.drawsEquations, !set.tags.isEmpty, let kind = set[tag: Equation.tagName] else {
      return nil
    }
    return kind == "display" ? .display : .inline
  }

  /// Returns the size of text and the distance by which it is raised, in points.
  private func scripted(
    _ script: InlineAttributes.Script?, _ size: Double, _ metrics: FontMetrics
  ) -> (size: Double, shift: Double) {
    guard let script else { return (size, 0) }
    guard options.placement == .office else {
      return (size * Self.scriptFactor, Self.shift(of: script) * size)
    }
    // LibreOffice has sizes in whole twips.
    let twips = (size * OfficeMetrics.scriptFactor * 20).rounded(.down)
    return (
      max(twips / 20, Self.sizes.lowerBound),
      OfficeMetrics.shift(of: metrics, isSuperscript: script == .superscript, size: size)
    )
  }

  private func paint(
    of set: InlineAttributes, _ change: RenderScheme.Look?, strokeChange: Int, ground: Color?
  ) -> Paint {
    let isLink = set.link != nil
    let own = set.foreground ?? (isLink ? options.linkColor : options.textColor)
    let schemed = change?.color.map { color in
      // A scheme that has only opacities reduces the opacity of the text's own colour.
      guard let scheme = options.scheme, scheme.colors.isEmpty, set.foreground == nil else {
        return color
      }
      var faint = own
      faint.alpha = UInt8(Int(own.alpha) * Int(color.alpha) / 255)
      return faint
    }
    return Paint(
      color: schemed ?? own, strokeChange: Int16(clamping: strokeChange),
      background: set.background ?? ground,
      underline: set.underline ?? (isLink && options.underlinesLinks ? .init() : nil),
      strikethrough: set.strikethrough)
  }

  /// The permitted font sizes in points; others are clamped.
  static let sizes = 0.5...4096.0
  /// The weight of bold text.
  private static let bold = 700
  /// The font size of superscripts and subscripts relative to that of the text.
  private static let scriptFactor = 0.66

  /// Returns the distance by which superscripts are raised and subscripts lowered, relative to the
  /// font size.
  private static func shift(of script: InlineAttributes.Script) -> Double {
    switch script {
    case .superscript: 0.34
    case .subscript: -0.16
    }
  }

  /// Returns a length from a document, limited to ±4096 points; 0 if it is not finite.
  static func bounded(_ points: Double) -> Double {
    points.isFinite ? min(max(points, -4096), 4096) : 0
  }

  private mutating func intern(_ style: TextStyle) -> UInt32 {
    if let known = styleNumbers[style] { return known }
    let number = UInt32(styles.count)
    styles.append(style)
    styleNumbers[style] = number
    return number
  }

  private mutating func intern(_ paint: Paint) -> UInt32 {
    if let known = paintNumbers[paint] { return known }
    let number = UInt32(paints.count)
    paints.append(paint)
    paintNumbers[paint] = number
    return number
  }
}
