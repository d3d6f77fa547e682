internal import IABytes
internal import IASyntax
internal import IAText

/// A font in the archived form of either of the system's libraries.
struct KitFont {
  /// The PostScript name, such as `Helvetica-BoldOblique`.
  private var name: String?
  private var size: Double?
  private var traits = 0

  init(_ value: KitValue) throws(InputError) {
    guard value.objectClass == .font else { throw value.wrongKind(expected: .object) }
    let size = try value.field(["UIFontPointSize", "NSSize"])
    if let size, size.double != 0 { self.size = try AttributesReader.size(size) }
    name = try value.field(["UIFontName", "NSName"])?.string()
    traits = try value.field("UIFontTraits")?.integer ?? 0
  }

  /// Sets the font size, family, weight and slant in a set of attributes.
  func apply(to attributes: inout InlineAttributes) {
    if let size { attributes.fontSize = size }
    let parts = (name ?? "").split(separator: "-", maxSplits: 1)
    let style = parts.count == 2 ? parts[1].lowercased() : ""
    attributes.italic = traits & 1 != 0 || style.contains("italic") || style.contains("oblique")
    attributes.bold = traits & 2 != 0 || style.contains("bold") && !style.contains("semibold")
    for (word, weight) in Self.weights where style.contains(word) {
      attributes.fontWeight = weight
      break
    }
    // The names of the system's private fonts start with a full stop; other systems do not have these fonts.
    guard let family = parts.first, !family.hasPrefix(".") else { return }
    attributes.fontFamily = String(family)
  }

  /// The CSS weights of words in font names; longer words come first.
  private static let weights: [(String, Int)] = [
    ("ultralight", 100), ("extralight", 200), ("thin", 200), ("light", 300), ("medium", 500),
    ("semibold", 600), ("demibold", 600), ("heavy", 800), ("black", 900),
  ]
}
