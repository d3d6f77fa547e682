internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

/// The appearance that an element of raw HTML gives to text and paragraphs.
struct RawLooks {
  var inline = InlineAttributes()
  var paragraph = ParagraphAttributes()
  /// The background colour of the element, for parts of tables.
  var ground: Color?
  /// The position of the text in a cell.
  var verticalAlignment: Block.TableCell.VerticalAlignment?
  /// The declarations of the style attribute that were not read.
  private(set) var unread: [CSSUnread] = []

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
    if let color = tag["bgcolor"].flatMap(CSSColors.attribute) { ground = color }
    switch tag["valign"]?.lowercased() {
    case "top": verticalAlignment = .top
    case "middle", "center": verticalAlignment = .center
    case "bottom": verticalAlignment = .bottom
    default: break
    }
    if let style = tag["style"] { apply(style, size: inline.fontSize ?? outer.fontSize ?? 12) }
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
    case "font": applyFont(tag)
    case "center": paragraph.alignment = .center
    case "dd":
      let indent = min((outerParagraph.headIndent ?? 0) + 30, 3000)
      paragraph.headIndent = indent
      paragraph.firstLineIndent = indent
    case "dialog": inline.hidden = tag["open"] == nil
    default: break
    }
  }

  private mutating func applyFont(_ tag: MarkupTag) {
    var line = LineStyle()
    let declarations = CSSDeclaration.font(
      color: tag["color"], face: tag["face"], size: tag["size"])
    for declaration in declarations {
      var em = 12.0
      if case .fontSize(.points(let size)) = declaration { em = size }
      _ = applyToText(declaration, em: em, &line)
    }
  }

  private static func isLanguageTag(_ text: String) -> Bool {
    (1...35).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0 == "-" || ("0"..."9").contains($0))
      }
  }

  // MARK: Styles

  /// Applies the declarations of a style attribute; those with `!important` are applied last, as in CSS.
  private mutating func apply(_ style: String, size outerSize: Double) {
    let declarations = CSSDeclarations(style)
    unread = declarations.unread + declarations.ofTables + declarations.ofPictures
    var line = LineStyle()
    let size = (declarations.normal + declarations.important).reduce(outerSize) { size, next in
      guard case .fontSize(let length) = next else { return size }
      return length.points(em: outerSize) ?? size
    }
    for declaration in declarations.normal + declarations.important {
      if !applyToText(declaration, em: size, &line) { applyToParagraph(declaration, em: size) }
    }
    if let color = line.color { inline.underline?.color = color }
    if let style = line.style { inline.underline?.style = style }
    if line.style == .double, inline.strikethrough != nil { inline.strikethrough = .double }
  }

  /// The style and the colour of the lines of a style attribute.
  private struct LineStyle {
    var style: InlineAttributes.Underline.Style?
    var color: Color?
  }

  /// Applies a declaration about text; returns `false` for other declarations.
  private mutating func applyToText(
    _ declaration: CSSDeclaration, em: Double, _ line: inout LineStyle
  ) -> Bool {
    switch declaration {
    case .color(let color): inline.foreground = color
    case .background(let color): inline.background = color
    case .fontFamily(let family): inline.fontFamily = family
    case .fontWeight(.bold): inline.bold = true
    case .fontWeight(.normal), .fontWeight(.lighter): inline.bold = false
    case .fontWeight(.number(let weight)):
      inline.bold = weight >= 600
      inline.fontWeight = weight == 400 || weight == 700 ? nil : weight
    case .italic(let isItalic): inline.italic = isItalic
    case .smallCapitals(let isSmall): inline.capitals = isSmall ? .small : nil
    case .transform(let transform): inline.capitals = transform == .uppercase ? .all : nil
    case .lines(let lines):
      inline.underline = lines.contains(.under) ? .init() : nil
      inline.strikethrough = lines.contains(.through) ? .single : nil
    case .lineStyle(let style): line.style = style
    case .lineColor(let color): line.color = color
    case .script(let script): inline.script = script
    case .raised(let length): inline.baselineOffset = length.points(em: em)
    case .letterSpacing(let length): inline.letterSpacing = length?.points(em: em)
    case .effect(.outline(let isOn)): inline.outline = isOn
    case .effect(.shadow(let isOn)): inline.shadow = isOn
    case .effect(.emphasis(let mark)): inline.emphasisMark = mark
    case .isHidden(let isHidden): inline.hidden = isHidden
    case .display(.none), .transparent(true), .fontSize(.points(0)): inline.hidden = true
    case .fontSize: inline.fontSize = min(max(CSSLengthRules.exact(em), 0.5), 1000)
    default: return false
    }
    return true
  }

  /// Sets the weight of a cell if it differs from the weight that its row implies.
  ///
  /// In the model, text in header rows is bold; in HTML, text in heading cells is bold.
  ///
  /// - Parameters:
  ///   - isHeading: Whether the cell is a heading cell (`th`).
  ///   - isInHeaderRow: Whether its row is a header row.
  ///   - outer: The attributes of the text around it.
  mutating func setWeight(
    ofHeading isHeading: Bool, isInHeaderRow: Bool, outer: InlineAttributes
  ) {
    let text = outer.overridden(by: inline)
    guard isHeading != isInHeaderRow, !text.bold, text.fontWeight == nil else { return }
    if isHeading { inline.bold = true } else { inline.fontWeight = 400 }
  }

  /// Moves the background colour of the text of a block element to the block.
  mutating func moveGround() {
    ground = inline.background ?? ground
    inline.background = nil
  }

  /// Applies a declaration about paragraphs; otherwise records that it is not read.
  private mutating func applyToParagraph(_ declaration: CSSDeclaration, em: Double) {
    switch declaration {
    case .alignment(let alignment): paragraph.alignment = alignment
    case .direction(let direction): paragraph.direction = direction
    case .cell(.verticalAlignment(let alignment)): verticalAlignment = alignment
    case .inherit, .msoMark, .msoList, .display(.inline), .display(.inlineBlock), .display(.block),
      .arrangement:
      break
    default: unread += Self.unread(declaration).map { [$0] } ?? []
    }
  }

  /// Returns the report entry for a declaration that other readers of CSS in the suite use and this one does not.
  private static func unread(_ declaration: CSSDeclaration) -> CSSUnread? {
    switch declaration {
    case .textIndent: CSSUnread(feature: .indent, property: "text-indent")
    case .margin: CSSUnread(feature: .margin, property: "margin")
    case .padding, .border(.padding):
      CSSUnread(feature: .padding, property: "padding")
    case .lineHeight: CSSUnread(feature: .lineHeight, property: "line-height")
    case .quotationMarks: CSSUnread(feature: .generatedContent, property: "quotes")
    case .whiteSpace: CSSUnread(feature: .textLayout, property: "white-space")
    case .display: CSSUnread(feature: .boxLayout, property: "display")
    case .listMarker: CSSUnread(feature: .listMarker, property: "list-style-type")
    case .width(.some), .cell(.width(.some)): CSSUnread(feature: .size, property: "width")
    case .reset: CSSUnread(feature: .cssValue, property: "all")
    case .cell(.height), .cell(.exactHeight): CSSUnread(feature: .size, property: "height")
    case .border(.radius): nil
    case .border, .cell(.gridWidth):
      CSSUnread(feature: .border, property: "border")
    case .pages(.keepTogether): CSSUnread(feature: .keepTogether, property: "break-inside")
    case .pages(.keepWithNext): CSSUnread(feature: .keepTogether, property: "break-after")
    case .pages(.widowControl): CSSUnread(feature: .widowControl, property: "widows")
    case .pageBreakBefore: CSSUnread(feature: .pageBreak, property: "break-before")
    case .float(.some): CSSUnread(feature: .position, property: "float")
    case .effect: CSSUnread(feature: .emphasisMark, property: "text-emphasis-position")
    default: nil
    }
  }
}

