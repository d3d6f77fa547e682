internal import IAFormats
internal import IAText

extension BodyWriter {
  /// Opens the element of a block whose form does not depend on its parent.
  ///
  /// - Parameter className: The class of a code block whose lines share their attributes.
  mutating func openContainer(_ kind: Block.Kind, className: String? = nil) {
    switch kind {
    case .blockQuote:
      output.write("<blockquote>\n")
      nesting.push(.quote)
    case .codeBlock(let language):
      output.write("<pre")
      if let className { writeClass(className) }
      output.write("><code")
      if let language {
        if Self.isClassName(language) {
          output.writeAttribute("class", "language-" + language)
        } else {
          lose(.codeLanguage, .dropped)
        }
      }
      output.write(">")
      nesting.push(.code)
    case .orderedList(let style): open(style)
    case .unorderedList(let marker): openList(marker)
    case .table(let table): open(table)
    case .annotation(let annotation):
      output.write("<aside class=\"ia-annotation\" role=\"note\"")
      if let author = annotation.author { output.writeAttribute("data-author", author) }
      if let date = annotation.date { output.writeAttribute("data-date", date) }
      output.write(">\n")
      nesting.push(.aside)
    case .pageHeader(let pages):
      output.write("<header class=\"ia-page\"")
      open(pages)
      nesting.push(.header)
    case .pageFooter(let pages):
      output.write("<footer class=\"ia-page\"")
      open(pages)
      nesting.push(.footer)
    case .textBox(let box):
      open(box)
      nesting.push(.division)
    // These depend on their parent or are written with the text.
    case .listItem, .tableRow, .tableCell, .footnote, .endnote, .header, .thematicBreak: break
    }
  }

  /// Opens a text box; its properties become a `style` attribute if the page has styles.
  private mutating func open(_ box: Block.TextBox) {
    guard box != Block.TextBox() else { return output.write("<div class=\"ia-box\">\n") }
    guard isStyled, !source.dialect.isCocoa else {
      if box.placement != nil { losePlace() }
      loseLooks(of: box)
      return output.write("<div class=\"ia-box\">\n")
    }
    let css = BoxCSS(box)
    if !css.showsPlace { losePlace() }
    if !css.isExact { loseLooks(of: box) }
    output.write("<div class=\"ia-frame\"")
    output.writeAttribute("style", css.declarations)
    output.write(">\n")
  }

  /// Ends the start tag of a page header or footer, with the pages on which it is shown.
  private mutating func open(_ pages: Block.Pages) {
    if pages != .all { output.writeAttribute("data-pages", pages.rawValue) }
    output.write(">\n")
  }

  /// Opens a footnote or endnote, with a link back if the text refers to it.
  mutating func openNote(_ label: String, role: StaticString) {
    notes.defined.insert(label)
    output.write("<div class=\"ia-note\" role=\"")
    output.write(role)
    output.write("\"")
    let isFirst = notes.used.insert("fn-" + label).inserted
    if isFirst { output.writeAttribute("id", source.id("fn-", label)) }
    output.writeAttribute("data-label", label)
    output.write(">\n")
    if isFirst, notes.referenced.contains(label) {
      output.write("<a class=\"ia-back\" role=\"doc-backlink\"")
      output.writeAttribute("href", "#" + source.id("fnref-", label))
      output.writeAttribute("aria-label", "\u{21A9} " + label)
      output.write("></a>\n")
    }
    nesting.push(.note)
  }

  /// Opens a list item, which can be outside of a list.
  mutating func open(_ item: Block.ListItem, in parent: Int) {
    switch nesting.blocks[parent].kind {
    case .orderedList: openItem(item, in: parent, numberedBy: " value=\"")
    // The number is not visible, but a reader restores it.
    case .unorderedList: openItem(item, in: parent, numberedBy: " data-ordinal=\"")
    default:
      output.write(item.task == nil ? "<div>" : "<div class=\"ia-task\">")
      nesting.push(.division)
    }
    switch item.task {
    case .open: output.write("<input type=\"checkbox\" disabled>")
    case .done: output.write("<input type=\"checkbox\" disabled checked>")
    case nil: break
    }
  }

