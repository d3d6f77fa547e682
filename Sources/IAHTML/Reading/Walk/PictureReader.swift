internal import IABytes
internal import IACSS
internal import IAFiles
internal import IAFormats
internal import IAMarkup
internal import IASVG
internal import IAText

/// Loads the pictures of a page.
struct PictureReader {
  /// The maximum size of the base64 content of a `data:` address, in decoded bytes.
  static let mostPictureBytes = 64 << 20

  /// The source of the page and of the files beside it.
  let source: any DocumentSource
  /// The limits; `pixels` applies to pictures in `data:` addresses.
  let limits: Limits
  /// Whether this suite wrote the page.
  let isOwn: Bool
  /// The document whose attachment store receives the pictures.
  var document = IADocument()
  /// The stickers that the page shows repeatedly, by class.
  var stickers: [String: Attachment] = [:]
  /// The SVG elements of the page by id; `nil` until a drawing refers to one.
  var drawings: [String: HTMLNode]?

  init(source: any DocumentSource, limits: Limits, isOwn: Bool) {
    self.source = source
    self.limits = limits
    self.isOwn = isOwn
  }

  /// Returns the picture in a `data:` address, or reports it and returns `nil` if it is not a
  /// picture or too large.
  mutating func picture(
    inAddress address: String, _ node: HTMLNode, report: inout ConversionReport
  ) -> Attachment? {
    guard let bytes = DataAddress.bytes(of: address, limit: Self.mostPictureBytes),
      Self.isPicture(bytes)
    else {
      report.add(.neutralised, .dataAddress, byteOffset: node.byteOffset)
      return nil
    }
    if let size = MediaType.pixelSize(of: bytes) {
      let (count, isTooMany) = size.width.multipliedReportingOverflow(by: size.height)
      guard !isTooMany, count <= limits.pixels else {
        report.add(.dropped, .picture, "too many pixels", byteOffset: node.byteOffset)
        return nil
      }
    }
    return attachment(holding: bytes)
  }

  /// Returns whether bytes are a supported picture format, including SVG.
  private static func isPicture(_ bytes: [UInt8]) -> Bool {
    BodyWriter.pictureType(of: bytes) != nil || SVGPicture(bytes) != nil
  }

  private mutating func attachment(holding bytes: [UInt8], name: String? = nil) -> Attachment {
    var found = document.attachment(holding: bytes, as: .image, name: name)
    if found.mediaType == nil, let picture = SVGPicture(bytes) {
      found.mediaType = SVGPicture.mediaType
      found.altText = picture.title
      (found.pixelWidth, found.pixelHeight) = picture.pixelSize
    }
    return found
  }

  /// Returns the picture in a file beside the page, or a missing picture with its address; reports
  /// everything that is not loaded.
  mutating func picture(
    at address: String, _ node: HTMLNode, report: inout ConversionReport
  ) -> Attachment? {
    let name = FilePaths.name(of: address).map { String($0.prefix { $0 != "?" }) }
    let file = source.file(atBrowserAddress: address, limits: limits)
    if let file, Self.isPicture(file.bytes) {
      return attachment(holding: file.bytes, name: FilePaths.name(of: file.name))
    }
    let isKept = SafeURL.isPicture(address)
    let absence =
      file == nil
      ? source.absence(ofBrowserAddress: address) ?? "not loaded" : "the file is not a picture"
    let effect = isKept ? absence : LinkSchemes.scheme(of: address) ?? ""
    report.add(.neutralised, .externalContent, effect, byteOffset: node.byteOffset)
    guard isKept else { return nil }
    return Attachment(.image, content: .url(address), state: .missing, name: name)
  }

  /// Sets the display size of a picture from its size in CSS pixels.
  mutating func setSize(of attachment: inout Attachment, _ width: Double?, _ height: Double?) {
    if isOwn, isOwnSize(of: attachment, width, height) { return }
    attachment.displayWidth = width.map { $0 * 0.75 }
    attachment.displayHeight = height.map { $0 * 0.75 }
  }

