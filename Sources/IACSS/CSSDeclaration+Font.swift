extension CSSDeclaration {
  /// Returns the declarations that the attributes of a `font` element represent.
  ///
  /// Sizes are 1 to 7, or with a sign relative to 3 (HTML Living Standard, section 15.3.4); a size
  /// that is not an integer is ignored.
  package static func font(color: String?, face: String?, size: String?) -> [CSSDeclaration] {
    var declarations: [CSSDeclaration] = []
    if let color = color.flatMap(CSSColors.attribute) { declarations.append(.color(color)) }
    if let face {
      let tokens = CSSTokenizer.tokens(Array(face.utf8), limit: 64).filter { $0 != .whitespace }
      declarations += CSSValueParser(tokens, isSpaced: true).declarations(of: "font-family")
    }
    if let text = size?.trimmingASCIISpace(), let number = Int(text) {
      let isRelative = text.hasPrefix("+") || text.hasPrefix("-")
      let index = min(max(isRelative ? 3 + max(-7, min(number, 7)) : number, 1), 7)
      declarations.append(.fontSize(.points([7.5, 10, 12, 13.5, 18, 24, 36][index - 1])))
    }
    return declarations
  }
}
