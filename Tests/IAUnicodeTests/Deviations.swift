/// Cases of Unicode's test files in which ICU 72 differs from the Unicode Standard on purpose.
enum Deviations {
  /// The root rules of CLDR 42 do not join words at a colon (WB6, WB7 without U+003A).
  static let words: Set<String> = [
    "÷ 0041 × 003A × 0041 ÷",
    "÷ 0061 × 003A × 0041 ÷",
    "÷ 0061 × 003A × 0061 × 2060 ÷",
    "÷ 0061 × 003A × 0061 ÷ 0027 × 2060 ÷",
    "÷ 0061 × 003A × 0061 ÷ 0027 ÷",
    "÷ 0061 × 003A × 0061 ÷ 002C ÷",
    "÷ 0061 × 003A × 0061 ÷ 003A ÷",
    "÷ 0061 × 003A × 0308 × 0041 ÷",
    "÷ 0061 × 003A × 0308 × 0061 × 2060 ÷",
    "÷ 0061 × 003A × 0308 × 0061 ÷ 0027 × 2060 ÷",
    "÷ 0061 × 003A × 0308 × 0061 ÷ 0027 ÷",
    "÷ 0061 × 003A × 0308 × 0061 ÷ 002C ÷",
    "÷ 0061 × 003A × 0308 × 0061 ÷ 003A ÷",
    "÷ 0061 × 003A × 0308 × 05D0 ÷",
    "÷ 0061 × 003A × 05D0 ÷",
  ]

  /// Line breaks: the two lists together.
  static let lineBreaks = hyphens.union(numbers)

  /// LB20.09 of ICU: no break between a hyphen that starts a line and a letter.
  private static let hyphens: Set<String> = [
    "× 002D × 0308 ÷ 0023 ÷",
    "× 002D × 0308 ÷ 00A7 ÷",
    "× 002D × 0308 ÷ 0E01 ÷",
    "× 002D × 0308 ÷ 50005 ÷",
    "× 002D ÷ 0023 ÷",
    "× 002D ÷ 00A7 ÷",
    "× 002D ÷ 0E01 ÷",
    "× 002D ÷ 50005 ÷",
  ]

  /// LB25 and LB14a of ICU: a number may begin with its decimal sign, and a space before such a
  /// number is an opportunity.
  private static let numbers: Set<String> = [
    "× 002C × 0308 ÷ 0030 ÷",
    "× 002C ÷ 0030 ÷",
    "× 0041 × 002E ÷ 0031 × 0020 ÷ BABB ÷",
    "× 0061 × 002E ÷ 0032 × 0020 ÷",
    "× 0061 × 002E ÷ 0032 × 0020 ÷ 0915 ÷",
    "× 0061 × 002E ÷ 0032 × 0020 ÷ 672C ÷",
    "× 0061 × 002E ÷ 0032 × 3000 ÷ 0033 ÷",
    "× 0061 × 002E ÷ 0032 × 3000 ÷ 300C ÷",
    "× 0061 × 002E ÷ 0032 × 3000 ÷ 307E ÷",
    "× 0061 × 002E ÷ 0032 × 3000 ÷ 672C ÷",
    "× 0065 × 0071 × 0075 × 0061 × 006C × 0073 × 0020 × 002E "
      + "÷ 0033 × 0035 × 0020 ÷ 0063 × 0065 × 006E × 0074 × 0073 ÷",
    "× BD10 ÷ C694 × 002E × 0020 ÷ 0041 × 002E ÷ 0033 × 0020 ÷ BABB ÷",
    "× BD24 ÷ C5B4 × 002E × 0020 ÷ 0041 × 002E ÷ 0032 × 0020 ÷ BCFC ÷",
    "× C694 × 002E × 0020 ÷ 0041 × 002E ÷ 0034 × 0020 ÷ BABB ÷",
  ]
}
