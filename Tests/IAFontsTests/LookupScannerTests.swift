import Testing

@testable import IAFonts

/// Detects each kind of rule, in handmade tables of OpenType 1.9.
struct LookupScannerTests {
  /// Letters are the glyphs 1…20; glyphs from 50 are marks and the results of rules.
  static let letters = [UInt16](1...20)

  /// Returns a table with one lookup that has one subtable.
  private static func bytes(_ type: Int, flag: Int = 0, _ subtable: [Int]) -> [UInt8] {
    ([1, 0, 0, 0, 10, 1, 4, type, flag, 1, 8] + subtable).flatMap {
      [UInt8($0 >> 8 & 0xFF), UInt8($0 & 0xFF)]
    }
  }

  private static func scan(
    _ table: LookupScanner.Table, _ bytes: [UInt8]
  ) throws -> Interference {
    try bytes.withUnsafeBytes {
      var scanner = LookupScanner($0, table, letters: letters, Interference())
      try scanner.scan(lookup: 0)
      return scanner.interference
    }
  }

  /// Returns whether a text of letters must be shaped by HarfBuzz.
  private static func isRefused(_ text: [UInt16], _ found: Interference) -> Bool {
    text.contains { found.glyphs.contains($0) }
      || zip(text, text.dropFirst()).contains {
        found.pairs.contains(Interference.pair($0, $1))
      }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var table: LookupScanner.Table
    var type: Int
    var flag = 0
    var subtable: [Int]
    /// Texts that HarfBuzz must shape, and texts for which pairs are sufficient.
    var refused: [[UInt16]]
    var allowed: [[UInt16]]
  }

