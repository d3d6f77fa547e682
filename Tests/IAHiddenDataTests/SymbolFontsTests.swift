import IAText
import Testing

@testable import IAHiddenData

@Suite struct SymbolFontsTests {
  private static let symbolic = [
    "Symbol", "SYMBOL Neu", "Wingdings", "Wingdings 3", "webdings", "Zapf Dingbats", "ZapfChancery",
    "ITC Zapf Dingbats", "MT Extra", "Marlett", "D050000L Dingbats", "dingbats", "Arial, Symbol",
    "Noto Sans, Liberation Serif, Wingdings 2",
  ]
  private static let others = [
    "", "Arial", "Times New Roman", "Asymbolic", "MS Symbol", "Segoe UI Symbol", "My Wingdings",
    "Dingbat", "DİNGBATS", "Liberation Mono, Twilight", "Material Italic", "Magneto", "Zanzibar",
  ]

  @Test(arguments: symbolic) func `Fonts of symbols are recognised`(family: String) {
    #expect(SymbolFonts.contains(family))
  }

  @Test(arguments: others) func `Other fonts are not recognised`(family: String) {
    #expect(!SymbolFonts.contains(family))
  }

  @Test func `Families of three parts are the same as in a search without the first test`() {
    let parts = [
      "", "sy", "mbol", "wing", "dings", "Web", "za", "pf", "ITC ", "mt ", "extra", "marlett",
      "Ding", "bats", " ", ", ", "a", "é", "K", "İ",
    ]
    let starts = ["symbol", "wingdings", "webdings", "zapf", "itc zapf", "mt extra", "marlett"]
    var found = 0
    for number in 0..<parts.count * parts.count * parts.count {
      let chosen = [number % 20, number / 20 % 20, number / 400]
      let family = chosen.map { parts[$0] }.joined()
      let isListed = FontFamilyList.names(in: family.lowercased()).contains { name in
        starts.contains { name.hasPrefix($0) } || name.contains("dingbats")
      }
      #expect(SymbolFonts.contains(family) == isListed, "\(family)")
      found += isListed ? 1 : 0
    }
    #expect(found > 100)
  }
}
