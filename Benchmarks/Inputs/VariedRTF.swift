private import IACorpus

/// RTF as word processors write it, in which nothing repeats but words: each paragraph has words of its own, each link a
/// target of its own, and fonts, sizes, colours and styles vary.
public struct VariedRTF {
  /// The names of the fonts of the table.
  private static let fonts = [
    "Times New Roman", "Arial", "Courier New", "Georgia", "Verdana", "Calibri", "Cambria",
    "Garamond",
    "Tahoma", "Trebuchet MS", "Book Antiqua", "Symbol",
  ]
  private static let (colours, styles, distinctWords) = (64, 24, 6000)
  private static let syllables = [
    "ba", "ce", "di", "fo", "gu", "har", "in", "jo", "ka", "lem", "mi", "nor", "ol", "pe", "qua",
    "ri", "sto", "tu", "ver",
    "wa", "xe", "yon", "za", "th", "an", "el",
  ]

  private var dice: SeededGenerator
  private var words: [String] = []
  private var bytes: [UInt8] = []
  /// The number of links so far.
  private var links = 0

  private init(seed: UInt64) {
    dice = SeededGenerator(seed: seed)
    words.reserveCapacity(Self.distinctWords)
    for _ in 0..<Self.distinctWords {
      words.append((0..<1 + dice.below(4)).map { _ in dice.pick(Self.syllables) }.joined())
    }
  }

  /// Returns RTF of about a size in bytes, always whole paragraphs; equal bytes for equal arguments.
  public static func bytes(atLeast count: Int, seed: UInt64 = 41) -> [UInt8] {
    var text = VariedRTF(seed: seed)
    text.bytes.reserveCapacity(count + 4096)
    text.addTables()
    while text.bytes.count < count { text.addParagraph() }
    text.add("}")
    return text.bytes
  }

  private mutating func add(_ text: String) { bytes += text.utf8 }

  private mutating func addTables() {
    add("{\\rtf1\\ansi\\ansicpg1252\\uc1\\deff0{\\fonttbl")
    for (number, name) in Self.fonts.enumerated() {
      add("{\\f\(number)\\fnil\\fcharset\(name == "Symbol" ? 2 : 0) \(name);}")
    }
    add("}{\\colortbl;")
    for _ in 0..<Self.colours {
      add("\\red\(dice.below(256))\\green\(dice.below(256))\\blue\(dice.below(256));")
    }
    add("}{\\stylesheet{\\s0 Normal;}")
    for number in 1...Self.styles {
      add(
        "{\\s\(number)\\sa\(60 * dice.below(5))\\f\(dice.below(11))\\fs\(16 + 2 * dice.below(14))"
          + "\\cf\(dice.below(Self.colours))\\sbasedon0 Style \(number);}")
    }
    add("}\n")
  }

  /// Adds words, frequent ones more often than others.
  private mutating func addWords(_ count: Int) {
    for number in 0..<count {
      if number > 0 { bytes.append(0x20) }
      let (first, second) = (dice.below(words.count), dice.below(words.count))
      bytes += words[first * second / words.count].utf8
    }
  }

  private mutating func addParagraph() {
    add("\\pard\\plain\\s\(dice.below(Self.styles + 1))")
    switch dice.below(10) {
    case 0, 1: addWords(20 + dice.below(60))
    case 2: addStretches()
    case 3: addLink()
    case 4:
      add("\\fi-360\\li\(360 * (1 + dice.below(3))){\\pntext\\f11\\'b7\\tab}")
      addWords(4 + dice.below(14))
    case 5: return addRow()
    case 6:
      add("\\qj ")
      addWords(10)
      add(
        " caf\\'e9 na\\'efve \\u\(8210 + dice.below(20))? \\u-10179?\\u-\(8704 - dice.below(60))? \\u\(20_000 + dice.below(9000))? "
      )
      addWords(12)
    case 7:
      add("\\highlight\(1 + dice.below(Self.colours)) ")
      addWords(6)
      add("\\highlight0  {\\sub \(dice.below(100))} {\\super \(dice.below(100))} \\line ")
      addWords(12)
    case 8:
      add("\\li\(dice.below(1200))\\ri\(dice.below(600))\\sl\(240 + dice.below(240))\\slmult1 ")
      addWords(15 + dice.below(30))
    default:
      addStretches()
      addLink()
    }
    add("\\par\n")
  }

  /// Adds words in two to six different appearances.
  private mutating func addStretches() {
    for _ in 0..<2 + dice.below(5) {
      let look = dice.pick(["\\b", "\\i", "\\ul", "\\strike", "\\b\\i", "\\scaps", ""])
      add("{\(look)\\f\(dice.below(11))\\fs\(16 + dice.below(20))\\cf\(dice.below(Self.colours)) ")
      addWords(1 + dice.below(9))
      add("} ")
    }
  }

  private mutating func addLink() {
    links += 1
    let place = "\(dice.pick(words))/\(dice.pick(words))-\(links)?id=\(dice.below(1_000_000))"
    add(
      " {\\field{\\*\\fldinst{HYPERLINK \"https://\(dice.pick(words)).example.org/\(place)\"}}{\\fldrslt{\\ul\\cf2 "
    )
    addWords(1 + dice.below(4))
    add("}}} ")
    addWords(5 + dice.below(20))
  }

  private mutating func addRow() {
    let cells = 2 + dice.below(3)
    add("\\trowd")
    for cell in 1...cells { add("\\cellx\(cell * (9000 / cells))") }
    for _ in 0..<cells {
      add("\\pard\\plain\\intbl ")
      addWords(1 + dice.below(8))
      add("\\cell")
    }
    add("\\row\n")
  }
}
