extension CSSDeclaration {
  /// Returns the declarations that the attributes of a `font` element represent.
  ///
  /// Sizes are 1 to 7, or with a sign relative to 3 (HTML Living Standard, section 15.3.4). Text
  /// after the digits is ignored, and so is a size without digits.
  package static func font(color: String?, face: String?, size: String?) -> [CSSDeclaration] {
    var declarations: [CSSDeclaration] = []
    if let color = color.flatMap(CSSColors.attribute) { declarations.append(.color(color)) }
    if let face {
      let tokens = CSSTokenizer.tokens(Array(face.utf8), limit: 64).filter { $0 != .whitespace }
      declarations += CSSValueParser(tokens, isSpaced: true).declarations(of: "font-family")
    }
    if let text = size?.trimmingASCIISpace() {
      let isRelative = text.hasPrefix("+") || text.hasPrefix("-")
      let digits = text.utf8.dropFirst(isRelative ? 1 : 0).prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { return declarations }
      let number = min(Int(String(decoding: digits, as: UTF8.self)) ?? 7, 7)
      let index = min(max(isRelative ? 3 + (text.hasPrefix("-") ? -number : number) : number, 1), 7)
      // The size 1 is that of `x-small`.
      declarations.append(.fontSize(.points(CSSValueParser.sizes[index])))
    }
    return declarations
  }
}
