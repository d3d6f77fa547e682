internal import IAFiles
internal import IAFormats

/// Rules for link targets, addresses and element ids.
enum SafeURL {
  /// Returns whether a link target has a harmless scheme or is relative.
  ///
  /// Browsers drop tabs and line ends inside a target and control characters around it, so that a
  /// target with any control character is refused and not repaired.
  static func isHarmless(_ url: String) -> Bool {
    if let isHarmless = isPlainHarmless(url) { return isHarmless }
    let scalars = url.unicodeScalars
    guard let first = scalars.first, first != " ", first != "\\" else { return false }
    guard scalars.allSatisfy({ TextEncoder.isAllowed($0.value) && $0 != "\t" && $0 != "\n" })
    else { return false }
    guard let scheme = LinkSchemes.scheme(of: url) else { return true }
    return LinkSchemes.isHarmless(scheme)
  }

  /// Returns `true` for a target with the scheme `https` or `http` and only printable ASCII
  /// characters, otherwise `nil`.
  private static func isPlainHarmless(_ url: String) -> Bool? {
    var url = url
    return url.withUTF8 { bytes in
      let isPlain =
        unsafe (bytes.starts(with: "https://".utf8) || bytes.starts(with: "http://".utf8))
        && bytes.allSatisfy { (0x21...0x7E).contains($0) }
      return isPlain ? true : nil
    }
  }

  /// Returns the relative address of a file.
  ///
  /// All bytes except ASCII letters, digits and `-._~/` become `%XX`, so that the path contains no
  /// scheme, query or fragment.
  static func relative(path: String) -> String {
    var address = ""
    for byte in PathBytes.bytes(of: path) {
      let scalar = Unicode.Scalar(byte)
      let isKept = CSSText.isPlain(scalar) || "._~/".unicodeScalars.contains(scalar)
      if isKept {
        address.unicodeScalars.append(scalar)
      } else {
        address += byte < 16 ? "%0" : "%"
        address += String(byte, radix: 16, uppercase: true)
      }
    }
    return address
  }

  /// Returns the element id for a name: letters, digits and hyphens stay, the UTF-8 bytes of other
  /// characters become `~XX`.
  static func id(_ prefix: String, _ name: String) -> String {
    var id = prefix
    for scalar in name.unicodeScalars {
      let isKept =
        scalar.isASCII
        ? CSSText.isPlain(scalar) : scalar.properties.isAlphabetic
      if isKept {
        id.unicodeScalars.append(scalar)
      } else {
        for byte in String(scalar).utf8 {
          id += byte < 16 ? "~0" : "~"
          id += String(byte, radix: 16)
        }
      }
    }
    return id
  }

  /// Returns the name from which `id(_:_:)` made an id, or `nil` for other ids.
  static func name(ofID id: String, prefix: String) -> String? {
    guard id.hasPrefix(prefix) else { return nil }
    var bytes: [UInt8] = []
    var rest = id.utf8.dropFirst(prefix.utf8.count)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns an address as browsers interpret it: without control characters and spaces around it,
  /// without tabs and line ends inside (URL Standard, section 4.4).
  static func cleaned(_ url: String) -> String {
    func isOutside(_ scalar: Unicode.Scalar) -> Bool { scalar.value <= 0x20 }
    let inside = url.unicodeScalars.drop(while: isOutside)
    var scalars = String.UnicodeScalarView()
    for scalar in inside where scalar != "\t" && scalar != "\n" && scalar != "\r" {
      scalars.append(scalar)
    }
    while let last = scalars.last, isOutside(last) { scalars.removeLast() }
    return String(scalars)
  }

  /// Returns whether a text has the characters of a language tag: 1 to 35 ASCII letters, digits and
  /// hyphens.
  static func isLanguageTag(_ tag: String) -> Bool {
    (1...35).contains(tag.utf8.count)
      && tag.unicodeScalars.allSatisfy {
        $0 == "-" || ($0.isASCII && $0.properties.isAlphabetic) || ("0"..."9").contains($0)
      }
  }

  /// Returns a language tag in the letter case of RFC 5646, section 2.1.1: `en-US` for `EN-US`.
  static func canonicalLanguageTag(_ tag: String) -> String {
    let parts = tag.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    let spelled = parts.enumerated().map { index, part in
      switch (index, part.utf8.count) {
      case (1..., 2): part.uppercased()
      case (1..., 4): part.prefix(1).uppercased() + part.dropFirst()
      default: String(part)
      }
    }
    return spelled.joined(separator: "-")
  }
}
