internal import IAUnicode

/// The widths of letter pairs in one font, script and language, for words that need no other shaping.
///
/// In these words every letter is one glyph, which only its neighbours move. The table caches numbers for up to 254
/// letters in the order of their first use, their glyphs, and a dense table of the pen movement for each pair of
/// letters. All values come from HarfBuzz (`TextShaper.measure`) and never become invalid.
struct PairTable: Sendable {
  /// The first unit that is never a letter; emoji begin here.
  static let end = 0x203C
  /// The maximum number of letters; words with further letters are shaped by HarfBuzz.
  private static let mostLetters = 254
  private static let never = UInt8.max
  private static let unknown = Int16.min
  private static let refused = Int16.min + 1

  /// The effects of the font's lookups on the letters.
  let interference: Interference
  /// Whether kerning is split between the two glyphs of a pair, as in the old `kern` table.
  let splitsKerning: Bool

  /// The number of each unit: 0 if it is not yet known, and `never` if the unit is not a letter.
  private var numbers = [UInt8](repeating: 0, count: end)
  /// The glyphs of letters by number; entry 0 represents the start of a word.
  private var glyphs: [UInt16] = [0]
  /// The pen movement for a letter after another one, or at the start of a word: its advance plus
  /// the kerning of the pair.
  private var steps: [Int16]
  /// The binary logarithm of the number of entries for each first letter.
  private var shift = 5

  init(_ interference: Interference, splitsKerning: Bool) {
    self.interference = interference
    self.splitsKerning = splitsKerning
    steps = Array(repeating: Self.unknown, count: 1 << (2 * shift))
  }

  /// The result of measuring a word.
  enum Outcome {
    case width(Int32)
    /// The unit at an index, or the pair that ends with it, is not yet known.
    case unknown(at: Int)
    case refused
  }

  /// Returns the width of a word.
  func measure(_ text: UnsafeBufferPointer<UInt16>) -> Outcome {
    // Reads without bounds checks: `numbers` has an entry for each unit below `end`, and `steps` one
    // for each two numbers, both below 1 << shift.
    unsafe numbers.withUnsafeBufferPointer { numbers in
      unsafe steps.withUnsafeBufferPointer { steps in
        var sum: Int32 = 0
        var last = 0
        for index in 0..<text.count {
          let unit = unsafe Int(text[index])
          guard unit < Self.end else { return .refused }
          let number = unsafe Int(numbers[unit])
          // The number `never` is not a valid index of a row.
          guard number != 0, number != Self.never else {
            return number == 0 ? .unknown(at: index) : .refused
          }
          let step = unsafe steps[last << shift + number]
          guard step > Self.refused else {
            return step == Self.unknown ? .unknown(at: index) : .refused
          }
          sum &+= Int32(step)
          last = number
        }
        return .width(sum)
      }
    }
  }

  /// Calls `body` with each glyph of a word that was measured.
  func forEachGlyph(of text: UnsafeBufferPointer<UInt16>, _ body: (Glyph) -> Void) {
    var last = 0
    // The previous glyph, which the next pair may still move.
    var held: Glyph?
    for index in 0..<text.count {
      let number = unsafe Int(numbers[Int(text[index])])
      let advance = Int32(steps[number])
      let change = Int32(steps[last << shift + number]) - advance
      let before = splitsKerning ? change >> 1 : change
      if var glyph = held {
        glyph.advance += before
        body(glyph)
      }
      held = Glyph(
        id: glyphs[number], isUnsafeToBreak: change != 0, utf16Offset: UInt32(index),
        advance: advance + change - before, xOffset: Int16(clamping: change - before), yOffset: 0)
      last = number
    }
    if let held { body(held) }
  }

  // MARK: Learning

  /// Returns whether a unit may be a letter: a character of European alphabets or their punctuation that is not a mark,
  /// not ignorable, and not part of a fraction.
  static func isCandidate(_ unit: UInt16, _ script: Script) -> Bool {
    candidates(script).contains { $0.contains(unit) }
  }

  /// Returns the units of a script that may be letters, in order.
  static func candidates(_ script: Script) -> [ClosedRange<UInt16>] {
    let own: [ClosedRange<UInt16>] =
      switch script {
      case .latin: [0x100...0x2FF, 0x1E00...0x1EFF]
      case .greek: [0x370...0x3FF, 0x1F00...0x1FFF]
      case .cyrillic: [0x400...0x482, 0x48A...0x52F]
      default: []
      }
    return [0x21...0x7E, 0xA1...0xAC, 0xAE...0xFF] + own + [0x2010...0x2027, 0x2030...0x203B]
  }

  /// Returns whether a unit is known to be a letter.
  func isLetter(_ unit: UInt16) -> Bool {
    numbers[Int(unit)] != 0 && numbers[Int(unit)] != Self.never
  }

  /// Records that a unit is not a letter.
  mutating func refuse(_ unit: UInt16) { numbers[Int(unit)] = Self.never }

  /// Stores the glyph of a letter and its advance without neighbours.
  mutating func add(_ unit: UInt16, glyph: UInt16, advance: Int32) {
    guard glyphs.count <= Self.mostLetters, !interference.glyphs.contains(glyph),
      let step = Int16(exactly: advance), step > Self.refused
    else { return refuse(unit) }
    if glyphs.count == 1 << shift { grow() }
    numbers[Int(unit)] = UInt8(glyphs.count)
    steps[glyphs.count] = step
    glyphs.append(glyph)
  }

  private mutating func grow() {
    var grown = [Int16](repeating: Self.unknown, count: steps.count * 4)
    for first in 0..<1 << shift {
      for second in 0..<1 << shift {
        grown[first << (shift + 1) + second] = steps[first << shift + second]
      }
    }
    steps = grown
    shift += 1
  }

  /// Returns whether no known rule excludes the pair of letters.
  func mayBePair(_ first: UInt16, _ second: UInt16) -> Bool {
    !interference.pairs.contains(
      Interference.pair(
        glyphs[Int(numbers[Int(first)])], glyphs[Int(numbers[Int(second)])]))
  }

  /// Stores the pen movement of a pair, or refuses the pair if HarfBuzz returns other glyphs or positions than those of
  /// the table.
  mutating func addPair(_ first: UInt16, _ second: UInt16, _ shaped: [Glyph]) {
    let place = Int(numbers[Int(first)]) << shift + Int(numbers[Int(second)])
    steps[place] = Self.refused
    let sum = shaped.reduce(0) { $0 &+ $1.advance }
    let alone = Int32(steps[Int(numbers[Int(first)])])
    guard let step = Int16(exactly: sum &- alone), step > Self.refused else { return }
    steps[place] = step
    var expected: [Glyph] = []
    let units = [first, second]
    unsafe units.withUnsafeBufferPointer { text in
      unsafe forEachGlyph(of: text) { expected.append($0) }
    }
    if expected != shaped { steps[place] = Self.refused }
  }
}
