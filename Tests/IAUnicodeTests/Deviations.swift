/// Cases of Unicode's test files in which ICU 72 deliberately differs from the Unicode Standard.
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

  /// The deviations of line breaks.
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

  /// LB25 and LB14a of ICU: a number may begin with its decimal sign, and there is a break
  /// opportunity at a space before such a number.
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

  /// The deviations of BidiCharacterTest, including brackets beyond the limit of BD16.
  static let bidi = overrides.union(marks).union(nestedBrackets)

  /// Explicit overrides next to isolates and brackets: ICU resolves the run of an override together
  /// with the adjacent text.
  private static let overrides: Set<String> = [
    """
    202E 0061 202A 0062 202C 2066 0063 2069 202A 0064 202C 0065 202C;2;0;x 1 x 2 x 1 2 1 x 2 x 1 x;11 9 7 6 5 3 1
    """,
    """
    202E 0061 202A 0062 202C 2066 0063 2069 202A 0064 202C 0065 202C;1;1;x 3 x 4 x 3 4 3 x 4 x 3 x;11 9 7 6 5 3 1
    """,
    """
    202D 05D0 202B 05D1 202C 2068 05D2 2069 202B 05D3 202C 05D4 202C;2;1;x 2 x 3 x 2 3 2 x 3 x 2 x;1 3 5 6 7 9 11
    """,
    """
    202D 0661 202B 0662 202C 2068 0663 2069 202B 0664 202C 0665 202C;0;0;x 2 x 4 x 2 6 2 x 4 x 2 x;1 3 5 6 7 9 11
    """,
    "202A 05D0 0028 05D1 202C 202D 0029;2;1;x 3 3 3 x x 2;3 2 1 6",
    "202A 05D0 0028 05D1 202C 202D 0029 202C;2;1;x 3 3 3 x x 2 x;3 2 1 6",
    "202B 0061 0028 0062 202C 202E 0029;2;0;x 2 2 2 x x 1;6 1 2 3",
    "202B 0061 0028 0062 202C 202E 0029 202C;2;0;x 2 2 2 x x 1 x;6 1 2 3",
    "202A 202E 0061 202C 0028 05D0 202C 202D 0029 202C;2;0;x x 3 x 3 3 x x 2 x;5 4 2 8",
    "202B 202D 05D0 202C 0028 0061 202C 202E 0029 202C;2;1;x x 4 x 4 4 x x 3 x;8 2 4 5",
    """
    202A 202E 0061 202C 0028 005B 05D0 202C 202D 005D 0029 202C;2;0;x x 3 x 3 3 3 x x 2 2 x;6 5 4 2 9 10
    """,
    """
    202B 202D 05D0 202C 0028 005B 0061 202C 202E 005D 0029 202C;2;1;x x 4 x 4 4 4 x x 3 3 x;10 9 2 4 5 6
    """,
    "202D 0028 202C 202A 05D0 0029 05D1;2;1;x 2 x x 3 3 3;1 6 5 4",
    "202D 0028 202C 202A 05D0 0029 05D1 202C;2;1;x 2 x x 3 3 3 x;1 6 5 4",
    "202E 0028 202C 202B 0061 0029 0062;2;0;x 1 x x 2 2 2;4 5 6 1",
    "202E 0028 202C 202B 0061 0029 0062 202C;2;0;x 1 x x 2 2 2 x;4 5 6 1",
    "202D 202E 0061 202C 0028 202C 202A 05D0 0029 05D1;2;0;x x 3 x 2 x x 3 3 3;2 4 9 8 7",
    "202E 202D 05D0 202C 0028 202C 202B 0061 0029 0062;2;1;x x 4 x 3 x x 4 4 4;7 8 9 4 2",
    """
    202D 202E 0061 202C 0028 005B 202C 202A 05D0 005D 0029 05D1;2;0;x x 3 x 2 2 x x 3 3 3 3;2 4 5 11 10 9 8
    """,
    """
    202E 202D 05D0 202C 0028 005B 202C 202B 0061 005D 0029 0062;2;1;x x 4 x 3 3 x x 4 4 4 4;8 9 10 11 5 4 2
    """,
  ]

  /// A nonspacing mark after a closing bracket that N0 changed: ICU treats it like its neighbours.
  private static let marks: Set<String> = [
    "0061 0028 0062 0029 0331;1;1;2 2 2 2 2;0 1 2 3 4",
    "0061 0028 0332 0062 0029 0333;1;1;2 2 2 2 2 2;0 1 2 3 4 5",
    "05D0 0028 05D1 0029 0331;0;0;1 1 1 1 1;4 3 2 1 0",
    "05D0 0028 0332 05D1 0029 0333;0;0;1 1 1 1 1 1;5 4 3 2 1 0",
    "0661 0028 0662 0029 0331;0;0;2 1 2 1 1;4 3 2 1 0",
    "0661 0028 0332 0662 0029 0333;0;0;2 1 1 2 1 1;5 4 3 2 1 0",
    "0041 200F 005B 05D0 005D 200D 20D6;0;0;0 1 1 1 1 x 1;0 6 4 3 2 1",
    "0041 200F 005B 200D 20D6 05D0 005D 200D 20D6;0;0;0 1 1 x 1 1 1 x 1;0 8 6 5 4 2 1",
    """
    0041 200F 005B 200D 200B 20D6 05D0 005D 200B 200D 20D6;0;0;0 1 1 x x 1 1 1 x x 1;0 10 7 6 5 2 1
    """,
  ]

  /// 64 nested brackets: the stack of BD16 holds 63, ICU pairs all of them.
  private static let nestedBrackets: Set<String> = {
    func join(_ parts: [String]) -> String { parts.joined(separator: " ") }
    func many(_ item: String, _ count: Int) -> [String] { Array(repeating: item, count: count) }
    let text = ["0061"] + many("0028", 64) + ["0062"] + many("0029", 64)
    let levels = many("2", 66) + many("1", 64)
    let order = (66..<130).reversed().map(String.init) + (0..<66).map(String.init)
    return ["\(join(text));1;1;\(join(levels));\(join(order))"]
  }()
}
