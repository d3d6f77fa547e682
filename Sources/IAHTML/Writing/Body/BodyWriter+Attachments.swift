internal import IAFiles
internal import IAFormats
internal import IASVG
internal import IAShapes
internal import IASyntax
internal import IAText

extension BodyWriter {
  /// The side of the square into which pictures in messages are reduced, in CSS pixels.
  static let thumbSide = 160.0

  /// The media types of raster pictures that browsers show.
  static let pictureTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"]

  /// Returns the attachment that is the only content of a paragraph; `nil` for stickers and other
  /// content.
  func figure(of paragraph: IAString.NumberedParagraph) -> Attachment? {
    let content = paragraph.contentRange
    guard content.count == 1, cursor.nextAttachment < source.attachments.count,
      source.attachments[cursor.nextAttachment].utf16Offset == content.lowerBound
    else { return nil }
    let attachment = source.attachments[cursor.nextAttachment].attachment
    guard plan.pieces.count == 1, plan.pieces[0].style == 0 else { return nil }
    return attachment.isSticker ? nil : attachment
  }

  /// The bytes of attachments that no element of the page contains, including unreferenced ones.
  var unshownBlobs: [[UInt8]] {
    var shown: Set<SHA256Digest> = []
    for placed in source.attachments {
      if let picture = picture(of: placed.attachment) { shown.insert(picture.digest) }
    }
    return source.blobs.digests.filter { !shown.contains($0) }.compactMap { source.blobs[$0] }
  }

  /// The pictures of the stickers, in text order.
  var stickerPictures: [Picture] {
    source.attachments.compactMap { $0.attachment.isSticker ? picture(of: $0.attachment) : nil }
  }

  /// Writes a paragraph that contains one attachment as a `figure`.
  mutating func write(
    figure attachment: Attachment, _ paragraph: IAString.NumberedParagraph, _ start: StartTag,
    to sink: inout some DocumentSink
  ) throws {
    output.write("<figure")
    write(start, of: paragraph)
    cursor.nextAttachment += 1
    let isShown = try writePicture(attachment, to: &sink)
    if !isShown || attachment.kind != .image {
      let target = try captionTarget(of: attachment, to: &sink)
      if isMissingPicture(attachment, target: target) {
        writeMissingPicture(attachment)
      } else {
        output.write("<figcaption>")
        writeCaption(attachment, target: target)
        output.write("</figcaption>")
      }
    }
    writeBookmarks(through: paragraph.contentRange.upperBound)
    output.write("</figure>\n")
    cursor.position = paragraph.contentRange.upperBound
  }

  /// Writes an attachment inside text.
  mutating func write(
    inline attachment: Attachment, isLinked: Bool, to sink: inout some DocumentSink
  ) throws {
    if let backing = attachment.textBacking {
      return try writeSticker(attachment, backing: backing, to: &sink)
    }
    guard attachment.kind != .image || picture(of: attachment) == nil else {
      try writePicture(attachment, to: &sink)
      return
    }
    output.write("<span class=\"ia-attachment\">")
    try writePicture(attachment, to: &sink)
    let target = try captionTarget(of: attachment, to: &sink)
    if isMissingPicture(attachment, target: isLinked ? nil : target) {
      writeMissingPicture(attachment)
    } else {
      writeCaption(attachment, target: isLinked ? nil : target)
    }
    output.write("</span>")
  }

  private mutating func writeSticker(
    _ attachment: Attachment, backing: String, to sink: inout some DocumentSink
  ) throws {
    guard let picture = picture(of: attachment) else {
      output.write("<span class=\"ia-sticker\">")
      output.write(escaping: backing)
      return output.write("</span>")
    }
    guard let name = media.stickers.className(of: picture) else {
      output.write("<img class=\"ia-sticker\"")
      output.writeAttribute("alt", backing)
      try writeSource(picture, of: attachment, to: &sink)
      return output.write(">")
    }
    output.write("<img class=\"ia-sticker ")
    output.write(safe: name)
    output.write("\"")
    output.writeAttribute("alt", backing)
    if media.stickers.isFirst(picture) {
      try writeSource(picture, of: attachment, to: &sink)
    }
    output.write(">")
  }

  /// Writes the picture of an attachment, and returns whether the attachment has a picture that
  /// browsers show.
  @discardableResult
  private mutating func writePicture(
    _ attachment: Attachment, to sink: inout some DocumentSink
  ) throws -> Bool {
    guard let picture = picture(of: attachment) else {
      noteUnshown(attachment)
      return false
    }
    if case .blob(let digest) = attachment.content, digest != picture.digest {
      noteUnshown(attachment)
    }
    output.write("<img class=\"ia-picture\"")
    output.writeAttribute("alt", attachment.altText ?? attachment.name ?? "")
    var css = Declarations()
    if let placement = attachment.placement { addPlace(placement, to: &css) }
    addOverlay(attachment, to: &css)
    if picture.type == ShapePicture.mediaType, media.haveRoundCorners {
      css.add("border-radius", "0")
    }
    if let size = displaySize(of: attachment, picture) {
      output.writeAttribute("width", String(size.width))
      output.writeAttribute("height", String(size.height))
      if size.isBox { css.add("aspect-ratio", "\(size.width)/\(size.height)") }
    }
    if !css.text.isEmpty { output.writeAttribute("style", css.text) }
    try writeSource(picture, of: attachment, to: &sink)
    output.write(">")
    return true
  }

