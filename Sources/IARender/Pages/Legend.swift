public import IALayout
internal import IAText

/// The legend of a scheme, laid out in rows: a sample of each step with its intensities below it.
struct Legend {
  /// A step with its sample.
  private struct Step {
    var label: String
    var sample: DocumentDrawing.Content
    /// The distance from the top of the sample to its baseline, in points.
    var baseline: Double
    var width: Double
  }

  private let steps: [Step]
  private let caption: String
  private let columns: Int
  private let cellWidth: Double
  private let width: Double
  private let baseline: Double
  private let sampleHeight: Double
  private let labelSize: Double
  private let theme: Theme
  private let labels: LabelPainter

  /// The text of a sample.
  private static let sample = "Abc"
  /// The space above a legend, with a rule in the middle of it, in points.
  static let space = 18.0
  private static let gap = 14.0
  /// The distance between two baselines of labels, as a multiple of their size.
  private static let leading = 1.5

  /// Creates the legend for the scheme of a `Looks` value; `nil` if there is no scheme.
  ///
  /// - Parameters:
  ///   - caption: The text above the steps.
  ///   - width: The width of the legend in points.
  init?(_ looks: Looks, caption: String, width: Double, _ renderer: Renderer) {
    guard let scheme = looks.scheme else { return nil }
    var looks = looks
    looks.smoothing = .character
    looks.animation = nil
    looks.showsIntensityBars = false
    let size = looks.layoutOptions(renderer.theme).fontSize
    let labelSize = min(max(size * 0.6, 6), 12)
    steps = Self.ranges(of: scheme).map { range in
      let string = IAString(Self.sample, intensity: range.lowerBound)
      let content = renderer.laidOut(.init(IADocument(string), looks: looks), width: 4096)
      let label =
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)\u{2013}\(range.upperBound)"
      return Step(
        label: label, sample: content,
        baseline: content.manager.lineFragments().first?.baseline ?? 0,
        width: max(
          content.manager.usedRect().width, renderer.labels.width(label, size: labelSize)))
    }
    self.width = width
    self.caption = caption
    self.labelSize = labelSize
    theme = renderer.theme
    labels = renderer.labels
    cellWidth = (steps.map(\.width).max() ?? 0) + Self.gap
    columns = max(Int((width + Self.gap) / cellWidth), 1)
    let baseline = steps.map(\.baseline).max() ?? 0
    self.baseline = baseline
    sampleHeight = steps.map { baseline - $0.baseline + $0.sample.height }.max() ?? 0
  }

  /// Returns the ranges of intensities of the steps, without steps that have no intensity.
  private static func ranges(of scheme: RenderScheme) -> [ClosedRange<UInt8>] {
    var ranges: [ClosedRange<UInt8>] = []
    for intensity in UInt8(0)...100 {
      if let last = ranges.last, scheme.step(of: last.lowerBound) == scheme.step(of: intensity) {
        ranges[ranges.count - 1] = last.lowerBound...intensity
      } else {
        ranges.append(intensity...intensity)
      }
    }
    return ranges
  }

  /// The number of rows.
  var rowCount: Int { (steps.count + columns - 1) / columns }
  /// The height of the caption, in points.
  var captionHeight: Double { labelSize * Self.leading + 4 }
  /// The height of a row, in points.
  var rowHeight: Double { sampleHeight + labelSize * Self.leading + 6 }

  /// Draws some rows below their caption, with the upper left corner of the caption at the origin.
  ///
  /// All text is drawn as labels, which can be neither selected nor copied with the text.
  func draw<P: Painter>(rows: Range<Int>, on painter: inout P) {
    painter.push(part: .attachments)
    labels.draw(
      caption, size: labelSize, color: theme.secondaryText,
      in: Rectangle(x: 0, y: 0, width: width, height: captionHeight), alignment: .leading,
      on: &painter)
    painter.pop()
    for row in rows {
      let top = captionHeight + Double(row - rows.lowerBound) * rowHeight
      for column in 0..<columns where row * columns + column < steps.count {
        draw(
          steps[row * columns + column], at: Point(x: Double(column) * cellWidth, y: top),
          on: &painter)
      }
    }
  }

  private func draw<P: Painter>(_ step: Step, at place: Point, on painter: inout P) {
    painter.push(part: .attachments)
    painter.push(
      origin: Point(x: place.x, y: place.y + baseline - step.baseline), scale: 1, clip: nil)
    step.sample.draw(0..<max(step.sample.height, 1), to: &painter)
    painter.pop()
    labels.draw(
      step.label, size: labelSize, color: theme.secondaryText,
      in: Rectangle(
        x: place.x, y: place.y + sampleHeight, width: cellWidth,
        height: labelSize * Self.leading),
      alignment: .leading, on: &painter)
    painter.pop()
  }
}

