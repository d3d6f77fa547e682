internal import IACSS
internal import IAText

/// The properties of an element.
struct SVGStyle {
  /// The value of `fill` or `stroke`.
  enum Paint: Hashable {
    case none, currentColor
    case color(Color)
    /// A paint server, and the paint that is used if the server does not exist.
    indirect case server(String, fallback: Paint)
  }

  enum Anchor { case start, middle, end }

  struct Markers {
    var start: String?
    var mid: String?
    var end: String?

    var isEmpty: Bool { start == nil && mid == nil && end == nil }
  }

  /// The properties of lines.
  struct Line {
    var paint = Paint.none
    var opacity = 1.0
    var width = SVGLength(pixels: 1)
    var cap = SVGPicture.Stroke.Cap.butt
    var join = SVGPicture.Stroke.Join.miter
    var miterLimit = 4.0
    var dashes: [SVGLength] = []
    var dashOffset = SVGLength(pixels: 0)
  }

  /// The properties of text.
  struct Font {
    var size = 16.0
    var family: String?
    var weight = 400
    var isItalic = false
    var anchor = Anchor.start
    var letterSpacing = 0.0
    var keepsSpace = false
    var isUnderlined = false
    var isStruck = false
    /// The shift of the baseline in ems, downwards.
    var baseline = 0.0
  }

  // Inherited.

  var color = Color.black
  var fill = Paint.color(.black)
  var fillOpacity = 1.0
  var isEvenOdd = false
  var clipsEvenOdd = false
  var isHidden = false
  var line = Line()
  var font = Font()
  /// The markers at the start, in the middle and at the end of lines.
  var markers = Markers()

  // Properties of the element only, which are not inherited.

  var opacity = 1.0
  var isUndisplayed = false
  var clip: String?
  var mask: String?
  var masksByAlpha = false
  var hasFilter = false
  var blends = false
  var transform: SVGMatrix?
  var strokeKeepsWidth = false
  var stopColor = Paint.color(.black)
  var stopOpacity = 1.0
  var overflows: Bool?

  /// The initial style of a child: inherited properties have the values of this style, all others their defaults.
  var inherited: SVGStyle {
    var style = self
    style.opacity = 1
    style.isUndisplayed = false
    style.clip = nil
    style.mask = nil
    style.masksByAlpha = false
    style.hasFilter = false
    style.blends = false
    style.transform = nil
    style.strokeKeepsWidth = false
    style.stopColor = .color(.black)
    style.stopOpacity = 1
    style.overflows = nil
    return style
  }
}

extension SVGStyle {
  /// The maximum number of lengths of `stroke-dasharray`.
  private static let maxDashes = 64

  /// Applies a declaration or a presentation attribute; unknown values are ignored.
  mutating func apply(_ name: String, _ text: String, parent: SVGStyle) {
    let value = Self.replacingVariables(Self.trimmed(text))
    if value == "inherit" { return inherit(name, from: parent) }
    switch name {
    case "color": if let color = Self.color(value) { self.color = color }
    case "fill": if let paint = Self.paint(value) { fill = paint }
    case "stroke": if let paint = Self.paint(value) { line.paint = paint }
    case "fill-opacity": fillOpacity = Self.share(value) ?? fillOpacity
    case "stroke-opacity": line.opacity = Self.share(value) ?? line.opacity
    case "opacity": opacity = Self.share(value) ?? opacity
    case "fill-rule": isEvenOdd = value == "evenodd"
    case "clip-rule": clipsEvenOdd = value == "evenodd"
    case "stroke-width": if let width = SVGLength(value) { line.width = width }
    case "stroke-linecap":
      line.cap = value == "round" ? .round : value == "square" ? .square : .butt
    case "stroke-linejoin":
      line.join = value == "round" ? .round : value == "bevel" ? .bevel : .miter
    case "stroke-miterlimit":
      if let limit = Double(value), limit >= 1, limit <= 1e6 { line.miterLimit = limit }
    case "stroke-dasharray": setDashes(value)
    case "stroke-dashoffset": if let offset = SVGLength(value) { line.dashOffset = offset }
    case "visibility": isHidden = value == "hidden" || value == "collapse"
    case "display": isUndisplayed = value == "none"
    case "clip-path": clip = Self.reference(value)
    case "mask", "mask-image": mask = value == "none" ? nil : Self.reference(value) ?? ""
    case "mask-type": masksByAlpha = value == "alpha"
    case "filter": hasFilter = value != "none"
    case "mix-blend-mode": blends = value != "normal"
    case "marker":
      let name = Self.reference(value)
      markers = Markers(start: name, mid: name, end: name)
    case "marker-start": markers.start = Self.reference(value)
    case "marker-mid": markers.mid = Self.reference(value)
    case "marker-end": markers.end = Self.reference(value)
    case "transform": transform = value == "none" ? nil : SVGMatrix(transform: value) ?? transform
    case "vector-effect": strokeKeepsWidth = value == "non-scaling-stroke"
    case "overflow": overflows = value == "visible" || value == "auto"
    case "stop-color": if let paint = Self.paint(value) { stopColor = paint }
    case "stop-opacity": stopOpacity = Self.share(value) ?? stopOpacity
    default: applyText(name, value, parent: parent)
    }
  }

