/// The effects of a font's lookups on letters, other than the positioning of a letter by its neighbour.
///
/// A letter is one of the queried glyphs, none of which is a mark. If a text consists of letters, contains none of
/// `glyphs`, and none of `pairs` as adjacent letters, then no scanned lookup changes a glyph, and positions depend only
/// on pairs of neighbours.
struct Interference: Sendable {
  /// Letters that a lookup may affect independently of their neighbours.
  private(set) var glyphs: Set<UInt16> = []
  /// Pairs of adjacent letters that a lookup may affect; the glyph number of the first letter is in the upper half.
  private(set) var pairs: Set<UInt32> = []

  /// The maximum number of pairs that are added for one rule; if there are more, all letters of the smallest set of the
  /// rule are added to `glyphs` instead.
  private static let mostPairs = 4096

  static func pair(_ first: UInt16, _ second: UInt16) -> UInt32 {
    UInt32(first) << 16 | UInt32(second)
  }

  mutating func add(_ letters: some Sequence<UInt16>) { glyphs.formUnion(letters) }

  /// Adds a rule that needs one letter of each set, in order.
  ///
  /// - Parameter skips: Whether glyphs between the letters may be skipped, so that they need not be adjacent.
  /// - Returns: The number of glyphs or pairs of the rule, including those that were already known.
  mutating func addRule(_ sets: [[UInt16]], skips: Bool) -> Int {
    guard let smallest = sets.min(by: { $0.count < $1.count }), !smallest.isEmpty else { return 0 }
    var best: (count: Int, place: Int)?
    if !skips {
      for place in sets.indices.dropLast() {
        let count = sets[place].count * sets[place + 1].count
        if count <= best?.count ?? Self.mostPairs { best = (count, place) }
      }
    }
    guard let best else {
      add(smallest)
      return smallest.count
    }
    for first in sets[best.place] {
      for second in sets[best.place + 1] { pairs.insert(Self.pair(first, second)) }
    }
    return best.count
  }
}
