internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IAText

/// The state at a place inside a paragraph.
struct InlineState {
  var bold = 0
  var italic = 0
  var strikethrough = 0
  var links: [InlineAttributes.Link?] = []
  /// The number of enclosing pictures; their text is not text of the document.
  var pictures = 0
  /// The text inside the outermost picture.
  var pictureText = ""

  /// The attributes of text at the place.
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
  /// Takes in one node inside a paragraph.
  mutating func visitInline(_ node: CMarkNode, _ kind: CMarkKind, isEntering: Bool) throws {
    let step = isEntering ? 1 : -1
    switch kind {
    case .emphasis: inline.italic += step
    case .strong: inline.bold += step
    case .strikethrough: inline.strikethrough += step
    case .link: if isEntering { enterLink(node) } else { inline.links.removeLast() }
    case .image: try visitPicture(node, isEntering: isEntering)
    case .text:
      var text = node.literal
      if text == "\u{A0}", node.isWholeParagraph { return }
      if isAtTask, let paragraph = node.parent, node.isFirst(in: paragraph) {
        // The box of a task and the space after it.
        text = String(text.unicodeScalars.dropFirst(3).drop { $0 == " " || $0 == "\t" })
        isAtTask = false
      }
      append(text, inline.attributes)
    case .softBreak: append(" ", inline.attributes)
    case .lineBreak: append("\u{2028}", inline.attributes)
    case .code:
      var attributes = inline.attributes
      attributes.code = true
      append(node.literal, attributes)
    case .htmlInline: readInlineHTML(node)
    case .footnoteReference where isEntering:
      let label = Int(node.literal).flatMap { footnoteLabels[$0] } ?? node.literal
      var attributes = inline.attributes
      attributes.script = .superscript
      attributes[tag: MarkdownTag.footnote] = label
      append(label, attributes)
    default: break
    }
  }

  private mutating func append(_ text: String, _ attributes: InlineAttributes) {
    guard inline.pictures == 0 else {
      inline.pictureText += text
      return
    }
    builder.append(units: Self.oneParagraph(text), attributes: builder.intern(attributes))
  }

  private mutating func enterLink(_ node: CMarkNode) {
    let url = node.url
    guard LinkPolicy.allows(url) else {
      report.add(.neutralised, "link", url, byteOffset: byteOffset(of: node))
      inline.links.append(nil)
      return
    }
    let title = node.title
    inline.links.append(.init(url, title: title.isEmpty ? nil : title))
  }

  private mutating func readInlineHTML(_ node: CMarkNode) {
    let html = node.literal
    if html == MarkdownTag.separator { return }
    report.add(
      .neutralised, "raw-html", "kept as text", byteOffset: byteOffset(of: node))
    var attributes = inline.attributes
    attributes[tag: MarkdownTag.html] = "inline"
    append(html, attributes)
  }

  private mutating func visitPicture(_ node: CMarkNode, isEntering: Bool) throws {
    guard !isEntering else {
      inline.pictures += 1
      return
    }
    inline.pictures -= 1
    guard inline.pictures == 0 else { return }
    let text = inline.pictureText
    inline.pictureText = ""
    var attributes = inline.attributes
    let title = node.title
    if !title.isEmpty { attributes[tag: MarkdownTag.title] = title }
    if var picture = try attachment(for: node) {
      if !text.isEmpty { picture.altText = text }
      builder.append(picture, attributes: builder.intern(attributes))
    } else {
      append(text, inline.attributes)
    }
  }

  /// Returns the attachment for a picture; `nil` if its address is refused.
  private mutating func attachment(for node: CMarkNode) throws -> Attachment? {
    let url = node.url
    let limits = options.limits
    if DataURI.isDataURI(url) {
      guard let bytes = DataURI.bytes(of: url), let type = MediaType.sniffed(from: bytes),
        LinkPolicy.pictureTypes.contains(type)
      else {
        report.add(
          .neutralised, "image", "data that is no PNG, JPEG, GIF or WebP",
          byteOffset: byteOffset(of: node))
        return nil
      }
      return picture(bytes, name: nil, node)
    }
    guard LinkPolicy.allowsPicture(url) else {
      report.add(.neutralised, "image", url, byteOffset: byteOffset(of: node))
      return nil
    }
    if LinkPolicy.isSideFileName(url) {
      for name in [url, String(decoding: PercentCoding.decoded(Array(url.utf8)), as: UTF8.self)] {
        if let bytes = try source.sideFile(named: name, limits: limits) {
          hasSideFiles = true
          return picture(bytes, name: name, node)
        }
      }
    }
    var attachment = Attachment(.image, content: .url(url), state: .missing)
    attachment.name = nil
    return attachment
  }

  /// Returns an attachment that holds the bytes; `nil` if the picture is too large.
  private mutating func picture(
    _ bytes: [UInt8], name: String?, _ node: CMarkNode
  ) -> Attachment? {
    if let size = FoundPicture.excessiveSize(of: bytes, limits: options.limits) {
      report.add(
        .neutralised, "image", "\(size.width) by \(size.height) pixels",
        byteOffset: byteOffset(of: node))
      return nil
    }
    return FoundPicture.attachment(
      holding: bytes, name: name, limits: options.limits, in: &attachments)
  }
}
