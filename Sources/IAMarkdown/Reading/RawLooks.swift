internal import IAFormats
internal import IAMarkup
internal import IAText

/// The appearance that an element of raw HTML gives to text and paragraphs.
struct RawLooks {
  var inline = InlineAttributes()
  var paragraph = ParagraphAttributes()
  /// The properties of a style attribute that are not read.
  private(set) var unread: [String] = []

  /// Creates the appearance of an element.
  ///
  /// - Parameter outer: The attributes of the text around it.
  init(_ tag: MarkupTag, outer: InlineAttributes, outerParagraph: ParagraphAttributes) {
    applyName(tag, outer, outerParagraph)
    switch tag["align"]?.lowercased() {
    case "left": paragraph.alignment = .left
    case "right": paragraph.alignment = .right
    case "center", "middle": paragraph.alignment = .center
    case "justify": paragraph.alignment = .justified
    default: break
    }
    if tag["hidden"] != nil { inline.hidden = true }
    if let language = tag["lang"], Self.isLanguageTag(language) { inline.language = language }
    if let direction = tag["dir"].flatMap({ WritingDirection(rawValue: $0.lowercased()) }) {
      if tag.name == "bdo" { inline.direction = direction } else { paragraph.direction = direction }
    }
    if let style = tag["style"] { apply(style) }
  }

  private mutating func applyName(
    _ tag: MarkupTag, _ outer: InlineAttributes, _ outerParagraph: ParagraphAttributes
  ) {
    switch tag.name {
    case "b", "strong": inline.bold = true
    case "i", "em", "cite", "var", "dfn", "address": inline.italic = true
    case "u", "ins": inline.underline = .init()
    case "s", "strike", "del": inline.strikethrough = .single
    case "code", "kbd", "samp", "tt": inline.code = true
    case "sub": inline.script = .subscript
    case "sup": inline.script = .superscript
    case "mark": inline.background = Color(0xFFFF00)
    case "small": inline.fontSize = (outer.fontSize ?? 12) * 5 / 6
    case "big": inline.fontSize = min((outer.fontSize ?? 12) * 1.2, 1000)
    case "font": inline.foreground = tag["color"].flatMap(Self.color)
    case "center": paragraph.alignment = .center
    case "dd":
      let indent = min((outerParagraph.headIndent ?? 0) + 30, 3000)
      paragraph.headIndent = indent
      paragraph.firstLineIndent = indent
    case "dialog": inline.hidden = tag["open"] == nil
    default: break
    }
  }

  private static func isLanguageTag(_ text: String) -> Bool {
    (1...35).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0 == "-" || ("0"..."9").contains($0))
      }
  }

  // MARK: Styles

  private mutating func apply(_ style: String) {
    for declaration in style.split(separator: ";").prefix(64) {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let name = Self.trimmed(parts[0])
      if !apply(name, Self.trimmed(parts[1])) { unread.append(name) }
    }
  }

  /// Applies one declaration; returns `false` if it is not read.
  private mutating func apply(_ name: String, _ value: String) -> Bool {
    switch (name, value) {
    case ("font-weight", "bold"), ("font-weight", "bolder"): inline.bold = true
    case ("font-weight", "normal"), ("font-style", "normal"), ("text-decoration", "none"): break
    case ("font-weight", let weight):
      guard let weight = Int(weight), (1...1000).contains(weight) else { return false }
      inline.bold = weight >= 600
    case ("font-style", "italic"), ("font-style", "oblique"): inline.italic = true
    case ("text-decoration", "underline"), ("text-decoration-line", "underline"):
      inline.underline = .init()
    case ("text-decoration", "line-through"), ("text-decoration-line", "line-through"):
      inline.strikethrough = .single
    case ("vertical-align", "sub"): inline.script = .subscript
    case ("vertical-align", "super"): inline.script = .superscript
    case ("text-align", "left"): paragraph.alignment = .left
    case ("text-align", "right"): paragraph.alignment = .right
    case ("text-align", "center"): paragraph.alignment = .center
    case ("text-align", "justify"): paragraph.alignment = .justified
    case ("display", "none"), ("visibility", "hidden"): inline.hidden = true
    case ("color", _):
      guard let color = Self.color(value) else { return false }
      inline.foreground = color
    case ("background", _), ("background-color", _):
      guard let color = Self.color(value) else { return false }
      inline.background = color
    case ("font-size", _):
      let factor = value.hasSuffix("pt") ? 1.0 : value.hasSuffix("px") ? 0.75 : 0
      guard let number = Double(value.dropLast(2)), factor > 0, number >= 1, number <= 1000 else {
        return false
      }
      inline.fontSize = number * factor
    default: return false
    }
    return true
  }

  private static func trimmed(_ text: Substring) -> String {
    let isSpace = { (character: Character) in character.isASCII && character.isWhitespace }
    return String(
      text.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
    ).lowercased()
  }

  /// Returns the colour of `#rgb`, `#rrggbb` or one of the names of CSS 2.1.
  private static func color(_ text: String) -> Color? {
    let text = text.lowercased()
    if text.hasPrefix("#"), text.utf8.count == 4 {
      return Color(hex: "#" + text.dropFirst().map { "\($0)\($0)" }.joined())
    }
    return text.hasPrefix("#") ? Color(hex: text) : names[text].map { Color($0) }
  }

  private static let names: [String: UInt32] = [
    "aqua": 0x00FFFF, "black": 0x000000, "blue": 0x0000FF, "fuchsia": 0xFF00FF, "gray": 0x808080,
    "green": 0x008000, "lime": 0x00FF00, "maroon": 0x800000, "navy": 0x000080, "olive": 0x808000,
    "orange": 0xFFA500, "purple": 0x800080, "red": 0xFF0000, "silver": 0xC0C0C0, "teal": 0x008080,
    "white": 0xFFFFFF, "yellow": 0xFFFF00,
  ]
}