  /// Adds the declarations for the position of a picture, or reports that the position is lost.
  private mutating func addPlace(_ placement: Placement, to css: inout Declarations) {
    guard isStyled, !source.dialect.isCocoa,
      let side = BoxCSS.side(of: placement, belongsToNext: false),
      BoxCSS.isExact(placement.distance)
    else { return losePlace() }
    css.add("float", side)
    BoxCSS.add("margin", placement.distance, to: &css)
  }

  /// Adds the declarations of a picture in front of or behind the text: a float whose margins
  /// cancel its size.
  ///
  /// The picture is at its horizontal position in the column, below the top of the line and behind
  /// the text. Lines above it can move it.
  private func addOverlay(_ attachment: Attachment, to css: inout Declarations) {
    guard isStyled, !source.dialect.isCocoa, let placement = attachment.placement,
      placement.wrap == .front || placement.wrap == .behind,
      placement.across.reference != .page, placement.across.edge == nil,
      placement.down.reference == .text, placement.down.edge == nil,
      let width = attachment.displayWidth, let height = attachment.displayHeight
    else { return }
    let (x, y) = (placement.across.offset, placement.down.offset)
    let margins = [y, -x - width, -y - height, x].map {
      CSSText.points($0, in: -20_000...20_000) ?? "0"
    }
    css.add("float", "left")
    css.add("margin", margins.joined(separator: " "))
    css.add("position", "relative")
    css.add("z-index", "-1")
  }

  private mutating func writeSource(
    _ picture: Picture, of attachment: Attachment, to sink: inout some DocumentSink
  ) throws {
    if media.linksFiles,
      let file = try sink.writeSideFile(
        named: MediaFileName.name(digest: picture.digest, mediaType: picture.type), picture.bytes)
    {
      return output.writeAttribute("src", SafeURL.relative(path: file))
    }
    output.write(" src=\"data:")
    output.write(safe: picture.type)
    output.write(";base64,")
    try output.write(base64: picture.bytes, to: &sink)
    output.write("\"")
  }

  /// Writes the content of an attachment to a file beside the page and returns its path; `nil`
  /// without content or without side files.
  private func file(
    of attachment: Attachment, to sink: inout some DocumentSink
  ) throws -> String? {
    guard media.linksFiles, case .blob(let digest) = attachment.content,
      let bytes = source.blobs[digest]
    else {
      return nil
    }
    let type = MediaType.sniffed(from: bytes) ?? attachment.mediaType
    let name = MediaFileName.name(
      digest: digest, mediaType: type, attachmentName: attachment.name)
    return try sink.writeSideFile(named: name, bytes)
  }

  /// A picture that the page can contain.
  struct Picture {
    var digest: SHA256Digest
    var type: String
    var bytes: [UInt8]
  }

  /// Returns the media type of a picture that browsers show and that contains no script; `nil` for
  /// other bytes.
  static func pictureType(of bytes: [UInt8]) -> String? {
    if let type = MediaType.sniffed(from: bytes) { return pictureTypes.contains(type) ? type : nil }
    return SVGPicture.isHarmless(bytes) ? SVGPicture.mediaType : nil
  }

  /// Returns the first of content and preview of an attachment that browsers show; the type is
  /// determined from the bytes.
  private func picture(of attachment: Attachment) -> Picture? {
    for digest in attachment.digests {
      guard let bytes = source.blobs[digest], let type = Self.pictureType(of: bytes) else {
        continue
      }
      return Picture(digest: digest, type: type, bytes: bytes)
    }
    return nil
  }

  /// The size of a picture in CSS pixels.
  private struct DisplaySize {
    var width: Int
    var height: Int
    /// Whether its aspect ratio differs from that of the picture, which then fills only a part of
    /// it.
    var isBox = false
  }

