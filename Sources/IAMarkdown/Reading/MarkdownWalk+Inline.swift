internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IAText

/// The state at a position inside a paragraph.
struct InlineState {
  var bold = 0
  var italic = 0
  var strikethrough = 0
  var links: [InlineAttributes.Link?] = []
  /// The number of pictures around the position, whose text is not text of the document.
  var pictures = 0
  /// The text inside the outermost picture.
  var pictureText = ""

  /// The attributes of text at the position.
  var attributes: InlineAttributes {
    var attributes = InlineAttributes()
    attributes.bold = bold > 0
    attributes.italic = italic > 0
    attributes.strikethrough = strikethrough > 0 ? .single : nil
    attributes.link = links.last ?? nil
    return attributes
  }
}

extension MarkdownWalk {
  /// Reads an inline node.
  mutating func visitInline(_ node: CMarkNode, _ kind: CMarkKind, isEntering: Bool) throws {
    guard nodesOfAlert == 0 else {
      nodesOfAlert -= 1
      return
    }
    let step = isEntering ? 1 : -1
    switch kind {
    case .emphasis: page.inline.italic += step
    case .strong: page.inline.bold += step
    case .strikethrough: page.inline.strikethrough += step
    case .link: if isEntering { enterLink(node) } else { page.inline.links.removeLast() }
    case .image: try visitPicture(node, isEntering: isEntering)
    case .text:
      var text = node.literal
      if text == "\u{A0}", node.isWholeParagraph { return }
      if isAtTask, let paragraph = node.parent, node.isFirst(in: paragraph) {
        // Removes the box of a task and the spaces after it.
        text = String(text.unicodeScalars.dropFirst(3).drop { $0 == " " || $0 == "\t" })
        isAtTask = false
      }
      if text.utf8.last == 0x20, let next = node.next, next.kind == .htmlInline,
        !keepsSpaces(text, before: next)
      {
        // Before a line break, spaces are not visible.
        while text.utf8.last == 0x20 { text.removeLast() }
        page.append(text, page.textAttributes)
        page.holdSpace()
        return
      }
      page.append(text, page.textAttributes)
    case .softBreak: page.append(" ", page.textAttributes)
    case .lineBreak: page.append("\u{2028}", page.textAttributes)
    case .code:
      var attributes = page.textAttributes
      attributes.code = true
      page.append(node.literal, attributes)
    case .math:
      var attributes = page.textAttributes
      attributes[tag: MarkdownTag.math] = node.isDisplay ? "display" : "inline"
      page.append(node.literal, attributes)
    case .htmlInline: try page.readInlineHTML(node.literal, at: byteOffset(of: node))
    case .footnoteReference where isEntering:
      let label = Int(node.literal).flatMap { footnoteLabels[$0] } ?? node.literal
      var attributes = page.textAttributes
      attributes.script = .superscript
      attributes[tag: MarkdownTag.footnote] = label
      page.append(label, attributes)
    default: break
    }
  }

  /// Returns whether spaces at the end of a text, before a tag that the writer produces, are part of the text: if there
  /// are several, or if the paragraph has no other text so far.
  private func keepsSpaces(_ text: String, before tag: CMarkNode) -> Bool {
    guard
      text.utf8.dropLast().last == 0x20
        || page.isParagraphEmpty && text.utf8.allSatisfy({ $0 == 0x20 })
    else { return false }
    return TagSet.openings.contains(tag.literal)
  }

  private mutating func enterLink(_ node: CMarkNode) {
    let url = node.url
    guard LinkPolicy.allows(url) else {
      page.report.add(.neutralised, .link, url, byteOffset: byteOffset(of: node))
      page.inline.links.append(nil)
      return
    }
    if node.firstChild == nil {
      page.report.add(.dropped, .link, "without text", byteOffset: byteOffset(of: node))
    }
    let title = node.title
    page.inline.links.append(.init(url, title: title.isEmpty ? nil : title))
  }

  private mutating func visitPicture(_ node: CMarkNode, isEntering: Bool) throws {
    guard !isEntering else {
      page.inline.pictures += 1
      return
    }
    page.inline.pictures -= 1
    guard page.inline.pictures == 0 else { return }
    let text = page.inline.pictureText
    page.inline.pictureText = ""
    guard page.raw.skipped == nil else { return }
    guard page.raw.equation == nil else {
      page.report.add(.dropped, .image, "in an equation", byteOffset: byteOffset(of: node))
      return page.appendToEquation(text, page.textAttributes)
    }
    page.settle()
    var attributes = page.textAttributes
    let title = node.title
    if !title.isEmpty { attributes[tag: MarkdownTag.title] = title }
    if var picture = try page.pictures.attachment(
      for: node.url, at: byteOffset(of: node), &page.report)
    {
      if !text.isEmpty { picture.altText = text }
      page.builder.append(picture, attributes: page.builder.intern(attributes))
    } else {
      page.append(text, page.textAttributes)
    }
  }
}
