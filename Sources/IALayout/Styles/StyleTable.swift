import IAFonts
import IAText

/// Numbers for the styles and paints that the attributes of a text come to.
///
/// Cached: the style and the paint of each set of attributes in each context at each step of the
/// scheme. Nothing invalidates them but other options, which need a new table; what is there is
/// never dropped, because layouts refer to it by number.
struct StyleTable: Sendable {
  /// A style and a paint by their numbers.
  struct Look: Hashable, Sendable {
    var style: UInt32
    var paint: UInt32
  }

  /// The options that all looks come from.
  let options: LayoutOptions
  private(set) var styles: [TextStyle] = []
  private(set) var paints: [Paint] = []

  private var styleNumbers: [TextStyle: UInt32] = [:]
  private var paintNumbers: [Paint: UInt32] = [:]
  private var attributeNumbers: [InlineAttributes: Int] = [:]
  private var attributes: [InlineAttributes] = []
  /// The looks by attributes, context and step; style `.max` where not yet known.
  private var looks: [Look] = []
  private let stepCount: Int
  private var lastNumber = 0

  private let fonts: FontCollection

  init(_ options: LayoutOptions, _ fonts: FontCollection) {
    self.options = options
    self.fonts = fonts
    stepCount = options.scheme?.steps ?? 1
  }

  /// The number of a set of attributes.
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
    looks.append(contentsOf: repeatElement(Look(style: .max, paint: 0), count: places))
    return lastNumber
  }

  /// The look of a set of attributes at a step; step 0 where there is no scheme.
  mutating func look(
    of number: Int, context: TextContext, step: Int, shaper: inout TextShaper
  ) -> Look {
    let place =
      (number * TextContext.allCases.count + Int(context.rawValue)) * stepCount
      + min(step, stepCount - 1)
    let known = looks[place]
    if known.style != .max { return known }
    let set = attributes[number]
    let change = options.scheme?.look(
      at: step, of: sized(set, context), defaultFontSize: options.fontSize)
    let found = Look(
      style: intern(style(of: set, context, change, &shaper)), paint: intern(paint(of: set, change))
    )
    looks[place] = found
    return found
  }

  /// A style with another font size, for small capitals.
  mutating func number(of style: TextStyle) -> UInt32 { intern(style) }

  /// The number of a paint.
  mutating func number(of paint: Paint) -> UInt32 { intern(paint) }

  // MARK: Resolving

  private func sized(_ set: InlineAttributes, _ context: TextContext) -> InlineAttributes {
    guard set.fontSize == nil, context.sizeFactor != 1 else { return set }
    var sized = set
    sized.fontSize = options.fontSize * context.sizeFactor
    return sized
  }

  private func style(
    of set: InlineAttributes, _ context: TextContext, _ change: RenderScheme.Look?,
    _ shaper: inout TextShaper
  ) -> TextStyle {
    let families =
      (set.fontFamily.map { [$0] } ?? [])
      + (set.code || context == .code ? options.codeFamilies : options.fontFamilies)
    let ownWeight = set.fontWeight ?? (set.bold || context.isBold ? Self.bold : 400)
    // A scheme of weights makes nothing that is bold by itself lighter than bold.
    let isBold = set.bold || context.isBold
    let schemed = change?.weight.map { isBold ? max($0, Self.bold) : $0 }
    var request = FontRequest(
      families: families, weight: min(max(schemed ?? ownWeight, 1), 1000),
      isItalic: set.italic)
    let font = shaper.font(for: request)
    request.weight = weight(of: shaper.instance(of: font), asked: request.weight)
    let asked = change?.fontSize ?? set.fontSize ?? options.fontSize * context.sizeFactor
    let finite = asked.isNaN ? options.fontSize : asked
    let full = min(max(finite * options.textScale, Self.sizes.lowerBound), Self.sizes.upperBound)
    let isSmall = set.script != nil
    return TextStyle(
      font: font, request: request,
      size: isSmall ? full * Self.scriptFactor : full,
      language: shaper.language(set.language ?? options.language),
      letterSpacing: Self.bounded(set.letterSpacing ?? 0) * options.textScale,
      baselineShift: Self.bounded(set.baselineOffset ?? 0) * options.textScale
        + Self.shift(of: set.script) * full,
      capitals: set.capitals, isHidden: set.hidden, direction: set.direction)
  }

  /// The weight that a font has in fact: weights that have one face in common are one style, so that
  /// their steps part no letters that join.
  private func weight(of instance: FontInstance, asked: Int) -> Int {
    if instance.isEmboldened { return Self.bold }
    guard instance.variableWeight == nil else { return asked }
    return Int(fonts.faces[instance.face].weights.lowerBound)
  }

  private func paint(of set: InlineAttributes, _ change: RenderScheme.Look?) -> Paint {
    let isLink = set.link != nil
    let own = set.foreground ?? (isLink ? options.linkColor : options.textColor)
    let schemed = change?.color.map { color in
      // A scheme of opacities alone shows the text's own colour, fainter.
      guard let scheme = options.scheme, scheme.colors.isEmpty, set.foreground == nil else {
        return color
      }
      var faint = own
      faint.alpha = UInt8(Int(own.alpha) * Int(color.alpha) / 255)
      return faint
    }
    return Paint(
      color: schemed ?? own, background: set.background,
      underline: set.underline ?? (isLink ? .init() : nil), strikethrough: set.strikethrough)
  }

  /// Sizes in points that are set as they are asked for; others count as the nearest.
  static let sizes = 0.5...4096.0
  /// The weight of bold text.
  private static let bold = 700
  /// The size of super- and subscripts, as a part of the text's.
  private static let scriptFactor = 0.66

  /// How far super- and subscripts are raised, as a part of the text's size.
  private static func shift(of script: InlineAttributes.Script?) -> Double {
    switch script {
    case .superscript: 0.34
    case .subscript: -0.16
    case nil: 0
    }
  }

  /// A length from a document, held to what layouts can add up.
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
