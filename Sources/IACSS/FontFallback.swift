/// The fallback of a font that the browser's system does not have, by the kind that its name indicates.
package enum FontFallback {
  /// Returns the families of CSS behind the named one.
  package static func families(for name: String) -> String {
    let name = Array(name.lowercased().utf8)
    if monospaced.contains(where: { has($0, name) }) { return "var(--ia-mono)" }
    if has("sans", name) { return "var(--ia-font)" }
    return serif.contains(where: { has($0, name) }) ? "serif" : "var(--ia-font)"
  }

  /// Returns whether a generic family is the kind of a font by its name.
  static func isUsual(_ generic: String, behind name: String) -> Bool {
    switch families(for: name) {
    case "serif": generic == "serif"
    case "var(--ia-mono)": generic == "monospace"
    default: generic == "sans-serif" || generic == "system-ui"
    }
  }

  /// Returns whether a name contains a part.
  ///
  /// Names are short. A search by the standard library prepares a table of each part, which takes a hundred times as long.
  private static func has(_ part: String, _ name: [UInt8]) -> Bool {
    name.indices.contains { name[$0...].starts(with: part.utf8) }
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
