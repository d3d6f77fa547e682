/// The letters and digits of a mathematical style, which are separate characters in Unicode (block Mathematical
/// Alphanumeric Symbols and, for letters that were encoded earlier, Letterlike Symbols).
struct MathAlphabet {
  /// The command of TeX, and the value of `mathvariant` in MathML.
  let command: String
  let variant: String
  private let capital: UInt32
  private let small: UInt32
  private let digit: UInt32?
  private let exceptions: String

  static let all = [
    MathAlphabet(
      command: "mathbf", variant: "bold", capital: 0x1D400, small: 0x1D41A, digit: 0x1D7CE,
      exceptions: ""),
    MathAlphabet(
      command: "mathcal", variant: "script", capital: 0x1D49C, small: 0x1D4B6, digit: nil,
      exceptions: "BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ"),
    MathAlphabet(
      command: "mathfrak", variant: "fraktur", capital: 0x1D504, small: 0x1D51E, digit: nil,
      exceptions: "CℭHℌIℑRℜZℨ"),
    MathAlphabet(
      command: "mathbb", variant: "double-struck", capital: 0x1D538, small: 0x1D552, digit: 0x1D7D8,
      exceptions: "CℂHℍNℕPℙQℚRℝZℤ"),
  ]

  /// The command and the plain letter of a character of one of the alphabets.
  static let commands: [Unicode.Scalar: (command: String, letter: Unicode.Scalar)] = {
    var table: [Unicode.Scalar: (command: String, letter: Unicode.Scalar)] = [:]
    for alphabet in all {
      for value in Array(0x30...0x39) + Array(0x41...0x5A) + Array(0x61...0x7A) as [UInt32] {
        guard let letter = Unicode.Scalar(value), let character = alphabet[letter] else { continue }
        // Some letterlike symbols have a separate command.
        if EquationSymbols.commandByText[String(character)] == nil {
          table[character] = (alphabet.command, letter)
        }
      }
    }
    return table
  }()

  private init(
    command: String, variant: String, capital: UInt32, small: UInt32, digit: UInt32?,
    exceptions: String
  ) {
    self.command = command
    self.variant = variant
    self.capital = capital
    self.small = small
    self.digit = digit
    self.exceptions = exceptions
  }

  /// Creates the alphabet of a command; `nil` for other commands.
  init?(command: String) {
    guard let found = Self.all.first(where: { $0.command == command }) else { return nil }
    self = found
  }

  /// Returns the character of a letter or digit of ASCII; `nil` if the alphabet has none.
  subscript(letter: Unicode.Scalar) -> Unicode.Scalar? {
    let exceptions = Array(exceptions.unicodeScalars)
    if let index = exceptions.firstIndex(of: letter), index % 2 == 0 {
      return exceptions[index + 1]
    }
    switch letter {
    case "A"..."Z": return Unicode.Scalar(capital + letter.value - 0x41)
    case "a"..."z": return Unicode.Scalar(small + letter.value - 0x61)
    case "0"..."9": return digit.flatMap { Unicode.Scalar($0 + letter.value - 0x30) }
    default: return nil
    }
  }
}

extension Equation {
  /// Returns the characters for letters and digits in a `mathvariant` of MathML: `bold`, `script`, `fraktur` or
  /// `double-struck`; `nil` if the alphabet lacks one of them.
  package static func letters(_ text: String, variant: String) -> [Unicode.Scalar]? {
    guard let alphabet = MathAlphabet.all.first(where: { $0.variant == variant }) else {
      return nil
    }
    let letters = text.unicodeScalars.compactMap { alphabet[$0] }
    return letters.count == text.unicodeScalars.count ? letters : nil
  }
}
