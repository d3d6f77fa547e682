internal import IALayout
internal import IAText

/// The drawing of a location without a map: the grid of degrees around the location, a pin and a name.
///
/// No map is available, and no map is fetched. The lines of the grid are meridians and parallels at round
/// fractions of a degree.
struct MapTile {
  private let location: Attachment.Location
  private let theme: Theme

  /// The metres per degree of latitude, as in the source system.
  private static let metresPerDegree = 111_000.0

  init(_ location: Attachment.Location, theme: Theme) {
    self.location = location
    self.theme = theme
  }

  func draw<P: Painter>(in box: Rectangle, labels: LabelPainter, on painter: inout P) {
    let radius = min(8, box.height / 6)
    let land = theme.isDark ? Color(0x23312A) : Color(0xE4EFE2)
    let line = theme.isDark ? Color(0x3C5145) : Color(0xC2D8C0)
    painter.fill(.rectangle(box, cornerRadius: radius), color: land)
    let strip = box.height >= 56 ? 34.0 : 0
    let middle = Point(x: box.center.x, y: box.y + (box.height - strip) * 0.55)
    drawNet(round: middle, in: box, color: line, on: &painter)
    drawRadius(round: middle, in: box, on: &painter)
    drawPin(at: middle, height: min(box.height * 0.3, 36), on: &painter)
    if strip > 0 { drawNames(in: box, strip: strip, labels: labels, on: &painter) }
    painter.outline(
      .rectangle(box.inset(by: 0.5), cornerRadius: radius), width: 1, color: theme.rule)
  }

  private func drawNet<P: Painter>(
    round middle: Point, in box: Rectangle, color: Color, on painter: inout P
  ) {
    let span = min(max(location.mapSpan, 1), 40_000_000)
    let pointsPerMetre = min(box.width, box.height) / span
    let high = Self.metresPerDegree * pointsPerMetre
    // A degree of longitude is shorter than a degree of latitude by the cosine of the latitude. Beyond 85 degrees, the
    // grid at 85 degrees is used.
    let latitude = min(abs(location.latitude), 85) * .pi / 180
    let wide = high * cosine(latitude)
    let step = Self.step(degrees: 36 / high)
    for x in Self.lines(location.longitude, step, wide, box.x - middle.x, box.maxX - middle.x) {
      painter.outline(
        .path([Point(x: middle.x + x, y: box.y + 1), Point(x: middle.x + x, y: box.maxY - 1)]),
        width: 1, color: color)
    }
    for y in Self.lines(-location.latitude, step, high, box.y - middle.y, box.maxY - middle.y) {
      painter.outline(
        .path([Point(x: box.x + 1, y: middle.y + y), Point(x: box.maxX - 1, y: middle.y + y)]),
        width: 1, color: color)
    }
  }

  /// Returns the smallest number of the form 1, 2 or 5 times a power of ten that is not less than a number of degrees.
  static func step(degrees: Double) -> Double {
    var power = 1e-7
    while power < 100 {
      for factor in [1.0, 2, 5] where power * factor >= degrees { return power * factor }
      power *= 10
    }
    return 100
  }

  /// Returns the positions of lines, in points from the middle.
  private static func lines(
    _ middle: Double, _ step: Double, _ pointsPerDegree: Double, _ low: Double, _ high: Double
  ) -> [Double] {
    guard pointsPerDegree > 0, middle.isFinite else { return [] }
    let first = ((middle + (low + 2) / pointsPerDegree) / step).rounded(.up)
    var found: [Double] = []
    for number in 0..<64 {
      let place = ((first + Double(number)) * step - middle) * pointsPerDegree
      guard place <= high - 2 else { break }
      found.append(place)
    }
    return found
  }

  /// Returns the cosine by its series, with an error below 1e-7 up to 85 degrees.
  private func cosine(_ angle: Double) -> Double {
    let square = angle * angle
    return 1 - square / 2
      * (1 - square / 12 * (1 - square / 30 * (1 - square / 56 * (1 - square / 90))))
  }

  private func drawRadius<P: Painter>(
    round middle: Point, in box: Rectangle, on painter: inout P
  ) {
    let span = min(max(location.mapSpan, 1), 40_000_000)
    let radius = location.radius / span * min(box.width, box.height)
    guard radius >= 2, radius.isFinite else { return }
    painter.fill(
      .circle(center: middle, radius: min(radius, middle.y - box.y - 1)),
      color: Color(red: 0x1A, green: 0x73, blue: 0xE8, alpha: 50))
  }

  private func drawPin<P: Painter>(at tip: Point, height: Double, on painter: inout P) {
    let radius = height * 0.34
    let center = Point(x: tip.x, y: tip.y - height + radius)
    let red = Color(0xD93025)
    painter.fill(
      .path([
        Point(x: center.x - radius * 0.94, y: center.y + radius * 0.34), tip,
        Point(x: center.x + radius * 0.94, y: center.y + radius * 0.34),
      ]), color: red)
    painter.fill(.circle(center: center, radius: radius), color: red)
    painter.fill(.circle(center: center, radius: radius * 0.4), color: .white)
  }

  private func drawNames<P: Painter>(
    in box: Rectangle, strip: Double, labels: LabelPainter, on painter: inout P
  ) {
    let area = Rectangle(
      x: box.x + 4, y: box.maxY - strip - 4, width: box.width - 8, height: strip)
    var ground = theme.paper
    ground.alpha = 225
    painter.fill(.rectangle(area, cornerRadius: 5), color: ground)
    let coordinates = Self.coordinates(location)
    let lines = location.placename.map { [$0, coordinates] } ?? [coordinates]
    for (index, text) in lines.enumerated() {
      let height = strip / Double(lines.count)
      labels.draw(
        text, size: index == 0 ? 12 : 10, color: index == 0 ? theme.text : theme.secondaryText,
        in: Rectangle(
          x: area.x + 4, y: area.y + Double(index) * height, width: area.width - 8, height: height),
        alignment: .center, on: &painter)
    }
  }

  /// Returns degrees with four decimals, a precision of about ten metres: `48.8584° N, 2.2945° E`.
  static func coordinates(_ location: Attachment.Location) -> String {
    func text(_ degrees: Double, _ positive: String, _ negative: String) -> String {
      "\(SVGPainter.precise((abs(degrees) * 10_000).rounded() / 10_000))° \(degrees < 0 ? negative : positive)"
    }
    return text(location.latitude, "N", "S") + ", " + text(location.longitude, "E", "W")
  }
}
