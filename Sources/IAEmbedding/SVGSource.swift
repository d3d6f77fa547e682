internal import IABytes

/// A document in the metadata of an SVG picture.
package enum SVGSource {
  /// The start of each SVG picture of iaconv.
  static let opening = """
    <?xml version="1.0" encoding="UTF-8"?>
    <svg xmlns="http://www.w3.org/2000/svg"
    """
  /// The elements before the document, which is in base64.
  static let start = "<metadata><source xmlns=\"urn:intensity:source\">"
  /// The elements after the document.
  static let end = "</source></metadata>"
  /// The attribute with the offset of a text.
  package static let offsetAttribute = "data-unit"

  /// Returns the metadata of a picture with a document.
  package static func metadata(_ source: [UInt8]) -> String {
    start + Base64.encode(source.span) + end + "\n"
  }

  /// Reads the document and the texts.
  static func read(_ file: [UInt8], limits: Limits) throws(InputError) -> EmbeddedSource {
    guard let start = file.firstRange(of: Self.start.utf8) else {
      throw InputError(.embeddedMissing, at: 0, detail: "no metadata of iaconv")
    }
    guard let end = file[start.upperBound...].firstRange(of: Self.end.utf8) else {
      throw InputError(.embeddedForm, at: start.lowerBound, detail: "the metadata do not end")
    }
    if let second = file[end.upperBound...].firstRange(of: Self.start.utf8) {
      throw InputError(
        .embeddedForm, at: second.lowerBound, detail: "two documents", other: start.lowerBound)
    }
    let document: [UInt8]
    do throws(InputError) {
      document = try Base64.decode(Array(file[start.upperBound..<end.lowerBound]).span)
    } catch {
      throw InputError(.embeddedForm, at: start.upperBound + error.byteOffset, detail: "base64")
    }
    return EmbeddedSource(
      bytes: document, shown: .parts(try parts(file, from: end.upperBound, limits)),
      byteOffset: start.upperBound)
  }

  /// Returns the texts that have an offset, in the order of the file.
  private static func parts(
    _ file: [UInt8], from start: Int, _ limits: Limits
  ) throws(InputError) -> [(utf16Offset: Int, text: String)] {
    var parts: [(utf16Offset: Int, text: String)] = []
    var at = start
    let attribute = Array(" \(offsetAttribute)=\"".utf8)
    while let open = file[at...].firstIndex(of: UInt8(ascii: "<")) {
      guard let close = file[open...].firstIndex(of: UInt8(ascii: ">")) else {
        throw InputError(.embeddedForm, at: open, detail: "an element does not end")
      }
      at = close + 1
      // Comments, declarations and entities could show other text than is read here.
      if open + 1 < file.count, [UInt8(ascii: "!"), UInt8(ascii: "?")].contains(file[open + 1]) {
        throw InputError(.embeddedForm, at: open, detail: "a comment or declaration")
      }
      let tag = file[open..<close]
      guard tag.starts(with: "<text ".utf8) else { continue }
      let end = file[at...].firstIndex(of: UInt8(ascii: "<")) ?? file.count
      guard file[end...].starts(with: "</text>".utf8) else {
        throw InputError(.embeddedForm, at: at, detail: "a text with elements")
      }
      guard let found = tag.firstRange(of: attribute) else {
        at = end
        continue
      }
      let digits = tag[found.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
      guard digits.count <= 10, let offset = Int(String(decoding: digits, as: UTF8.self)),
        offset >= 0, let text = unescaped(file[at..<end])
      else { throw InputError(.embeddedForm, at: open, detail: "a text") }
      guard parts.count < limits.entries else {
        throw .exceeds(
          .embeddedLimit, limit: "entries", maximum: limits.entries, seen: parts.count + 1,
          at: open)
      }
      parts.append((offset, text))
      at = end
    }
    return parts
  }

  /// Returns text without its escapes; `nil` for escapes that iaconv does not write.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var output: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "&") else {
        output.append(byte)
        continue
      }
      guard let escape = escapes.first(where: { rest.starts(with: $0.name.utf8) }) else {
        return nil
      }
      output.append(escape.byte)
      rest = rest.dropFirst(escape.name.utf8.count)
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static let escapes: [(name: String, byte: UInt8)] = [
    ("amp;", UInt8(ascii: "&")), ("lt;", UInt8(ascii: "<")), ("gt;", UInt8(ascii: ">")),
    ("quot;", UInt8(ascii: "\"")),
  ]
}
