/// An intensity mark in text of the profile `marked`, such as `{85}`: the text after it has this intensity.
///
/// A mark is an opening brace, the intensity from 0 to 100 in decimal without leading zeros, and a closing brace.
enum IntensityMark {
  static let opening = UInt16(UInt8(ascii: "{"))
  static let closing = UInt16(UInt8(ascii: "}"))

  /// Returns the mark at an offset: its intensity and the number of its units.
  ///
  /// - Parameter step: 1 for text that is stored forwards, −1 for text that is stored backwards.
  @inline(__always)
  static func match(
    in units: Span<UInt16>, at offset: Int, step: Int = 1
  ) -> (intensity: UInt8, utf16Count: Int)? {
    var value = 0
    var digits = 0
    var at = offset + step
    while at >= 0, at < units.count, digits < 4 {
      let unit = units[at]
      if unit == closing {
        return digits > 0 && value <= 100 ? (UInt8(value), digits + 2) : nil
      }
      guard unit >= 0x30, unit <= 0x39, !(digits == 1 && value == 0) else { return nil }
      value = value * 10 + Int(unit - 0x30)
      digits += 1
      at += step
    }
    return nil
  }

  /// Returns the units of a mark.
  static func units(_ intensity: UInt8) -> [UInt16] { Array("{\(intensity)}".utf16) }
}
