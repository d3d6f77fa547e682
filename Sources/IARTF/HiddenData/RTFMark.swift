/// Text in the style `IA-mark`, which other programs show but which is not part of the document.
enum RTFMark {
  /// The maximum size in bytes of a mark that is compared; longer text is text of the document.
  private static let maxBytes = 1 << 16
  /// The maximum number of units of a note's label.
  static let maxLabelUnits = 1024

  /// Returns the units that a reader finds for the text of a mark.
  static func visible(_ text: String) -> [UInt16] {
    let units = text.utf16.map { $0 < 0x20 ? 0x20 : $0 }
    return unsafe units.withUnsafeBufferPointer { unsafe RTFTextEncoder.visible($0) } ?? units
  }

  /// Returns the units of a group that has only text in the form of this writer, or `nil` for any
  /// other group.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the document.
  ///   - start: The offset after the control word of the style and its space.
  ///   - hasFallback: Whether one fallback character follows each `\u`.
  static func units(
    in bytes: Span<UInt8>, from start: Int, hasFallback: Bool
  ) -> [UInt16]? {
    var units: [UInt16] = []
    let end = min(bytes.count, start + maxBytes)
    var at = start
    while at < end {
      let byte = bytes[at]
      switch byte {
      case 0x7D: return units
      case 0x5C:
        guard let escape = escape(in: bytes, at: at + 1, end, hasFallback) else { return nil }
        units.append(escape.unit)
        at = escape.end
      case 0x0A, 0x0D: at += 1
      case 0x20..<0x7F where byte != 0x7B:
        units.append(UInt16(byte))
        at += 1
      default: return nil
      }
    }
    return nil
  }

  /// Returns the unit that an escape represents, and the offset of its end; `start` is the offset after the backslash.
  private static func escape(
    in bytes: Span<UInt8>, at start: Int, _ end: Int, _ hasFallback: Bool
  ) -> (unit: UInt16, end: Int)? {
    guard start < end else { return nil }
    switch bytes[start] {
    case 0x5C, 0x7B, 0x7D: return (UInt16(bytes[start]), start + 1)
    case 0x7E: return (0xA0, start + 1)
    case 0x2D: return (0xAD, start + 1)
    case 0x5F: return (0x2011, start + 1)
    case 0x6C where bytes.has("line ", at: start): return (0x2028, start + 5)
    case 0x75: break
    default: return nil
    }
    var at = start + 1
    var isNegative = false
    if at < end, bytes[at] == 0x2D {
      isNegative = true
      at += 1
    }
    var number = 0
    let digits = at
    while at < end, at < digits + 5, (0x30...0x39).contains(bytes[at]) {
      number = number * 10 + Int(bytes[at] - 0x30)
      at += 1
    }
    // A fallback character follows for programs without Unicode, or a space if there is no fallback character.
    guard at > digits, at < end, bytes[at] == (hasFallback ? 0x3F : 0x20), number <= 0xFFFF
    else { return nil }
    return (UInt16(truncatingIfNeeded: isNegative ? -number : number), at + 1)
  }
}

extension Span<UInt8> {
  /// Returns whether the bytes of a text are at an offset.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    guard count - offset >= text.utf8CodeUnitCount else { return false }
    // The text is static, and the indexes are below its count.
    return (0..<text.utf8CodeUnitCount).allSatisfy {
      unsafe self[offset + $0] == text.utf8Start[$0]
    }
  }
}
