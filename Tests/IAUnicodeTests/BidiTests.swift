import Foundation
import IATestSupport
import IAUnicode
import Testing

/// The bidirectional algorithm, compared with Unicode's test files, version 15.0, which Debian's
/// `unicode-data` installs.
@Suite(.enabled(if: ConformanceFile.areExpected, "the Unicode test files are not installed"))
struct BidiConformanceTests {
  @Test func `Levels and order are those of BidiCharacterTest`() throws {
    var tally = BidiTally()
    for line in try BidiFile.lines("BidiCharacterTest.txt") {
      guard let item = BidiFile.characterCase(line) else { continue }
      try tally.check(
        item.units, base: item.base, levels: item.levels, order: item.order, source: line)
    }
    #expect(tally.checked > 90_000)
    let found = Set(tally.sources)
    #expect(found == Deviations.bidi, "\(found.symmetricDifference(Deviations.bidi).sorted())")
  }

  @Test func `Levels and order are those of BidiTest`() throws {
    var tally = BidiTally()
    var levels: [Int?] = []
    var order: [Int] = []
    for line in try BidiFile.lines("BidiTest.txt") {
      if line.hasPrefix("@Levels:") {
        levels = BidiFile.levels(line.dropFirst(8))
      } else if line.hasPrefix("@Reorder:") {
        order = BidiFile.numbers(line.dropFirst(9))
      } else if let item = BidiFile.classCase(line) {
        for base in item.bases {
          try tally.check(item.units, base: base, levels: levels, order: order, source: line)
        }
      }
    }
    #expect(tally.checked > 700_000)
    #expect(tally.failures.isEmpty, "\(tally.failures.prefix(5).joined(separator: "\n"))")
  }
}

/// Functions of this module beyond ICU: the test that avoids ICU, line ends, runs, deep nesting.
struct BidiTests {
  @Test func `A text that cannot reorder has no level above 0`() throws {
    var resolver = BidiResolver()
    var levels: [UInt8] = []
    for scalar in UInt32(0)...0x1FFFF {
      guard let character = Unicode.Scalar(scalar) else { continue }
      let units = Array("a\(character)1".utf16)
      if BidiLevels.mayReorder(units.span) { continue }
      let paragraph = try resolver.resolve(units.span, base: .leftToRight, into: &levels)
      #expect(paragraph == 0 && levels.allSatisfy { $0 == 0 }, "U+\(String(scalar, radix: 16))")
    }
  }

  @Test func `Spaces at the end of a line take the level of the paragraph`() throws {
    // Two lines of Latin text with a Hebrew phrase; the first line ends inside the phrase.
    let units = Array("a \u{5D0}\u{5D1} \u{5D2}\u{5D3} b".utf16)
    var resolver = BidiResolver()
    var levels: [UInt8] = []
    #expect(try resolver.resolve(units.span, base: .automatic, into: &levels) == 0)
    #expect(levels == [0, 0, 1, 1, 1, 1, 1, 0, 0])
    BidiLevels.resetTrailing(&levels, utf16Range: 0..<5, in: units.span, paragraphLevel: 0)
    #expect(levels == [0, 0, 1, 1, 0, 1, 1, 0, 0])
    #expect(
      BidiLevels.visualRuns(levels.span, utf16Range: 0..<5) == [
        .init(utf16Range: 0..<2, level: 0), .init(utf16Range: 2..<4, level: 1),
        .init(utf16Range: 4..<5, level: 0),
      ])
  }

  @Test func `An empty paragraph has its base's level`() throws {
    var resolver = BidiResolver()
    var levels: [UInt8] = [7]
    let nothing: [UInt16] = []
    #expect(try resolver.resolve(nothing.span, base: .rightToLeft, into: &levels) == 1)
    #expect(try resolver.resolve(nothing.span, base: .automatic, into: &levels) == 0)
    #expect(levels.isEmpty)
  }

  @Test func `A hundred thousand nested embeddings and lone surrogates are text`() throws {
    var units = [UInt16](repeating: 0x202B, count: 100_000)
    units += [0xD800, 0x5D0, 0xDC00]
    units += [UInt16](repeating: 0x202C, count: 100_000)
    var resolver = BidiResolver()
    var levels: [UInt8] = []
    _ = try resolver.resolve(units.span, base: .automatic, into: &levels)
    #expect(levels.count == units.count)
    #expect(levels.allSatisfy { $0 <= 126 })
    #expect(!BidiLevels.visualRuns(levels.span, utf16Range: 0..<levels.count).isEmpty)
  }
}

/// Counts cases and records those that fail.
private struct BidiTally: ~Copyable {
  var checked = 0
  var failures: [String] = []
  var sources: [String] = []
  private var resolver = BidiResolver()
  private var found: [UInt8] = []