/// The accounting of the elements and attributes of raw HTML.
enum RawNames {
  /// The attributes that the reader of Markdown uses.
  static let readAttributes: Set<String> = [
    "align", "alt", "checked", "color", "colspan", "dir", "height", "hidden", "href", "lang",
    "open", "rowspan", "src", "start", "style", "type", "value", "width",
  ]
  /// The attributes that have no meaning without a page and its style sheets.
  static let neutralAttributes: Set<String> = ["class", "role", "disabled"]

  /// The attributes that the reader uses on some elements alone, with these elements and the feature
  /// under which they are reported on others; without a feature they mean nothing there.
  static let limitedAttributes: [String: (elements: Set<String>, feature: DocumentFeature?)] = [
    "alt": (["img", "image"], nil), "checked": ([], nil),
    "color": (["font"], .foreground), "colspan": (["td", "th"], nil),
    "rowspan": (["td", "th"], nil),
    "height": (["img", "image"], .size), "href": (["a"], nil),
    "open": (["dialog", "details"], nil),
    "src": (["img", "image"], nil), "start": (["ol"], nil),
    "type": (["ol", "ul", "menu", "dir"], .listMarker), "value": (["li"], nil),
    "width": (["img", "image", "table"], .size),
  ]

  /// Returns the name of the feature under which an attribute is reported, or `nil` if it is not.
  static func feature(ofAttribute name: String, on element: String) -> DocumentFeature? {
    if let limited = limitedAttributes[name] {
      return element.isEmpty || limited.elements.contains(element) ? nil : limited.feature
    }
    if readAttributes.contains(name) || neutralAttributes.contains(name) { return nil }
    if name == "srcset" { return .pictureVariant }
    if name == "title", element == "a" || element == "img" { return nil }
    if name == "id" || name == "name" { return .bookmark }
    if case .reported(let feature)? = HTMLNames.treatment(ofAttribute: name) { return feature }
    return HTMLNames.readAttributes.contains(name) ? .attribute : nil
  }

  /// Returns the name of the feature under which an element is reported whose content is left out,
  /// or whose content is text; `nil` if it is not reported.
  static func feature(ofElement name: String) -> DocumentFeature? {
    switch name {
    case "input", "select", "textarea", "meter", "progress", "button", "output", "option":
      return .formField
    case "video": return .video
    case "style": return .styleSheet
    case "title", "meta": return .metadata
    case "source": return .pictureVariant
    case "col", "colgroup": return .columnWidth
    case "basefont": return .font
    default:
      if case .reported(let feature)? = HTMLNames.treatment(ofElement: name) { return feature }
      return nil
    }
  }
}
