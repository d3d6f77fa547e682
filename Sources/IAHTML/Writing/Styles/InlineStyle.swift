internal import IAEquations
internal import IAFormats
internal import IAMarkup
internal import IAText

/// The tags around the text of one set of attributes.
struct InlineStyle {
  /// The start tags, from the outermost in.
  var open = ""
  /// The end tags, from the innermost out.
  var close = ""
  /// The link around them, 0 for none, else one more than its index.
  var link = 0
  /// Whether the attributes set what schemes set too: weight, size, colour.
  var touchesScheme = false
  /// The attributes that the page does not show.
  var losses: [DocumentFeature] = []
  /// The form field whose state the text is, if the dialect has form fields.
  var form: FormField?
  /// The form of the equation whose TeX the text is, if the dialect has equations.
  var equation: String?
  /// The attributes that a reader finds in the tags.
  var seen = InlineAttributes()
}

extension InlineStyle {
  /// Creates the tags of a set of attributes, with or without their appearance.
  init(
    _ attributes: InlineAttributes, link: Int, showsLooks: Bool, in sheet: inout StyleSheet
  ) {
    self.link = link
    touchesScheme =
      attributes.bold || attributes.fontSize != nil || attributes.fontWeight != nil
      || attributes.foreground != nil
    var tags = Tags()
    addSpan(of: attributes, showsLooks: showsLooks, to: &tags, in: &sheet)
    if attributes.horizontalScale != nil { losses.append(.characterScaling) }
    if let direction = attributes.direction {
      tags.add("bdo", [("dir", direction.rawValue)])
      tags.seen.inline.direction = direction
    }
    if attributes.bold { tags.add("strong", .strong) }
    if attributes.italic { tags.add("em", .em) }
    if let underline = attributes.underline {
      tags.add("u", .u, declarations(of: underline, showsLooks), in: &sheet)
    }
    if let line = attributes.strikethrough {
      tags.add("s", .s, declarations(of: line, showsLooks), in: &sheet)
    }
    if attributes.code { tags.add("code", .code) }
    switch attributes.script {
    case .superscript: tags.add("sup", .sup)
    case .subscript: tags.add("sub", .sub)
    case nil: break
    }
    if let background = attributes.background {
      var mark = Declarations()
      if showsLooks { mark.add("background-color", CSSText.color(background)) }
      if !showsLooks { losses.append(.background) }
      tags.add("mark", .mark, mark.text, in: &sheet)
    }
    addChange("ins", attributes.insertion, \.insertion, to: &tags)
    addChange("del", attributes.deletion, \.deletion, to: &tags)
    form = attributes.formField
    equation = form == nil ? attributes[tag: Equation.tagName] : nil
    addTagLosses(of: attributes)
    finish(attributes, tags)
    if let form { seen[tag: FormField.tagName] = form.tag }
    if let equation { seen[tag: Equation.tagName] = equation }
  }

  /// Reports the tags that the page does not show.
  mutating func addTagLosses(of attributes: InlineAttributes) {
    if attributes.tags.contains(where: { !NoteLabels.shownTags.contains($0.name) }) {
      losses.append(.tag)
    }
    if form == nil, attributes[tag: FormField.tagName] != nil { losses.append(.formField) }
    if equation == nil, attributes[tag: Equation.tagName] != nil { losses.append(.equation) }
  }

  /// Adds the element of a tracked change.
  mutating func addChange(
    _ name: String, _ change: TrackedChange?,
    _ member: WritableKeyPath<InlineAttributes, TrackedChange?>, to tags: inout Tags
  ) {
    guard let change else { return }
    var attributes: [(String, String)] = []
    var seen = TrackedChange()
    if let date = change.date, TrackedChange.isPlainDate(date) {
      attributes.append(("datetime", date))
      seen.date = date
    }
    if let author = change.author, !author.isEmpty, TextEncoder.shown(author) == author {
      attributes.append(("data-author", Self.escaped(author)))
      seen.author = author
    }
    tags.add(name, attributes)
    tags.seen.inline[keyPath: member] = seen
    if seen != change { losses.append(.tag) }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }

  /// Takes over the tags, and what a reader makes of them and of the link around.
  mutating func finish(_ attributes: InlineAttributes, _ tags: Tags) {
    open = tags.open
    close = tags.close
    seen = tags.seen.inline
    if let label = attributes[tag: NoteLabels.tag] {
      if label == TextEncoder.shown(label) { seen[tag: NoteLabels.tag] = label }
    } else if let link = attributes.link, Self.isSeen(link) {
      seen.link = link
    }
  }

  /// Returns whether a reader finds a link as it is.
  static func isSeen(_ link: InlineAttributes.Link) -> Bool {
    SafeURL.isHarmless(link.url) && !link.url.utf8.starts(with: "#b-".utf8)
      && (link.title.map { TextEncoder.shown($0) == $0 } ?? true)
  }

  /// Elements inside one another.
  struct Tags {
    var open = ""
    var close = ""
    /// The style that a reader finds.
    var seen = ComputedStyle()

