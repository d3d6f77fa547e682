/// The fallback of a font that the browser's system does not have, by the kind that its name indicates.
enum FontFallback {
  /// Returns the families of CSS behind the named one.
  static func families(for name: String) -> String {
    let name = name.lowercased()
    if monospaced.contains(where: name.contains) { return "var(--ia-mono)" }
    if name.contains("sans") { return "var(--ia-font)" }
    return serif.contains(where: name.contains) ? "serif" : "var(--ia-font)"
  }

  /// Parts of the names of fonts whose characters are all as wide as each other.
  private static let monospaced = [
    "courier", "consolas", "menlo", "monaco", "mono", "typewriter", "fixed", "terminal",
  ]
  /// Parts of the names of fonts with serifs, those of Japanese and Chinese (Ming) included.
  private static let serif = [
    "times", "serif", "roman", "georgia", "garamond", "palatino", "cambria", "bookman",
    "book antiqua", "baskerville", "century schoolbook", "didot", "bodoni", "caslon", "minion",
    "constantia", "hoefler", "charter", "mincho", "mingliu", "simsun", "songti", "batang",
  ]
}
