internal import IAText

/// The tables at the start of a file: fonts, colours and authors of tracked changes, each once, in the order of their
/// first use.
///
/// They are complete before the first byte is written. `RTFTableLayout` has the tables of the text, and
/// `RTFDocumentTables` is the counterpart in the reader.
struct RTFTables {
  /// The font of text without a font family in a document without one.
  static let defaultFont = "Helvetica"
  /// The font of program code.
  static let codeFont = "Courier New"

  /// The colour of links.
  static let linkColor = Color(0x0563C1)

  /// The names of the fonts; font *n* is at index *n*.
  private(set) var fonts: [String]
  /// The colours; colour *n* is at index *n* − 1.
  ///
  /// The first one is the colour of links, for Cocoa white.
  private(set) var colors: [Color]

  /// The authors of tracked changes; the first one is unknown.
  private(set) var authors = ["Unknown"]

  private var fontNumbers: [String: Int]
  private var colorNumbers: [Color: Int]
  private var authorNumbers: [String: Int] = [:]
  /// The last box with lines around paragraphs, and whether its indents are shifted to differ from those of the box
  /// before it.
  private var lastBox: (id: Int, box: Block.TextBox, isShifted: Bool)?

  /// Whether the tables are those of Cocoa's dialect.
  let isCocoa: Bool

  /// Creates tables with the default font and the font of program code.
  init(font: String, isCocoa: Bool) {
    self.isCocoa = isCocoa
    // Cocoa gives links its own colour, and lists the colour of the paper first.
    let first = isCocoa ? Color(0xFFFFFF) : Self.linkColor
    colors = [first]
    colorNumbers = [first: 1]
    fonts = [font, Self.codeFont]
    fontNumbers = [font: 0]
    fontNumbers[Self.codeFont] = 1
  }

  /// Returns the number of a font, which is added if it is new.
  mutating func font(_ name: String) -> Int {
    if let known = fontNumbers[name] { return known }
    fonts.append(name)
    fontNumbers[name] = fonts.count - 1
    return fonts.count - 1
  }

  /// Returns the number of a colour, which is added if it is new.
  mutating func color(_ color: Color) -> Int {
    if let known = colorNumbers[color] { return known }
    colors.append(color)
    colorNumbers[color] = colors.count
    return colors.count
  }

  /// Returns the number of an author of tracked changes, who is added if new; 0 for `nil`.
  mutating func author(_ name: String?) -> Int {
    guard let name else { return 0 }
    if let known = authorNumbers[name] { return known }
    authors.append(name)
    authorNumbers[name] = authors.count - 1
    return authors.count - 1
  }

  /// Returns whether the indents of the paragraphs in a box are shifted by a twip.
  ///
  /// LibreOffice and Word show adjacent paragraphs with equal borders and indents in one box. Every second one of
  /// consecutive equal boxes is therefore shifted.
  mutating func shifts(_ box: Block.TextBox, id: Int) -> Bool {
    if let lastBox, lastBox.id == id { return lastBox.isShifted }
    var isShifted = false
    if let lastBox, lastBox.box == box { isShifted = !lastBox.isShifted }
    lastBox = (id, box, isShifted)
    return isShifted
  }

  /// Writes the table of authors if the text has tracked changes.
  func writeAuthors(to output: inout RTFOutput, hasChanges: Bool) {
    guard hasChanges else { return }
    output.write("{\\*\\revtbl")
    for author in authors {
      output.write("{")
      output.write(line: author.replacing(";", with: ","))
      output.write(";}")
    }
    output.write("}\n")
  }

  /// Returns the number of a colour, or `nil` if it is not in the table.
  func number(of color: Color) -> Int? { colorNumbers[color] }

  /// Writes the font table.
  func writeFonts(to output: inout RTFOutput) {
    output.write("{\\fonttbl")
    for (number, name) in fonts.enumerated() {
      output.write("{\\f", number)
      output.write(number == 1 ? "\\fmodern" : Self.family(of: name))
      output.write("\\fcharset0 ")
      output.write(line: Self.fontName(name))
      output.write(";}")
    }
    output.write("}\n")
  }

  /// Writes the font table as Cocoa does: without groups, with families.
  func writeCocoaFonts(to output: inout RTFOutput, hasCode: Bool) {
    output.write("{\\fonttbl")
    for (number, name) in fonts.enumerated() where number != 1 || hasCode {
      output.write("\\f", number)
      output.write(number == 1 ? "\\fmodern" : Self.cocoaFamily(of: name))
      output.write("\\fcharset0 ")
      output.write(line: Self.fontName(name))
      output.write(";")
    }
    output.write("}\n")
  }

  /// Returns the word for the family of a font; `\fnil` for one whose name is not that of a generic family.
  private static func family(of name: String) -> StaticString {
    switch name {
    case "monospace": "\\fmodern"
    case "serif": "\\froman"
    case "sans-serif", "system-ui": "\\fswiss"
    default: "\\fnil"
    }
  }

  /// Returns the word for the family of a font; `\fnil` for one that is not known.
  private static func cocoaFamily(of name: String) -> StaticString {
    switch name {
    case "Helvetica", "Arial", "Verdana", "Tahoma", "Geneva": "\\fswiss"
    case "Times", "Times New Roman", "Georgia", "Palatino": "\\froman"
    default: "\\fnil"
    }
  }

  /// Writes the colour table, and for Cocoa the colours with their opacity.
  func writeColors(to output: inout RTFOutput, isCocoa: Bool) {
    output.write("{\\colortbl;")
    for color in colors {
      let solid = color.onWhite
      output.write("\\red", Int(solid.red))
      output.write("\\green", Int(solid.green))
      output.write("\\blue", Int(solid.blue))
      output.write(";")
    }
    output.write("}\n")
    guard isCocoa else { return }
    // The first colour has no expanded form.
    output.write("{\\*\\expandedcolortbl;;")
    for color in colors.dropFirst() {
      output.write("\\cssrgb\\c", Self.share(color.red))
      output.write("\\c", Self.share(color.green))
      output.write("\\c", Self.share(color.blue))
      if color.alpha != 255 { output.write("\\alpha", Self.share(color.alpha)) }
      output.write(";")
    }
    output.write("}\n")
  }

  /// Returns a channel in the scale of Cocoa, in which 100 000 is the maximum.
  private static func share(_ channel: UInt8) -> Int { (Int(channel) * 100_000 + 127) / 255 }

  /// Returns a font's name without the semicolon that would end it.
  private static func fontName(_ name: String) -> String {
    String(name.prefix(120)).replacing(";", with: ",")
  }
}

extension RTFTables {
  /// Adds the colours of a table or cell.
  mutating func addColors(of kind: Block.Kind) {
    switch kind {
    case .tableCell(let cell):
      if let shading = cell.shading { _ = color(shading) }
      if cell.hasDetails { addColors(of: cell.borders) }
    case .table(let table) where table.hasDetails:
      addColors(of: table.borders)
      for border in [table.borderBetweenRows, table.borderBetweenColumns] {
        if let color = border?.color { _ = self.color(color) }
      }
    default: break
    }
  }

  private mutating func addColors(of borders: Sides<Border>) {
    for border in [borders.top, borders.right, borders.bottom, borders.left] {
      if let color = border?.color { _ = self.color(color) }
    }
  }
}
