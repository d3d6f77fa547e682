/// Functions that write text in the syntax of PDF and of its metadata.
enum PDFText {
  /// Returns a text string: in parentheses if it is visible ASCII, otherwise as UTF-16.
  static func string(_ text: String) -> String {
    if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) {
      var escaped = ""
      for character in text.unicodeScalars {
        if character == "(" || character == ")" || character == "\\" { escaped += "\\" }
        escaped.unicodeScalars.append(character)
      }
      return "(\(escaped))"
    }
    var digits = "<FEFF"
    for unit in text.utf16 {
      let hex = String(unit, radix: 16, uppercase: true)
      digits += String(repeating: "0", count: 4 - hex.count) + hex
    }
    return digits + ">"
  }

  /// Returns the text of UTF-16 units, with U+FFFD for lone surrogates, U+0000 and noncharacters
  /// (Unicode 23.7).
  ///
  /// - Complexity: O(*n*) in the number of units.
  static func units(_ units: ArraySlice<UInt16>) -> [UInt16] {
    var result: [UInt16] = []
    result.reserveCapacity(units.count)
    var index = units.startIndex
    while index < units.endIndex {
      let unit = units[index]
      index += 1
      if UTF16.isLeadSurrogate(unit), index < units.endIndex, UTF16.isTrailSurrogate(units[index]) {
        // The last two characters of each plane are noncharacters.
        if unit & 0x3F == 0x3F, units[index] & 0x3FE == 0x3FE {
          result.append(0xFFFD)
        } else {
          result.append(unit)
          result.append(units[index])
        }
        index += 1
      } else if unit == 0 || unit >= 0xFFFE || (0xD800...0xDFFF).contains(unit)
        || (0xFDD0...0xFDEF).contains(unit)
      {
        result.append(0xFFFD)
      } else {
        result.append(unit)
      }
    }
    return result
  }

  /// Returns an address in which all characters except visible ASCII are percent-encoded.
  static func address(_ url: String) -> String {
    var result = ""
    for byte in url.utf8 {
      if (0x21...0x7E).contains(byte) {
        result.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        result += byte < 16 ? "%0" : "%"
        result += String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }

  /// Returns an ISO 8601 date in the form of PDF (ISO 32000-1, section 7.9.4); `nil` for any other text.
  static func date(_ text: String) -> String? {
    var rest = Substring(text)
    /// Removes a separator and a number of digits from the start of the remaining text.
    func digits(_ count: Int, after separator: String) -> String? {
      let found = rest.dropFirst(separator.count).prefix(count)
      guard rest.hasPrefix(separator), found.utf8.count == count,
        found.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
      rest = rest.dropFirst(separator.count + count)
      return String(found)
    }
    guard let year = digits(4, after: "") else { return nil }
    var date = "D:\(year)"
    for separator in ["-", "-", "T", ":", ":"] {
      guard let part = digits(2, after: separator) else { break }
      date += part
    }
    if rest.first == "." { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
    for sign in ["+", "-"] {
      guard let hours = digits(2, after: sign) else { continue }
      date += "\(sign)\(hours)'"
      if let minutes = digits(2, after: ":") ?? digits(2, after: "") { date += "\(minutes)'" }
    }
    if rest.first == "Z" {
      date += "Z"
      rest = rest.dropFirst()
    }
    return rest.isEmpty ? date : nil
  }

  /// Returns the metadata of a document as an XMP packet (ISO 16684-1).
  static func metadata(_ facts: DocumentFacts) -> String {
    var properties = ""
    func add(_ name: String, _ value: String?, in container: String, language: Bool = false) {
      guard let value, !value.isEmpty else { return }
      let item = language ? "<rdf:li xml:lang=\"x-default\">" : "<rdf:li>"
      properties +=
        "<dc:\(name)><rdf:\(container)>\(item)\(SVGPainter.escaped(value))</rdf:li>"
        + "</rdf:\(container)></dc:\(name)>\n"
    }
    properties += "<dc:format>application/pdf</dc:format>\n"
    add("title", facts.title, in: "Alt", language: true)
    add("creator", facts.author, in: "Seq")
    add("description", facts.subject, in: "Alt", language: true)
    add("language", facts.language, in: "Bag")
    return """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
      \(properties)</rdf:Description>
      </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="r"?>
      """
  }
}
