internal import IABytes
internal import IACSS
internal import IAFormats
internal import IAMarkup
internal import IAText

// Raw HTML, read with the table of safe elements that the reader of HTML uses.
extension MarkdownPage {
  /// The attributes of text at the current position.
  var textAttributes: InlineAttributes {
    guard let outer = raw.elements.last?.inline else { return inline.attributes }
    return outer.overridden(by: inline.attributes)
  }

  /// The number of elements around the innermost block of Markdown, which HTML inside the block cannot close.
  var outerElements: Int { entries.last?.elements ?? 0 }

  // MARK: Markdown inside HTML

  /// Prepares for a paragraph or another block: directly inside a table, a row or a list of raw HTML, opens a cell or
  /// an item.
  mutating func prepareForContent() {
    guard let index = raw.elements.lastIndex(where: { $0.role != .inline }), index >= outerElements
    else { return }
    switch raw.elements[index].role {
    case .list: openItem(MarkupTag(name: "li"))
    case .table:
      openRow(MarkupTag(name: "tr"))
      openCell(MarkupTag(name: "td"))
    case .row: openCell(MarkupTag(name: "td"))
    default: break
    }
  }

  /// Appends text of Markdown at the current position.
  mutating func append(_ text: String, _ attributes: InlineAttributes) {
    guard inline.pictures == 0 else {
      inline.pictureText += text
      return
    }
    guard raw.equation == nil else { return appendToEquation(text, attributes) }
    guard raw.skipped == nil else { return }
    if raw.breaks > 0 || raw.space != nil {
      var text = Substring(text)
      // Spaces on both sides of a tag or comment count as one space.
      if !attributes.code { text = text.drop { $0 == " " } }
      guard !text.isEmpty else { return }
      settle()
      builder.append(
        units: Self.oneParagraph(String(text)), attributes: builder.intern(attributes))
      return
    }
    builder.append(units: Self.oneParagraph(text), attributes: builder.intern(attributes))
  }

  /// Records a space before a tag; it is not written if a line break follows.
  mutating func holdSpace() {
    if raw.equation != nil, inline.pictures == 0 { appendToEquation(" ", textAttributes) }
    guard raw.equation == nil, raw.skipped == nil, raw.breaks == 0, inline.pictures == 0,
      raw.space == nil
    else { return }
    raw.space = textAttributes
  }

  /// Starts a paragraph of Markdown.
  mutating func enterParagraph() {
    raw.hasTags = false
    raw.paragraphElements = raw.elements.count
  }

  /// Ends a paragraph of Markdown, unless it contained only tags.
  mutating func leaveParagraph() {
    guard raw.hasTags else {
      endParagraph()
      return
    }
    raw.skipped = nil
    settleEnd()
    if !isParagraphEmpty { endParagraph() }
    leaveText()
  }

  /// Closes the elements that were opened inside a paragraph of Markdown.
  mutating func leaveText() {
    raw.hasTags = false
    raw.skipped = nil
    while raw.elements.count > raw.paragraphElements { _ = raw.pop() }
    let closing = raw.closing
    raw.closing = []
    for name in closing { closeBlock(name) }
  }

  /// Appends the pending line breaks, or the pending space, before more text.
  mutating func settle() {
    if raw.breaks > 0 {
      let attributes = builder.intern(raw.breakAttributes ?? textAttributes)
      for _ in 0..<raw.breaks { builder.append(unit: 0x2028, attributes: attributes) }
    } else if let space = raw.space, !isParagraphEmpty {
      builder.append(unit: 0x20, attributes: builder.intern(space))
    }
    raw.breaks = 0
    raw.breakAttributes = nil
    raw.space = nil
  }

  /// Appends the pending line breaks at the end of a paragraph, except for the last one, which is not visible.
  mutating func settleEnd() {
    raw.space = nil
    raw.breaks -= 1
    if raw.breaks > 0 { settle() }
    raw.breaks = 0
  }

  /// Closes all elements, at the end of the document.
  mutating func closeAll() { closeElements(downTo: 0) }

  // MARK: Tags inside a paragraph