  private mutating func applyText(_ name: String, _ value: String, parent: SVGStyle) {
    switch name {
    case "font": setFont(value, parent: parent)
    case "font-size": if let size = Self.fontSize(value, parent: parent) { font.size = size }
    case "font-family": font.family = Self.family(value)
    case "font-weight": font.weight = Self.weight(value, parent: parent) ?? font.weight
    case "font-style": font.isItalic = value.hasPrefix("italic") || value.hasPrefix("oblique")
    case "text-anchor": font.anchor = value == "middle" ? .middle : value == "end" ? .end : .start
    case "letter-spacing":
      font.letterSpacing =
        SVGLength(value)?.pixels(
          .horizontal, in: SVGBox(x: 0, y: 0, width: 0, height: 0), em: font.size)
        ?? 0
    case "space": font.keepsSpace = value == "preserve"
    case "white-space", "white-space-collapse":
      font.keepsSpace = value.hasPrefix("pre") && value != "pre-line" || value == "break-spaces"
    case "text-decoration", "text-decoration-line":
      font.isUnderlined = value.contains("underline")
      font.isStruck = value.contains("line-through")
    case "dominant-baseline", "alignment-baseline":
      switch value {
      // Approximate positions for most fonts: half of the x-height, half of the line, and its top and bottom.
      case "middle": font.baseline = 0.26
      case "central": font.baseline = 0.36
      case "hanging": font.baseline = 0.75
      case "text-before-edge", "before-edge", "text-top": font.baseline = 0.9
      case "text-after-edge", "after-edge", "ideographic", "text-bottom": font.baseline = -0.21
      case "auto", "alphabetic", "baseline": font.baseline = 0
      default: break
      }
    default: break
    }
  }

  private mutating func inherit(_ name: String, from parent: SVGStyle) {
    switch name {
    case "opacity": opacity = parent.opacity
    case "fill": fill = parent.fill
    case "stroke": line.paint = parent.line.paint
    case "color": color = parent.color
    case "stop-color": stopColor = parent.stopColor
    case "stop-opacity": stopOpacity = parent.stopOpacity
    case "font-size": font.size = parent.font.size
    case "font-family": font.family = parent.font.family
    case "font-weight": font.weight = parent.font.weight
    case "font-style": font.isItalic = parent.font.isItalic
    case "stroke-width": line.width = parent.line.width
    case "stroke-dasharray": line.dashes = parent.line.dashes
    case "visibility": isHidden = parent.isHidden
    case "display": isUndisplayed = parent.isUndisplayed
    default: break
    }
  }

  private mutating func setDashes(_ value: String) {
    guard value != "none" else {
      line.dashes = []
      return
    }
    let lengths = value.split { $0 == "," || $0.isWhitespace }.prefix(Self.maxDashes)
      .map { SVGLength(String($0)) }
    let found = lengths.compactMap(\.self)
    guard found.count == lengths.count, found.allSatisfy({ $0.value >= 0 }) else { return }
    line.dashes = found.contains { $0.value > 0 } ? found : []
  }

