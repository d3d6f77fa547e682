/// Code page 437, the character set of the first PCs, for names in ZIP archives that do not declare another one.
///
/// Source: the Unicode Consortium's mapping table for CP437.
enum CodePage437 {
  private static let upper =
    Array(
      "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧"
        .unicodeScalars)
    + Array(
      "╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}".unicodeScalars)

  /// Returns the UTF-8 of a name in code page 437; a name that is already UTF-8 is not changed.
  static func utf8(_ name: [UInt8]) -> [UInt8] {
    if String(validating: name, as: UTF8.self) != nil { return name }
    var text = String.UnicodeScalarView()
    for byte in name {
      text.append(byte < 0x80 ? Unicode.Scalar(byte) : upper[Int(byte) - 0x80])
    }
    return Array(String(text).utf8)
  }
}
