/// Scatter plots of size and time, one for each input format.
struct ScatterSection {
  /// The coordinates of the plot area, and the size of its drawing.
  private enum Frame {
    static let width = 330
    static let height = 230
    static let left = 46.0
    static let right = 322.0
    static let top = 10.0
    static let bottom = 196.0
  }

  private let report: BatchReport
  /// The classes that the axes show, common to all plots.
  private let sizes: ClosedRange<Int>
  private let times: ClosedRange<Int>

  init(_ report: BatchReport) {
    self.report = report
    var sizes: (Int, Int) = (HalfOctaves.count, 0)
    var times = sizes
    for format in report.formats {
      for (index, count) in format.cells.enumerated() where count > 0 {
        let (size, time) = (index / HalfOctaves.count, index % HalfOctaves.count)
        sizes = (min(sizes.0, size), max(sizes.1, size))
        times = (min(times.0, time), max(times.1, time))
      }
    }
    self.sizes = Self.axis(min(sizes.0, sizes.1)...max(sizes.0, sizes.1))
    self.times = Self.axis(min(times.0, times.1)...max(times.0, times.1))
  }

  /// The minimum number of classes of an axis, which span slightly more than a power of ten.
  private static let minClasses = 7
  /// The number of classes from which on an axis is labelled only at powers of ten: the classes of two powers of ten.
  private static let decimalClasses = 14

  /// Returns the classes of an axis: those with documents.
  ///
  /// If there are only a few, further classes are added on both sides, so that the axis has several labels.
  private static func axis(_ classes: ClosedRange<Int>) -> ClosedRange<Int> {
    var (lower, upper) = (classes.lowerBound, min(classes.upperBound, HalfOctaves.count - 1))
    while upper - lower + 1 < minClasses {
      if lower > 0 { lower -= 1 }
      if upper < HalfOctaves.count - 1 { upper += 1 }
    }
    return lower...upper
  }

  /// Returns the labels of an axis, up to a power of ten.
  private static func ticks(_ classes: ClosedRange<Int>, maxPower: Int) -> [Double] {
    let steps: [Double] = classes.count < decimalClasses ? [1, 2, 5] : [1]
    var power = 1.0
    var ticks: [Double] = []
    for _ in 0...maxPower {
      ticks += steps.map { $0 * power }
      power *= 10
    }
    let shown = Double(classes.lowerBound)...Double(classes.upperBound + 1)
    return ticks.filter { shown ~= HalfOctaves.position(of: $0) }
  }

  func write(to html: inout HTMLText) {
    html.markup("<section id=times><h2>Size and time by format</h2>")
    defer { html.markup("</section>\n") }
    let formats = report.formats.enumerated().filter { $0.element.timed > 0 }
      .sorted { ($1.element.timed, $0.element.name) < ($0.element.timed, $1.element.name) }
    guard !formats.isEmpty else {
      return html.element("p class=dim", "The lines state no times.")
    }
    html.element("p class=dim", isDense ? denseWords : pointWords)
    html.markup("<div class=grid>")
    for (number, format) in formats.prefix(ReportPage.Bounds.formats) {
      write(format, number: number, to: &html)
    }
    html.markup("</div>")
    let rest = formats.dropFirst(ReportPage.Bounds.formats)
    ReportPage.writeRest(
      rest.count,
      "formats with \(Quantity.count(rest.reduce(0) { $0 + $1.element.timed })) documents",
      to: &html)
  }

  private var isDense: Bool { report.points.count > BatchReport.maxPoints }

  private var pointWords: String {
    "Each point is a document; failures are red. Numbers name documents that took at least "
      + "\(Int(FormatStatistics.outlierRatio)) times as long as is typical for their size. Both axes are logarithmic."
  }

  private var denseWords: String {
    "Each rectangle is a class of sizes and times; darker ones, in dark mode lighter ones, have more documents. "
      + "Numbers name documents that took at least \(Int(FormatStatistics.outlierRatio)) times as long as is typical "
      + "for their size. Both axes are logarithmic."
  }

  private func write(_ format: FormatStatistics, number: Int, to html: inout HTMLText) {
    let outliers = format.outliers(atMost: ReportPage.Bounds.outliers)
    html.markup("<figure><figcaption>")
    html.text("\(format.name): \(Quantity.documents(format.timed))")
    html.markup("</figcaption>")
    html.markup("<svg role=img viewBox=\"0 0 \(Frame.width) \(Frame.height)\"><title>")
    html.text(
      "Size and time of documents of the format \(format.name); the table below has the numbers.")
    html.markup("</title>")
    writeAxes(to: &html)
    if isDense { writeCells(of: format, to: &html) } else { writePoints(of: number, to: &html) }
    for (index, outlier) in outliers.enumerated() { write(outlier, index + 1, to: &html) }
    html.markup("</svg>")
    if !outliers.isEmpty {
      html.markup("<ol class=out>")
      for outlier in outliers {
        let document = outlier.document
        let code = document.code.isEmpty ? "" : ", " + document.code
        html.element(
          "li",
          "\(document.path): \(Quantity.time(document.microseconds)), \(Quantity.bytes(document.byteCount)), "
            + "\(Quantity.decimal(outlier.ratio)) times the typical time\(code)")
      }
      html.markup("</ol>")
    }
    html.tableAlternative(
      ["Size from", "Documents", "Typical time", "Longest"], numbers: [0, 1, 2, 3], rows(of: format)
    )
    html.markup("</figure>")
  }

