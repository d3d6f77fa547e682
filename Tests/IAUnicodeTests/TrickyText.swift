import IATestSupport

/// Random text with many characters that affect break rules.
enum TrickyText {
  static let ascii: [String] = [
    "a", "b", "A", "B", "z", "1", "2", "0", " ", " ", "  ", ".", ".", ",", ":", ";", "'", "\"", "_",
    "-", "(", ")", "[", "]", "{", "}", "!", "?", "/", "\\", "%", "$", "+", "*", "#", "&", "@", "=",
    "|", "~", "^", "`", "<", ">", "\t", "\n", "\r", "\r\n", "\u{B}", "\u{C}", "e.g. ", "U.S. A",
    "3.14", "-1", "$5", "10%", "don't", "x_1", "No. 5", "Hi! \"", ".)", ".\" ", "http://a.b/c?d=e",
  ]
  static let simple: [String] = [
    "é", "ß", "Ж", "ж", "α", "Ω", "ª", "º", "\u{A0}", "§", "«", "»", "¿", "¡", "¢", "°", "·", "´",
    "×",
    "\u{85}", "©", "®", "‘", "’", "“", "”", "„", "‚", "–", "—", "…", "‥", "․", "•", "†", "\u{2010}",
    "\u{2011}", "\u{2028}", "\u{2029}", "ʼ", "ˈ", "˟", "ˑ", "\u{37E}", "\u{387}", "\u{55D}",
    "\u{589}", "\u{58A}", "ǅ", "ƻ",
    "\u{378}", "’s", "l’a", "»A", "\u{2027}", "\u{202F}", "\u{55F}", "— —", "—  — ", "“ (", "… ",
    "$(.5) ",
  ]
  static let complex: [String] = [
    "\u{300}", "\u{301}", "\u{308}", "\u{483}", "\u{34F}", "\u{35C}", "\u{AD}", "\u{200B}",
    "\u{200C}", "\u{200D}", "\u{200E}",
    "\u{2060}", "\u{FEFF}", "\u{FE0F}", "\u{20E3}", "😀", "👍🏽", "👩‍🚀", "🇩🇪", "🇫", "\u{1F3FB}", "א", "ב",
    "א\"א",
    "א'", "ا", "ب", "١", "٫", "ไ", "ท", "ย", "ภาษาไทย", "ខ្មែរ", "ລາວ", "မြန်", "日", "本", "語", "日本語",
    "か", "な", "カ", "タ", "ー",
    "。", "、", "！", "「", "」", "가", "ᄀ", "ᅡ", "ᆨ", "한", "क", "्", "ष", "ा", "\u{600}", "\u{61C}", "㈱",
    "Ａ", "１", "€", "₤",
    "℃", "№", "\u{3000}", "\u{2009}", "‼", "⁉", "♥", "→", "\u{E0001}", "𝒜", "𐐀", "\u{E000}",
    "\u{FFFC}", "\u{FFFD}", "⸺",
    "\u{180E}", "\u{1680}", "\u{2044}", "\u{2024}\u{308}", "e\u{301}", "क\u{94D}\u{200D}ष",
  ]
  /// Control characters, NUL and lone surrogates.
  static let units: [UInt16] = [
    0, 1, 7, 8, 0xE, 0x1B, 0x1F, 0x7F, 0x80, 0x9F, 0xD800, 0xDBFF, 0xDC00, 0xDFFF,
  ]

  static func make(_ generator: inout SeededGenerator, index: Int) -> [UInt16] {
    let length = 1 + generator.below(index % 16 == 0 ? 60 : 14)
    // The kinds of characters in this text, and the rarity of the rare ones.
    let complexIn = [0, 3, 10, 2][index % 4]
    let simpleIn = [4, 3, 3, 0][(index / 4) % 4]
    var text: [UInt16] = []
    for _ in 0..<length {
      if complexIn > 0, generator.below(complexIn) == 0 {
        let pick = generator.below(complex.count + 8)
        if pick < complex.count {
          text += complex[pick].utf16
        } else {
          text.append(units[generator.below(units.count)])
        }
      } else if simpleIn > 0, generator.below(simpleIn) == 0 {
        text += simple[generator.below(simple.count)].utf16
      } else if generator.below(40) == 0 {
        text.append(UInt16(generator.below(0x590)))
      } else {
        text += ascii[generator.below(ascii.count)].utf16
      }
    }
    return text
  }
}
