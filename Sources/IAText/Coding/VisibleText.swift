/// Writes text with escapes for all characters that are invisible or would reorder others.
enum VisibleText {
  /// Appends UTF-16 units as UTF-8; the escapes are `\\`, `\"`, `\n`, `\r`, `\t` and `\u{…}`.
  ///
  /// A combining mark at the start, which would combine with the preceding text, is escaped too.
  static func append(_ units: ArraySlice<UInt16>, to output: inout [UInt8]) {
    var index = units.startIndex
    while index < units.endIndex {
      let unit = units[index]
      var scalar = Unicode.Scalar(unit)
      var length = 1
      if unit & 0xFC00 == 0xD800, index + 1 < units.endIndex, units[index + 1] & 0xFC00 == 0xDC00 {
        let value = 0x1_0000 + (UInt32(unit & 0x3FF) << 10 | UInt32(units[index + 1] & 0x3FF))
        scalar = Unicode.Scalar(value)
        length = 2
      }
      switch unit {
      case 0x22: output.append(contentsOf: [0x5C, 0x22])
      case 0x5C: output.append(contentsOf: [0x5C, 0x5C])
      case 0x0A: output.append(contentsOf: "\\n".utf8)
      case 0x0D: output.append(contentsOf: "\\r".utf8)
      case 0x09: output.append(contentsOf: "\\t".utf8)
      case 0x20...0x7E: output.append(UInt8(unit))
      default:
        if let scalar, isVisible(scalar), index > units.startIndex || !isMark(scalar) {
          output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        } else {
          let value = scalar?.value ?? UInt32(unit)
          output.append(contentsOf: "\\u{\(String(value, radix: 16, uppercase: true))}".utf8)
        }
      }
      index += length
    }
  }

  /// Returns JSON with the escapes of JSON for all characters that are invisible.
  static func json(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { $0 >= 0x7F }) else { return text }
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar.value < 0x7F {
        output.append(UInt8(scalar.value))
      } else if isVisible(scalar) {
        output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      } else {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          let digits = String(unit, radix: 16, uppercase: true)
          output.append(contentsOf: "\\u".utf8)
          output.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.count))
          output.append(contentsOf: digits.utf8)
        }
      }
    }
    return output
  }

  /// Returns whether a scalar is visible and does not move others.
  ///
  /// U+FFFC and U+FFFD are escaped too, because they are used for attachments and for errors.
  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value == 0xFFFC || scalar.value == 0xFFFD { return false }
    let properties = scalar.properties
    if properties.isNoncharacterCodePoint || properties.isDefaultIgnorableCodePoint { return false }
    switch properties.generalCategory {
    case .control, .format, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator,
      .spaceSeparator:
      return false
    default: return true
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }
}
