/// The names and numbers of character sets, and the converters that decode them.
///
/// Sources: the WHATWG Encoding Standard (labels), Microsoft's list of code page identifiers
/// (numbers), Apple's mapping tables at unicode.org (sets of the Macintosh).
enum CharsetNames {
  /// The source of the tables of a set.
  enum Source {
    case utf8
    case utf16(isBigEndian: Bool)
    /// A set with one or two bytes for a character: the name here and the name of the converter.
    case named(String, String)
    /// A set with longer or stateful sequences: ICU's name, which is also the name here.
    case long(String)
  }

  static func source(ofCodePage number: Int) -> Source? {
    switch number {
    case 65001: return .utf8
    case 1200: return .utf16(isBigEndian: false)
    case 1201: return .utf16(isBigEndian: true)
    case 54936: return .long("gb18030")
    case 51932, 20932: return .long("euc-jp")
    case 50220, 50221, 50222: return .long("iso-2022-jp")
    case 28591...28605:
      let part = number - 28590
      return converters["iso-8859-\(part)"].map { .named("iso-8859-\(part)", $0) }
    default: break
    }
    guard let name = codePages[number], let converter = converters[name] else { return nil }
    return .named(name, converter)
  }

  static func source(ofLabel label: String) -> Source? {
    let trimmed = label.unicodeScalars.drop { isSpace($0) }.reversed().drop { isSpace($0) }
    var key = String.UnicodeScalarView()
    key.append(contentsOf: trimmed.reversed())
    guard let name = labels[String(key).lowercased()] else { return nil }
    switch name {
    case "utf-8": return .utf8
    case "utf-16le": return .utf16(isBigEndian: false)
    case "utf-16be": return .utf16(isBigEndian: true)
    case "gb18030", "euc-jp", "iso-2022-jp": return .long(name)
    default: return converters[name].map { .named(name, $0) }
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" || scalar == "\u{C}"
  }

  /// Returns the converter for the pairs of bytes that the converter of a set does not have, or has
  /// only in rows 0xA1 to 0xA3; `nil` for none.
  ///
  /// The standard's Big5 includes the Hong Kong Supplementary Character Set.
  static func supplement(of name: String) -> String? { name == "big5" ? "big5-hkscs" : nil }

  /// Returns the bytes for which a set differs from its converter.
  static func exceptions(of name: String) -> [(byte: UInt8, unit: UInt16)] {
    switch name {
    // A few bytes of the Macintosh sets have another meaning in the converters for Windows sets.
    case "x-mac-japanese":
      [(0x80, 0x5C), (0xA0, 0xA0), (0xFD, 0xA9), (0xFE, 0x2122), (0xFF, 0x2026)]
    case "x-mac-korean", "x-mac-chinesesimp":
      [(0xA0, 0xA0), (0xFD, 0xA9), (0xFE, 0x2122), (0xFF, 0x2026)]
    case "x-mac-chinesetrad":
      [(0x80, 0x5C), (0xA0, 0xA0), (0xFD, 0xA9), (0xFE, 0x2122), (0xFF, 0x2026)]
    case "x-mac-ukrainian": [(0xA2, 0x0490), (0xB6, 0x0491), (0xFF, 0x20AC)]
    case "x-mac-icelandic":
      [(0xA0, 0xDD), (0xDC, 0xD0), (0xDD, 0xF0), (0xDE, 0xDE), (0xDF, 0xFE), (0xE0, 0xFD)]
    case "x-mac-romanian":
      [
        (0xAE, 0x0102), (0xAF, 0x0218), (0xBE, 0x0103), (0xBF, 0x0219), (0xDE, 0x021A),
        (0xDF, 0x021B),
      ]
    case "x-mac-croatian":
      [
        (0xA9, 0x0160), (0xAE, 0x017D), (0xB4, 0x2206), (0xB9, 0x0161), (0xBE, 0x017E),
        (0xC6, 0x0106), (0xC8, 0x010C), (0xCA, 0xA0), (0xD0, 0x0110), (0xD8, 0xF8FF),
        (0xD9, 0xA9), (0xDE, 0xC6), (0xDF, 0xBB), (0xE0, 0x2013), (0xE6, 0x0107),
        (0xE8, 0x010D), (0xF0, 0x0111), (0xF9, 0x03C0), (0xFA, 0xCB), (0xFD, 0xCA),
        (0xFE, 0xE6), (0xCB, 0xC0), (0xAF, 0xD8), (0xBF, 0xF8),
      ]
    default: []
    }
  }

  /// The names of sets by code page number.
  private static let codePages: [Int: String] = {
    var pages: [Int: String] = [
      708: "asmo-708", 720: "cp720", 737: "cp737", 775: "cp775", 819: "iso-8859-1",
      866: "ibm866", 874: "windows-874", 932: "shift_jis", 936: "gbk", 949: "euc-kr",
      950: "windows-950", 1361: "johab", 20127: "us-ascii", 20866: "koi8-r", 21866: "koi8-u",
      20936: "gbk", 20949: "euc-kr", 51936: "gbk", 51949: "euc-kr",
      10000: "macintosh", 10001: "x-mac-japanese", 10002: "x-mac-chinesetrad",
      10003: "x-mac-korean", 10006: "x-mac-greek", 10007: "x-mac-cyrillic",
      10008: "x-mac-chinesesimp", 10010: "x-mac-romanian", 10017: "x-mac-ukrainian",
      10021: "windows-874", 10029: "x-mac-ce", 10079: "x-mac-icelandic", 10081: "x-mac-turkish",
      10082: "x-mac-croatian",
    ]
    for number in [437, 850, 852, 855, 857, 858, 860, 861, 862, 863, 864, 865, 869] {
      pages[number] = "cp\(number)"
    }
    for number in 1250...1258 { pages[number] = "windows-\(number)" }
    return pages
  }()

  /// The names of converters by name of set; the prefix `iconv:` selects the C library's iconv.
  private static let converters: [String: String] = {
    var names: [String: String] = [
      "asmo-708": "iso-8859-6", "cp720": "ibm-720", "us-ascii": "us-ascii",
      "ibm866": "ibm-866", "shift_jis": "windows-932", "gbk": "windows-936",
      "euc-kr": "windows-949", "big5": "windows-950", "windows-950": "windows-950",
      "johab": "iconv:JOHAB",
      "koi8-r": "koi8-r", "koi8-u": "koi8-u", "macintosh": "macintosh",
      "x-mac-japanese": "windows-932", "x-mac-chinesetrad": "windows-950",
      "x-mac-korean": "windows-949", "x-mac-chinesesimp": "windows-936",
      "x-mac-greek": "x-mac-greek", "x-mac-cyrillic": "x-mac-cyrillic",
      "x-mac-romanian": "macintosh", "x-mac-ukrainian": "x-mac-cyrillic",
      "x-mac-ce": "x-mac-centraleurroman", "x-mac-icelandic": "macintosh",
      "x-mac-turkish": "x-mac-turkish", "x-mac-croatian": "macintosh",
      "windows-874": "windows-874", "iso-8859-8-i": "iso-8859-8",
      "iso-8859-16": "iconv:ISO-8859-16",
    ]
    for number in [437, 737, 775, 850, 852, 855, 857, 858, 860, 861, 862, 863, 864, 865, 869] {
      names["cp\(number)"] = "ibm-\(number)"
    }
    for number in 1250...1258 { names["windows-\(number)"] = "windows-\(number)" }
    for part in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15] {
      names["iso-8859-\(part)"] = "iso-8859-\(part)"
    }
    names["iso-8859-11"] = "windows-874"
    return names
  }()

