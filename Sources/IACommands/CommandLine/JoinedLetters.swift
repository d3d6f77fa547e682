/// Separates flags that are joined with an option and its value, `-qthtml`, which the argument parser
/// does not read.
enum JoinedLetters {
  /// The letters of flags; a test compares them with the declarations.
  static let flags: Set<Character> = ["q", "v"]
  /// The letters of options with a value.
  static let options: Set<Character> = ["o", "t", "f", "j"]

  /// Returns the arguments with `-qthtml` as `-q` and `-thtml`; other arguments are unchanged.
  static func separated(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    guard arguments[..<end].contains(where: { prefix(of: $0) != nil }) else { return arguments }
    return arguments[..<end].flatMap { argument -> [String] in
      guard let flags = prefix(of: argument) else { return [argument] }
      return flags.map { "-\($0)" } + ["-" + argument.dropFirst(1 + flags.count)]
    } + arguments[end...]
  }

  /// Returns the flags before an option with a joined value; `nil` for arguments of any other form.
  private static func prefix(of argument: String) -> Substring? {
    guard argument.utf8.first == UInt8(ascii: "-"), argument.utf8.count > 3 else { return nil }
    let letters = argument.dropFirst()
    let joined = letters.prefix { flags.contains($0) }
    let rest = letters.dropFirst(joined.count)
    guard !joined.isEmpty, let option = rest.first, options.contains(option), rest.count > 1
    else { return nil }
    return joined
  }
}
