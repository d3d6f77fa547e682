internal import IABytes
internal import IACSS
internal import IAFormats
internal import IAHiddenData
internal import IAMarkup
internal import IASyntax
internal import IAText

extension HTMLWalk {
  /// Reads an `img` element: a picture, a sticker or its alternative text.
  mutating func readPicture(_ node: HTMLNode, style: Int) {
    noteAnchor(node, style)
    let width = PictureReader.pixels(node[.width])
    let height = PictureReader.pixels(node[.height])
    let source = SafeURL.cleaned(node[.src] ?? "")
    let alt = node[.alt]
    let sticker = Classes(node).repeatedSticker
    if source.isEmpty, let known = sticker.flatMap({ pictures.stickers[$0] }) {
      // Only the first element with this class contains the picture.
      var again = known
      again.altText = alt.flatMap { $0.isEmpty ? nil : $0 }
      return page.add(again, style: style)
    }
    guard !source.isEmpty, source != BodyWriter.missingAddress else {
      if node.has(.srcset) {
        page.report.add(
          .neutralised, .externalContent, "srcset", byteOffset: node.byteOffset)
      }
      return add(substitute: alt, style: style)
    }
    var attachment: Attachment
    if LinkSchemes.scheme(of: source) == "data" {
      guard let made = pictures.picture(inAddress: source, node, report: &page.report) else {
        return add(substitute: alt, style: style)
      }
      attachment = made
    } else {
      if let width, let height, width <= 1, height <= 1 {
        // An external picture of at most one pixel is a tracking pixel.
        return page.report.add(
          .neutralised, .externalContent, "counting pixel", byteOffset: node.byteOffset)
      }
      guard let made = pictures.picture(at: source, node, report: &page.report) else {
        return add(substitute: alt, style: style)
      }
      attachment = made
    }
    if let alt { attachment.altText = alt.isEmpty ? nil : alt }
    pictures.setSize(of: &attachment, width, height)
    setStatedSize(of: &attachment, node, style: style)
    if let sticker, pictures.stickers[sticker] == nil { pictures.stickers[sticker] = attachment }
    if let float = page.styles.styles[style].flow.floats.first {
      return add(floating: attachment, float, node, style: style)
    }
    page.add(attachment, style: style)
  }

  /// Sets the display size that style sheets declare for a picture.
  private func setStatedSize(of picture: inout Attachment, _ node: HTMLNode, style: Int) {
    guard let stated = page.styles.styles[style].pictures.first else { return }
    var natural: (width: Double, height: Double)?
    if let width = picture.pixelWidth, let height = picture.pixelHeight {
      natural = (Double(width) * 0.75, Double(height) * 0.75)
    }
    let size = stated.shown(
      (picture.displayWidth, picture.displayHeight), natural: natural, in: Self.space(around: node))
    (picture.displayWidth, picture.displayHeight) = (size.width, size.height)
  }

  /// Returns the width in points to which a percentage of a picture refers: that of the page, or
  /// `nil` in a table cell.
  static func space(around node: HTMLNode) -> Double? {
    var around = node.parent
    while let current = around {
      if current.tag == .td || current.tag == .th { return nil }
      around = current.parent
    }
    return StyleBuilder.pageWidth
  }

  /// Adds a floating picture beside the text, or in the text if the paragraph cannot have a
  /// floating picture.
  mutating func add(
    floating picture: Attachment, _ float: FloatStyle, _ node: HTMLNode, style: Int
  ) {
    guard case .blob = picture.content, page.placesPictures else {
      if !isOwn { noteFloat(node) }
      return page.add(picture, style: style)
    }
    var picture = picture
    picture.placement = Self.placement(float, page.styles.styles[style])
    if isOwn { return page.add(picture, style: style) }
    page.add(floating: picture, style: style)
  }

  /// Adds the alternative text of a missing picture.
  private mutating func add(substitute: String?, style: Int) {
    guard let substitute, !substitute.isEmpty else { return }
    page.add(units: Array(substitute.utf16), style: style)
  }

  /// Reads a video as an attachment with its address; the file is not loaded.
  mutating func readVideo(_ node: HTMLNode, style: Int) {
    var address = node[.src]
    for child in node.children.prefix(32) where address == nil {
      if child.isElement, child.tag == .source { address = child[.src] }
    }
    let url = SafeURL.cleaned(address ?? "")
    let isKept = !url.isEmpty && SafeURL.isPicture(url)
    page.report.add(
      .neutralised, .externalContent, isKept ? "not loaded" : "video", byteOffset: node.byteOffset
    )
    guard isKept else { return }
    page.add(Attachment(.video, content: .url(url), state: .missing), style: style)
  }