  /// The names of the converters that the C library loads from files.
  static var loadedConverters: [String] {
    converters.values.filter { $0.hasPrefix("iconv:") }.sorted()
  }

  /// The names of sets by label of the standard.
  private static let labels: [String: String] = {
    var labels: [String: String] = [:]
    for line in labelLines {
      let words = line.split(separator: " ").map(String.init)
      for word in words { labels[word] = words.first }
    }
    return labels
  }()

  private static let labelLines = [
    "utf-8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf8 x-unicode20utf8",
    "utf-16be unicodefffe",
    "utf-16le csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16",
    "ibm866 866 cp866 csibm866",
    "iso-8859-2 csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2",
    "iso-8859-3 csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3",
    "iso-8859-4 csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4",
    "iso-8859-5 csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 "
      + "iso_8859-5:1988",
    "iso-8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e "
      + "iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987",
    "iso-8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 "
      + "iso_8859-7 iso_8859-7:1987 sun_eu_greek",
    "iso-8859-8 csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 "
      + "iso_8859-8 iso_8859-8:1988 visual",
    "iso-8859-8-i csiso88598i logical",
    "iso-8859-10 csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6",
    "iso-8859-13 iso8859-13 iso885913",
    "iso-8859-14 iso8859-14 iso885914",
    "iso-8859-15 csisolatin9 iso8859-15 iso885915 iso_8859-15 l9",
    "iso-8859-16",
    "koi8-r cskoi8r koi koi8 koi8_r",
    "koi8-u koi8-ru",
    "macintosh csmacintosh mac x-mac-roman",
    "windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620",
    "windows-1250 cp1250 x-cp1250",
    "windows-1251 cp1251 x-cp1251",
    "windows-1252 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 "
      + "iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii x-cp1252",
    "windows-1253 cp1253 x-cp1253",
    "windows-1254 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 "
      + "iso_8859-9:1989 l5 latin5 x-cp1254",
    "windows-1255 cp1255 x-cp1255",
    "windows-1256 cp1256 x-cp1256",
    "windows-1257 cp1257 x-cp1257",
    "windows-1258 cp1258 x-cp1258",
    "x-mac-cyrillic x-mac-ukrainian",
    "gbk chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 iso-ir-58 x-gbk",
    "gb18030",
    "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "euc-jp cseucpkdfmtjapanese x-euc-jp",
    "iso-2022-jp csiso2022jp",
    "shift_jis csshiftjis ms932 ms_kanji shift-jis sjis windows-31j x-sjis",
    "euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 "
      + "ksc_5601 windows-949",
  ]
}
