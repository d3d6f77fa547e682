import IAText

extension CorpusDocument {
  /// Returns a document with mixed scripts and directions in each line, with numbers, brackets,
  /// marks and joiners.
  static func mixedScripts() -> IADocument {
    let lines = [
      "Ein Satz, one sentence, одно предложение, 一句话、一文。",
      "She said «שלום, עולם 123» and left (לגמרי) at 8:30.",
      "الإصدار 2.0 من Swift يدعم العربية (العربية) بالكامل.",
      "abc אבג 123 دهو def, \u{2067}isolated עברית\u{2069}, \u{202B}embedded\u{202C}.",
      "e\u{301} é, n\u{303} ñ, q\u{307}\u{323}, Z͑ͫ̓a̴l̷g̸o̵",
      "क्षत्रिय, শ্রী, ක්‍ෂ, ស្ត្រី, ྀི, นํ้า, கொ",
      "한국어 각 \u{1112}\u{1161}\u{11AB}, 日本語ｶﾀｶﾅ, 𠮷野家, 𝒜𝔅ℂ, ﬁ ﬂ ß ẞ ǆ",
      "soft\u{00AD}hyphen, no\u{00A0}break, zero\u{200B}width, word\u{2060}joiner, a\u{2028}b",
      "price: 1 234,56 € — ٣٫١٤ — ೩.೧೪ — ⅷ — 10⁻³",
      "https://example.org/ü?q=%C3%BC and user@example.org, www.example.org.",
    ]
    var dice = SeededGenerator(seed: 141)
    var builder = IAStringBuilder()
    for line in lines {
      let units = Array(line.utf16)
      let start = builder.utf16Count
      builder.append(units: units)
      builder.setIntensities(
        dice.pick(Pressure.allCases).intensities(for: units, dice: &dice), at: start)
      builder.endParagraph()
    }
    return IADocument(builder.finish(), metadata: DocumentMetadata(title: "Mixed scripts"))
  }

  /// Returns a document with one emoji sequence per line, whose units have different intensities.
  static func emoji() -> IADocument {
    var builder = IAStringBuilder()
    for (line, sequence) in Phrases.emoji.enumerated() {
      for (index, unit) in sequence.utf16.enumerated() {
        builder.append(unit: unit, intensity: UInt8((line * 17 + index * 9) % 101))
      }
      builder.endParagraph()
    }
    builder.append(Phrases.emoji.joined(), intensity: 90)
    return IADocument(builder.finish(), metadata: DocumentMetadata(title: "Emoji"))
  }

  /// Returns a document with lone surrogates, controls, noncharacters, U+FFFC without a record, and
  /// all characters that some system treats as a line end.
  static func oddUnits() -> IADocument {
    var units: [UInt16] = []
    func add(_ text: String) { units.append(contentsOf: text.utf16) }
    add("high ")
    units.append(0xD83D)
    add(" low ")
    units.append(0xDE00)
    add(" reversed ")
    units.append(contentsOf: [0xDE00, 0xD83D])
    add(" twice ")
    units.append(contentsOf: [0xD83D, 0xD83D, 0xDE00])
    add(" stray \u{FFFC} replaced \u{FFFD}\n")
    add("controls ")
    units.append(contentsOf: (0...0x1F).filter { $0 != 0x0A && $0 != 0x0D })
    units.append(contentsOf: [0x7F, 0x80, 0x85, 0x9F, 0xFEFF, 0xFFFE, 0xFFFF])
    add("\nreturn \r both \r\n separators \u{2028} \u{2029} tab \t form \u{0C}\n")
    add("brackets [sun] \\[sun] [unknown] [] [[moon]] ]moon[\n")
    add("markup <b>&amp;</b> {\\rtf1 \\b} *a* _b_ `c` # d\n- e\n1. f\n> g\n    h\n---\n| i |\n")
    units.append(0xD800)
    return IADocument(
      IAString(units: units, intensities: units.indices.map { UInt8($0 % 101) }),
      metadata: DocumentMetadata(title: "Odd units"))
  }

  /// Returns a document with the numbers from 0 to 100, each with the same number as intensity.
  static func everyIntensity() -> IADocument {
    var builder = IAStringBuilder()
    for level in 0...100 { builder.append("\(level) ", intensity: UInt8(level)) }
    builder.endParagraph(terminated: false)
    return IADocument(builder.finish(), metadata: DocumentMetadata(title: "Every intensity"))
  }
}