/// A page that shows a legend, or some of its rows, below its text.
struct LegendDrawing: Drawable {
  /// The page below whose text the legend is drawn; `nil` for a page that shows only the legend.
  let base: (any Drawable)?
  let legend: Legend
  /// The rows of the legend on the page.
  let rows: Range<Int>
  /// The upper left corner of the legend.
  let place: Point
  let size: Size
  /// The width of the rule above the legend; `nil` for no rule.
  var rule: (width: Double, color: Color)?
  /// The number of a page without other text, its margins and its theme.
  var number: (PageNumber, Insets, Theme)?

  var headings: [Heading] { base?.headings ?? [] }
  var destinations: [PlacedDestination] { base?.destinations ?? [] }
  var freeArea: Rectangle { base?.freeArea ?? Rectangle(x: 0, y: 0, width: 0, height: 0) }

  func draw<P: Painter>(on painter: inout P) {
    base?.draw(on: &painter)
    if let rule {
      painter.push(part: .attachments)
      painter.fill(
        .rectangle(
          Rectangle(
            x: place.x, y: place.y - Legend.space / 2, width: rule.width, height: 0.5),
          cornerRadius: 0),
        color: rule.color)
      painter.pop()
    }
    painter.push(origin: place, scale: 1, clip: nil)
    legend.draw(rows: rows, on: &painter)
    painter.pop()
    if let (number, margins, theme) = number {
      number.draw(below: size, margins, theme, on: &painter)
    }
  }
}

extension Renderer {
  /// Returns a page with the legend of a scheme below its text; the page becomes as high as necessary.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - looks: The value with the scheme; the page does not change if there is none.
  ///   - caption: The text above the steps.
  public func addLegend(of looks: Looks, caption: String, to page: Page) -> Page {
    let area = page.drawable.freeArea
    guard
      let legend = Legend(looks, caption: caption, width: max(area.width, 48), self)
    else { return page }
    let top = area.y + Legend.space
    let bottom = top + legend.captionHeight + Double(legend.rowCount) * legend.rowHeight
    let missing = max((bottom - area.maxY).rounded(.up), 0)
    return Page(
      drawable: LegendDrawing(
        base: page.drawable, legend: legend, rows: 0..<legend.rowCount,
        place: Point(x: area.x, y: top),
        size: Size(width: page.size.width, height: page.size.height + missing),
        rule: (area.width, theme.rule)))
  }

  /// Returns pages of equal size with the legend of a scheme below the text of the last one, or on additional pages if
  /// it does not fit there.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - looks: The value with the scheme; the pages do not change if there is none.
  ///   - caption: The text above the steps.
  ///   - margins: The margins of pages after the last one.
  public func addLegend(
    of looks: Looks, caption: String, to pages: [Page], margins: Insets
  ) -> [Page] {
    guard let last = pages.last?.drawable else { return pages }
    let area = last.freeArea
    guard
      let legend = Legend(looks, caption: caption, width: max(area.width, 48), self)
    else { return pages }
    let needed =
      Legend.space + legend.captionHeight + Double(legend.rowCount) * legend.rowHeight
    if needed <= area.height {
      return pages.dropLast() + [
        Page(
          drawable: LegendDrawing(
            base: last, legend: legend, rows: 0..<legend.rowCount,
            place: Point(x: area.x, y: area.y + Legend.space), size: last.size,
            rule: (area.width, theme.rule)))
      ]
    }
    let room = last.size.height - margins.top - margins.bottom - legend.captionHeight
    let count = max(Int(room / legend.rowHeight), 1)
    var number = last.pageNumber
    var pages = pages
    for first in stride(from: 0, to: legend.rowCount, by: count) {
      number = number.map { PageNumber(value: $0.value + 1, labels: $0.labels) }
      pages.append(
        Page(
          drawable: LegendDrawing(
            base: nil, legend: legend, rows: first..<min(first + count, legend.rowCount),
            place: Point(x: margins.left, y: margins.top), size: last.size,
            number: number.map { ($0, margins, theme) })))
    }
    return pages
  }
}
