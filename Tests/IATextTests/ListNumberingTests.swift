import IAText
import Testing

@Suite struct ListNumberingTests {
  private typealias Numbering = Block.OrderedListStyle.Numbering

  /// The values are those of CSS Counter Styles Level 3, sections 6.1 and 6.2.
  @Test(arguments: [
    (1, "a", "i"), (4, "d", "iv"), (9, "i", "ix"), (26, "z", "xxvi"), (27, "aa", "xxvii"),
    (52, "az", "lii"), (702, "zz", "dccii"), (703, "aaa", "dcciii"), (3999, "ewu", "mmmcmxcix"),
    (4000, "ewv", "4000"), (0, "0", "0"), (-3, "-3", "-3"),
  ]) func `Numbers have the text of CSS`(number: Int, letters: String, roman: String) {
    #expect(Numbering.decimal.text(of: number) == "\(number)")
    #expect(Numbering.lowerAlpha.text(of: number) == letters)
    #expect(Numbering.upperAlpha.text(of: number) == letters.uppercased())
    #expect(Numbering.lowerRoman.text(of: number) == roman)
    #expect(Numbering.upperRoman.text(of: number) == roman.uppercased())
  }

  @Test func `Texts are read back as their numbers`() {
    for number in 1...3999 {
      for numbering in [Numbering.decimal, .lowerRoman, .upperRoman] {
        #expect(numbering.number(of: numbering.text(of: number)) == number)
      }
    }
    for number in 1...26 {
      #expect(Numbering.upperAlpha.number(of: Numbering.lowerAlpha.text(of: number)) == number)
    }
  }

  @Test(arguments: ["", "aa", "é", "1a", "ivy", "\u{2160}", String(repeating: "i", count: 17)])
  func `Other texts have no number`(text: String) {
    #expect(Numbering.decimal.number(of: text) == nil)
    #expect(Numbering.lowerAlpha.number(of: text) == nil)
    #expect(Numbering.lowerRoman.number(of: text) == nil)
  }
}