  /// Opens an item of a list, with its ordinal if that is not the next one.
  private mutating func openItem(
    _ item: Block.ListItem, in parent: Int, numberedBy attribute: StaticString
  ) {
    let isDefinition = nesting.blocks[parent].kind?.isDefinitionList == true
    output.write(isDefinition ? "<dd" : "<li")
    if item.task != nil { output.write(" class=\"ia-task\"") }
    let ordinal = min(max(item.ordinal, Int(Int32.min)), Int(Int32.max) - 1)
    if ordinal != nesting.blocks[parent].nextOrdinal {
      output.write(attribute)
      output.write(ordinal)
      output.write("\"")
    }
    nesting.blocks[parent].nextOrdinal = ordinal + 1
    output.write(">")
    nesting.push(isDefinition ? .definition : .item)
  }

  private mutating func open(_ style: Block.OrderedListStyle) {
    output.write("<ol")
    if style.start != 1 {
      output.write(" start=\"")
      output.write(min(max(style.start, Int(Int32.min)), Int(Int32.max) - 1))
      output.write("\"")
    }
    switch style.numbering {
    case .decimal: break
    case .lowerAlpha: output.write(" type=\"a\"")
    case .upperAlpha: output.write(" type=\"A\"")
    case .lowerRoman: output.write(" type=\"i\"")
    case .upperRoman: output.write(" type=\"I\"")
    }
    if style.delimiter != "." || !style.prefix.isEmpty {
      if isStyled { writeMarkerClass(style) } else { lose(.listDelimiter, .dropped) }
    }
    output.write(">\n")
    nesting.push(.ordered)
  }

  /// Writes the class of a counter style with the text before and after the numbers of a list.
  private mutating func writeMarkerClass(_ style: Block.OrderedListStyle) {
    let delimiter = String(style.delimiter.prefix(8))
    let prefix = String(style.prefix.prefix(Block.OrderedListStyle.maxPrefixCount))
    let marker = styles.sheet.className(
      .marker,
      "system:extends \(style.numbering.rawValue);"
        + (prefix.isEmpty ? "" : "prefix:" + CSSText.string(prefix) + ";") + "suffix:"
        + CSSText.string(delimiter + " "))
    var css = Declarations()
    css.add("list-style-type", marker)
    if styles.statesUnshown {
      if delimiter != "." { css.add("--ia-delimiter", CSSText.string(delimiter)) }
      if !prefix.isEmpty { css.add("--ia-number-prefix", CSSText.string(prefix)) }
      if TextEncoder.shown(delimiter) != style.delimiter
        || TextEncoder.shown(prefix) != style.prefix
      {
        lose(.listDelimiter, .approximated)
      }
    }
    writeClass(styles.sheet.className(.table, css.text))
  }

  private mutating func openList(_ marker: String?) {
    if marker == Block.definitionMarker {
      output.write("<dl>\n")
      nesting.push(.definitions)
      return
    }
    output.write("<ul")
    if let marker {
      if isStyled {
        let type =
          switch marker {
          case "": "none"
          case "\u{2022}": "disc"
          case "\u{25E6}", "o": "circle"
          case "\u{25AA}", "\u{25A0}": "square"
          default: CSSText.string(String(marker.prefix(8)) + " ")
          }
        writeClass(styles.sheet.className(.table, "list-style-type:" + type))
      } else {
        lose(.listMarker, .dropped)
      }
    }
    output.write(">\n")
    nesting.push(.unordered)
  }

  /// Writes a `class` attribute.
  ///
  /// - Parameter name: A class name that needs no escaping.
  mutating func writeClass(_ name: String) {
    output.write(" class=\"")
    output.write(safe: name)
    output.write("\"")
  }

  /// Returns whether a text can end a class name: 1 to 64 scalars without white space and control
  /// characters.
  static func isClassName(_ text: String) -> Bool {
    (1...64).contains(text.unicodeScalars.count)
      && text.unicodeScalars.allSatisfy {
        TextEncoder.isAllowed($0.value) && !$0.properties.isWhitespace
      }
  }
}
