internal import IAFormats

/// An encoding that a page may name.
enum PageCharset {
  case utf8, utf16LittleEndian, utf16BigEndian, windows1252

  /// The encoding of a label of the WHATWG Encoding Standard, in lower case.
  init?(_ name: String) {
    switch name {
    // A page in UTF-16 cannot say so in ASCII: browsers take UTF-8 then.
    case "utf-8", "utf8", "unicode-1-1-utf-8", "utf-16", "utf-16le", "utf-16be", "unicode":
      self = .utf8
    case "iso-8859-1", "iso8859-1", "latin1", "us-ascii", "ascii", "windows-1252", "cp1252",
      "l1", "x-cp1252", "iso_8859-1", "iso-8859-1:1987":
      self = .windows1252
    default: return nil
    }
  }

  /// The bytes of a page in UTF-8.
  func decode(_ bytes: ArraySlice<UInt8>, _ report: inout ConversionReport) -> [UInt8] {
    switch self {
    case .utf8: return PageEncoding.utf8(bytes, &report)
    case .utf16LittleEndian: return PageEncoding.utf16(bytes, isBig: false, &report)
    case .utf16BigEndian: return PageEncoding.utf16(bytes, isBig: true, &report)
    case .windows1252:
      var out: [UInt8] = []
      out.reserveCapacity(bytes.count + bytes.count / 8)
      for byte in bytes {
        guard byte >= 0x80 else {
          out.append(byte)
          continue
        }
        let scalar = byte < 0xA0 ? Self.high[Int(byte - 0x80)] : UInt16(byte)
        out.append(contentsOf: String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
      }
      return out
    }
  }

  /// 0x80…0x9F of Windows-1252.
  private static let high: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
