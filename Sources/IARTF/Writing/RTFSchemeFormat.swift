internal import IAText

/// The RTF for a step of a render scheme.
enum RTFSchemeFormat {
  /// Returns the start of a group inside that of the attributes; empty if the step changes nothing.
  static func opening(
    _ scheme: RenderScheme, step: Int, _ attributes: InlineAttributes, fontSize: Double,
    _ tables: inout RTFTables
  ) -> [UInt8] {
    let appearance = scheme.look(at: step, of: attributes, defaultFontSize: fontSize)
    var words = RTFWords()
    if let weight = appearance.weight {
      let isBold = attributes.bold || (attributes.fontWeight ?? 400) >= 600
      if (weight >= 600) != isBold { words.add(weight >= 600 ? "\\b" : "\\b0") }
    }
    words.add("\\fs", points: appearance.fontSize, parts: 2, in: 2...3276)
    if let color = appearance.color { words.add("\\cf", tables.color(color)) }
    guard !words.isEmpty else { return [] }
    var marked = RTFWords()
    marked.add("\\cs", RTFStyles.scheme)
    marked.add(words)
    return marked.opening
  }
}
