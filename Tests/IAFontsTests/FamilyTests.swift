import Foundation
import Testing

@testable import IAFonts

@Suite(.enabled(if: TestFonts.areThere, "the test fonts are not installed"))
struct FamilyTests {
  /// The fonts of one package, without the rules of fontconfig.
  private static let noto = Result { () throws(FontError) in
    try FontCollection.folder("\(TestFonts.folder)/noto")
  }

  @Test(arguments: [
    ("Courier New", "Noto Sans Mono"), ("Consolas", "Noto Sans Mono"), ("Monaco", "Noto Sans Mono"),
    ("Source Code Pro", "Noto Sans Mono"), ("Lucida Console", "Noto Sans Mono"),
    ("Times New Roman", "Noto Serif"), ("TimesNewRomanPSMT", "Noto Serif"),
    ("Georgia", "Noto Serif"), ("Book Antiqua", "Noto Serif"), ("Cambria", "Noto Serif"),
    ("Arial", "Noto Sans"), ("Helvetica-Bold", "Noto Sans"), ("ArialMT", "Noto Sans"),
    ("Arial CE", "Noto Sans"), ("Verdana", "Noto Sans"), ("Liberation Sans", "Noto Sans"),
  ])
  func `A missing family is replaced by a family of its class`(
    name: String, family: String
  ) throws {
    let fonts = try Self.noto.get()
    #expect(fonts.substitute(forFamily: name) == family)
    let found = fonts.match(FontRequest(families: [name, "Noto Sans Symbols2"]))
    #expect(fonts.faces[found.face].families.first == family)
    #expect(fonts.replacement(forFamily: name) == family)
  }

  @Test func `An unknown name leaves the choice to the next family`() throws {
    let fonts = try Self.noto.get()
    for name in ["No Such Family", "", "\u{0}", "Zzyzx", String(repeating: "x", count: 10_000)] {
      #expect(fonts.substitute(forFamily: name) == nil)
    }
    let found = fonts.match(FontRequest(families: ["Zzyzx", "monospace"]))
    #expect(fonts.faces[found.face].families.first == "Noto Sans Mono")
    #expect(fonts.replacement(forFamily: "Zzyzx") == "Noto Sans")
    #expect(fonts.replacement(forFamily: "Zzyzx", otherwise: "Noto Serif") == "Noto Serif")
    #expect(fonts.replacement(forFamily: "noto sans") == nil)
  }

  @Test(arguments: [
    ("Segoe UI, noto serif, Noto Sans", "noto serif"), ("Segoe UI, Zzyzx, serif", "serif"),
    ("Segoe UI, Consolas", "Segoe UI"), ("Zzyzx", "Zzyzx"), ("Arial,Bold", "Arial,Bold"),
    (", ", ", "), ("Zzyzx, monospace, Noto Sans", "monospace"),
  ])
  func `The first available family of a list is chosen`(
    list: String, family: String
  ) throws {
    let fonts = try Self.noto.get()
    #expect(fonts.chosenFamily(of: list) == family)
    #expect(
      fonts.match(FontRequest(families: [list])) == fonts.match(FontRequest(families: [family])))
  }

  @Test(arguments: [
    ("system-ui", "Noto Sans"), ("UI-Serif", "Noto Serif"), ("ui-monospace", "Noto Sans Mono"),
    ("cursive", "Noto Sans"), ("fantasy", "Noto Sans"), ("-apple-system", "Noto Sans"),
  ])
  func `Generic CSS names have a family and need no replacement`(
    name: String, family: String
  ) throws {
    let fonts = try Self.noto.get()
    #expect(fonts.faces(ofFamily: name) == fonts.faces(ofFamily: family))
    #expect(!fonts.faces(ofFamily: name).isEmpty)
    #expect(fonts.replacement(forFamily: name) == nil)
  }

  private static let liberation = "\(TestFonts.folder)/liberation"

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: liberation), "no fonts-liberation"),
    arguments: [
      ("Arial", "Liberation Sans"), ("Helvetica", "Liberation Sans"),
      ("Times New Roman", "Liberation Serif"), ("Times", "Liberation Serif"),
      ("Courier New", "Liberation Mono"), ("Courier", "Liberation Mono"),
      ("Arial Narrow", "Liberation Sans Narrow"),
    ])
  func `Families with the same advances are preferred`(name: String, family: String) throws {
    #expect(try FontCollection.folder(Self.liberation).substitute(forFamily: name) == family)
    #expect(try FontCollection.system().substitute(forFamily: name) == family)
  }

  @Test func `Requests can follow the configuration of the system`() throws {
    let fonts = try FontCollection.system()
    func family(_ name: String) -> String? {
      let request = FontRequest(
        families: [name, "Noto Serif Armenian"], followsConfiguration: true)
      return fonts.faces[fonts.match(request).face].families.first
    }
    // An unknown name is replaced by the first family for any text, whatever its class.
    let usual = try #require(family("Zzyzx"))
    #expect(family("No Such Family") == usual)
    #expect(family("No Such Serif") == usual)
    #expect(
      fonts.replacement(forFamily: "Zzyzx", otherwise: "Noto Serif", followsConfiguration: true)
        == usual)
    // Program text remains monospaced.
    #expect(family("No Such Mono")?.contains("Mono") == true)
    // A folder has no configuration.
    let noto = try Self.noto.get()
    #expect(noto.substitute(forFamily: "Georgia", followingConfiguration: true) == "Noto Serif")
    #expect(noto.substitute(forFamily: "Zzyzx", followingConfiguration: true) == nil)
    let liberation = try FontCollection.folder(Self.liberation)
    for name in ["Times New Roman CYR", "Times New Roman (Hebrew)", "Liberation Serif CE"] {
      #expect(
        liberation.substitute(forFamily: name, followingConfiguration: true) == "Liberation Serif")
    }
  }

  @Test func `Monospaced and serif text keeps its class in fallback fonts`() throws {
    var shaper = TextShaper(try Self.noto.get())
    func family(_ scalar: UInt32, _ name: String, _ language: String = "") -> String {
      let request = FontRequest(families: [name])
      let font = shaper.font(for: request)
      let other = shaper.fallback(
        for: scalar, instead: font, request: request, wantsColor: false,
        language: shaper.language(language))
      return shaper.collection.faces[shaper.instance(of: other).face].families.first ?? ""
    }
    #expect(family(0x5D0, "Noto Serif") == "Noto Serif Hebrew")
    #expect(family(0x5D0, "Noto Sans") == "Noto Sans Hebrew")
    #expect(family(0xE01, "Noto Serif") == "Noto Serif Thai")
    // A language that is not written with the character has no effect.
    #expect(family(0xE01, "Noto Sans", "en") == family(0xE01, "Noto Sans"))
    #expect(family(0xE01, "Noto Sans", "x-no-language") == family(0xE01, "Noto Sans"))
  }

  @Test func `The stroke change follows the documented rule`() {
    #expect(
      (1...9).map { StrokeRule.change(wanted: $0 * 100, found: 400) }
        == [-36, -24, -12, 0, 14, 28, 42, 56, 70])
    #expect(StrokeRule.change(wanted: 450, found: 400) == 7)
  }

  @Test func `The libraries have version numbers`() {
    #expect(FontLibraries.versions.allSatisfy { $0.version.split(separator: ".").count == 3 })
  }
}
