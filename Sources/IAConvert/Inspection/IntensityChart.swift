public import IAText

/// Bars of block characters that show intensities in a terminal.
public struct IntensityChart: Hashable, Sendable {
  /// The largest number of columns in a line.
  public var columns: Int
  /// The number of colours of the terminal; no colour is used for fewer than 256.
  public var colors: Int

  /// Creates a chart.
  public init(columns: Int = 80, colors: Int = 0) {
    self.columns = max(columns, 40)
    self.colors = colors
  }

  /// Returns the frequency of the intensities in steps of five; the last line is only for 100.
  ///
  /// - Parameter histogram: The counts of the intensities 0…100.
  public func lines(ofHistogram histogram: [Int]) -> [String] {
    let bins = stride(from: 0, through: 100, by: 5).map { low in
      (low: low, high: min(low + 4, 100), count: histogram[low...min(low + 4, 100)].reduce(0, +))
    }
    let maximum = max(bins.map(\.count).max() ?? 0, 1)
    let countWidth = "\(maximum)".count
    let width = columns - 8 - countWidth - 1
    return bins.map { bin in
      let label = bin.low == bin.high ? "\(bin.low)" : "\(bin.low)–\(bin.high)"
      let length = Double(bin.count) / Double(maximum)
      return Self.padded(label, 6) + "  "
        + painted(Self.bar(length, width: width), intensity: bin.low)
        + " \(bin.count)"
    }.map { Self.withoutSpacesAtEnd($0) }
  }

  /// Returns a line for each segment: its mean intensity as a bar, and the start of its text.
  public func lines(of means: UnitMeans, in string: IAString) -> [String] {
    let barWidth = 20
    let textWidth = columns - 5 - 2 - barWidth - 2
    return means.units.map { unit in
      let bar = Self.bar(unit.mean / 100, width: barWidth)
      let space = String(repeating: " ", count: barWidth - bar.unicodeScalars.count + 2)
      let text = Self.excerpt(of: string, unit.utf16Range, width: textWidth)
      return Self.padded(DecimalText.oneDigit(unit.mean), 5) + "  "
        + painted(bar, intensity: Int(unit.mean)) + space + text
    }
  }

  /// Returns the start of a segment's text on one line.
  private static func excerpt(of string: IAString, _ range: Range<Int>, width: Int) -> String {
    // A segment may be the whole text; only the part that fits is read.
    let end = min(range.upperBound, range.lowerBound + 4 * width)
    var text = string.text(in: range.lowerBound..<end)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    let shown = HarmlessText.escape(text)
    let isCut = end < range.upperBound || shown.count > width
    return isCut ? shown.prefix(width - 1) + "…" : shown
  }

  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// Returns a bar in eighths of a column; a value greater than 0 has at least one eighth.
  static func bar(_ length: Double, width: Int) -> String {
    guard length > 0 else { return "" }
    let parts = max(Int((min(length, 1) * Double(width * 8)).rounded()), 1)
    return String(repeating: "█", count: parts / 8) + eighths[parts % 8]
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }

  private static func withoutSpacesAtEnd(_ text: String) -> String {
    var text = text
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }

  /// Returns a bar in the colour that the hue scheme gives its intensity.
  func painted(_ bar: String, intensity: Int) -> String {
    guard colors >= 256, !bar.isEmpty else { return bar }
    let scheme = RenderScheme.hue()
    let step = scheme.step(of: UInt8(min(max(intensity, 0), 100)))
    guard let color = scheme.look(at: step, of: InlineAttributes()).color else { return bar }
    let code: String
    if colors >= 1 << 24 {
      code = "38;2;\(color.red);\(color.green);\(color.blue)"
    } else {
      let cube = [color.red, color.green, color.blue].map { (Int($0) * 5 + 127) / 255 }
      code = "38;5;\(16 + 36 * cube[0] + 6 * cube[1] + cube[2])"
    }
    return "\u{1B}[\(code)m\(bar)\u{1B}[0m"
  }
}
