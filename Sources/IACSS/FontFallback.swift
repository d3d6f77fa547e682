/// The CSS fallback of a font that may be missing, by the kind that its name indicates.
package enum FontFallback {
  /// Returns the CSS family or variable to write after a named family.
  package static func families(for name: String) -> String {
    let name = Array(name.lowercased().utf8)
    if monospaced.contains(where: { has($0, name) }) { return "var(--ia-mono)" }
    if has("sans", name) { return "var(--ia-font)" }
    return serif.contains(where: { has($0, name) }) ? "serif" : "var(--ia-font)"
  }

  /// Returns whether a generic family is the usual fallback of a named font.
  static func isUsual(_ generic: String, behind name: String) -> Bool {
    switch families(for: name) {
    case "serif": generic == "serif"
    case "var(--ia-mono)": generic == "monospace"
    default: generic == "sans-serif" || generic == "system-ui"
    }
  }

  /// Returns whether a name contains a part.
  ///
  /// A direct comparison at each position: for short names, it is about a hundred times as fast as
  /// the search of the standard library, which prepares a table for each part.
  private static func has(_ part: String, _ name: [UInt8]) -> Bool {
    name.indices.contains { name[$0...].starts(with: part.utf8) }
  }

  /// Parts of the names of monospaced fonts.
  private static let monospaced = [
    "courier", "consolas", "menlo", "monaco", "mono", "typewriter", "fixed", "terminal",
  ]
  /// Parts of the names of fonts with serifs, including Japanese, Chinese and Korean ones (Ming).
  private static let serif = [
    "times", "serif", "roman", "georgia", "garamond", "palatino", "cambria", "bookman",
    "book antiqua", "baskerville", "century schoolbook", "didot", "bodoni", "caslon", "minion",
    "constantia", "hoefler", "charter", "mincho", "mingliu", "simsun", "songti", "batang",
  ]
}
