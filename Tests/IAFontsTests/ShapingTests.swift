import IAFonts
import IATestSupport
import IAUnicode
import Testing

@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct ShapingTests {
  /// A text of each script, with its family and direction.
  static let samples: [(family: String, script: Script, isRightToLeft: Bool, text: String)] = [
    ("Noto Sans", .latin, false, "Office AVATAR waffle, Tö \u{201C}fi\u{201D} 1/2 naïve e\u{301}"),
    ("DejaVu Sans", .latin, false, "Office AVATAR waffle, To \u{201C}fi\u{201D} 1/2 LTA"),
    ("Noto Serif", .latin, false, "Office AVATAR waffle, To \u{201C}fi\u{201D} 1/2 LTA"),
    ("DejaVu Serif", .cyrillic, false, "Съешь ещё этих мягких французских булок"),
    ("Noto Sans", .greek, false, "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία"),
    ("Noto Sans Mono", .latin, false, "let x = 1 != 2 -> fi"),
    ("Noto Sans Arabic", .arabic, true, "السلام عليكم ورحمة الله وبركاته"),
    ("Noto Sans Hebrew", .hebrew, true, "דג סקרן שט בים מאוכזב"),
    ("Noto Sans Devanagari", .devanagari, false, "ऋषियों को सताने वाले दुष्ट राक्षसों"),
    ("Noto Sans Thai", .thai, false, "เป็นมนุษย์สุดประเสริฐ เลิศคุณค่า"),
  ]

  @Test func `Word widths sum up to the whole, if the font separates words`() throws {
    var shaper = try TestFonts.shaper()
    var separated = 0
    for sample in Self.samples {
      let font = shaper.font(for: FontRequest(families: [sample.family]))
      let style = ShapingStyle(
        font: font, script: sample.script, isRightToLeft: sample.isRightToLeft)
      let whole = shaper.shape(sample.text, style).advance
      guard shaper.separatesWords(of: font) else { continue }
      separated += 1
      let words = sample.text.split(separator: " ", omittingEmptySubsequences: false)
      var sum = shaper.spaceAdvance(of: font) * Int32(words.count - 1)
      for word in words { sum += shaper.shape(String(word), style).advance }
      #expect(sum == whole, "\(sample.family)")
    }
    #expect(separated >= 6)
  }

  @Test func `Glyphs are in visual order, with the units that they represent`() throws {
    var shaper = try TestFonts.shaper()
    let latin = shaper.font(for: FontRequest(families: ["DejaVu Sans"]))
    let ligature = shaper.shape("ffi", ShapingStyle(font: latin))
    #expect(ligature.glyphCount < 3, "DejaVu Sans has a ligature for ffi")
    let first = shaper.glyphs(of: ligature).first
    #expect(first?.utf16Offset == 0)
    let hebrew = shaper.font(for: FontRequest(families: ["Noto Sans Hebrew"]))
    let shaped = shaper.shape(
      "\u{5D0}\u{5D1}\u{5D2}", ShapingStyle(font: hebrew, script: .hebrew, isRightToLeft: true))
    let offsets = shaper.glyphs(of: shaped).map(\.utf16Offset)
    #expect(offsets == [2, 1, 0])
  }

  @Test func `A cached text equals the shaped text`() throws {
    var kept = try TestFonts.shaper()
    var generator = SeededGenerator(seed: 7)
    let font = kept.font(for: FontRequest())
    var texts: [String] = []
    for _ in 0..<300 {
      let length = Int.random(in: 0...80, using: &generator)
      texts.append(
        String(
          (0..<length).map { _ in
            "abcdefiltWAV.,e\u{301}x\u{5D0}".randomElement(using: &generator) ?? "a"
          }))
    }
    for round in 0..<2 {
      for text in texts {
        var fresh = try TestFonts.shaper()
        let other = fresh.font(for: FontRequest())
        let expected = fresh.shape(text, ShapingStyle(font: other))
        let found = kept.shape(text, ShapingStyle(font: font))
        let glyphs = (kept.glyphs(of: found), fresh.glyphs(of: expected))
        #expect(glyphs.0 == glyphs.1, "round \(round): \(text)")
        #expect(found.advance == expected.advance)
      }
    }
    let hits = kept.statistics.hits
    #expect(hits > 150)
  }

  @Test func `The cache stays within its size and remains usable`() throws {
    var shaper = TextShaper(try TestFonts.collection.get(), cacheBytes: 1 << 16)
    let font = shaper.font(for: FontRequest())
    for number in 0..<5_000 {
      let shaped = shaper.shape("wo\u{301}rd\(number)", ShapingStyle(font: font))
      let glyphs = shaper.glyphs(of: shaped)
      #expect(glyphs.count == shaped.glyphCount)
      let bytes = shaper.cacheBytes
      #expect(bytes < 1 << 18)
    }
    let flushes = shaper.statistics.flushes
    #expect(flushes > 0)
  }

  @Test func `Missing characters are reported, except ignorable ones`() throws {
    var shaper = try TestFonts.shaper()
    let font = shaper.font(for: FontRequest(families: ["Noto Sans"]))
    let style = ShapingStyle(font: font)
    let lacks = ["plain", "a\u{5D0}", "a\u{200D}b\u{FE0F}\n"].map {
      shaper.shape($0, style).lacksGlyphs
    }
    #expect(lacks == [false, true, false])
    let lone: [UInt16] = [0x61, 0xD800, 0x62]
    let count = shaper.shape(lone.span, style).glyphCount
    #expect(count == 3)
  }

  @Test func `Languages select glyphs, and each has one number`() throws {
    var shaper = try TestFonts.shaper()
    let serbian = shaper.language("sr")
    let again = shaper.language("sr")
    let none = shaper.language("")
    #expect(serbian != 0 && again == serbian && none == 0)
    let font = shaper.font(for: FontRequest(families: ["Noto Serif"], isItalic: true))
    var style = ShapingStyle(font: font, script: .cyrillic)
    let russian = shaper.glyphs(of: shaper.shape("бгдпт", style)).map(\.id)
    style.language = serbian
    let other = shaper.glyphs(of: shaper.shape("бгдпт", style)).map(\.id)
    #expect(other != russian)
  }

  @Test func `Languages beyond the maximum number are ignored`() throws {
    var shaper = try TestFonts.shaper()
    let most: UInt16 = 1024
    for number in 1...most { #expect(shaper.language("x-\(number)") == number) }
    #expect(shaper.language("x-more") == 0 && shaper.language("x-1") == 1)
  }

  @Test func `Threads get the same results from one collection`() async throws {
    let collection = try TestFonts.collection.get()
    let results = await withTaskGroup(of: [Int32].self) { group in
      for _ in 0..<4 {
        group.addTask {
          var shaper = TextShaper(collection)
          return Self.samples.map { sample in
            let font = shaper.font(for: FontRequest(families: [sample.family]))
            let style = ShapingStyle(
              font: font, script: sample.script, isRightToLeft: sample.isRightToLeft)
            return shaper.shape(sample.text, style).advance
          }
        }
      }
      var all: [[Int32]] = []
      for await result in group { all.append(result) }
      return all
    }
    #expect(Set(results).count == 1)
  }

  @Test func `Two hundred thousand marks on one letter are shaped in bounded time`() throws {
    var shaper = try TestFonts.shaper()
    let font = shaper.font(for: FontRequest())
    let marks = [0x61] + [UInt16](repeating: 0x301, count: 200_000)
    var count = 0
    let seconds = ThreadClock.seconds(runs: 1) {
      count = shaper.shape(marks.span, ShapingStyle(font: font)).glyphCount
    }
    #expect(count > 0)
    #expect(seconds < 20)
  }
}
