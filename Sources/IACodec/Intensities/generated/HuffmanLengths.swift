/// The code lengths of the eight frozen tables, one hexadecimal digit a symbol.
///
/// They are part of the format (Specs/ia-format.md, section 6.3) and never change. Written by
/// Scripts/huffman-tables, which says what they were fitted to.
enum HuffmanLengths {
  static let tables = [
    "177777777777777777777777777778888888888888888888888888888888"
      + "88888888888888888888888888888888888888888",
    "132556688baccccccccccccccccccccccccccccccccccccccccccccccccc"
      + "ccccccccccccccccccccccccccccccccccccccccc",
    "233434455666677878899aaaabbbbccccccccccccccccccccccccccccccc"
      + "ccccccccccccccccccccccccccccccccccccccccc",
    "4444454555555555555666666667777888888999999aaaaaaaabbaabbbbb"
      + "bbbbbbbbbbbbbbbbbcccccccccccccccccccccccc",
    "555555555555555556566666666666677777777778877888888888888888"
      + "88888999999999999999999aa99aaaaaaaaaaaaaa",
    "3444444545555556666667777777788888898999999aaaaaaaabbbbbbccc"
      + "ccccccccccccccccccccccccccccccccccccccccc",
    "555555555555555666666666666666666777777777777777787888888888"
      + "8888888999999999999999999aaaaaaaaaaaaaaaa",
    "666666666666666666666666666666666667777777777777777777777777"
      + "77777777777777777777777778888888888888888",
  ]
}
