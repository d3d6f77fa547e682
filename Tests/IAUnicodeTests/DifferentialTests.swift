import Foundation
import IATestSupport
import Testing

@testable import IAUnicode

/// Compares our rules with ICU alone, on texts with many special cases.
@Suite struct DifferentialTests {
  /// The number of random texts; `IA_UNICODE_FUZZ` sets it.
  static let count =
    ProcessInfo.processInfo.environment["IA_UNICODE_FUZZ"].flatMap(Int.init) ?? 4000

  @Test(arguments: [UInt64](1...8))
  func `Random texts have the boundaries that ICU finds`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var comparison = Comparison()
    for index in 0..<(Self.count / 8) {
      let text = TrickyText.make(&generator, index: index)
      try comparison.check(text, "seed \(seed), text \(index)")
      if comparison.failures > 5 { return }
    }
  }

  @Test(arguments: [0..<0x590, 0x2000..<0x2070, 0x2FF0..<0x3110, 0x33F0..<0x3410, 0x9FF0..<0xA010])
  func `Every unit near our tables has the boundaries that ICU finds`(units: Range<Int>) throws {
    let frames = [
      "a*b", "1*2", "A.*B", "a. *b", "x *(", "(*1", "$*1)*%", "-*-", "'*'", "\u{301}*\u{301}",
    ]
    var comparison = Comparison()
    for unit in units {
      for frame in frames {
        let text = frame.utf16.map { $0 == 0x2A ? UInt16(unit) : $0 }
        try comparison.check(text, "unit \(String(unit, radix: 16)) in \(frame)")
      }
      if comparison.failures > 5 { return }
    }
  }
}

/// Compares both engines.
struct Comparison: ~Copyable {
  var ours = TextSegmenter()
  var icu = TextSegmenter(engine: .icuOnly)
  var failures = 0

  mutating func check(_ text: [UInt16], _ label: String) throws {
    for unit in [TextUnit.character, .word, .sentence] {
      let expected = try icu.boundaries(of: unit, in: text.span)
      let found = try ours.boundaries(of: unit, in: text.span)
      report(found == expected, "\(unit)", text, "\(found) but ICU \(expected)", label)
    }
    let expectedWords = try icu.words(in: text.span).map(\.isWordLike)
    let words = try ours.words(in: text.span).map(\.isWordLike)
    report(words == expectedWords, "word kinds", text, "\(words) \(expectedWords)", label)
    let expectedBreaks = try icu.lineBreaks(in: text.span)
    let breaks = try ours.lineBreaks(in: text.span)
    report(
      breaks == expectedBreaks, "line breaks", text,
      "\(breaks.map(\.utf16Offset)) but ICU \(expectedBreaks.map(\.utf16Offset))", label)
  }

  mutating func report(
    _ isEqual: Bool, _ what: String, _ text: [UInt16], _ detail: String, _ label: String
  ) {
    if isEqual { return }
    failures += 1
    if failures > 5 { return }
    let hex = text.prefix(80).map { String($0, radix: 16) }.joined(separator: " ")
    let shown = String(decoding: text.prefix(80), as: UTF16.self).debugDescription
    Issue.record("\(what) of [\(hex)] \(shown): \(detail) (\(label))")
  }
}