  /// Reads the element of an attachment in a page of this suite.
  mutating func readAttachment(_ root: HTMLNode, style: Int) {
    let isSticker = Classes(root).has("ia-sticker")
    var found = Attachment(isSticker ? .image : .file)
    var picture: SHA256Digest?
    var target: String?
    var node: HTMLNode? = root
    while let current = node {
      if current.isElement {
        look(at: current, for: &found)
        if case .blob(let digest) = found.content { picture = digest }
        if target == nil, current.tag == .a { target = current[.href] }
      }
      node = current.next(in: root, entering: current.isElement)
    }
    if isSticker {
      let text = root[.alt] ?? root.allText(limit: Self.mostCaptionNodes)
      found.textBacking = text
      if case .none = found.content { found.state = .missing }
    } else {
      keepCaption(of: root, picture, target, in: &found)
    }
    page.add(found, style: style)
    figures[page.builder.utf16Count - 1] = StandIns.Seen(
      found, caption: isSticker ? nil : caption(of: root),
      target: target, picture: picture, isInLink: page.text.link != nil)
  }

  /// Sets the caption and target that an element shows beside a picture, or the name of a location.
  private func keepCaption(
    of root: HTMLNode, _ picture: SHA256Digest?, _ target: String?, in found: inout Attachment
  ) {
    let caption = caption(of: root).trimmingASCIISpace()
    if found.location != nil {
      found.preview = picture
      let numbers = found.altText ?? ""
      found.altText = nil
      if caption.count > numbers.count, caption.hasSuffix(numbers) {
        found.location?.placename = caption.dropLast(numbers.count).trimmingASCIISpace()
      }
    } else if picture != nil, !caption.isEmpty {
      found = Attachment(.file, state: .missing, altText: caption)
      found.preview = picture
      if let target, SafeURL.isHarmless(target) { found.content = .url(target) }
    } else if found.altText == nil {
      found.altText = caption
    }
  }

  /// Returns the text of the element of an attachment, or the alternative text if its picture is
  /// missing.
  private func caption(of root: HTMLNode) -> String {
    let picture = root.children.first { $0.kind == .element && $0.tag == .img }
    if let picture, picture[.src] == BodyWriter.missingAddress { return picture[.alt] ?? "" }
    return root.allText(limit: Self.mostCaptionNodes)
  }

  /// The maximum number of nodes of a caption that are read.
  private static let mostCaptionNodes = 4096

  private mutating func look(at node: HTMLNode, for found: inout Attachment) {
    switch node.tag {
    case .img:
      let address = node[.src] ?? ""
      guard address != BodyWriter.missingAddress else { return }
      let isInside = LinkSchemes.scheme(of: address) == "data"
      let made =
        isInside
        ? pictures.picture(inAddress: address, node, report: &page.report)
        : pictures.picture(at: address, node, report: &page.report)
      if var picture = made, case .blob = picture.content {
        picture.altText = node[.alt].flatMap { $0.isEmpty ? nil : $0 }
        pictures.setSize(
          of: &picture, PictureReader.pixels(node[.width]), PictureReader.pixels(node[.height]))
        found = picture
      }
    case .a:
      if let url = node[.href], SafeURL.isHarmless(url), found.kind == .file {
        found.content = .url(url)
        found.state = .missing
      }
    case .span where node[.`class`] == "ia-place":
      let numbers = node.allText(limit: 4).split(separator: ",")
        .compactMap { Double($0.trimmingASCIISpace()) }
      if numbers.count == 2, (-90...90).contains(numbers[0]), (-180...180).contains(numbers[1]) {
        found = Attachment(.location)
        found.location = .init(latitude: numbers[0], longitude: numbers[1])
        // The coordinates as shown, until `keepCaption` separates the name before them.
        found.altText = node.allText(limit: 4).trimmingASCIISpace()
      }
    default: break
    }
  }
}

extension SafeURL {
  /// Returns whether an address of a picture or video is relative, HTTP or HTTPS, and harmless.
  static func isPicture(_ url: String) -> Bool {
    guard isHarmless(url) else { return false }
    guard let scheme = LinkSchemes.scheme(of: url) else { return true }
    return scheme == "http" || scheme == "https"
  }
}
