/// Texts in the syntax of PDF and of its metadata.
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
