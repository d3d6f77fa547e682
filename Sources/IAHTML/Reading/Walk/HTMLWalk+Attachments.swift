internal import IABytes
internal import IAFormats
internal import IAMarkup
internal import IASyntax
internal import IAText

extension HTMLWalk {
  /// The largest picture that is taken out of an address, in bytes.
  static let mostPictureBytes = 64 << 20

  /// Reads a picture.
  mutating func readPicture(_ node: HTMLNode, style: Int) {
    noteAnchor(node, style)
    let width = Self.pixels(node[.width])
    let height = Self.pixels(node[.height])
    let source = SafeURL.cleaned(node[.src] ?? "")
    let alt = node[.alt]
    let sticker = Classes(node).repeatedSticker
    if source.isEmpty, let known = sticker.flatMap({ stickers[$0] }) {
      // The bytes stand where the class is met first.
      var again = known
      again.altText = alt.flatMap { $0.isEmpty ? nil : $0 }
      return add(again, style: style)
    }
    guard !source.isEmpty else { return add(substitute: alt, style: style) }
    var attachment: Attachment
    if LinkSchemes.scheme(of: source) == "data" {
      guard let made = picture(inAddress: source, node) else {
        return add(substitute: alt, style: style)
      }
      attachment = made
    } else {
      if let width, let height, width <= 1, height <= 1 {
        // A picture of one point that is elsewhere is there to be asked for, not to be seen.
        return report.add(
          .neutralised, "external-content", "counting pixel", byteOffset: node.byteOffset)
      }
      guard let made = picture(at: source, node) else {
        return add(substitute: alt, style: style)
      }
      attachment = made
    }
    attachment.altText = alt.flatMap { $0.isEmpty ? nil : $0 }
    setSize(of: &attachment, width, height)
    if let sticker, stickers[sticker] == nil { stickers[sticker] = attachment }
    add(attachment, style: style)
  }

  /// Adds the text that stands for a picture that cannot be had, as browsers show it.
  private mutating func add(substitute: String?, style: Int) {
    guard let substitute, !substitute.isEmpty else { return }
    add(units: Array(substitute.utf16), style: style)
  }

  /// Reads a film: it is elsewhere and stays there.
  mutating func readVideo(_ node: HTMLNode, style: Int) {
    var address = node[.src]
    for child in node.children.prefix(32) where address == nil {
      if child.isElement, child.tag == .source { address = child[.src] }
    }
    let url = SafeURL.cleaned(address ?? "")
    let isKept = !url.isEmpty && SafeURL.isPicture(url)
    report.add(
      .neutralised, "external-content", isKept ? "not loaded" : "video", byteOffset: node.byteOffset
    )
    guard isKept else { return }
    add(Attachment(.video, content: .url(url), state: .missing), style: style)
  }

  /// The picture that an address holds itself; nil, and reported, where there is none to keep.
  private mutating func picture(inAddress address: String, _ node: HTMLNode) -> Attachment? {
    guard let bytes = DataAddress.bytes(of: address, limit: Self.mostPictureBytes),
      let type = MediaType.sniffed(from: bytes), BodyWriter.pictureTypes.contains(type)
    else {
      report.add(.neutralised, "data-address", byteOffset: node.byteOffset)
      return nil
    }
    if let size = MediaType.pixelSize(of: bytes) {
      let (count, isTooMany) = size.width.multipliedReportingOverflow(by: size.height)
      guard !isTooMany, count <= options.limits.pixels else {
        report.add(.dropped, "picture", "too many pixels", byteOffset: node.byteOffset)
        return nil
      }
    }
    return document.attachment(holding: bytes, as: .image)
  }

  /// The picture at an address elsewhere, or in a file beside the page.
  private mutating func picture(at address: String, _ node: HTMLNode) -> Attachment? {
    let name = address.split(separator: "/").last.map { String($0.prefix { $0 != "?" }) }
    if LinkSchemes.scheme(of: address) == nil, !address.hasPrefix("/"),
      let bytes = try? source.sideFile(named: address, limits: options.limits),
      let type = MediaType.sniffed(from: bytes), BodyWriter.pictureTypes.contains(type)
    {
      return document.attachment(holding: bytes, as: .image, name: name)
    }
    let isKept = SafeURL.isPicture(address)
    let effect = isKept ? "not loaded" : LinkSchemes.scheme(of: address) ?? ""
    report.add(.neutralised, "external-content", effect, byteOffset: node.byteOffset)
    guard isKept else { return nil }
    return Attachment(.image, content: .url(address), state: .missing, name: name)
  }