  static let cases: [Case] = [
    Case(
      testDescription: "single substitution", table: .substitutions, type: 1,
      subtable: [1, 6, 40, 1, 1, 5], refused: [[5], [1, 5, 2]], allowed: [[1, 2, 3]]),
    Case(
      testDescription: "ligature of three, and one with a mark", table: .substitutions, type: 4,
      subtable: [1, 8, 1, 14, 1, 1, 5, 2, 6, 14, 60, 3, 6, 7, 61, 2, 55], refused: [[5, 6, 7]],
      allowed: [[5], [7, 6, 5], [5, 5]]),
    Case(
      testDescription: "ligature that skips bases", table: .substitutions, type: 4, flag: 2,
      subtable: [1, 8, 1, 14, 1, 1, 5, 1, 4, 60, 2, 6], refused: [[5, 1, 6]], allowed: [[1, 2]]),
    Case(
      testDescription: "context of glyphs", table: .substitutions, type: 5,
      subtable: [1, 8, 1, 14, 1, 1, 5, 1, 4, 2, 0, 6], refused: [[5, 6]],
      allowed: [[5], [6, 5]]),
    Case(
      testDescription: "context of classes", table: .substitutions, type: 5,
      // Coverage of 5; 5 is in class 1, 6 and 7 are in class 2; the rule is class 1, then class 2.
      subtable: [2, 12, 18, 2, 0, 34, 1, 1, 5, 2, 2, 5, 5, 1, 6, 7, 2, 1, 4, 2, 0, 2],
      refused: [[5, 6], [5, 7]], allowed: [[5, 8], [5, 5], [6, 7]]),
    Case(
      testDescription: "context of coverages", table: .substitutions, type: 5,
      subtable: [3, 2, 0, 10, 16, 1, 1, 5, 2, 1, 6, 8, 0], refused: [[5, 6], [5, 8]],
      allowed: [[5, 9], [6, 5]]),
    Case(
      testDescription: "chained context of glyphs before a mark", table: .substitutions, type: 6,
      subtable: [1, 8, 1, 14, 1, 1, 5, 1, 4, 0, 1, 1, 55, 0], refused: [],
      allowed: [[5], [5, 6, 5]]),
    Case(
      testDescription: "chained context of glyphs", table: .substitutions, type: 6,
      subtable: [1, 8, 1, 14, 1, 1, 5, 1, 4, 1, 4, 2, 6, 1, 7, 0], refused: [[4, 5, 6, 7]],
      allowed: [[5], [7, 6, 5, 4]]),
    Case(
      testDescription: "chained context of classes", table: .substitutions, type: 6,
      // Coverage of 5; before: class 1 = 4; own: 5 in class 1; after: no definition, all class 0.
      subtable: [
        2, 16, 22, 30, 0, 2, 0, 38, 1, 1, 5, 1, 4, 1, 1, 1, 5, 1, 1, 1, 4, 1, 1, 1, 1, 0, 0,
      ], refused: [[4, 5, 9]], allowed: [[5, 9], [5, 4]]),
    Case(
      testDescription: "chained context of coverages", table: .substitutions, type: 6,
      subtable: [3, 1, 14, 1, 20, 1, 26, 1, 1, 4, 1, 1, 5, 1, 1, 6], refused: [[4, 5, 6]],
      allowed: [[5, 4, 6, 5]]),
    Case(
      testDescription: "chained context that stands alone", table: .positions, type: 8,
      subtable: [3, 0, 1, 10, 0, 1, 1, 5], refused: [[5]], allowed: [[4, 6]]),
    Case(
      testDescription: "reverse chaining", table: .substitutions, type: 8,
      subtable: [1, 14, 1, 20, 0, 1, 60, 1, 1, 5, 1, 1, 4], refused: [[4, 5]],
      allowed: [[5, 4]]),
    Case(
      testDescription: "extension", table: .substitutions, type: 7,
      subtable: [1, 1, 0, 8, 1, 6, 40, 1, 1, 5], refused: [[5]], allowed: [[6]]),
    Case(
      testDescription: "pairs that move the first", table: .positions, type: 2,
      subtable: [1, 10, 4, 0, 0, 1, 1, 5], refused: [], allowed: [[5, 6]]),
    Case(
      testDescription: "pairs that move both", table: .positions, type: 2,
      subtable: [1, 10, 4, 4, 0, 1, 1, 5], refused: [[5, 6]], allowed: [[6, 7]]),
    Case(
      testDescription: "single adjustment", table: .positions, type: 1,
      subtable: [1, 8, 4, 100, 1, 1, 5], refused: [[5]], allowed: [[6]]),
    Case(
      testDescription: "marks on bases", table: .positions, type: 4,
      subtable: [1, 12, 18, 0, 0, 0, 1, 1, 55, 1, 1, 5], refused: [], allowed: [[5, 6]]),
  ]

  @Test(arguments: cases) func `Rules are detected`(sample: Case) throws {
    let found = try Self.scan(
      sample.table, Self.bytes(sample.type, flag: sample.flag, sample.subtable))
    for text in sample.refused { #expect(Self.isRefused(text, found), "\(text)") }
    for text in sample.allowed { #expect(!Self.isRefused(text, found), "\(text)") }
  }

  @Test func `A table with too many pairs is refused`() {
    let letters = [UInt16](1...64)
    // The same rule a thousand times: any letter before any letter.
    let count = 1_000
    let table = Self.bytes(
      5,
      [2, 10, 20, 1, 24, 2, 1, 1, 64, 0, 2, 0, count]
        + [Int](repeating: 2 + 2 * count, count: count) + [2, 0, 0])
    #expect(throws: LookupScanner.Refusal.self) {
      try table.withUnsafeBytes {
        var scanner = LookupScanner($0, .substitutions, letters: letters, Interference())
        try scanner.scan(lookup: 0)
      }
    }
  }

  @Test func `A truncated table is refused`() {
    for sample in Self.cases {
      let whole = Self.bytes(sample.type, flag: sample.flag, sample.subtable)
      #expect(throws: LookupScanner.Refusal.self) {
        try Self.scan(sample.table, Array(whole.prefix(24)))
      }
    }
    #expect(throws: LookupScanner.Refusal.self) { try Self.scan(.positions, Self.bytes(77, [1])) }
  }
}