  /// Returns the size at which a picture is shown, or `nil` if the size of its pixels is unknown or
  /// above 1,000,000.
  ///
  /// A missing side of the display size follows from the other one. Without a display size it is
  /// the size in pixels on pages, and at most `thumbSide` in messages. In a page without a style
  /// sheet, a display size with another aspect ratio is reduced to that of the picture.
  private func displaySize(of attachment: Attachment, _ picture: Picture) -> DisplaySize? {
    var pixels = MediaType.pixelSize(of: picture.bytes)
    if pixels == nil, let width = attachment.pixelWidth, let height = attachment.pixelHeight {
      pixels = (width, height)
    }
    guard let pixels, (1...1_000_000).contains(pixels.width),
      (1...1_000_000).contains(pixels.height)
    else { return nil }
    let (width, height) = (Double(pixels.width), Double(pixels.height))
    // 1 point is 4/3 CSS pixel.
    let boxWidth = Self.side(attachment.displayWidth)
    let boxHeight = Self.side(attachment.displayHeight)
    var size: (width: Int, height: Int)
    var isBox = false
    switch (boxWidth, boxHeight) {
    case (nil, nil): size = Self.size(ofPicture: width, height, isReduced: !media.areNatural)
    case (let boxWidth?, nil): size = Self.size(width, height, boxWidth / width)
    case (nil, let boxHeight?): size = Self.size(width, height, boxHeight / height)
    case (let boxWidth?, let boxHeight?):
      size = Self.size(width, height, min(boxWidth / width, boxHeight / height))
      let box = Self.size(boxWidth, boxHeight, 1)
      guard isStyled, size != box else { break }
      isBox = abs(box.width - size.width) > 1 || abs(box.height - size.height) > 1
      size = box
    }
    return DisplaySize(width: size.width, height: size.height, isBox: isBox)
  }

  /// Returns the size of a picture without a display size, in CSS pixels.
  ///
  /// - Parameter isReduced: Whether the size is limited to `thumbSide`.
  static func size(
    ofPicture width: Double, _ height: Double, isReduced: Bool
  ) -> (width: Int, height: Int) {
    size(width, height, isReduced ? min(thumbSide / width, thumbSide / height, 1) : 1)
  }

  private static func size(
    _ width: Double, _ height: Double, _ scale: Double
  ) -> (width: Int, height: Int) {
    (max(Int((width * scale).rounded()), 1), max(Int((height * scale).rounded()), 1))
  }

  private static func side(_ points: Double?) -> Double? {
    guard let points, points > 0, points <= 100_000 else { return nil }
    return points * 4 / 3
  }

  /// The address of a missing picture: browsers show its alternative text, which is not part of the
  /// page's text.
  static let missingAddress = "data:,"

  /// Returns whether an attachment is a picture that browsers do not show and whose caption has no
  /// target.
  private func isMissingPicture(_ attachment: Attachment, target: String?) -> Bool {
    attachment.kind == .image && attachment.location == nil && target == nil
      && picture(of: attachment) == nil
  }

  /// Writes a missing picture with its label as alternative text.
  private mutating func writeMissingPicture(_ attachment: Attachment) {
    output.write("<img")
    output.writeAttribute("alt", attachment.label)
    if let width = Self.side(attachment.displayWidth),
      let height = Self.side(attachment.displayHeight)
    {
      let size = Self.size(width, height, 1)
      output.writeAttribute("width", String(size.width))
      output.writeAttribute("height", String(size.height))
    }
    output.writeAttribute("src", Self.missingAddress)
    output.write(">")
  }

  /// Returns the link target of an attachment's caption, and writes the file beside the page if
  /// that is the target; `nil` if there is no target.
  private func captionTarget(
    of attachment: Attachment, to sink: inout some DocumentSink
  ) throws -> String? {
    guard attachment.location == nil else { return nil }
    if case .url(let url) = attachment.content, SafeURL.isHarmless(url) { return url }
    return try file(of: attachment, to: &sink).map { SafeURL.relative(path: $0) }
  }

  /// Writes the text for content that is not shown: location, name, link.
  private mutating func writeCaption(_ attachment: Attachment, target: String?) {
    if let location = attachment.location {
      if let name = location.placename {
        output.write(escaping: name)
        output.write(" ")
      }
      output.write("<span class=\"ia-place\">")
      let latitude = CSSText.number(location.latitude, in: -90...90, decimals: 8)
      let longitude = CSSText.number(location.longitude, in: -360...360, decimals: 8)
      output.write(safe: "\(latitude ?? "?"), \(longitude ?? "?")")
      return output.write("</span>")
    }
    let name = attachment.label
    if let target {
      output.write("<a")
      output.writeAttribute("href", target)
      output.write(" rel=\"noopener noreferrer\">")
      output.write(escaping: name)
      return output.write("</a>")
    }
    output.write(escaping: name)
  }

  private mutating func noteUnshown(_ attachment: Attachment) {
    let at = cursor.position..<cursor.position + 1
    switch attachment.content {
    case .none: break
    case .blob(let digest):
      let isBeside = media.linksFiles && source.blobs[digest] != nil
      report.add(
        isBeside ? .approximated : .dropped, .attachmentContent, attachment.kind.rawValue,
        utf16Range: at)
    case .url(let url):
      let effect = SafeURL.isHarmless(url) ? "not loaded" : "link removed"
      report.add(.neutralised, .externalContent, effect, utf16Range: at)
    }
  }
}

extension Attachment {
  /// The text that is shown beside content or in place of it.
  var label: String { altText ?? name ?? kind.rawValue }
}
