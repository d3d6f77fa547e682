/// Separates short options that are joined in one argument, such as `-qthtml`.
///
/// The argument parser does not accept all of these forms. After any mistake it also searches for `-h`, and finds it in
/// `-thtml`.
enum JoinedLetters {
  /// The letters of flags; a test compares them with the declarations.
  static let flags: Set<Character> = ["q", "v"]
  /// The letters of options with a value.
  static let options: Set<Character> = ["o", "t", "f", "j"]

  /// Returns the arguments with `-qthtml` as `-q`, `-t` and `html`; other arguments are unchanged.
  ///
  /// A value that begins with a hyphen or an equals sign stays with its option: `-o=x`, `-j-1`.
  static func separated(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    guard arguments[..<end].contains(where: { letters(of: $0) != nil }) else { return arguments }
    return arguments[..<end].flatMap { letters(of: $0) ?? [$0] } + arguments[end...]
  }

  /// Returns the flags, the option and its value that are joined in an argument; `nil` for arguments of any
  /// other form.
  private static func letters(of argument: String) -> [String]? {
    guard argument.utf8.first == UInt8(ascii: "-"), argument.utf8.count > 2 else { return nil }
    let letters = argument.dropFirst()
    let joined = letters.prefix { flags.contains($0) }
    let rest = letters.dropFirst(joined.count)
    guard let option = rest.first, options.contains(option), rest.count > 1 else { return nil }
    let value = rest.dropFirst()
    let first = joined.map { "-\($0)" }
    guard value == "-" || value.first != "-" && value.first != "=" else {
      return joined.isEmpty ? nil : first + ["-\(rest)"]
    }
    return first + ["-\(option)", String(value)]
  }
}
