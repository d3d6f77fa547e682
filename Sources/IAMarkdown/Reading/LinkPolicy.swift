internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IASVG
internal import IAText

/// The addresses that the reader and the writer accept.
enum LinkPolicy {
  /// The media types of pictures that are embedded.
  private static let pictureTypes: Set<String> = [
    "image/png", "image/jpeg", "image/gif", "image/webp",
  ]

  /// Returns the media type of a picture that programs show and that contains no script; `nil` for any other bytes.
  static func pictureType(of bytes: [UInt8]) -> String? {
    if let type = MediaType.sniffed(from: bytes) { return pictureTypes.contains(type) ? type : nil }
    return SVGPicture.isHarmless(bytes) ? SVGPicture.mediaType : nil
  }

  /// Returns whether a link to an address is kept: a harmless scheme, or a reference without one.
  static func allows(_ url: String) -> Bool {
    guard let scheme = LinkSchemes.scheme(of: url) else { return isHarmless(url) }
    return LinkSchemes.isHarmless(scheme) && isHarmless(url)
  }

  /// Returns whether the address of a picture is kept.
  static func allowsPicture(_ url: String) -> Bool {
    guard !url.isEmpty, isHarmless(url) else { return false }
    guard let scheme = LinkSchemes.scheme(of: url) else { return true }
    return scheme == "http" || scheme == "https"
  }

  /// Returns whether an address can name a file beside the document.
  static func isSideFileName(_ url: String) -> Bool {
    LinkSchemes.scheme(of: url) == nil && !FilePaths.isAbsolute(url) && !url.hasPrefix("#")
      && !url.hasPrefix("?")
  }

  /// Returns whether an address contains no control characters and does not lead to files on another host.
  private static func isHarmless(_ url: String) -> Bool {
    !url.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F || $0 == "\\" }
  }

  /// Returns the part of a name after the last slash.
  static func lastComponent(_ name: String) -> String { FilePaths.name(of: name) ?? name }
}

/// Addresses that contain data: `data:image/png;base64,…`.
enum DataURI {
  static func isDataURI(_ url: String) -> Bool { LinkSchemes.scheme(of: url) == "data" }

  /// Returns the bytes of a data address: in base64, with or without padding, or of SVG as text.
  ///
  /// Returns `nil` for other addresses and for invalid base64.
  static func bytes(of url: String) -> [UInt8]? {
    let all = Array(url.utf8)
    guard let comma = all.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let type = String(decoding: all[..<comma], as: UTF8.self).lowercased()
    guard type.hasSuffix(";base64") else {
      guard type.hasPrefix("data:\(SVGPicture.mediaType)") else { return nil }
      return PercentCoding.decoded(Array(all[(comma + 1)...]))
    }
    var digits = Array(all[(comma + 1)...])
    while digits.count & 3 != 0 { digits.append(UInt8(ascii: "=")) }
    return try? Base64.decode(digits.span)
  }

  /// Returns the data address of bytes.
  static func address(of bytes: [UInt8], type: String) -> String {
    "data:\(type);base64," + Base64.encode(bytes.span)
  }
}
