import Foundation
import IAFonts
import IATestSupport
import Testing

@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct FontCollectionTests {
  @Test func `A folder without fonts is an error that names it`() {
    #expect(throws: FontError.self) { try FontCollection.folder("/proc/self/fd") }
    #expect(throws: FontError.self) { try FontCollection.folder("/nowhere") }
  }

  @Test func `The system has fonts, in the same order each time`() throws {
    let first = try FontCollection.system()
    #expect(!first.faces.isEmpty)
    #expect(try FontCollection.system().faces == first.faces)
    #expect(first.faces.allSatisfy { !$0.families.isEmpty && $0.path.hasPrefix("/") })
  }

  @Test func `Families are found in any case, and generic families by preference`() throws {
    let fonts = try TestFonts.collection.get()
    #expect(!fonts.faces(ofFamily: "noto sans").isEmpty)
    #expect(fonts.faces(ofFamily: "sans-serif") == fonts.faces(ofFamily: "Noto Sans"))
    #expect(fonts.faces(ofFamily: "No Such Family").isEmpty)
    #expect(fonts.defaultFamily == "Noto Sans")
  }

  @Test(arguments: [
    (400, false, 400.0, false, 0), (700, true, 700.0, true, 0), (600, false, 700.0, false, -12),
    (100, false, 400.0, false, -36), (450, false, 400.0, false, 7), (900, true, 700.0, true, 28),
  ])
  func `Weights and slants are chosen by CSS, and strokes compensate the difference`(
    weight: Int, isItalic: Bool, found: Double, leans: Bool, strokes: Int
  ) throws {
    let fonts = try TestFonts.collection.get()
    let instance = fonts.match(
      FontRequest(families: ["Noto Sans"], weight: weight, isItalic: isItalic))
    let face = fonts.faces[instance.face]
    #expect(face.families.contains("Noto Sans"))
    #expect(face.weights.contains(found))
    #expect(face.isItalic == leans)
    #expect(instance.strokeChange == strokes && !instance.isSlanted)
  }

  @Test func `Missing weight and slant are synthesised`() throws {
    let fonts = try TestFonts.collection.get()
    let instance = fonts.match(
      FontRequest(families: ["Noto Sans Symbols2"], weight: 700, isItalic: true))
    #expect(instance.isEmboldened && instance.isSlanted)
  }

  @Test func `A missing character comes from a font for its script`() throws {
    var shaper = try TestFonts.shaper()
    let request = FontRequest(families: ["Noto Sans"])
    let font = shaper.font(for: request)
    let expected: [(String, String)] = [
      ("\u{627}", "Arabic"), ("\u{5D0}", "Hebrew"), ("\u{E01}", "Thai"), ("\u{10330}", "Gothic"),
    ]
    for (character, script) in expected {
      let scalar = try #require(character.unicodeScalars.first).value
      let other = shaper.fallback(for: scalar, instead: font, request: request, wantsColor: false)
      let face = shaper.collection.faces[shaper.instance(of: other).face]
      #expect(face.families.contains { $0.contains(script) }, "\(script): \(face.families)")
      let hasIt = shaper.hasGlyph(scalar, in: other)
      #expect(hasIt)
    }
    let emoji = shaper.fallback(for: 0x1F600, instead: font, request: request, wantsColor: true)
    #expect(shaper.collection.faces[shaper.instance(of: emoji).face].isColor)
    let nothing = shaper.fallback(for: 0x10FFFD, instead: font, request: request, wantsColor: false)
    #expect(nothing == font)
  }

  @Test func `Metrics equal those of the font's tables`() throws {
    var shaper = try TestFonts.shaper()
    // Noto Sans: hhea 1069, −293, 0 of 1000 units; OS/2 x-height 536, capitals 714.
    let metrics = shaper.metrics(of: shaper.font(for: FontRequest(families: ["Noto Sans"])))
    #expect(abs(metrics.ascent - 1.069) < 1e-9)
    #expect(abs(metrics.descent - 0.293) < 1e-9)
    #expect(abs(metrics.lineHeight - 1.362) < 1e-9)
    #expect(abs(metrics.xHeight - 0.536) < 1e-9)
    #expect(abs(metrics.capHeight - 0.714) < 1e-9)
    #expect(metrics.underlineOffset > 0 && metrics.underlineThickness > 0)
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile/harfbuzz-fonts")))
  func `Broken fonts are shaped in bounded time`() throws {
    let folder = ExternalCorpora.root.appending(path: "hostile/harfbuzz-fonts")
    var used = 0
    if let fonts = try? FontCollection.folder(folder.path) {
      let text = Array("Office \u{627}\u{644}\u{633} \u{915}\u{94D}\u{937} \u{E01}\u{E33}".utf16)
      for face in fonts.faces.indices {
        var shaper = TextShaper(fonts)
        let family = fonts.faces[face].families.first ?? ""
        let font = shaper.font(for: FontRequest(families: [family]))
        let seconds = ThreadClock.seconds(runs: 1) {
          let shaped = shaper.shape(text.span, ShapingStyle(font: font))
          #expect(shaped.glyphCount < 100_000)
        }
        #expect(seconds < 5, "\(fonts.faces[face].path)")
        used += 1
      }
    }
    #expect(used > 0)
  }
}
