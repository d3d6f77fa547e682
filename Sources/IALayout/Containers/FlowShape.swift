/// The areas of all containers, arranged vertically as one flow.
///
/// *y* is measured in points from the top of the first container's area through all areas, without
/// the insets between them; *x* is that of the container. The value is immutable; a change of the
/// containers creates another one.
struct FlowShape: Hashable, Sendable {
  /// The area of one container.
  struct Region: Hashable, Sendable {
    /// The top and bottom of the area in the flow.
    var top: Double
    var bottom: Double
    /// The left edge and width available for text, without line fragment padding.
    var left: Double
    var width: Double
    /// The value to add to a *y* of the flow to obtain that of the container.
    var offset: Double
    var padding: Double
    /// The exclusions in the coordinates of the flow.
    var exclusions: [ExclusionPath]
    /// The vertical range in which lines depend on exclusions, in the coordinates of the flow;
    /// `nil` if there are no exclusions.
    var excluded: Range<Double>?
  }

  /// The horizontal space available to a line.
  struct Span: Hashable {
    var left: Double
    var width: Double
  }

  let regions: [Region]
  /// The rectangles of a shape created by `init(_:around:)`; empty for a shape of containers.
  private var areas: [Rectangle] = []

  init(_ containers: [TextContainer]) {
    var top = 0.0
    regions = containers.map { container in
      let insets = container.insets
      let height = max(container.size.height - insets.top - insets.bottom, 1)
      let padding = max(container.lineFragmentPadding, 0)
      let width = container.size.width - insets.left - insets.right - 2 * padding
      let offset = LineBreaker.summable(insets.top - top)
      let exclusions = container.exclusions.filter(\.isFinite).map { $0.moved(by: -offset) }
      let region = Region(
        top: top, bottom: top + height, left: insets.left + padding, width: max(width, 1),
        offset: offset, padding: padding, exclusions: exclusions,
        excluded: Self.extent(of: exclusions))
      top += height
      return region
    }
  }

  /// Creates the shape of one area of unlimited height with areas that text flows around.
  init(_ region: Region, around areas: [Rectangle]) {
    var region = region
    region.exclusions = areas.map { .rectangle($0) }
    region.excluded = Self.extent(of: region.exclusions)
    regions = [region]
    self.areas = areas
  }

  private static func extent(of exclusions: [ExclusionPath]) -> Range<Double>? {
    let ranges = exclusions.map(\.verticalRange).filter { !$0.isEmpty }
    guard let first = ranges.first else { return nil }
    return ranges.dropFirst().reduce(first) {
      min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
    }
  }

  /// Whether lines have the same available width everywhere.
  var isUniform: Bool { regions.count == 1 && regions[0].excluded == nil }

  /// The height in the flow below which lines have the same available width everywhere.
  var dependentHeight: Double {
    guard let last = regions.last else { return 0 }
    return max(last.top, last.excluded?.upperBound ?? 0)
  }

  /// Returns the index of the region at a *y* of the flow; the last one for any *y* below all
  /// regions.
  func region(at y: Double) -> Int {
    var low = 0
    var high = regions.count - 1
    while low < high {
      let middle = (low + high) / 2
      if y < regions[middle].bottom { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns the index of the region at a *y* of the flow, or `nil` if it is the last region.
  func innerRegion(at y: Double) -> Int? {
    let number = region(at: y)
    return number < regions.count - 1 ? number : nil
  }

  /// Returns whether the available width is the same everywhere between two positions, so that
  /// lines can be moved there.
  func isPlain(from top: Double, to bottom: Double) -> Bool {
    let region = regions[region(at: top)]
    let isInside = top >= region.top && bottom <= region.bottom || region == regions.last
    guard isInside else { return false }
    guard let excluded = region.excluded else { return true }
    return bottom <= excluded.lowerBound || top >= excluded.upperBound
  }

  /// Returns the first band of a height, at or after a position, that has space for text.
  ///
  /// Text that does not fit is placed in the last container, whose height is not limited. After
  /// 10,000 bands without space, the text has the whole width at the position reached.
  func band(from top: Double, height: Double) -> (y: Double, spans: [Span]) {
    var y = max(top, 0)
    for _ in 0..<10_000 {
      let number = region(at: y)
      let region = regions[number]
      if y + height > region.bottom + 0.001, number < regions.count - 1 {
        let fitsNowhere = height > region.bottom - region.top && y <= region.top
        if !fitsNowhere {
          y = region.bottom
          continue
        }
      }
      let spans = spans(in: region, from: y, to: y + height)
      if !spans.isEmpty { return (y, spans) }
      // Between rectangles, there is space only below the end of one of them.
      let ends = areas.lazy.map(\.maxY).filter { $0 > y + 0.001 }
      y = ends.min() ?? y + max(height / 4, 1)
    }
    let region = regions[region(at: y)]
    return (y, [Span(left: region.left, width: region.width)])
  }

  /// The minimum width in points of a span for text, except if the whole area is narrower.
  static let minimumSpanWidth = 20.0

  private func spans(in region: Region, from top: Double, to bottom: Double) -> [Span] {
    let whole = Span(left: region.left, width: region.width)
    guard let excluded = region.excluded, bottom > excluded.lowerBound, top < excluded.upperBound
    else { return [whole] }
    var taken = region.exclusions.flatMap { $0.horizontalRanges(from: top, to: bottom) }
    guard !taken.isEmpty else { return [whole] }
    taken.sort { $0.lowerBound < $1.lowerBound }
    var spans: [Span] = []
    var left = region.left
    let right = region.left + region.width
    func add(_ end: Double) {
      if end - left >= min(Self.minimumSpanWidth, region.width) {
        spans.append(Span(left: left, width: end - left))
      }
    }
    for range in taken {
      if range.lowerBound - region.padding > left {
        add(min(range.lowerBound - region.padding, right))
      }
      left = max(left, range.upperBound + region.padding)
    }
    if left < right { add(right) }
    return spans
  }
}
