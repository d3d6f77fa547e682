/// A scanner of the lookups of a GSUB or GPOS table that records their possible effects on letters.
///
/// The format is that of OpenType 1.9 ("OpenType Layout Common Table Formats", "GSUB", "GPOS"). A table that cannot be
/// read is an error, and the scan then has no result for the font.
///
/// `@safe`: every read is checked against the size of the table; the caller of the initializer, which takes
/// an unsafe pointer, keeps the table alive until the last use of the scanner.
@safe struct LookupScanner {
  /// The table cannot be read, or reading it takes too long.
  struct Refusal: Error {}

  /// The two tables with lookups, GSUB and GPOS.
  enum Table { case substitutions, positions }

  /// The maximum number of steps for one table: sixteen times the number that large fonts need.
  private static let mostSteps = 4_000_000

  private(set) var interference: Interference
  private let bytes: UnsafeRawBufferPointer
  private let table: Table
  /// The letters in order, and for each glyph whether it is a letter.
  private let letters: [UInt16]
  private let isLetter: [Bool]
  private var steps = 0
  /// Whether the current lookup can skip letters.
  private var skips = false

  init(
    _ bytes: UnsafeRawBufferPointer, _ table: Table, letters: [UInt16], _ known: Interference
  ) {
    unsafe self.bytes = bytes
    self.table = table
    self.letters = letters
    interference = known
    var isLetter = [Bool](repeating: false, count: 1 << 16)
    for letter in letters { isLetter[Int(letter)] = true }
    self.isLetter = isLetter
  }

  /// Reads one lookup.
  mutating func scan(lookup number: Int) throws(Refusal) {
    let list = try number16(8)
    guard number < (try number16(list)) else { throw Refusal() }
    let lookup = list + (try number16(list + 2 + 2 * number))
    let type = try number16(lookup)
    // If base glyphs or ligatures are ignored, letters that interact need not be adjacent.
    skips = try number16(lookup + 2) & 0b110 != 0
    for index in 0..<(try number16(lookup + 4)) {
      let offset = try number16(lookup + 6 + 2 * index)
      if offset != 0 { try scan(subtable: lookup + offset, type) }
    }
  }

  private mutating func scan(subtable: Int, _ type: Int) throws(Refusal) {
    if type == (table == .substitutions ? 7 : 9) {
      let inner = try number16(subtable + 2)
      let offset = try number16(subtable + 4) << 16 | number16(subtable + 6)
      guard inner != type else { throw Refusal() }
      return try scan(subtable: subtable + offset, inner)
    }
    switch table {
    case .substitutions: try scanSubstitution(subtable, type)
    case .positions: try scanPosition(subtable, type)
    }
  }

  private mutating func scanSubstitution(_ subtable: Int, _ type: Int) throws(Refusal) {
    switch type {
    case 1, 2, 3: interference.add(try covered(from: subtable, at: 2))
    case 4: try scanLigatures(subtable)
    case 5: try scanContext(subtable, isChained: false)
    case 6: try scanContext(subtable, isChained: true)
    case 8: try scanReverse(subtable)
    default: throw Refusal()
    }
  }

  private mutating func scanPosition(_ subtable: Int, _ type: Int) throws(Refusal) {
    switch type {
    case 2:
      // If a pair also moves its second glyph, this glyph cannot be the first of the next pair.
      let movesSecond = try number16(subtable + 6) != 0
      if movesSecond || skips { interference.add(try covered(from: subtable, at: 2)) }
    // The first coverage of a mark lookup contains the marks; without a mark the lookup has no effect.
    case 1, 3, 4, 5, 6: interference.add(try covered(from: subtable, at: 2))
    case 7: try scanContext(subtable, isChained: false)
    case 8: try scanContext(subtable, isChained: true)
    default: throw Refusal()
    }
  }

  private mutating func scanLigatures(_ subtable: Int) throws(Refusal) {
    let firsts = try glyphs(from: subtable, at: 2)
    for index in 0..<min(try number16(subtable + 4), firsts.count)
    where isLetter[Int(firsts[index])] {
      let set = subtable + (try number16(subtable + 6 + 2 * index))
      for place in 0..<(try number16(set)) {
        let ligature = set + (try number16(set + 2 + 2 * place))
        var sets = [[firsts[index]]]
        for component in 0..<max(try number16(ligature + 2) - 1, 0) {
          sets.append(letter(try number16(ligature + 4 + 2 * component)))
        }
        addRule(sets)
      }
    }
  }