/// The treatment of the elements and attributes of raw HTML in reports.
enum RawNames {
  /// The attributes that the reader of Markdown uses.
  static let readAttributes: Set<String> = [
    "align", "alt", "bgcolor", "checked", "color", "colspan", "dir", "face", "height", "hidden",
    "href", "id", "lang", "name", "open", "rowspan", "size", "src", "start", "style", "type",
    "valign",
    "value",
    "width",
  ]
  /// The attributes that have no meaning without a page and its style sheets.
  static let neutralAttributes: Set<String> = ["class", "role", "disabled"]

  /// The attributes that the reader uses only on some elements, with these elements and the feature under which they
  /// are reported on other elements; `nil` if they have no meaning there.
  static let limitedAttributes: [String: (elements: Set<String>, feature: DocumentFeature?)] = [
    "alt": (["img", "image"], nil), "checked": ([], nil),
    "color": (["font"], .foreground), "colspan": (["td", "th"], nil),
    "rowspan": (["td", "th"], nil), "bgcolor": (["table", "tr", "td", "th"], .background),
    "face": (["font"], .fontFamily), "size": (["font"], .size),
    "valign": (["td", "th"], .cellAlignment),
    "height": (["img", "image"], .size), "href": (["a"], nil), "name": (["a"], .bookmark),
    "open": (["dialog", "details"], nil),
    "src": (["img", "image"], nil), "start": (["ol"], nil),
    "type": (["ol", "ul", "menu", "dir"], .listMarker), "value": (["li"], nil),
    "width": (["img", "image", "table"], .size),
  ]

  /// Returns the feature under which an attribute is reported; `nil` if it is not reported.
  static func feature(ofAttribute name: String, on element: String) -> DocumentFeature? {
    if let limited = limitedAttributes[name] {
      return element.isEmpty || limited.elements.contains(element) ? nil : limited.feature
    }
    if readAttributes.contains(name) || neutralAttributes.contains(name) { return nil }
    if name == "srcset" { return .pictureVariant }
    if name == "title", element == "a" || element == "img" { return nil }
    if case .reported(let feature)? = HTMLNames.treatment(ofAttribute: name) { return feature }
    return HTMLNames.readAttributes.contains(name) ? .attribute : nil
  }

  /// Returns the feature under which an element is reported that is skipped, or of which only the text is kept; `nil`
  /// if it is not reported.
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
