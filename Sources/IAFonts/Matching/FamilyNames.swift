/// Names of font families: generic ones, families with the same advances, and classes.
///
/// The tables make the choice independent of fontconfig's configuration, which a folder of fonts
/// does not have.
enum FamilyNames {
  private static let sans = ["Noto Sans", "DejaVu Sans", "Liberation Sans", "Helvetica", "Arial"]
  private static let serif = [
    "Noto Serif", "DejaVu Serif", "Liberation Serif", "Times New Roman", "Times",
  ]
  private static let monospace = [
    "Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono", "Menlo", "Courier New",
  ]
  private static let mathematics = [
    "Latin Modern Math", "STIX Two Math", "Libertinus Math", "Noto Sans Math",
    "DejaVu Math TeX Gyre",
  ]

  /// The families for each generic name (CSS Fonts Module Level 4, section 2.1.3), by the name in lowercase; the first
  /// installed family is used.
  static let generic: [String: [String]] = [
    "sans-serif": sans, "system-ui": sans, "ui-sans-serif": sans, "ui-rounded": sans,
    "-apple-system": sans, "blinkmacsystemfont": sans, "sans": sans,
    "serif": serif, "ui-serif": serif,
    "monospace": monospace, "ui-monospace": monospace, "mono": monospace,
    "cursive": ["Comic Neue", "Comic Relief", "Z003", "URW Chancery L"] + sans,
    "fantasy": ["Impact", "Anton"] + sans,
    "math": mathematics + serif, "fangsong": serif, "emoji": sans,
  ]

  /// Returns whether a name is generic.
  static func isGeneric(_ family: String) -> Bool { generic[family.lowercased()] != nil }

  /// Families whose letters have the same advances.
  private static let equalAdvances: [[String]] = [
    [
      "Arial", "Liberation Sans", "Arimo", "Helvetica", "Helvetica Neue", "Nimbus Sans",
      "Nimbus Sans L", "TeX Gyre Heros", "FreeSans", "Albany",
    ],
    ["Arial Narrow", "Liberation Sans Narrow", "Helvetica Narrow", "Nimbus Sans Narrow"],
    [
      "Times New Roman", "Liberation Serif", "Tinos", "Times", "Nimbus Roman",
      "Nimbus Roman No9 L", "TeX Gyre Termes", "FreeSerif", "Thorndale",
    ],
    [
      "Courier New", "Liberation Mono", "Cousine", "Courier", "Nimbus Mono PS", "Nimbus Mono L",
      "TeX Gyre Cursor", "FreeMono", "Cumberland",
    ],
    ["Calibri", "Carlito"], ["Cambria", "Caladea"], ["Georgia", "Gelasio"],
    [
      "Palatino", "Palatino Linotype", "Book Antiqua", "P052", "TeX Gyre Pagella",
      "URW Palladio L",
    ],
    ["Century Schoolbook", "New Century Schoolbook", "C059", "TeX Gyre Schola"],
    ["Bookman Old Style", "Bookman", "ITC Bookman", "URW Bookman", "TeX Gyre Bonum"],
    ["Avant Garde", "ITC Avant Garde Gothic", "URW Gothic", "TeX Gyre Adventor"],
  ]

  private static let groups: [String: Int] = {
    var groups: [String: Int] = [:]
    for (number, group) in equalAdvances.enumerated() {
      for family in group { groups[key(of: family)] = number }
    }
    return groups
  }()

  /// Returns the families whose letters have the same advances as those of a family, in order of
  /// preference.
  static func sameAdvances(as family: String) -> [String] {
    groups[key(of: family)].map { equalAdvances[$0] } ?? []
  }

  /// Parts of names that indicate a class, in the order in which they are tried.
  private static let classes: [(generic: String, parts: [String])] = [
    (
      "monospace",
      [
        "mono", "courier", "cousine", "consol", "menlo", "typewriter", "terminal", "fixed",
        "sourcecode", "firacode", "cascadiacode", "inconsolata", "lettergothic", "andale",
        "cumberland",
      ]
    ),
    ("sans-serif", ["sans", "grotesk", "grotesque"]),
    (
      "serif",
      [
        "serif", "times", "roman", "georgia", "garamond", "palatino", "palladio", "antiqua",
        "bookman", "schoolbook", "baskerville", "didot", "bodoni", "caslon", "minion", "cambria",
        "caladea", "charter", "hoefler", "goudy", "perpetua", "rockwell", "constantia", "utopia",
        "tinos", "thorndale", "song", "ming", "mincho", "batang", "naskh", "gelasio", "sylfaen",
      ]
    ),
    (
      "sans-serif",
      [
        "arial", "arimo", "helvetica", "verdana", "tahoma", "geneva", "segoe", "trebuchet",
        "calibri", "carlito", "candara", "corbel", "lucida", "futura", "gill", "univers",
        "frutiger", "myriad", "optima", "roboto", "ubuntu", "oswald", "lato", "montserrat",
        "franklin", "impact", "gothic", "gulim", "dotum", "meiryo", "avenir", "century", "comic",
        "albany", "aptos", "nimbus", "charcoal", "monaco",
      ]
    ),
  ]

  /// The parts in `classes` as UTF-8.
  private static let partsOfClasses: [[[UInt8]]] = classes.map { $0.parts.map { Array($0.utf8) } }

  /// Names of monospaced families that contain parts of other classes.
  private static let monospaced: Set<String> = [
    "monaco", "lucidaconsole", "lucidasanstypewriter", "ocra", "ocrb", "simplifiedarabicfixed",
  ]

  /// Returns the generic family of the class that the name of a family indicates, or `nil` if the name indicates none.
  static func genericFamily(of family: String) -> String? {
    let key = key(of: family)
    if monospaced.contains(key) { return "monospace" }
    let name = Array(key.utf8)
    let number = partsOfClasses.firstIndex { $0.contains { contains($0, in: name) } }
    return number.map { classes[$0].generic }
  }

  /// Returns whether bytes occur in other bytes, by a direct comparison at each position, which is faster for short
  /// names.
  private static func contains(_ part: [UInt8], in name: [UInt8]) -> Bool {
    guard let first = part.first else { return true }
    var start = 0
    while start + part.count <= name.count {
      if name[start] == first, name[start..<start + part.count].elementsEqual(part) { return true }
      start += 1
    }
    return false
  }

  /// Returns a name without the character set that follows it (`Times New Roman CYR`, `Arial (Hebrew)`).
  static func withoutCharset(_ family: String) -> String {
    var words = family.split(separator: " ")
    while words.count > 1, let last = words.last,
      sets.contains(Substring(last.lowercased())) || last.hasPrefix("(")
    {
      words.removeLast()
    }
    return words.joined(separator: " ")
  }

  /// Returns a name without the parts that distinguish names of one family: case, spaces, the style
  /// of a PostScript name (`Helvetica-Bold`), `PSMT` and `MT`, and a character set (`Arial CE`).
  private static func key(of family: String) -> String {
    var words = family.lowercased().split(separator: " ")
    while words.count > 1, let last = words.last, sets.contains(last) || last.hasPrefix("(") {
      words.removeLast()
    }
    var key = words.joined()
    if let hyphen = key.lastIndex(of: "-") { key = String(key[..<hyphen]) }
    for suffix in ["psmt", "mt", "ps"] where key.hasSuffix(suffix) && key.count > suffix.count {
      key.removeLast(suffix.count)
      break
    }
    return key
  }

  /// The character sets that names of fonts end with.
  private static let sets: Set<Substring> = ["ce", "cyr", "greek", "tur", "baltic", "western"]
}