  init() {}

  /// Checks one case; the level `nil` marks a character that rule X9 removes.
  mutating func check(
    _ units: [UInt16], base: BaseDirection, levels: [Int?], order: [Int], source: String
  ) throws {
    checked += 1
    let paragraph = try resolver.resolve(units.span, base: base, into: &found)
    let spared = base == .leftToRight && !BidiLevels.mayReorder(units.span)
    // ICU has one shortcut: in text of one direction, each unit has the level of the paragraph.
    let parities = Set(levels.compactMap { $0.map { $0 & 1 } })
    let goesOneWay = parities.count < 2 && found.allSatisfy { $0 == paragraph }
    var isRight = found.count == levels.count && !(spared && found.contains { $0 != 0 })
    for index in levels.indices where isRight {
      guard let level = levels[index] else { continue }
      isRight = goesOneWay ? level & 1 == Int(paragraph & 1) : level == Int(found[index])
    }
    let resolved = found
    BidiLevels.resetTrailing(
      &found, utf16Range: 0..<found.count, in: units.span, paragraphLevel: paragraph)
    for index in levels.indices where isRight && levels[index] != nil {
      if found[index] != resolved[index] { isRight = false }
    }
    var shown = resolved.indices.filter { levels.indices.contains($0) && levels[$0] != nil }
    BidiLevels.reorder(&shown) { resolved[$0] }
    guard !isRight || shown != order else { return }
    failures.append("\(source) from \(base): \(resolved)")
    sources.append(source)
  }
}

/// Reads the two formats of Unicode's bidi tests.
private enum BidiFile {
  static func lines(_ name: String) throws -> [String] {
    let text = try String(contentsOfFile: "/usr/share/unicode/\(name)", encoding: .utf8)
    return text.utf8.split(separator: 0x0A).compactMap { line in
      line.first == UInt8(ascii: "#") ? nil : String(decoding: line, as: UTF8.self)
    }
  }

  struct CharacterCase {
    var units: [UInt16]
    var base: BaseDirection
    var levels: [Int?]
    var order: [Int]
  }

  static func characterCase(_ line: String) -> CharacterCase? {
    let fields = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard fields.count == 5 else { return nil }
    var scalars: [UInt16] = []
    for field in fields[0].split(separator: UInt8(ascii: " ")) {
      // The file has no character beyond U+FFFF, so that its indices are offsets of units.
      guard let unit = UInt16(String(decoding: field, as: UTF8.self), radix: 16) else { return nil }
      scalars.append(unit)
    }
    let base: BaseDirection =
      fields[1].elementsEqual("0".utf8)
      ? .leftToRight : fields[1].elementsEqual("1".utf8) ? .rightToLeft : .automatic
    return CharacterCase(
      units: scalars, base: base,
      levels: levels(Substring(String(decoding: fields[3], as: UTF8.self))),
      order: numbers(Substring(String(decoding: fields[4], as: UTF8.self))))
  }

  /// One character of each bidirectional class.
  private static let samples: [String: UInt16] = [
    "L": 0x61, "R": 0x5D0, "AL": 0x627, "EN": 0x31, "ES": 0x2B, "ET": 0x23, "AN": 0x661,
    "CS": 0x2C, "NSM": 0x300, "BN": 0xAD, "B": 0x2029, "S": 0x09, "WS": 0x20, "ON": 0x21,
    "LRE": 0x202A, "RLE": 0x202B, "LRO": 0x202D, "RLO": 0x202E, "PDF": 0x202C, "LRI": 0x2066,
    "RLI": 0x2067, "FSI": 0x2068, "PDI": 0x2069,
  ]

  static func classCase(_ line: String) -> (units: [UInt16], bases: [BaseDirection])? {
    let fields = line.utf8.split(separator: UInt8(ascii: ";"))
    guard fields.count == 2, let last = fields[1].last else { return nil }
    var units: [UInt16] = []
    for name in fields[0].split(separator: UInt8(ascii: " ")) {
      guard let unit = samples[String(decoding: name, as: UTF8.self)] else { return nil }
      units.append(unit)
    }
    let bits = Int(last) - 0x30
    var bases: [BaseDirection] = []
    if bits & 1 != 0 { bases.append(.automatic) }
    if bits & 2 != 0 { bases.append(.leftToRight) }
    if bits & 4 != 0 { bases.append(.rightToLeft) }
    return (units, bases)
  }

  static func levels(_ text: Substring) -> [Int?] {
    text.utf8.split { $0 == 0x20 || $0 == 0x09 }.map { Int(String(decoding: $0, as: UTF8.self)) }
  }

  static func numbers(_ text: Substring) -> [Int] { levels(text).compactMap { $0 } }
}
