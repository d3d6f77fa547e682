public import IAText

/// Values of options as people write them.
public enum OptionValues {
  /// Returns a number of bytes: `4096`, `64k`, `256M`, `2G`, also spelt `64KiB`; 1 k is 1024.
  ///
  /// - Returns: Nil for anything else, and for what does not fit in an `Int`.
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

  /// Returns a unit of smoothing by its name, `word`, or by a label of the source system, `Word` or
  /// `W`; letters of either case.
  public static func smoothing(_ name: String) -> Smoothing? {
    let name = name.lowercased()
    return Smoothing.allCases.first {
      "\($0)" == name || $0.rawValue.lowercased() == name || $0.shortLabel.lowercased() == name
    }
  }

  /// Returns a number of colours: `16`, `256`, `true` for 16 777 216, or `none`.
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
