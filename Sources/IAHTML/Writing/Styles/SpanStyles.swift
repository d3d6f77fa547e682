internal import IACSS
internal import IAText

/// The classes of `span` elements by attribute set, each created once.
///
/// A document can have an attribute set for nearly each run. Its declarations consist of a family,
/// a size, a colour and the rest; each distinct value of these parts is formatted and parsed only
/// once.
struct SpanStyles {
  /// A `span` with the attributes that a reader restores.
  struct Span {
    /// The class name; empty if there are no declarations.
    var className: String
    /// The attributes that a reader restores.
    var seen: InlineAttributes
    /// Whether the font family cannot be written.
    var lacksFamily: Bool
  }

  /// The indices of the parts of a span; -1 if it does not have the part.
  ///
  /// A document can have tens of thousands of spans, so that each one is kept small.
  fileprivate struct Parts: Hashable {
    var family: Int32 = -1
    var size: Int32 = -1
    var color: Int32 = -1
    /// The index of the other attributes; always valid.
    var rest: Int32 = 0

    func hash(into hasher: inout Hasher) {
      hasher.combine(UInt64(UInt32(bitPattern: family)) << 32 | UInt64(UInt32(bitPattern: size)))
      hasher.combine(UInt64(UInt32(bitPattern: color)) << 32 | UInt64(UInt32(bitPattern: rest)))
    }
  }

  /// The text of a declaration and the value that a reader restores.
  private struct Part<Value: Sendable> {
    var text: String
    var seen: Value?
  }

  /// The declarations of the other attributes, before and after the colour.
  private struct Rest {
    var before = ""
    var behind = ""
    var seen = InlineAttributes()
  }

  /// The attributes other than family, size and colour.
  private struct RestKey: Hashable {
    var weight: Int?
    var letterSpacing: Double?
    var capitals: InlineAttributes.Capitals?
    var baselineOffset: Double?
    var outline: Bool
    var shadow: Bool
    var emphasisMark: InlineAttributes.EmphasisMark?

    init(_ attributes: InlineAttributes) {
      weight = attributes.fontWeight
      letterSpacing = attributes.letterSpacing
      capitals = attributes.capitals
      baselineOffset = attributes.baselineOffset
      outline = attributes.outline
      shadow = attributes.shadow
      emphasisMark = attributes.emphasisMark
    }
  }

  /// The class names by parts.
  private var classNames: [Parts: String] = [:]
  private var families: [Part<String>] = []
  private var familyNumbers: [[UInt8]: Int32] = [:]
  private var sizes: [Part<Double>] = []
  private var sizeNumbers: [UInt64: Int32] = [:]
  private var colors: [Part<Color>] = []
  private var colorNumbers: [UInt32: Int32] = [:]
  private var rests = [Rest()]
  private var restNumbers: [RestKey: Int32] = [:]
  /// The last family and its index; consecutive sets mostly have the same family.
  private var lastFamily: (name: String, number: Int32)?

  /// Returns the span of an attribute set.
  ///
  /// - Returns: The span, its parts, and its declarations if its class must be created.
  fileprivate mutating func find(
    _ attributes: InlineAttributes
  ) -> (span: Span, parts: Parts, newDeclarations: String?) {
    let parts = parts(of: attributes)
    var span = Span(className: "", seen: rests[Int(parts.rest)].seen, lacksFamily: false)
    if parts.family >= 0 {
      span.seen.fontFamily = families[Int(parts.family)].seen
      span.lacksFamily = families[Int(parts.family)].text.isEmpty
    }
    if parts.size >= 0 { span.seen.fontSize = sizes[Int(parts.size)].seen }
    if parts.color >= 0 { span.seen.foreground = colors[Int(parts.color)].seen }
    guard let known = classNames[parts] else { return (span, parts, declarations(parts)) }
    span.className = known
    return (span, parts, nil)
  }

  /// Sets the class name of a span; empty if it has no declarations.
  fileprivate mutating func setClass(_ parts: Parts, _ name: String) { classNames[parts] = name }

  private mutating func parts(of attributes: InlineAttributes) -> Parts {
    var parts = Parts()
    if let family = attributes.fontFamily { parts.family = number(ofFamily: family) }
    if let size = attributes.fontSize { parts.size = number(ofSize: size) }
    if let color = attributes.foreground { parts.color = number(of: color) }
    if attributes.statesRest { parts.rest = number(ofRest: attributes) }
    return parts
  }