  private mutating func scanReverse(_ subtable: Int) throws(Refusal) {
    var sets = [try covered(from: subtable, at: 2)]
    var place = 4
    let before = try coverages(from: subtable, at: &place, count: number16(subtable + place))
    let after = try coverages(from: subtable, at: &place, count: number16(subtable + place))
    sets = before.reversed() + sets + after
    addRule(sets)
  }

  mutating func addRule(_ sets: [[UInt16]]) {
    steps += interference.addRule(sets, skips: skips)
  }

  // MARK: Reading

  /// Returns the big-endian number of two bytes at a place in the table.
  mutating func number16(_ offset: Int) throws(Refusal) -> Int {
    steps += 1
    guard offset >= 0, unsafe offset <= bytes.count - 2, steps < Self.mostSteps else {
      throw Refusal()
    }
    return unsafe Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  /// Returns a glyph if it is a letter, otherwise an empty array.
  func letter(_ glyph: Int) -> [UInt16] { isLetter[glyph] ? [UInt16(glyph)] : [] }

  /// Returns the coverages that are stored as a count, followed by their offsets, and advances the position beyond
  /// them.
  mutating func coverages(
    from base: Int, at place: inout Int, count: Int
  ) throws(Refusal) -> [[UInt16]] {
    var sets: [[UInt16]] = []
    for index in 0..<count { sets.append(try covered(from: base, at: place + 2 + 2 * index)) }
    place += 2 + 2 * count
    return sets
  }

  /// Returns the letters of the coverage whose offset is stored at `place`.
  mutating func covered(from base: Int, at place: Int) throws(Refusal) -> [UInt16] {
    let offset = try number16(base + place)
    guard offset != 0 else { return [] }
    let coverage = base + offset
    let count = try number16(coverage + 2)
    var found: [UInt16] = []
    switch try number16(coverage) {
    case 1:
      for index in 0..<count {
        let glyph = try number16(coverage + 4 + 2 * index)
        if isLetter[glyph] { found.append(UInt16(glyph)) }
      }
    case 2:
      for index in 0..<count {
        let range = coverage + 4 + 6 * index
        let (first, last) = (try number16(range), try number16(range + 2))
        let inRange = letters(from: first, through: last)
        steps += inRange.count
        found += inRange
      }
    default: throw Refusal()
    }
    return found
  }

  /// Returns the letters of a range of glyphs.
  private func letters(from first: Int, through last: Int) -> ArraySlice<UInt16> {
    var low = 0
    var high = letters.count
    while low < high {
      let middle = (low + high) / 2
      if Int(letters[middle]) < first { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < letters.count, Int(letters[end]) <= last { end += 1 }
    return letters[low..<end]
  }

  /// Returns all glyphs of the coverage whose offset is stored at `place`, in the order of their
  /// indices.
  mutating func glyphs(from base: Int, at place: Int) throws(Refusal) -> [UInt16] {
    let offset = try number16(base + place)
    guard offset != 0 else { return [] }
    let coverage = base + offset
    let count = try number16(coverage + 2)
    var found: [UInt16] = []
    switch try number16(coverage) {
    case 1:
      for index in 0..<count { found.append(UInt16(try number16(coverage + 4 + 2 * index))) }
    case 2:
      for index in 0..<count {
        let range = coverage + 4 + 6 * index
        let (first, last) = (try number16(range), try number16(range + 2))
        guard first <= last else { continue }
        steps += last - first
        found.append(contentsOf: UInt16(first)...UInt16(last))
      }
    default: throw Refusal()
    }
    return found
  }

  /// Returns the letters of each class of the definition whose offset is stored at `place`.
  mutating func classes(from base: Int, at place: Int) throws(Refusal) -> [Int: [UInt16]] {
    let offset = try number16(base + place)
    guard offset != 0 else { return [0: letters] }
    let definition = base + offset
    var known: [UInt16: Int] = [:]
    switch try number16(definition) {
    case 1:
      let first = try number16(definition + 2)
      for index in 0..<(try number16(definition + 4)) where first + index < 1 << 16 {
        known[UInt16(first + index)] = try number16(definition + 6 + 2 * index)
      }
    case 2:
      for index in 0..<(try number16(definition + 2)) {
        let range = definition + 4 + 6 * index
        let (first, last) = (try number16(range), try number16(range + 2))
        let number = try number16(range + 4)
        let inRange = letters(from: first, through: last)
        steps += inRange.count
        for letter in inRange { known[letter] = number }
      }
    default: throw Refusal()
    }
    steps += letters.count
    return Dictionary(grouping: letters) { known[$0] ?? 0 }
  }
}
