import IAFormats
import IATestSupport
import IAText
import Testing

/// Separate formatting of text in complex scripts and of East Asian text, as LibreOffice shows it.
struct RTFScriptTests {
  private struct Look: Equatable, CustomStringConvertible {
    var text: String
    var size: Double?
    var bold = false
    var italic = false
    var font: String?

    init(
      _ text: String, _ size: Double?, bold: Bool = false, italic: Bool = false, font: String? = nil
    ) {
      self.text = text
      self.size = size
      self.bold = bold
      self.italic = italic
      self.font = font
    }

    var description: String {
      "\(text) \(size ?? 12) \(bold ? "b" : "")\(italic ? "i" : "") \(font ?? "-")"
    }
  }

  /// Returns the runs of the first paragraph.
  private func looks(_ words: String, head: String = "") throws -> [Look] {
    let fonts = "{\\fonttbl{\\f0 Times;}{\\f1 Arial;}{\\f2 Courier;}}"
    let string = try readRTF("{\\rtf1\\ansi\\deff0" + fonts + head + words + "\\par}").document
      .string
    var looks: [Look] = []
    for (offset, unit) in string.text.utf16.enumerated() where unit != 0x0A {
      let attributes = string.attributes(at: offset)
      let text = String(decoding: [unit], as: UTF16.self)
      let look = Look(
        text, attributes.fontSize, bold: attributes.bold, italic: attributes.italic,
        font: attributes.fontFamily)
      var before = looks.last ?? Look("", nil)
      before.text = look.text
      if !looks.isEmpty, before == look {
        looks[looks.count - 1].text += text
      } else {
        looks.append(look)
      }
    }
    return looks
  }

