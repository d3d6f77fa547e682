import Foundation
import IAFonts
import IATestSupport
import IAText
import Testing

@testable import IALayout

/// Texts and fonts that could make layout take excessive time.
@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct HostileTests {
  private func lines(_ units: [UInt16], width: Double = 300) throws -> [LineFragment] {
    let layout = try LayoutManager.of(IAString(units: units), width: width)
    let lines = layout.lineFragments()
    #expect(lines.last?.utf16Range.upperBound == units.count)
    #expect(lines.allSatisfy { $0.rect.height.isFinite && $0.usedRect.width.isFinite })
    _ = layout.hit(Point(x: 50, y: layout.usedRect().height / 2))
    _ = layout.caretRect(at: units.count / 2)
    return lines
  }

  @Test func `A text without a space`() throws {
    let found = try lines([UInt16](repeating: 0x61, count: 60_000))
    #expect(found.count > 1000)
    #expect(found.allSatisfy { $0.usedRect.width <= 300.01 })
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude])
  func `Areas with coordinates that are not finite have no effect`(number: Double) throws {
    let string = IAString("one two three four five six seven")
    let plain = try LayoutManager.of(string, container: TextContainer(width: 90)).lineTexts
    let areas: [ExclusionPath] = [
      .circle(center: Point(x: 20, y: number), radius: 20),
      .circle(center: Point(x: 20, y: 9), radius: number),
      .rectangle(Rectangle(x: number, y: 0, width: number, height: 50)),
      .polygon([Point(x: 0, y: 0), Point(x: number * 2, y: 30), Point(x: 0, y: 30)]),
    ]
    for area in areas {
      let container = TextContainer(width: 90, exclusions: [area])
      let lines = try LayoutManager.of(string, container: container).lineTexts
      #expect(lines.joined() == plain.joined())
      if !number.isNormal { #expect(lines == plain) }
    }
  }

  @Test func `Very many marks`() throws {
    _ = try lines([0x61] + [UInt16](repeating: 0x301, count: 60_000))
  }

  @Test func `Nested directions`() throws {
    _ = try lines([UInt16](repeating: 0x202E, count: 30_000) + [0x61, 0x5D0])
    _ = try lines((0..<30_000).map { $0 % 2 == 0 ? 0x2067 : 0x2066 } + [0x61, 0x5D0])
  }

  @Test func `Lone surrogates, controls, nothing but spaces, tabs or line ends`() throws {
    for unit: UInt16 in [0xD800, 0xDC00, 0, 7, 0x20, 0x09, 0x0A, 0x2028, 0xFFFC, 0xAD, 0x200D] {
      _ = try lines([UInt16](repeating: unit, count: 3000), width: 60)
    }
  }

  @Test func `A container that is narrower than a letter`() throws {
    #expect(try lines(Array("words and more".utf16), width: 0).count >= 3)
    #expect(try lines(Array("\u{1F600}\u{1F600}".utf16), width: 1).count >= 1)
  }

  @Test func `Invalid numbers`() throws {
    var string = IAString("some text\tand more of it")
    string.updateAttributes(in: 0..<8) {
      $0.fontSize = .infinity
      $0.letterSpacing = .nan
      $0.baselineOffset = -1e300
    }
    string.updateParagraphAttributes(in: 0..<8) {
      $0.firstLineIndent = 1e300
      $0.headIndent = -1e300
      $0.spacingBefore = .nan
      $0.lineHeight = .multiple(.infinity)
      $0.tabStops = [.init(.nan), .init(-.infinity, .decimal)]
    }
    let layout = try LayoutManager.of(string)
    #expect(layout.lineFragments().allSatisfy { $0.rect.y.isFinite && $0.rect.height.isFinite })
  }

  @Test(.enabled(if: ExternalCorpora.has("hostile/harfbuzz-fonts")))
  func `Broken fonts`() throws {
    let folder = ExternalCorpora.root.appending(path: "hostile/harfbuzz-fonts")
    guard let fonts = try? FontCollection.folder(folder.path) else { return }
    let string = IAString("Office \u{627}\u{644} \u{915}\u{94D}\u{937} wide\n")
    for face in fonts.faces.indices {
      var options = LayoutOptions()
      options.fontFamilies = Array(fonts.faces[face].families.prefix(1))
      let typesetter = Typesetter(fonts: fonts, options: options, cacheBytes: 1 << 20)
      let layout = LayoutManager(typesetter, containers: [TextContainer(width: 100)])
      layout.setString(string)
      #expect(layout.lineFragments().allSatisfy { $0.rect.height.isFinite })
    }
  }
}