  private func declarations(_ parts: Parts) -> String {
    let rest = rests[Int(parts.rest)]
    var css = Declarations()
    if parts.family >= 0 { css.add(families[Int(parts.family)].text) }
    if parts.size >= 0 { css.add(sizes[Int(parts.size)].text) }
    css.add(rest.before)
    if parts.color >= 0 { css.add(colors[Int(parts.color)].text) }
    css.add(rest.behind)
    return css.text
  }

  private mutating func number(ofFamily family: String) -> Int32 {
    if let last = lastFamily, last.name.isSpelled(like: family) { return last.number }
    let name = Array(family.utf8)
    let number = familyNumbers[name] ?? Int32(families.count)
    if number == Int32(families.count) {
      var css = Declarations()
      css.add("font-family", CSSText.families(family))
      families.append(Part(text: css.text, seen: Self.seen(in: css.text).fontFamily))
      familyNumbers[name] = number
    }
    lastFamily = (family, number)
    return number
  }

  private mutating func number(ofSize size: Double) -> Int32 {
    if let known = sizeNumbers[size.bitPattern] { return known }
    var css = Declarations()
    css.add("font-size", CSSText.points(size, in: 0.5...2000))
    sizes.append(Part(text: css.text, seen: Self.seen(in: css.text).fontSize))
    sizeNumbers[size.bitPattern] = Int32(sizes.count - 1)
    return Int32(sizes.count - 1)
  }

  private mutating func number(of color: Color) -> Int32 {
    let bits =
      UInt32(color.red) << 24 | UInt32(color.green) << 16 | UInt32(color.blue) << 8
      | UInt32(color.alpha)
    if let known = colorNumbers[bits] { return known }
    var css = Declarations()
    css.add("color", CSSText.color(color))
    colors.append(Part(text: css.text, seen: Self.seen(in: css.text).foreground))
    colorNumbers[bits] = Int32(colors.count - 1)
    return Int32(colors.count - 1)
  }

  private mutating func number(ofRest attributes: InlineAttributes) -> Int32 {
    let key = RestKey(attributes)
    if let known = restNumbers[key] { return known }
    var (before, behind) = (Declarations(), Declarations())
    before.add("font-weight", attributes.fontWeight.map { String(min(max($0, 1), 1000)) })
    behind.add("letter-spacing", CSSText.points(attributes.letterSpacing, in: -100...100))
    switch attributes.capitals {
    case .all: behind.add("text-transform", "uppercase")
    case .small: behind.add("font-variant-caps", "small-caps")
    case nil: break
    }
    behind.add("vertical-align", CSSText.points(attributes.baselineOffset, in: -1000...1000))
    InlineStyle.addEffects(attributes, to: &behind)
    var all = before
    all.add(behind.text)
    let number = Int32(rests.count)
    rests.append(Rest(before: before.text, behind: behind.text, seen: Self.seen(in: all.text)))
    restNumbers[key] = number
    return number
  }

  /// Returns the attributes that a reader restores from declarations of a `span`.
  private static func seen(in css: String) -> InlineAttributes {
    guard !css.isEmpty else { return InlineAttributes() }
    var builder = StyleBuilder(parent: ComputedStyle(), box: .inline, isOwn: true)
    for declaration in CSSDeclarations(css).normal { builder.apply(declaration) }
    return builder.finish().inline
  }
}

extension StyleSheet {
  /// Returns the span of an attribute set, and creates its class if necessary.
  mutating func span(of attributes: InlineAttributes) -> SpanStyles.Span {
    var found = spans.find(attributes)
    if let text = found.newDeclarations {
      if !text.isEmpty { found.span.className = className(.inline, text) }
      spans.setClass(found.parts, found.span.className)
    }
    return found.span
  }
}

extension InlineAttributes {
  /// Whether at least one attribute has a declaration in the class of a `span`.
  var statesSpan: Bool {
    fontFamily != nil || fontSize != nil || foreground != nil || statesRest
  }

  /// Whether an attribute other than family, size and colour has such a declaration.
  fileprivate var statesRest: Bool {
    fontWeight != nil || letterSpacing != nil || capitals != nil || baselineOffset != nil
      || outline || shadow || emphasisMark != nil
  }
}
