internal import IAFonts

/// The fonts of a PDF: simple fonts of up to 220 glyphs, whose codes have one byte.
///
/// Each is a TrueType font with the outlines that drawings show (decision 0174), so that fonts of all formats and
/// weights are embedded in the same way. A code represents a glyph with its text; a glyph with two different texts has
/// two codes.
final class PDFFonts {
  private struct Key: Hashable {
    var face: Int
    var weight: Int?
    var strokeChange: Int
  }

  private let collection: FontCollection
  private var faces: [Key: PDFFace?] = [:]
  /// Whether the widths of glyphs are whole thousandths of an em, rounded down, as in the PDF of LibreOffice.
  ///
  /// The glyphs are then positioned by these widths, so that each line is shorter by the sum of the fractions.
  var hasWholeWidths = false
  /// The fonts in the order of their first use.
  private(set) var subsets: [PDFSubset] = []

  init(_ collection: FontCollection) { self.collection = collection }

  /// Returns the face of a font without synthetic slant, which painters apply; `nil` if the file is damaged.
  func face(_ font: FontInstance) -> PDFFace? {
    let key = Key(
      face: font.face, weight: font.variableWeight, strokeChange: font.strokeChange)
    if let known = faces[key] { return known }
    var face: PDFFace?
    if collection.faces.indices.contains(font.face) {
      let described = collection.faces[font.face]
      face = FontOutlines(path: described.path, index: described.index, font)
        .map { PDFFace($0, in: self) }
    }
    faces[key] = .some(face)
    return face
  }

  /// Adds an empty font subset for a set of outlines.
  fileprivate func addSubset(of outlines: FontOutlines) -> PDFSubset {
    let subset = PDFSubset(outlines, number: subsets.count)
    subsets.append(subset)
    return subset
  }
}

/// A face in a PDF, with the codes of its glyphs.
final class PDFFace {
  /// The code of a glyph that represents a text.
  struct Code {
    /// The number of the font.
    var font: Int
    var code: UInt8
    /// The distance to the next glyph, in ems.
    var advance: Double
  }

  /// The code of a glyph whose text is one unit.
  struct Known {
    /// The text; 0 for none.
    var unit: UInt16 = 0
    var code: UInt8 = 0
    var font: Int32 = 0
    var advance = 0.0
  }

  private struct Key: Hashable {
    var glyph: UInt16
    /// The text; `nil` for none.
    var units: [UInt16]?
  }

  private let outlines: FontOutlines
  private unowned let fonts: PDFFonts
  private var open: [PDFSubset] = []
  private var codes: [Key: Code] = [:]
  /// The outlines that were read; `nil` for a damaged glyph.
  private var read: [UInt16: QuadraticOutline?] = [:]
  /// The codes of glyphs by their numbers, for the first text of each.
  private(set) var known: [Known] = []

  fileprivate init(_ outlines: FontOutlines, in fonts: PDFFonts) {
    self.outlines = outlines
    self.fonts = fonts
  }

  /// The units of outlines per em.
  var unitsPerEm: Int { outlines.unitsPerEm }

  /// Returns the outline of a glyph; `nil` if it is damaged.
  func outline(of glyph: UInt16) -> QuadraticOutline? {
    if let known = read[glyph] { return known }
    let outline = outlines.outline(of: glyph)
    read[glyph] = .some(outline)
    return outline
  }

  /// The longest text of a code, in units; readers of PDF have limits.
  static let maximumUnits = 8

  /// Returns the code of a glyph with a text of at most 8 units; `nil` if the glyph is damaged.
  ///
  /// - Parameter units: The text; `nil` for none, if the file states the text in another way.
  func code(of glyph: UInt16, _ units: [UInt16]?) -> Code? {
    let key = Key(glyph: glyph, units: units)
    if let known = codes[key] { return known }
    guard let outline = outline(of: glyph) else { return nil }
    if open.last?.isFull != false { open.append(fonts.addSubset(of: outlines)) }
    guard let subset = open.last else { return nil }
    let code = subset.add(glyph, outline, units, isWidthWhole: fonts.hasWholeWidths)
    codes[key] = code
    guard let units, units.count == 1, units[0] != 0 else { return code }
    while known.count <= Int(glyph) { known.append(Known()) }
    if known[Int(glyph)].unit == 0 {
      known[Int(glyph)] = Known(
        unit: units[0], code: code.code, font: Int32(code.font), advance: code.advance)
    }
    return code
  }
}

/// A simple font of a PDF.
final class PDFSubset {
  private let outlines: FontOutlines
  private let number: Int
  private var file: TrueTypeFile
  private var glyphs: [UInt16: UInt8] = [:]
  /// The width of each code in thousandths of an em, in thousandths; `nil` for free codes.
  private var widths = [Int?](repeating: nil, count: 256)
  private var texts: [(code: UInt8, units: [UInt16])] = []
  private var nextCode = 0x80

