import Foundation
import IAFonts
import IATestSupport
import IAUnicode
import Testing

/// Checks that texts composed from letter pairs have the same glyphs as HarfBuzz gives for the
/// whole text.
@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct PairTests {
  /// The number of words of each language and of random texts of each font: `IA_PAIR_TEXTS`
  /// (Scripts/layout-pairs), or 800.
  static let texts =
    ProcessInfo.processInfo.environment["IA_PAIR_TEXTS"].flatMap { Int($0) } ?? 800

  static let requests: [FontRequest] = [
    FontRequest(families: ["Noto Sans"]), FontRequest(families: ["Noto Sans"], weight: 700),
    FontRequest(families: ["Noto Serif"], isItalic: true),
    FontRequest(families: ["Noto Sans Mono"]), FontRequest(families: ["DejaVu Sans"]),
    FontRequest(families: ["DejaVu Serif"], weight: 700),
    FontRequest(families: ["DejaVu Sans Mono"]),
  ]

  /// A shaper that uses pairs, a shaper that does not, and the number of compared texts.
  struct Comparison: ~Copyable {
    var own: TextShaper
    var raw: TextShaper
    var count = 0

    init(_ fonts: FontCollection) {
      own = TextShaper(fonts, usesPairs: true)
      raw = TextShaper(fonts, usesPairs: false)
    }

    /// Shapes a text with both shapers, and returns whether the results are equal.
    mutating func agrees(
      _ text: [UInt16], _ request: FontRequest, _ script: Script, language: String = ""
    ) -> Bool {
      var style = ShapingStyle(font: own.font(for: request), script: script)
      style.language = own.language(language)
      let width = own.measure(text.span, style)
      let found = own.shape(text.span, style)
      let glyphs = own.glyphs(of: found)
      style.font = raw.font(for: request)
      style.language = raw.language(language)
      let expected = raw.shape(text.span, style)
      count += 1
      return glyphs == raw.glyphs(of: expected) && found.advance == expected.advance
        && width ?? expected.advance == expected.advance
        && found.lacksGlyphs == expected.lacksGlyphs
    }
  }

  /// Distinct words from all of Debian's fortunes in four languages.
  static let words: [(script: Script, words: [[UInt16]])] = [
    "/usr/share/games/fortunes", "/usr/share/games/fortunes/de", "/usr/share/games/fortunes/it",
    "/usr/share/games/fortunes/ru",
  ].map { folder in
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var words: Set<[UInt16]> = []
    for file in files.sorted() where !file.contains(".") {
      let data = FileManager.default.contents(atPath: "\(folder)/\(file)") ?? Data()
      let units = Array(String(decoding: data.prefix(texts * 40), as: UTF8.self).utf16)
      for word in units.split(whereSeparator: { $0 <= 0x20 }) { words.insert(Array(word)) }
    }
    let sorted = words.sorted { $0.lexicographicallyPrecedes($1) }
    let step = max(sorted.count / texts, 1)
    return (
      folder.hasSuffix("ru") ? .cyrillic : .latin,
      stride(from: 0, to: sorted.count, by: step).map { sorted[$0] }
    )
  }

  @Test(arguments: requests) func `Words of four languages`(request: FontRequest) throws {
    var comparison = Comparison(try TestFonts.collection.get())
    for (script, words) in Self.words {
      for word in words where !comparison.agrees(word, request, script) {
        Issue.record("\(request.families): \(String(decoding: word, as: UTF16.self))")
      }
    }
    let (measured, all) = (comparison.own.statistics.measured, comparison.count)
    // Each text is measured once and shaped once; the fortunes may not be installed.
    #expect(measured > all, "of \(all) words only \(measured / 2) were added up")
  }

  @Test(arguments: requests, [Script.latin, .cyrillic, .greek])
  func `Random texts of letters`(request: FontRequest, script: Script) throws {
    var comparison = Comparison(try TestFonts.collection.get())
    try Self.compareRandomTexts(&comparison, request, script, count: Self.texts / 3)
    let measured = comparison.own.statistics.measured
    #expect(measured > 0)
  }

  /// Compares random texts of a few letters, so that pairs repeat: close letters, any letters, and
  /// other characters.
  static func compareRandomTexts(
    _ comparison: inout Comparison, _ request: FontRequest, _ script: Script, count: Int
  ) throws {
    var random = SeededGenerator(seed: 11 + UInt64(script.rawValue))
    let blocks: [ClosedRange<UInt16>] = [
      0x21...0x7E, 0x61...0x7A, 0xA0...0x24F, 0x370...0x3FF, 0x400...0x52F, 0x1E00...0x1FFF,
      0x2010...0x2044,
    ]
    let others: [UInt16] = [0x20, 0x301, 0x308, 0xAD, 0x200D, 0x2044, 0x483, 0xD800, 0x5D0]
    for _ in 0..<count {
      let block = blocks[random.below(blocks.count)]
      let letters = (0..<4).map { _ in block.lowerBound + UInt16(random.below(block.count)) }
      let text = (0..<random.below(12) + 1).map { _ in
        switch random.below(40) {
        case 0: others[random.below(others.count)]
        case 1...6: UInt16(0x66 + random.below(7))
        default: letters[random.below(letters.count)]
        }
      }
      let language = ["", "tr", "ro", "sr", "nl", "mo"][random.below(6)]
      if !comparison.agrees(text, request, script, language: language) {
        Issue.record("\(request.families) \(script.tag) \(language): \(text)")
      }
    }
  }

  /// Tests broken fonts, a variable font, and with a large `IA_PAIR_TEXTS` all fonts of the system.
  @Test func `Random texts in all available fonts`() throws {
    var collections: [FontCollection] = []
    if ExternalCorpora.has("hostile/harfbuzz-fonts") {
      let folder = ExternalCorpora.root.appending(path: "hostile/harfbuzz-fonts")
      if let fonts = try? FontCollection.folder(folder.path) { collections.append(fonts) }
    }
    if Self.texts > 800 { collections.append(try .system()) }
    for fonts in collections {
      for face in fonts.faces {
        let weights =
          face.isVariable
          ? [face.weights.lowerBound, 430, face.weights.upperBound]
          : [
            face.weights.lowerBound
          ]
        for weight in weights {
          let request = FontRequest(
            families: [face.families.first ?? ""], weight: Int(weight), isItalic: face.isItalic)
          for script in [Script.latin, .cyrillic, .greek] {
            var comparison = Comparison(fonts)
            try Self.compareRandomTexts(&comparison, request, script, count: 60)
          }
        }
      }
    }
  }
}