  @Test
  func `Words after rtlch are those of complex scripts, words after ltrch those of other text`()
    throws
  {
    let states = "\\plain\\rtlch\\fcs1 \\af2\\afs40\\ab \\ltrch\\fcs0 \\f1\\fs60\\i "
    #expect(
      try looks(states + "abc \\u1513?\\u1500?") == [
        Look("abc ", 30, italic: true, font: "Arial"),
        Look("\u{5E9}\u{5DC}", 20, bold: true, font: "Courier"),
      ])
    #expect(
      try looks("\\plain\\ltrch\\f1\\fs60 \\rtlch\\af2\\afs40\\ai abc \\u1513?") == [
        Look("abc ", 30, font: "Arial"), Look("\u{5E9}", 20, italic: true, font: "Courier"),
      ])
    #expect(
      try looks("\\plain\\ltrch\\afs40\\ab \\rtlch\\af1\\fs60 abc \\u1513?") == [
        Look("abc ", 30, bold: true), Look("\u{5E9}", 30, font: "Arial"),
      ])
  }

  @Test func `Without words of their own complex scripts have the formatting of other text`() throws
  {
    #expect(try looks("\\fs48\\b a\\u1513?") == [Look("a\u{5E9}", 24, bold: true)])
    #expect(try looks("\\rtlch\\fs48\\b a\\u1513?") == [Look("a\u{5E9}", 24, bold: true)])
    #expect(try looks("\\ab\\afs48 a\\u1513?") == [Look("a\u{5E9}", 24, bold: true)])
    #expect(
      try looks("\\rtlch\\afs40\\plain\\fs48 a\\u1513?") == [Look("a\u{5E9}", 24)])
    // Formatting stated in an inner group applies to all its text, except where the formatting of
    // complex scripts is stated separately.
    #expect(
      try looks("\\rtlch\\afs40{\\fs48 a\\u1513?}") == [Look("a", 24), Look("\u{5E9}", 20)])
  }

  @Test func `Formatting that complex scripts have from statements for other text is reported`()
    throws
  {
    func features(_ words: String) throws -> Set<String> {
      let report = try readRTF("{\\rtf1" + words + "\\par}").report
      return Set(
        report.notes.filter { $0.kind.effect == .approximated }.map(\.kind.feature.rawValue))
    }
    #expect(try features("\\fs48\\b\\i a\\u1513?") == ["font-size", "bold", "italic"])
    #expect(try features("\\fs48\\b\\i a") == [])
    #expect(try features("\\u1513?") == [])
    #expect(try features("\\rtlch\\afs40\\ltrch\\fs48\\b a\\u1513?") == [])
    #expect(try features("\\cocoartf2761\\fs48 \\u1513?") == [])
  }

  @Test
  func
    `Spaces have the formatting of the text before them, digits and marks that of ordinary text`()
    throws
  {
    #expect(
      try looks("\\rtlch\\afs40\\ltrch\\fs60 a 1 \\u1513? 34, \\u1500?. b") == [
        Look("a 1 ", 30), Look("\u{5E9} ", 20), Look("34, ", 30), Look("\u{5DC}", 20),
        Look(". b", 30),
      ])
    // A paragraph starts with the formatting of ordinary text.
    #expect(
      try looks("\\rtlch\\afs40\\ltrch\\fs60 \\u1513?\\par 1 ") == [
        Look("\u{5E9}", 20), Look("1 ", 30),
      ])
  }

  @Test func `Styles state the formatting of complex scripts`() throws {
    let styles =
      "{\\stylesheet{\\s0\\fs24 Normal;}{\\s5\\rtlch\\afs32\\ab\\ltrch\\fs28\\i Callout;}}"
    #expect(
      try looks("\\pard\\s5 a\\u1513?", head: styles) == [
        Look("a", 14, italic: true), Look("\u{5E9}", 16, bold: true),
      ])
    #expect(try looks("\\pard\\s5\\pard a\\u1513?", head: styles) == [Look("a\u{5E9}", nil)])
  }

  @Test(
    arguments: [
      // As LibreOffice shows it: the font of ordinary text, and the font of East Asian text.
      ("\\f2 ", "Courier", "Courier"),
      ("\\dbch\\af2\\loch\\f1 ", "Arial", "Courier"),
      ("\\dbch\\af2 \\f1 ", nil, "Arial"),
      ("\\dbch\\f2 ", nil, "Courier"),
      ("\\dbch\\afs40\\af2\\dbch ", nil, "Courier"),
      ("\\loch\\f1 ", "Arial", "Arial"),
      ("\\loch\\af1\\hich\\af1\\dbch\\af2 ", "Arial", "Courier"),
      ("\\dbch\\af2\\plain\\f1 ", "Arial", "Arial"),
      ("\\dbch\\af2{\\f1 a\\u28450?}", nil, "Courier"),
    ] as [(String, String?, String?)])
  func `East Asian text has a font of its own`(
    _ words: String, _ ordinary: String?, _ font: String?
  )
    throws
  {
    let fonts = "{\\fonttbl{\\f0 Times;}{\\f1 Arial;}{\\f2 Courier;}}"
    let string = try readRTF(
      "{\\rtf1" + fonts + "x\\par\\pard\\plain" + words + "a\\u28450? 1\\u-255?\\par}"
    ).document.string
    let text = words.hasSuffix("}") ? 4 : 2
    #expect(string.attributes(at: text).fontFamily == ordinary)
    // The digit has the font of ordinary text; the full-width mark has that of East Asian text.
    for (offset, family) in [font, font, ordinary, font].enumerated() {
      #expect(string.attributes(at: text + 1 + offset).fontFamily == family)
    }
    // The end of the paragraph.
    #expect(string.attributes(at: text + 5).fontFamily == ordinary)
  }

  @Test func `Complex scripts have a language of their own`() throws {
    let string = try readRTF(
      "{\\rtf1\\rtlch\\alang1037\\ltrch\\lang1033 a\\u1513?\\par}"
    ).document.string
    #expect(string.attributes(at: 0).language == "en-US")
    #expect(string.attributes(at: 1).language == "he-IL")
    let written = try writtenRTF(IADocument(string), WriteOptions(keepsHiddenData: false)).text
    #expect(written.contains("{\\rtlch\\alang1037\\ltrch\\lang1037"))
    let back = try readRTF(written).document.string
    #expect(back.attributes(at: 1) == string.attributes(at: 1))
  }

  @Test func `Bytes of a code page, too, are in complex scripts`() throws {
    #expect(
      try looks("\\ansicpg1255\\rtlch\\afs40\\ltrch\\fs60 a\\'f9\\'ec") == [
        Look("a", 30), Look("\u{5E9}\u{5DC}", 20),
      ])
  }
}