  /// Reads raw HTML inside a paragraph of Markdown: a tag or a comment.
  mutating func readInlineHTML(_ html: String, at offset: Int) throws {
    if html == MarkdownTag.separator { return }
    raw.hasTags = true
    guard raw.equation == nil else { return try continueEquation(html, at: offset) }
    let bytes = Array(html.utf8)
    var tokens = MarkupTokens(bytes)
    while let token = tokens.next() { try readInline(token, source: bytes, at: offset) }
  }

  /// Reads a tag inside a paragraph.
  ///
  /// - Parameter source: The raw HTML of the tag.
  mutating func readInline(_ token: MarkupToken, source: [UInt8], at offset: Int) throws {
    switch token {
    case .start(let tag):
      guard !skips(start: tag.name, at: offset) else { return }
      if opensEquation(tag, source: source, at: offset) {
        if tag.isSelfClosing { try endEquation() }
        return
      }
      note(tag, at: offset)
      try openInParagraph(tag, at: offset)
    case .end(let name):
      guard !skips(end: name) else { return }
      closeInParagraph(name)
    case .text, .other: break
    }
  }

  private mutating func openInParagraph(_ tag: MarkupTag, at offset: Int) throws {
    let kind = HTMLElementKind(name: tag.name)
    switch kind {
    case .inline: try openInline(tag, at: offset)
    case .block, .list, .table:
      breakLine()
      noteAnchors(tag)
      noteOnce(.approximated, .block, tag.name, offset)
      if tag.name == "li" {
        settle()
        builder.append(units: [0x2022, 0x20], attributes: builder.intern(textAttributes))
      }
    case .page, .skipped, .active: break
    }
  }

  private mutating func closeInParagraph(_ name: String) {
    guard HTMLElementKind(name: name) != .inline else {
      closeInline(name)
      return
    }
    if raw.elements.contains(where: { $0.name == name }) {
      if raw.closing.count < RawState.maxElements { raw.closing.append(name) }
    } else if HTMLElementKind(name: name) != .page {
      breakLine()
    }
  }

  /// Starts a new line if the current one has text.
  private mutating func breakLine() {
    if raw.breaks == 0, !isParagraphEmpty, builder.lastUnit != 0x2028 {
      raw.breaks = 1
      raw.breakAttributes = nil
    }
  }

  // MARK: Elements inside a paragraph

  /// Opens an element inside a paragraph; an element without content is read immediately.
  mutating func openInline(_ tag: MarkupTag, at offset: Int) throws {
    noteAnchors(tag)
    switch tag.name {
    case "br":
      if raw.breaks > 0, !isParagraphEmpty { settle() }
      if raw.breaks == 0 { raw.breakAttributes = textAttributes }
      raw.breaks += 1
      return
    case "wbr":
      settle()
      builder.append(unit: 0x200B, attributes: builder.intern(textAttributes))
      return
    case "img", "image":
      try readPicture(tag, at: offset)
      return
    default: break
    }
    if let feature = RawNames.feature(ofElement: tag.name) {
      noteOnce(.dropped, feature, tag.name, offset)
    }
    guard raw.elements.count < RawState.maxElements else {
      noteOnce(.approximated, .block, "elements nested too deep", offset)
      return
    }
    var looks = RawLooks(
      tag, outer: textAttributes, outerParagraph: raw.elements.last?.paragraph ?? .init())
    note(looks, at: offset)
    if tag.name == "a", let url = tag["href"] {
      if LinkPolicy.allows(url) {
        let title = tag["title"] ?? ""
        looks.inline.link = .init(url, title: title.isEmpty ? nil : title)
      } else {
        report.add(.neutralised, .link, url, byteOffset: offset)
      }
    }
    if raw.codeDepth > 0 { looks.inline.code = false }
    var element = RawElement(name: tag.name, own: looks.inline)
    if tag.name == "q" {
      appendRaw("\u{201C}")
      element.endText = "\u{201D}"
    } else if tag.name == "rt" {
      appendRaw("(")
      element.endText = ")"
    }
    raw.push(element)
  }

