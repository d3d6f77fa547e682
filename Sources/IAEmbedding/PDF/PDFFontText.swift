internal import IABytes

/// The texts of the glyphs of a font by its ToUnicode map (ISO 32000-1, section 9.10.3).
struct PDFFontText {
  private var texts: [Int: String] = [:]
  /// Whether a code has two bytes instead of one.
  let isWide: Bool

  /// Creates the map of a font object.
  init(_ number: Int, _ file: inout PDFFile) throws(InputError) {
    let font = try file.dictionary(number)
    isWide = font.name("Subtype") == "Type0"
    guard let map = font.reference("ToUnicode") else { return }
    let offset = try file.range(map).lowerBound
    var scanner = PDFScanner(try file.stream(map), origin: offset)
    var code: [UInt8]?
    var isInside = false
    while let token = try scanner.next() {
      switch token {
      case .word("beginbfchar"): isInside = true
      case .word("endbfchar"):
        isInside = false
        code = nil
      case .word("beginbfrange"):
        throw InputError(.embeddedForm, at: offset, detail: "a map with ranges")
      case .string(let bytes) where isInside:
        guard let known = code else {
          code = bytes
          continue
        }
        code = nil
        guard known.count == (isWide ? 2 : 1),
          texts.updateValue(Self.text(bytes), forKey: Self.number(known[...])) == nil
        else { throw InputError(.embeddedForm, at: offset, detail: "a map of a font") }
      default: break
      }
    }
    // Cairo writes this character for glyphs without a text.
    texts = texts.filter { $0.value != "\u{FFFD}" }
  }

  /// Returns the texts of the glyphs of a string; `nil` for glyphs without a text.
  func texts(of string: [UInt8]) -> [String?] {
    guard isWide else { return string.map { texts[Int($0)] } }
    return stride(from: 0, to: string.count, by: 2).map { index in
      texts[Self.number(string[index..<min(index + 2, string.count)])]
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Returns text in UTF-16 with the high byte first.
  static func text(_ bytes: [UInt8]) -> String {
    let units = stride(from: 0, to: bytes.count - bytes.count % 2, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }
}