  private func rows(of format: FormatStatistics) -> [[String]] {
    sizes.compactMap { size in
      let count = format.count(ofSize: size)
      guard count > 0, let median = format.medianTime(ofSize: size) else { return nil }
      return [
        Quantity.bytes(size == 0 ? 0 : Int(HalfOctaves.lowerBound(of: size).rounded(.up))),
        Quantity.count(count), Quantity.time(Int(HalfOctaves.lowerBound(of: median) * 1.19)),
        Quantity.time(format.longestTime(ofSize: size)),
      ]
    }
  }

  // MARK: - Drawing

  /// Returns the horizontal coordinate of a position in size classes.
  private func x(_ position: Double) -> Double {
    let span = Double(sizes.upperBound + 1 - sizes.lowerBound)
    return Frame.left + (position - Double(sizes.lowerBound)) / span * (Frame.right - Frame.left)
  }

  /// Returns the vertical coordinate of a position in time classes.
  private func y(_ position: Double) -> Double {
    let span = Double(times.upperBound + 1 - times.lowerBound)
    return Frame.bottom - (position - Double(times.lowerBound)) / span * (Frame.bottom - Frame.top)
  }

  private func writeAxes(to html: inout HTMLText) {
    let (left, right) = (Frame.left.drawn, Frame.right.drawn)
    let (top, bottom) = (Frame.top.drawn, Frame.bottom.drawn)
    html.markup("<path class=ax d=\"M\(left) \(top)V\(bottom)H\(right)\"/>")
    for number in Self.ticks(sizes, maxPower: 15) {
      let place = x(HalfOctaves.position(of: number))
      let isAtEnd = place > Frame.right - 12
      html.markup("<path class=ax d=\"M\(place.drawn) \(top)V\(bottom)\"/>")
      html.markup(
        "<text x=\"\(isAtEnd ? right : place.drawn)\" y=\"211\" text-anchor=\(isAtEnd ? "end" : "middle")>"
      )
      html.text(Quantity.bytes(Int(number)))
      html.markup("</text>")
    }
    for number in Self.ticks(times, maxPower: 11) {
      let place = y(HalfOctaves.position(of: number))
      html.markup("<path class=ax d=\"M\(left) \(place.drawn)H\(right)\"/>")
      html.markup(
        "<text x=\"\((Frame.left - 4).drawn)\" y=\"\((place + 4).drawn)\" text-anchor=end>")
      html.text(Quantity.time(Int(number)))
      html.markup("</text>")
    }
    html.markup("<text x=\"\(right)\" y=\"226\" text-anchor=end>size of the input</text>")
  }

  private func writeCells(of format: FormatStatistics, to html: inout HTMLText) {
    let largest = max(2, Int(format.cells.max() ?? 1))
    let whole = HalfOctaves.position(of: Double(largest))
    var paths = [String](repeating: "", count: 5)
    for (index, count) in format.cells.enumerated() where count > 0 {
      let (size, time) = (Double(index / HalfOctaves.count), Double(index % HalfOctaves.count))
      let shade = min(4, Int(HalfOctaves.position(of: Double(count)) / whole * 4.01))
      let (left, right, top, bottom) = (x(size), x(size + 1), y(time + 1), y(time))
      paths[shade] += "M\(left.drawn) \(top.drawn)H\(right.drawn)V\(bottom.drawn)H\(left.drawn)z"
    }
    for (shade, path) in paths.enumerated() where !path.isEmpty {
      html.markup("<path class=d\(shade + 1) d=\"\(path)\"/>")
    }
  }

  private func writePoints(of format: Int, to html: inout HTMLText) {
    var paths = (converted: "", failed: "")
    for point in report.points where point.format == format {
      let place =
        "M\(x(HalfOctaves.position(of: Double(point.byteCount))).drawn) "
        + "\(y(HalfOctaves.position(of: Double(point.microseconds))).drawn)h0"
      if point.isFailed { paths.failed += place } else { paths.converted += place }
    }
    if !paths.converted.isEmpty { html.markup("<path class=pt d=\"\(paths.converted)\"/>") }
    if !paths.failed.isEmpty { html.markup("<path class=pf d=\"\(paths.failed)\"/>") }
  }

  private func write(
    _ outlier: FormatStatistics.Outlier, _ number: Int, to html: inout HTMLText
  ) {
    let left = x(HalfOctaves.position(of: Double(outlier.document.byteCount)))
    let top = y(HalfOctaves.position(of: Double(outlier.document.microseconds)))
    html.markup("<circle class=ring cx=\"\(left.drawn)\" cy=\"\(top.drawn)\" r=\"5\"/>")
    let isAtEnd = left > Frame.right - 20
    html.markup(
      "<text class=num x=\"\((left + (isAtEnd ? -8 : 8)).drawn)\" y=\"\((top + 4).drawn)\""
        + "\(isAtEnd ? " text-anchor=end" : "")>\(number)</text>")
  }
}

extension Double {
  /// The number with at most one decimal place, for a drawing.
  var drawn: String {
    let tenths = Int((self * 10).rounded())
    if tenths.isMultiple(of: 10) { return String(tenths / 10) }
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }
}
