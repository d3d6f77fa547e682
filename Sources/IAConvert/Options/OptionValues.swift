public import IAText

/// Parsers for values of command-line options.
public enum OptionValues {
  /// Parses a number of bytes: `4096`, `64k`, `256M`, `2G`, also `64KiB`; 1 k is 1024.
  ///
  /// - Returns: `nil` for anything else, and for values that do not fit in an `Int`.
  public static func byteCount(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    let scale: Int
    switch text.dropFirst(digits.count).lowercased() {
    case "", "b": scale = 1
    case "k", "kb", "kib": scale = 1 << 10
    case "m", "mb", "mib": scale = 1 << 20
    case "g", "gb", "gib": scale = 1 << 30
    default: return nil
    }
    let (value, overflows) = number.multipliedReportingOverflow(by: scale)
    return overflows ? nil : value
  }

  /// Returns the kind of smoothing for a name such as `word`, or for a label of the source system such as `Word` or
  /// `W`; case is ignored.
  public static func smoothing(_ name: String) -> Smoothing? {
    let name = name.lowercased()
    return Smoothing.allCases.first {
      "\($0)" == name || $0.rawValue.lowercased() == name || $0.shortLabel.lowercased() == name
    }
  }

  /// Returns a number of colours: `16`, `256`, `true` for 16 777 216, or `none` for 0; `nil` for
  /// anything else.
  public static func terminalColors(_ name: String) -> Int? {
    switch name {
    case "none": 0
    case "16": 16
    case "256": 256
    case "true": 1 << 24
    default: nil
    }
  }
}