    /// Adds an element inside those before; values must be safe.
    mutating func add(_ name: String, _ attributes: [(String, String)] = []) {
      open += "<" + name
      for (key, value) in attributes { open += value.isEmpty ? " \(key)" : " \(key)=\"\(value)\"" }
      open += ">"
      close = "</" + name + ">" + close
    }

    /// Adds an element that means something by itself.
    mutating func add(_ name: String, _ tag: MarkupName) {
      add(name)
      read(tag, "")
    }

    /// Adds an element that means something by itself, with declarations of a class.
    mutating func add(_ name: String, _ tag: MarkupName, _ css: String, in sheet: inout StyleSheet)
    {
      add(name, css.isEmpty ? [] : [("class", sheet.className(.inline, css))])
      read(tag, css)
    }

    /// Reads what was added as the reader does.
    mutating func read(_ tag: MarkupName, _ css: String) {
      var builder = StyleBuilder(parent: seen, box: .inline, isOwn: true)
      builder.applyDefaults(of: tag, isOwn: true)
      if !css.isEmpty {
        for declaration in CSSDeclarations(css).normal { builder.apply(declaration) }
      }
      seen = builder.finish()
    }
  }

  private mutating func addSpan(
    of attributes: InlineAttributes, showsLooks: Bool, to tags: inout Tags,
    in sheet: inout StyleSheet
  ) {
    var span: [(String, String)] = []
    let text = showsLooks ? declarations(of: attributes) : ""
    if !showsLooks { noteLooks(of: attributes) }
    if !text.isEmpty {
      span.append(("class", sheet.className(.inline, text)))
      tags.read(.span, text)
    }
    if let language = attributes.language {
      if SafeURL.isLanguageTag(language) {
        span.append(("lang", language))
        tags.seen.inline.language = language
      } else {
        losses.append(.language)
      }
    }
    if attributes.hidden {
      span.append(("hidden", ""))
      tags.seen.isUndisplayed = true
      tags.seen.inline.hidden = true
    }
    if !span.isEmpty { tags.add("span", span) }
  }

  private mutating func declarations(of attributes: InlineAttributes) -> String {
    var css = Declarations()
    if let family = attributes.fontFamily {
      let name = CSSText.fontFamily(family)
      if name == nil { losses.append(.fontFamily) }
      css.add("font-family", name.map { $0 + "," + FontFallback.families(for: family) })
    }
    css.add("font-size", CSSText.points(attributes.fontSize, in: 0.5...2000))
    css.add("font-weight", attributes.fontWeight.map { String(min(max($0, 1), 1000)) })
    css.add("color", attributes.foreground.map(CSSText.color))
    css.add("letter-spacing", CSSText.points(attributes.letterSpacing, in: -100...100))
    switch attributes.capitals {
    case .all: css.add("text-transform", "uppercase")
    case .small: css.add("font-variant-caps", "small-caps")
    case nil: break
    }
    css.add("vertical-align", CSSText.points(attributes.baselineOffset, in: -1000...1000))
    Self.addEffects(attributes, to: &css)
    return css.text
  }

  /// Notes the effects that are not written.
  mutating func noteEffects(of attributes: InlineAttributes) {
    if attributes.outline || attributes.shadow { losses.append(.textEffect) }
    if attributes.emphasisMark != nil { losses.append(.emphasisMark) }
  }

  private mutating func noteLooks(of attributes: InlineAttributes) {
    if attributes.fontFamily != nil { losses.append(.fontFamily) }
    if attributes.fontSize != nil { losses.append(.fontSize) }
    if attributes.fontWeight != nil { losses.append(.fontWeight) }
    if attributes.foreground != nil { losses.append(.foreground) }
    if attributes.letterSpacing != nil { losses.append(.letterSpacing) }
    if attributes.capitals != nil { losses.append(.capitals) }
    if attributes.baselineOffset != nil { losses.append(.baselineOffset) }
    noteEffects(of: attributes)
  }

  private mutating func declarations(
    of underline: InlineAttributes.Underline, _ showsLooks: Bool
  ) -> String {
    var css = Declarations()
    switch underline.style {
    case .single: break
    case .double, .dotted, .dashed, .wavy:
      css.add("text-decoration-style", underline.style.rawValue)
    case .thick: css.add("text-decoration-thickness", ".14em")
    case .words: break
    }
    css.add("text-decoration-color", underline.color.map(CSSText.color))
    let isLost = underline.style == .words || (!showsLooks && !css.text.isEmpty)
    if isLost { losses.append(.underlineStyle) }
    return showsLooks ? css.text : ""
  }

  private mutating func declarations(
    of line: InlineAttributes.Strikethrough, _ showsLooks: Bool
  ) -> String {
    guard line == .double else { return "" }
    guard showsLooks else {
      losses.append(.strikethroughStyle)
      return ""
    }
    return "text-decoration-style:double"
  }
}

extension TrackedChange {
  /// Returns whether a date has only the characters of dates and times.
  static func isPlainDate(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 40
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || "-:.+TZ".utf8.contains($0) }
  }
}
