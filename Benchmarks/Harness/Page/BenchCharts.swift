internal import Foundation

/// Drawings of the page in SVG; each has its numbers in a table beside it.
enum BenchCharts {
  /// A point of a curve.
  typealias Point = (x: Double, y: Double)

  /// A curve with its name.
  struct Curve {
    var name: String
    var points: [Point]
    /// Places that are marked, with their words.
    var marks: [(point: Point, words: String)] = []
  }

  static func number(_ value: Double) -> String {
    switch abs(value) {
    case 0: "0"
    case ..<0.01: String(format: "%.4f", value)
    case ..<1: String(format: "%.3f", value)
    case ..<10: String(format: "%.2f", value)
    case ..<1000: String(format: "%.1f", value)
    default: String(format: "%.0f", value)
    }
  }

  static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1e3: "\(number(nanoseconds)) ns"
    case ..<1e6: "\(number(nanoseconds / 1e3)) µs"
    case ..<1e9: "\(number(nanoseconds / 1e6)) ms"
    default: "\(number(nanoseconds / 1e9)) s"
    }
  }

  private static func place(_ value: Double) -> String { String(format: "%.1f", value) }

  private static func open(_ width: Int, _ height: Int, _ label: String, _ style: String = "")
    -> String
  {
    "<svg viewBox=\"0 0 \(width) \(height)\" role=img aria-label=\"\(BenchHTML.escaped(label))\"\(style)>"
  }

  private static func text(_ x: Double, _ y: Double, _ words: String, _ attributes: String = "")
    -> String
  {
    "<text x=\(place(x)) y=\(place(y))\(attributes)>\(BenchHTML.escaped(words))</text>"
  }

  // MARK: Intervals

  /// Returns the interval of a ratio on an axis from 1/16 to 16 whose middle is 1.
  static func interval(_ ratio: Bootstrap.Ratio) -> String {
    func x(_ value: Double) -> Double {
      120 + min(max(log2(max(value, 1e-9)), -4), 4) * 28
    }
    let words = "\(number(ratio.value)), 95 % \(number(ratio.low)) to \(number(ratio.high))"
    return open(240, 34, words, " class=spark")
      + "<path class=ax d=\"M8 13H232M120 3V21\"/>" + text(120, 32, "1×", " text-anchor=middle")
      + "<path class=mark d=\"M\(place(x(ratio.low))) 7V19M\(place(x(ratio.low))) 13H\(place(x(ratio.high)))"
      + "M\(place(x(ratio.high))) 7V19\"/><circle class=b1 cx=\(place(x(ratio.value))) cy=13 r=4 /></svg>"
  }

  // MARK: Frames

  /// Returns a strip for each series on one axis of frames, with the deadline.
  static func strips(_ series: [FrameSeries], names: [String]) -> String {
    let (left, width, row) = (8.0, 884.0, 92.0)
    let count = series.map { max($0.cpu.count / max($0.rounds, 1), 1) }.max() ?? 1
    let deadline = 1e9 / Double(max(series.first?.hertz ?? 120, 1))
    let top = max(
      deadline * 1.15, min(Double(series.flatMap { $0.cpu.prefix(count) }.max() ?? 1), deadline * 4)
    )
    let height = Int(row) * series.count + 28
    var svg = open(
      900, height, "CPU time of each frame of the first round, and the deadline",
      " class=strips")
    for (index, one) in series.enumerated() {
      let base = row * Double(index) + row - 6
      func y(_ nanoseconds: Double) -> Double { base - min(nanoseconds / top, 1) * (row - 44) }
      var path = ""
      var late = ""
      // A column for each frame, or the longest frame of each column.
      let shown = Array(one.cpu.prefix(count))
      let columns = min(shown.count, 440)
      for column in 0..<columns {
        let range =
          column * shown.count
          / columns..<max((column + 1) * shown.count / columns, column * shown.count / columns + 1)
        guard let longest = shown[range].max() else { continue }
        let x = left + width * Double(range.lowerBound) / Double(count)
        let step = max(width * Double(range.count) / Double(count) - 0.4, 0.6)
        let bar =
          "M\(place(x)) \(place(base))V\(place(y(Double(longest))))h\(place(step))V\(place(base))z"
        if Double(longest) > deadline {
          late +=
            bar
            + "M\(place(x - 3)) \(place(base - row + 35))h\(place(step + 6))l\(place(-step / 2 - 3)) 6z"
        } else {
          path += bar
        }
      }
      svg += "<path class=b\(index % 5 + 1) d=\"\(path)\"/><path class=late d=\"\(late)\"/>"
      svg +=
        "<path class=ax d=\"M8 \(place(base))H892\"/><path class=dead d=\"M8 \(place(y(deadline)))H892\"/>"
      svg += text(left, base - row + 28, names[index], " class=strong")
      if index == 0 {
        svg += text(
          892, base - row + 28, "dashed: \(number(deadline / 1e6)) ms", " text-anchor=end")
      }
    }
    svg +=
      text(left, Double(height) - 6, "frame 1")
      + text(892, Double(height) - 6, "frame \(count)", " text-anchor=end")
    return svg + "</svg>"
  }

  // MARK: Curves

  private static func decades(_ low: Double, _ high: Double) -> [Double] {
    guard low > 0, high > low, high / low < 1e15 else { return [] }
    let first = Int(log10(low).rounded(.up))
    let last = Int(log10(high).rounded(.down))
    return first <= last ? (first...last).map { pow(10, Double($0)) } : []
  }

  /// Returns curves; the axis of x is logarithmic, that of y is if so stated, and otherwise goes from 0 to 1.
  static func curves(
    _ curves: [Curve], label: String, isLogarithmic: Bool, xWords: (Double) -> String,
    yWords: (Double) -> String
  ) -> String {
    let points = curves.flatMap(\.points).filter { $0.x > 0 && (!isLogarithmic || $0.y > 0) }
    guard var low = points.map(\.x).min(), var high = points.map(\.x).max() else { return "" }
    if high <= low * 1.01 { (low, high) = (low / 2, high * 2) }
    var (bottom, top) = (0.0, 1.0)
    if isLogarithmic {
      (bottom, top) = (points.map(\.y).min() ?? 1, points.map(\.y).max() ?? 1)
      // At least a decade, so that equal times are a flat line.
      let middle = (bottom * top).squareRoot()
      (bottom, top) = (min(bottom, middle / 4), max(top, middle * 4))
    }
    func x(_ value: Double) -> Double { 62 + 500 * log(max(value, low) / low) / log(high / low) }
    func y(_ value: Double) -> Double {
      isLogarithmic
        ? 220 - 200 * log(max(value, bottom) / bottom) / log(top / bottom) : 220 - 200 * value
    }
    var svg = open(580, 250, label, " class=chart") + "<path class=ax d=\"M62 20V220H562"
    let grid = isLogarithmic ? decades(bottom, top) : [0.5, 0.9, 0.99, 1]
    for value in grid { svg += "M58 \(place(y(value)))H562" }
    svg += "\"/>"
    for value in grid where isLogarithmic || value != 0.99 {
      svg += text(54, y(value) + 4, yWords(value), " text-anchor=end")
    }
    var ticks = decades(low, high)
    if ticks.count < 2 { ticks = [low, high] }
    for value in ticks {
      svg += "<path class=ax d=\"M\(place(x(value))) 220v5\"/>"
      let isLast = x(value) > 520
      svg += text(
        isLast ? 576 : x(value), 240, xWords(value), " text-anchor=\(isLast ? "end" : "middle")")
    }
    for (index, curve) in curves.enumerated() {
      let path = curve.points.filter { $0.x > 0 }.enumerated().map { number, point in
        "\(number == 0 ? "M" : "L")\(place(x(point.x))) \(place(y(point.y)))"
      }.joined()
      svg += "<path class=\"cv s\(index % 5 + 1)\" d=\"\(path)\"/>"
      for mark in curve.marks {
        svg +=
          "<circle class=b\(index % 5 + 1) cx=\(place(x(mark.point.x))) cy=\(place(y(mark.point.y))) r=4 />"
      }
    }
    return svg + "</svg>" + legend(curves)
  }

  private static func legend(_ curves: [Curve]) -> String {
    curves.enumerated().map { index, curve in
      "<div>"
        + open(
          30, 10, "",
          " aria-hidden=true style=\"display:inline-block;width:30px;vertical-align:middle\"")
        + "<path class=\"cv s\(index % 5 + 1)\" d=\"M0 5H30\"/></svg> "
        + BenchHTML.escaped(([curve.name] + curve.marks.map(\.words)).joined(separator: ", "))
        + "</div>"
    }.joined()
  }

  // MARK: History

  /// Returns the values of consecutive commits on a logarithmic axis of at least a factor of 2.
  static func course(_ values: [Double], label: String) -> String {
    guard let least = values.min(), let most = values.max(), least > 0 else { return "" }
    let middle = (least * most).squareRoot()
    let (bottom, top) = (min(least, middle / 1.4142), max(most, middle * 1.4142))
    func x(_ index: Int) -> Double {
      70 + 480 * Double(index) / Double(max(values.count - 1, 1))
    }
    func y(_ value: Double) -> Double { 100 - 80 * log(value / bottom) / log(top / bottom) }
    var svg = open(580, 124, label, " class=chart") + "<path class=ax d=\"M64 12V104H566\"/>"
    svg += text(60, y(most) + 4, number(most), " text-anchor=end")
    if y(least) - y(most) > 16 {
      svg += text(60, y(least) + 4, number(least), " text-anchor=end")
    }
    let path = values.enumerated().map { index, value in
      "\(index == 0 ? "M" : "L")\(place(x(index))) \(place(y(value)))"
    }.joined()
    svg += "<path class=\"cv s1\" d=\"\(path)\"/>"
    for (index, value) in values.enumerated() {
      svg += "<circle class=b1 cx=\(place(x(index))) cy=\(place(y(value))) r=3 />"
    }
    svg += text(70, 120, "first commit") + text(550, 120, "last", " text-anchor=end")
    return svg + "</svg>"
  }

  // MARK: Bars

  /// Returns bars on a logarithmic axis from the least value; the names are above them.
  static func bars(
    _ rows: [(name: String, value: Double, isLimit: Bool)], words: (Double) -> String
  ) -> String {
    guard let least = rows.map(\.value).filter({ $0 > 0 }).min(), let most = rows.map(\.value).max()
    else { return "" }
    let span = max(log(most / least), log(4))
    var svg = open(560, rows.count * 36 + 6, "Times on a logarithmic axis", " class=chart")
    for (index, row) in rows.enumerated() where row.value > 0 {
      let y = Double(index) * 36
      let width = 30 + 400 * log(row.value / least) / span
      svg += text(2, y + 14, row.name + (row.isLimit ? " (limit)" : ""), " class=strong")
      svg +=
        "<rect class=\(row.isLimit ? "b5" : "b1") x=2 y=\(place(y + 18)) width=\(place(width)) height=11 />"
      svg += text(width + 8, y + 28, words(row.value))
    }
    return svg + "</svg>"
  }
}
