internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

extension HTMLWalk {
  /// Opens an inline element.
  mutating func enterInline(
    _ node: HTMLNode, _ tag: MarkupName, _ style: Int, _ frame: inout Frame
  ) {
    switch tag {
    case .a: enterLink(node, style, &frame)
    case .q:
      let marks = quotationMarks(style)
      page.add(units: Array(marks.opening.utf16), style: style)
      frame.end = .text(marks.closing)
    case .button:
      // The font and position of a button's text are lost.
      if !isOwn {
        page.report.add(.approximated, .formField, "button", byteOffset: node.byteOffset)
        if page.text.link != nil {
          page.report.add(.approximated, .linkStyle, "not underlined", byteOffset: node.byteOffset)
        }
      }
    case .rt:
      page.add(units: [0x28], style: style)
      frame.end = .ruby
    case .span:
      if isOwn, let value = node[.dataLabel], node[.`class`] == "ia-form",
        FormField(tag: value) != nil
      {
        frame.form = .some(page.text.form)
        page.text.setForm(value)
      }
      if node.hasAttributes, node[.`class`] == "Apple-converted-space" {
        frame.next = nil
        page.add(units: Array(repeating: 0x20, count: max(1, node.textLength)), style: style)
      }
    default: break
    }
  }

  /// Returns the marks around the text of a `q` element with a style, for its depth in others.
  ///
  /// As in browsers, `quotes: auto` has the marks of the language around the element, and inside of
  /// the innermost marks these are repeated.
  private func quotationMarks(_ style: Int) -> (opening: String, closing: String) {
    let styles = page.styles.styles
    let language = frames.last.flatMap { styles[$0.style].inline.language }
    let marks =
      styles[style].rules.quotationMarks
      ?? QuotationMarks.automatic(for: language ?? survey.metadata.language)
    guard !marks.isEmpty else { return ("", "") }
    let depth = min(frames.count { $0.node.tag == .q }, marks.count / 2 - 1)
    return (marks[2 * depth], marks[2 * depth + 1])
  }

  private mutating func enterLink(_ node: HTMLNode, _ style: Int, _ frame: inout Frame) {
    frame.link = .some(page.text.link)
    if isOwn, node[.role] == "doc-noteref", let label = node[.dataLabel] {
      page.text.setLink(nil)
      return page.text.setNote(label)
    }
    if !survey.notes.isEmpty, let label = survey.notes.references[node] {
      return enterReference(label, node, &frame)
    }
    guard let href = node[.href] else { return }
    let url = isOwn ? href : SafeURL.cleaned(href)
    guard !url.isEmpty, SafeURL.isHarmless(url) else {
      if !url.isEmpty {
        let scheme = LinkSchemes.scheme(of: url) ?? ""
        page.report.add(.neutralised, .link, scheme, byteOffset: node.byteOffset)
      }
      // The text stays underlined like the removed link.
      if !isOwn { frame.style = page.styles.underlined(style) }
      return page.text.setLink(nil)
    }
    var target = url
    if isOwn, survey.bookmarks.contains(String(url.dropFirst())), url.hasPrefix("#b-"),
      let name = SafeURL.name(ofID: String(url.dropFirst()), prefix: "b-")
    {
      target = "#" + name
    }
    page.startLink(page.styles.styles[style])
    page.text.setLink(InlineAttributes.Link(target, title: node[.title]))
  }
}

extension HTMLNode {
  /// The number of scalars in the text nodes that are children of an element.
  fileprivate var textLength: Int {
    children.reduce(0) { sum, child in
      child.kind == .text ? sum + child.utf8.count { $0 & 0xC0 != 0x80 } : sum
    }
  }
}