  /// Returns whether a picture in a page of this suite has the size that the writer writes by
  /// default.
  ///
  /// A reduced default size sets `printedPlacement.reducesPictures`.
  private mutating func isOwnSize(
    of attachment: Attachment, _ width: Double?, _ height: Double?
  ) -> Bool {
    guard let width, let height, let pixelWidth = attachment.pixelWidth,
      let pixelHeight = attachment.pixelHeight
    else { return true }
    let pixels = (Double(pixelWidth), Double(pixelHeight))
    if (width, height) == pixels { return true }
    let size = BodyWriter.size(ofPicture: pixels.0, pixels.1, isReduced: true)
    guard Double(size.width) == width, Double(size.height) == height else { return false }
    document.printedPlacement.reducesPictures = true
    return true
  }

  static func pixels(_ text: String?) -> Double? {
    guard let text = text?.trimmingASCIISpace(), let number = Double(text), number >= 0,
      number <= 100_000
    else { return nil }
    return number
  }
}

extension DocumentSource {
  /// Returns the file at a relative address as browsers interpret it, or `nil` if it cannot be
  /// read.
  ///
  /// White space around the address is ignored and backslashes count as slashes.
  func file(
    atBrowserAddress address: String, in file: String = "", limits: Limits
  ) -> (name: String, bytes: [UInt8])? {
    guard LinkSchemes.scheme(of: address) == nil else { return nil }
    return try? sideFile(at: BrowserAddress.path(address), in: file, limits: limits)
  }

  /// Returns the reason why a file cannot be read, or `nil` if the address is not relative.
  ///
  /// - Parameters:
  ///   - address: The address in a page or style sheet.
  ///   - file: The name of the style sheet; empty for the page.
  func absence(ofBrowserAddress address: String, in file: String = "") -> String? {
    guard LinkSchemes.scheme(of: address) == nil else { return nil }
    let names = SideFileAddress.names(of: BrowserAddress.path(address), in: file)
    guard !names.isEmpty else { return nil }
    return names.contains { canRead(sideFile: $0) } ? "not found" : "in another folder"
  }
}

/// Relative addresses as browsers interpret them.
enum BrowserAddress {
  /// Returns an address without surrounding white space and with slashes instead of backslashes.
  static func path(_ address: String) -> String {
    address.trimmingASCIISpace().replacing("\\", with: "/")
  }
}

/// Addresses that contain their data: `data:image/png;base64,…` (RFC 2397).
enum DataAddress {
  /// Returns the bytes of an address in base64, or of SVG as text; `nil` for other addresses,
  /// invalid base64, or more than `limit` bytes (estimated as ¾ of an address in base64, and as
  /// the whole address otherwise).
  static func bytes(of address: String, limit: Int) -> [UInt8]? {
    let all = address.utf8
    guard let comma = all.firstIndex(of: UInt8(ascii: ",")), all.count / 4 * 3 <= limit else {
      return nil
    }
    let type = String(decoding: all[..<comma], as: UTF8.self).lowercased()
    guard type.hasSuffix(";base64") else {
      guard type.hasPrefix("data:\(SVGPicture.mediaType)"), all.count <= limit else { return nil }
      return PercentCoding.decoded(Array(all[all.index(after: comma)...]))
    }
    return decoded(all[all.index(after: comma)...])
  }

  /// Returns the style sheet in an address `data:text/css,…`; `nil` for other addresses, invalid
  /// base64, or an address of more than `limit` bytes.
  static func styleSheet(of address: String, limit: Int) -> [UInt8]? {
    let all = address.trimmingASCIISpace().utf8
    let scheme = String(decoding: all.prefix(14), as: UTF8.self).lowercased()
    guard scheme == "data:text/css," || scheme == "data:text/css;",
      let comma = all.firstIndex(of: UInt8(ascii: ",")), all.count <= limit
    else { return nil }
    let bytes = PercentCoding.decoded(Array(all[all.index(after: comma)...]))
    let type = String(decoding: all[..<comma], as: UTF8.self).lowercased()
    return type.hasSuffix(";base64") ? decoded(bytes) : bytes
  }

  /// Returns the bytes of base64, ignoring white space and padding characters.
  private static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
    var digits: [UInt8] = []
    digits.reserveCapacity(text.count + 3)
    for byte in text where !CSSTokenizer.isSpace(byte) && byte != UInt8(ascii: "=") {
      digits.append(byte)
    }
    while digits.count & 3 != 0 { digits.append(UInt8(ascii: "=")) }
    return try? Base64.decode(digits.span)
  }
}
