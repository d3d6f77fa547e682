internal import IAEquations
internal import IAFormats
internal import IAMarkup
internal import IAText

/// The tags that enclose text with one inline attribute set.
struct InlineStyle {
  /// The start tags, outermost first.
  var open = ""
  /// The end tags, innermost first.
  var close = ""
  /// The number of the enclosing link, from 1; 0 if there is none.
  var link = 0
  /// Whether the attributes set weight, size or colour, which schemes also set.
  var touchesScheme = false
  /// The attributes that the page does not show.
  var losses: [DocumentFeature] = []
  /// The form field whose state is the text, if the dialect has form fields.
  var form: FormField?
  /// The display form of the equation whose TeX is the text, if the dialect has equations.
  var equation: String?
  /// The attributes that a reader restores from the tags.
  var seen = InlineAttributes()
}

extension InlineStyle {
  /// Creates the tags of an attribute set.
  ///
  /// - Parameter showsLooks: Whether fonts, sizes and colours are included.
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
    if attributes.code {
      // The default style of code would replace the font and size of the text.
      var css = Declarations()
      if showsLooks, attributes.fontFamily != nil { css.add("font-family", "inherit") }
      if showsLooks, attributes.fontSize != nil { css.add("font-size", "inherit") }
      tags.add("code", .code, css.text, in: &sheet)
    }
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

  /// Records the losses of tags that the page does not show.
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

  /// Sets the tags, and the attributes that a reader restores from them and from the enclosing
  /// link.
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

  /// Returns whether a reader restores a link exactly.
  static func isSeen(_ link: InlineAttributes.Link) -> Bool {
    SafeURL.isHarmless(link.url) && !link.url.utf8.starts(with: "#b-".utf8)
      && (link.title.map { TextEncoder.shown($0) == $0 } ?? true)
  }

  /// Nested elements.
  struct Tags {
    var open = ""
    var close = ""
    /// The style that a reader computes for the text.
    var seen = ComputedStyle()

    /// Adds an element inside the others.
    ///
    /// - Parameter attributes: The attributes; their values need no escaping.
    mutating func add(_ name: String, _ attributes: [(String, String)] = []) {
      open += "<"
      open += name
      for (key, value) in attributes {
        open += " "
        open += key
        if value.isEmpty { continue }
        open += "=\""
        open += value
        open += "\""
      }
      open += ">"
      var end = "</"
      end += name
      end += ">"
      end += close
      close = end
    }

    /// Adds an element whose name represents an attribute.
    mutating func add(_ name: String, _ tag: MarkupName) {
      add(name)
      if !see(tag) { read(tag) { _ in } }
    }

    /// Sets the attribute that an element name represents, as the reader does.
    ///
    /// - Returns: Whether the name represents exactly one attribute.
    mutating func see(_ tag: MarkupName) -> Bool {
      switch tag {
      case .b, .strong: seen.inline.bold = true
      case .i, .em: seen.inline.italic = true
      case .u: seen.inline.underline = .init()
      case .s: seen.inline.strikethrough = .single
      case .code: seen.inline.code = true
      case .sup: seen.inline.script = .superscript
      case .sub: seen.inline.script = .subscript
      default: return false
      }
      return true
    }

    /// Adds an element whose name represents an attribute, with declarations in a class.
    mutating func add(_ name: String, _ tag: MarkupName, _ css: String, in sheet: inout StyleSheet)
    {
      if css.isEmpty { return add(name, tag) }
      add(name, [("class", sheet.className(.inline, css))])
      read(tag) { sheet.found.apply(css, to: &$0) }
    }

    /// Computes the style of the added element as the reader does.
    private mutating func read(_ tag: MarkupName, _ declare: (inout StyleBuilder) -> Void) {
      var builder = StyleBuilder(parent: seen, box: .inline, isOwn: true)
      builder.applyDefaults(of: tag, isOwn: true)
      declare(&builder)
      seen = builder.finish()
    }
  }

  private mutating func addSpan(
    of attributes: InlineAttributes, showsLooks: Bool, to tags: inout Tags,
    in sheet: inout StyleSheet
  ) {
    var span: [(String, String)] = []
    if !showsLooks {
      noteLooks(of: attributes)
    } else if attributes.statesSpan {
      let style = sheet.span(of: attributes)
      if style.lacksFamily { losses.append(.fontFamily) }
      if !style.className.isEmpty { span.append(("class", style.className)) }
      tags.seen.inline = style.seen
      tags.seen.flow.isEmphasisBelow = style.seen.emphasisMark == .dotBelow
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

  /// Records the text effects that are lost.
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
  /// Returns whether a text has 1 to 40 characters that occur in dates and times.
  static func isPlainDate(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 40
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || "-:.+TZ".utf8.contains($0) }
  }
}