  fileprivate init(_ outlines: FontOutlines, number: Int) {
    self.outlines = outlines
    self.number = number
    file = TrueTypeFile(
      unitsPerEm: outlines.unitsPerEm, ascent: outlines.ascent, descent: outlines.descent)
  }

  /// The codes in the order in which they are assigned: first those above ASCII, then ASCII without the characters that
  /// PDF strings escape.
  private static let order: [UInt8] = Array(0x80...0xFF) + Array(0x20...0x7E).filter(isPlain)

  private static func isPlain(_ code: UInt8) -> Bool {
    code != UInt8(ascii: "(") && code != UInt8(ascii: ")") && code != UInt8(ascii: "\\")
  }

  /// Whether all codes are assigned.
  fileprivate var isFull: Bool { texts.count >= Self.order.count }

  /// Assigns a code to a glyph with a text: its ASCII code if that is free, so that the content is readable.
  fileprivate func add(
    _ glyph: UInt16, _ outline: QuadraticOutline, _ units: [UInt16]?, isWidthWhole: Bool
  ) -> PDFFace.Code {
    let own = glyphs[glyph] ?? file.add(outline)
    glyphs[glyph] = own
    let code = freeCode(for: units)
    file.setCode(code, glyph: own)
    let width = PDFBytes.thousandths(outline.advance * 1000 / Double(outlines.unitsPerEm))
    widths[Int(code)] = isWidthWhole ? width / 1000 * 1000 : width
    texts.append((code, units ?? [0xFFFD]))
    return PDFFace.Code(font: number, code: code, advance: Double(width) / 1_000_000)
  }

  private func freeCode(for units: [UInt16]?) -> UInt8 {
    if let units, units.count == 1, (0x20...0x7E).contains(units[0]) {
      let code = UInt8(truncatingIfNeeded: units[0])
      if Self.isPlain(code), widths[Int(code)] == nil { return code }
    }
    return Self.order.first { widths[Int($0)] == nil } ?? 0x80
  }

  // MARK: Writing

  /// Writes the font and returns its number.
  func write(to pdf: inout PDFObjects) -> Int {
    let program = file.written()
    let stream = pdf.addStream(program, entries: "/Length1 \(program.count) ")
    let name = baseName
    func scaled(_ units: Int) -> Int { units * 1000 / outlines.unitsPerEm }
    let box = [file.box.left, file.box.bottom, file.box.right, file.box.top].map(scaled)
    // The flag states that the font uses its own character set (symbolic).
    let descriptor = pdf.add(
      "<< /Type /FontDescriptor /FontName /\(name) /Flags 4 "
        + "/FontBBox [ \(box.map { "\($0)" }.joined(separator: " ")) ] /ItalicAngle 0 "
        + "/Ascent \(scaled(outlines.ascent)) /Descent \(scaled(outlines.descent)) "
        + "/CapHeight \(scaled(outlines.ascent)) /StemV 80 /FontFile2 \(stream) 0 R >>")
    let map = pdf.addStream(characterMap)
    let first = widths.firstIndex { $0 != nil } ?? 0
    let last = widths.lastIndex { $0 != nil } ?? 0
    var font = PDFBytes()
    font.append(
      "<< /Type /Font /Subtype /TrueType /BaseFont /\(name) /FirstChar \(first) /LastChar \(last) "
        + "/FontDescriptor \(descriptor) 0 R /ToUnicode \(map) 0 R /Widths [")
    for width in widths[first...last] {
      font.append(byte: 0x20)
      font.append(thousandths: width ?? 0)
    }
    font.append(" ] >>")
    let number = pdf.add()
    pdf.set(number, font)
    return number
  }

  /// The PostScript name with the six letters that mark a subset.
  private var baseName: String {
    var letters = ""
    var rest = number
    for _ in 0..<6 {
      letters = String(UnicodeScalar(UInt8(truncatingIfNeeded: 0x41 + rest % 26))) + letters
      rest /= 26
    }
    let name = outlines.name.unicodeScalars.filter {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-")
    }
    return "\(letters)+\(name.isEmpty ? "Font" : String(String.UnicodeScalarView(name)))"
  }

  /// The texts of the codes (ISO 32000-1, section 9.10.3).
  private var characterMap: [UInt8] {
    var map = PDFBytes()
    map.append(
      """
      /CIDInit /ProcSet findresource begin
      12 dict begin
      begincmap
      /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
      /CMapName /Adobe-Identity-UCS def
      /CMapType 2 def
      1 begincodespacerange
      <00> <ff>
      endcodespacerange

      """)
    let sorted = texts.sorted { $0.code < $1.code }
    for start in stride(from: 0, to: sorted.count, by: 100) {
      let part = sorted[start..<min(start + 100, sorted.count)]
      map.append(part.count)
      map.append(" beginbfchar\n")
      for text in part {
        map.append("<")
        map.append(hexadecimal: text.code)
        map.append("> <")
        map.append(hexadecimal: text.units)
        map.append(">\n")
      }
      map.append("endbfchar\n")
    }
    map.append("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
    return map.bytes
  }
}