  /// Notes how large a picture is shown, in CSS pixels.
  private func setSize(of attachment: inout Attachment, _ width: Double?, _ height: Double?) {
    if isOwn, isOwnSize(of: attachment, width, height) { return }
    attachment.displayWidth = width.map { $0 * 0.75 }
    attachment.displayHeight = height.map { $0 * 0.75 }
  }

  /// Whether a picture of our own writer has the size that it gives one without a box.
  private func isOwnSize(of attachment: Attachment, _ width: Double?, _ height: Double?) -> Bool {
    guard let width, let height, let pixelWidth = attachment.pixelWidth,
      let pixelHeight = attachment.pixelHeight
    else { return true }
    return [true, false].contains { isStyled in
      let size = BodyWriter.size(
        ofPicture: Double(pixelWidth), Double(pixelHeight), isStyled: isStyled)
      return Double(size.width) == width && Double(size.height) == height
    }
  }

  private static func pixels(_ text: String?) -> Double? {
    guard let text = text?.trimmingASCIISpace(), let number = Double(text), number >= 0,
      number <= 100_000
    else { return nil }
    return number
  }

  /// Reads what stands for an attachment in a page of this suite.
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
    add(found, style: style)
    figures[builder.utf16Count - 1] = StandIns.Seen(
      found, caption: isSticker ? nil : root.allText(limit: Self.mostCaptionNodes),
      target: target, picture: picture, isInLink: text.link != nil)
  }

  /// Keeps what an element shows beside a picture: a caption and where it leads, or a place's name.
  private func keepCaption(
    of root: HTMLNode, _ picture: SHA256Digest?, _ target: String?, in found: inout Attachment
  ) {
    let caption = root.allText(limit: Self.mostCaptionNodes).trimmingASCIISpace()
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

  /// How many nodes of a caption are compared with hidden data.
  private static let mostCaptionNodes = 4096

  private mutating func look(at node: HTMLNode, for found: inout Attachment) {
    switch node.tag {
    case .img:
      let address = node[.src] ?? ""
      let isInside = LinkSchemes.scheme(of: address) == "data"
      let made = isInside ? picture(inAddress: address, node) : picture(at: address, node)
      if var picture = made, case .blob = picture.content {
        picture.altText = node[.alt].flatMap { $0.isEmpty ? nil : $0 }
        setSize(of: &picture, Self.pixels(node[.width]), Self.pixels(node[.height]))
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
      if numbers.count == 2 {
        found = Attachment(.location)
        found.location = .init(latitude: numbers[0], longitude: numbers[1])
        // The numbers as they are shown, until the name before them is known.
        found.altText = node.allText(limit: 4).trimmingASCIISpace()
      }
    default: break
    }
  }
}

/// Addresses that hold bytes themselves: `data:image/png;base64,…`.
enum DataAddress {
  /// The bytes of an address in base64; nil for any other, for bad base64, and over the limit.
  static func bytes(of address: String, limit: Int) -> [UInt8]? {
    let all = address.utf8
    guard let comma = all.firstIndex(of: UInt8(ascii: ",")),
      String(decoding: all[..<comma], as: UTF8.self).lowercased().hasSuffix(";base64"),
      all.count / 4 * 3 <= limit
    else { return nil }
    var digits: [UInt8] = []
    digits.reserveCapacity(all.count)
    for byte in all[all.index(after: comma)...]
    where !CSSTokenizer.isSpace(byte) && byte != UInt8(ascii: "=") {
      digits.append(byte)
    }
    while digits.count & 3 != 0 { digits.append(UInt8(ascii: "=")) }
    return try? Base64.decode(digits.span)
  }
}

extension SafeURL {
  /// Whether something to show may be at an address: on the web, or relative.
  static func isPicture(_ url: String) -> Bool {
    guard isHarmless(url) else { return false }
    guard let scheme = LinkSchemes.scheme(of: url) else { return true }
    return scheme == "http" || scheme == "https"
  }
}
