import IATestSupport
import Testing

@testable import IAUnicode

/// Words and line breaks of scripts that are segmented with a dictionary.
@Suite(.serialized) struct DictionaryTests {
  /// Returns the offsets of ICU's iterator alone, without our rules or our division of texts.
  private static func icuOffsets(_ kind: BreakKind, _ units: [UInt16]) throws -> [Int] {
    var iterator = BreakIterator(kind)
    var offsets: [Int] = []
    try iterator.forEach(in: units.span, after: 0) { offset, _ in
      offsets.append(offset)
      return true
    }
    return offsets
  }

  @Test(arguments: DictionaryScript.allCases, [true, false])
  func `A break is mandatory after a line end and nowhere else`(
    script: DictionaryScript, usesOwnRules: Bool
  ) throws {
    var segmenter = TextSegmenter(engine: usesOwnRules ? .simpleRulesFirst : .icuOnly)
    for text in script.texts {
      let units = Array(text.utf16)
      let breaks = try segmenter.lineBreaks(in: units.span)
      let mandatory = breaks.filter(\.isMandatory).map(\.utf16Offset)
      let expected = (1...units.count).filter { end in
        switch units[end - 1] {
        case 0x0D: end == units.count || units[end] != 0x0A
        case 0x0A, 0x0B, 0x0C, 0x85, 0x2028, 0x2029: true
        default: false
        }
      }
      #expect(mandatory == expected, "\(text.debugDescription)")
      #expect(breaks.count > expected.count + 10)
    }
  }

  @Test(arguments: DictionaryScript.allCases)
  func `Line break opportunities are those of ICU`(script: DictionaryScript) throws {
    var segmenter = TextSegmenter()
    for text in script.texts {
      let units = Array(text.utf16)
      let found = try segmenter.lineBreaks(in: units.span).map(\.utf16Offset)
      #expect(found == (try Self.icuOffsets(.lineBreak, units)), "\(text.debugDescription)")
    }
  }

  @Test(arguments: DictionaryScript.allCases, [true, false])
  func `Words have letters or digits, and text between them has none`(
    script: DictionaryScript, usesOwnRules: Bool
  ) throws {
    var segmenter = TextSegmenter(engine: usesOwnRules ? .simpleRulesFirst : .icuOnly)
    for text in script.texts {
      let units = Array(text.utf16)
      let words = try segmenter.words(in: units.span)
      #expect(words.map(\.utf16Range.upperBound) == (try Self.icuOffsets(.word, units)))
      for word in words {
        let part = String(decoding: units[word.utf16Range], as: UTF16.self)
        let hasLetter = part.unicodeScalars.contains {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
            || $0.properties.generalCategory == .modifierLetter
        }
        #expect(word.isWordLike == hasLetter, "\(part.debugDescription)")
      }
    }
  }

  @Test(arguments: DictionaryScript.allCases)
  func `Every part of a text has the mandatory breaks of its units`(
    script: DictionaryScript
  ) throws {
    // Cursors and smoothing can start inside a run of these scripts.
    var segmenter = TextSegmenter()
    let units = Array((script.paragraph + "\n" + script.paragraph + "\n").utf16)
    for start in stride(from: 0, to: units.count, by: 7) {
      let part = Array(units[start...])
      let breaks = try segmenter.lineBreaks(in: part.span)
      for item in breaks where item.isMandatory { #expect(part[item.utf16Offset - 1] == 0x0A) }
      #expect(breaks.count { $0.isMandatory } == part.count { $0 == 0x0A })
    }
  }
}