  private mutating func setFont(_ value: String, parent: SVGStyle) {
    (font.weight, font.isItalic, font.family) = (400, false, nil)
    var words = value.split(separator: " ", omittingEmptySubsequences: true)[...]
    while let word = words.first {
      words = words.dropFirst()
      let text = String(word.prefix { $0 != "/" })
      if let size = Self.fontSize(text, parent: parent), Int(text) == nil {
        font.size = size
        break
      }
      if word == "italic" || word == "oblique" { font.isItalic = true }
      if let weight = Self.weight(text, parent: parent) { font.weight = weight }
    }
    if !words.isEmpty { font.family = Self.family(words.joined(separator: " ")) }
  }

  // MARK: Values

  private static func fontSize(_ value: String, parent: SVGStyle) -> Double? {
    let keywords: [String: Double] = [
      "xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24,
      "xx-large": 32, "smaller": parent.font.size / 1.2, "larger": parent.font.size * 1.2,
    ]
    if let size = keywords[value] { return size }
    guard let length = SVGLength(value), length.value >= 0 else { return nil }
    let size =
      length.unit == .percent
      ? length.value / 100 * parent.font.size
      : length.pixels(.vertical, in: SVGBox(x: 0, y: 0, width: 0, height: 0), em: parent.font.size)
    return min(size, 100_000)
  }

  private static func weight(_ value: String, parent: SVGStyle) -> Int? {
    switch value {
    case "normal": 400
    case "bold": 700
    case "bolder": parent.font.weight < 600 ? 700 : 900
    case "lighter": parent.font.weight < 600 ? 100 : 400
    default: Int(value).flatMap { (1...1000).contains($0) ? $0 : nil }
    }
  }

  private static func family(_ value: String) -> String? {
    let parser = CSSValueParser(CSSTokenizer.tokens(Array(value.utf8), limit: 64), isSpaced: false)
    for declaration in parser.declarations(of: "font-family") {
      if case .fontFamily(let name) = declaration { return name }
    }
    return nil
  }

  private static func share(_ value: String) -> Double? {
    let isPercentage = value.hasSuffix("%")
    guard let number = Double(isPercentage ? String(value.dropLast()) : value), number.isFinite
    else { return nil }
    return min(max(isPercentage ? number / 100 : number, 0), 1)
  }

  private static func color(_ value: String) -> Color? {
    let tokens = CSSTokenizer.tokens(Array(value.utf8), limit: 64).filter { $0 != .whitespace }
    guard let color = CSSValueParser(tokens, isSpaced: false).color(in: tokens) else { return nil }
    return color ?? Color(red: 0, green: 0, blue: 0, alpha: 0)
  }

  private static func paint(_ value: String) -> Paint? {
    if value == "none" { return Paint.none }
    // In a marker, the colours of the marked shape are replaced by the colour of the marker.
    if ["currentcolor", "context-stroke", "context-fill"].contains(value.lowercased()) {
      return .currentColor
    }
    if value.hasPrefix("url("), let name = reference(value) {
      let rest = value.firstIndex(of: ")").map { value[value.index(after: $0)...] } ?? ""
      let fallback = trimmed(String(rest))
      return .server(
        name, fallback: fallback.hasPrefix("url(") ? .none : paint(fallback) ?? Paint.none)
    }
    return color(value).map { .color($0) }
  }

  /// Returns the identifier of `url(#…)`, or `nil` for any other text.
  static func reference(_ value: String) -> String? {
    guard value.hasPrefix("url("), let end = value.firstIndex(of: ")") else { return nil }
    var inside = trimmed(String(value[value.index(value.startIndex, offsetBy: 4)..<end]))
    if inside.count >= 2, inside.hasPrefix("\"") || inside.hasPrefix("'") {
      inside = String(inside.dropFirst().dropLast())
    }
    return inside.hasPrefix("#") ? String(inside.dropFirst()) : nil
  }

  /// Returns the fallback of a variable, or the value itself if it is not a variable.
  private static func replacingVariables(_ value: String) -> String {
    guard value.hasPrefix("var("), value.hasSuffix(")"), let comma = value.firstIndex(of: ",")
    else { return value }
    return trimmed(String(value[value.index(after: comma)...].dropLast()))
  }

  static func trimmed(_ text: String) -> String {
    if let first = text.utf8.first, let last = text.utf8.last, !SVGScanner.isSpace(first),
      !SVGScanner.isSpace(last)
    {
      return text
    }
    return text.trimmingASCIISpace()
  }
}