  /// Closes the innermost element of a name inside a paragraph; those inside it remain open.
  mutating func closeInline(_ name: String) {
    guard let index = raw.elements.lastIndex(where: { $0.name == name }), index >= outerElements,
      raw.elements[index].role == .inline
    else { return }
    let text = raw.elements[index].endText
    if !text.isEmpty { appendRaw(text) }
    raw.remove(index)
  }

  private mutating func readPicture(_ tag: MarkupTag, at offset: Int) throws {
    let alternative = tag["alt"] ?? ""
    guard inline.pictures == 0 else {
      inline.pictureText += alternative
      return
    }
    settle()
    var attributes = textAttributes
    guard let source = tag["src"], !source.isEmpty,
      var picture = try pictures.attachment(for: source, at: offset, &report)
    else {
      appendRaw(alternative)
      return
    }
    if let title = tag["title"], !title.isEmpty { attributes[tag: MarkdownTag.title] = title }
    if !alternative.isEmpty { picture.altText = alternative }
    picture.displayWidth = Self.points(tag["width"])
    picture.displayHeight = Self.points(tag["height"])
    for name in ["width", "height"] where tag[name] != nil && Self.points(tag[name]) == nil {
      noteOnce(.dropped, .size, name, offset)
    }
    if tag["align"] != nil { noteOnce(.dropped, .pictureLayout, "align", offset) }
    builder.append(picture, attributes: builder.intern(attributes))
  }

  /// Converts a number of pixels to points.
  static func points(_ text: String?) -> Double? {
    guard var text else { return nil }
    if text.hasSuffix("px") { text.removeLast(2) }
    guard let number = Double(text), number > 0, number <= 100_000 else { return nil }
    return number * 0.75
  }

  /// Appends text of raw HTML without changes.
  mutating func appendRaw(_ text: String) {
    guard inline.pictures == 0 else {
      inline.pictureText += text
      return
    }
    settle()
    builder.append(units: Self.oneParagraph(text), attributes: builder.intern(textAttributes))
  }

  // MARK: Content that is left out

  /// Returns whether a start tag is inside a skipped element, or starts one.
  mutating func skips(start name: String, at offset: Int) -> Bool {
    if let skipped = raw.skipped {
      if skipped.name == name { raw.skipped?.depth += 1 }
      return true
    }
    switch HTMLElementKind(name: name) {
    case .active:
      report.add(.neutralised, .activeContent, name, byteOffset: offset)
    case .skipped:
      if let feature = RawNames.feature(ofElement: name) {
        noteOnce(.dropped, feature, name, offset)
      }
    default: return false
    }
    if !HTMLElementKind.isVoid(name) { raw.skipped = (name, 1) }
    return true
  }

  /// Returns whether an end tag is inside a skipped element, or ends one.
  mutating func skips(end name: String) -> Bool {
    guard let skipped = raw.skipped else { return false }
    if skipped.name == name {
      raw.skipped = skipped.depth > 1 ? (name, skipped.depth - 1) : nil
    }
    return true
  }

  // MARK: Notes

  /// Reports the attributes of a tag that are not read.
  mutating func note(_ tag: MarkupTag, at offset: Int) {
    for (name, _) in tag.attributes {
      if name.hasPrefix("on"), name.utf8.count > 2 {
        noteOnce(.neutralised, .eventHandler, name, offset)
      } else if let feature = RawNames.feature(ofAttribute: name, on: tag.name) {
        noteOnce(.dropped, feature, name, offset)
      }
    }
  }

  /// Reports the properties of a style attribute that are not read.
  mutating func note(_ looks: RawLooks, at offset: Int) {
    for unread in looks.unread { noteOnce(.dropped, unread.feature, unread.property, offset) }
  }

  /// Adds a note, once for each name.
  mutating func noteOnce(
    _ effect: ConversionNote.Effect, _ feature: DocumentFeature, _ name: String, _ offset: Int
  ) {
    if raw.isNew(feature, name) { report.add(effect, feature, name, byteOffset: offset) }
  }
}
