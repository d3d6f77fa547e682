internal import IAShapes

/// The statements of a shape about its form: its kind, the points of a free form, and its rotation.
///
/// Sources: [MS-ODRAW], "Shape Properties"; the RTF specification 1.9.1, "Drawing Objects (Shapes)".
struct RTFShapeForm {
  typealias Place = ShapePicture.Place
  typealias Step = ShapePicture.Step

  /// The kinds of ends of lines.
  enum Head: Int { case none, triangle, stealth, diamond, oval, open }

  /// An end of a line: its kind, and its length and width as indexes into multiples of the line width.
  struct End {
    var head = Head.none
    var length = 1
    var width = 1
  }

  /// The number of the kind; 0 for a free form.
  var kind = 0
  var isFlippedAcross = false
  var isFlippedDown = false
  /// The rotation clockwise in degrees.
  var rotation = 0.0
  /// The first two adjustments; `nil` for the default of the kind.
  var adjustments: [Int?] = [nil, nil]
  var points: [Place] = []
  /// The segments of a free form; empty if one figure connects all points.
  var segments: [Int] = []
  /// The form of a path without segments: 0 for an open line, 1 for a polygon, 2 and 3 for curves.
  var pathKind = 1
  /// The coordinates of the sides of a free form: left, top, right, bottom.
  var frame = [0, 0, 21_600, 21_600]
  var start = End()
  var end = End()
  /// The dashes of the line; 0 for none.
  var dashing = 0

  /// The maximum number of points of a free form.
  private static let maxPoints = 65_536

  /// Sets a property whose value is a number, and returns whether it is one of the form.
  mutating func set(_ name: String, _ number: Int) {
    switch name {
    case "shapeType": kind = number
    case "fFlipH", "fRelFlipH": isFlippedAcross = number != 0
    case "fFlipV", "fRelFlipV": isFlippedDown = number != 0
    case "rotation", "relRotation": rotation = Double(number) / 65_536
    case "adjustValue": adjustments[0] = number
    case "adjust2Value": adjustments[1] = number
    case "shapePath": pathKind = number
    case "geoLeft": frame[0] = number
    case "geoTop": frame[1] = number
    case "geoRight": frame[2] = number
    case "geoBottom": frame[3] = number
    case "lineStartArrowhead": start.head = Head(rawValue: number) ?? .none
    case "lineEndArrowhead": end.head = Head(rawValue: number) ?? .none
    case "lineStartArrowLength": start.length = number
    case "lineStartArrowWidth": start.width = number
    case "lineEndArrowLength": end.length = number
    case "lineEndArrowWidth": end.width = number
    case "lineDashing": dashing = number
    default: break
    }
  }

  /// Sets the points or the segments of a free form: `8;2;(0,0);(100,50)` and `2;3;16384;1;32768`.
  mutating func setArray(_ name: String, _ value: String) {
    let numbers = Self.numbers(in: value)
    guard numbers.count > 2 else { return }
    if name == "pSegmentInfo" {
      segments = Array(numbers.dropFirst(2).prefix(Self.maxPoints))
    } else {
      let coordinates = Array(numbers.dropFirst(2).prefix(2 * Self.maxPoints))
      points = stride(from: 0, to: coordinates.count - 1, by: 2).map {
        Place(Double(coordinates[$0]), Double(coordinates[$0 + 1]))
      }
    }
  }

  /// Returns the whole numbers in a text; all other characters separate numbers.
  private static func numbers(in text: String) -> [Int] {
    var numbers: [Int] = []
    var value: Int?
    var isNegative = false
    for byte in text.utf8 {
      if byte >= 0x30, byte <= 0x39 {
        value = min((value ?? 0) * 10 + Int(byte - 0x30), 1 << 31)
        continue
      }
      if let number = value { numbers.append(isNegative ? -number : number) }
      (value, isNegative) = (nil, byte == UInt8(ascii: "-"))
    }
    if let number = value { numbers.append(isNegative ? -number : number) }
    return numbers
  }

  /// Adds a coordinate of a drawing object of Word 6, whose words state the points of lines.
  mutating func add(_ coordinate: Double, isVertical: Bool) {
    if !isVertical {
      guard points.count < Self.maxPoints else { return }
      points.append(Place(coordinate, 0))
    } else if !points.isEmpty {
      points[points.count - 1].y = coordinate
    }
  }

  // MARK: The path

  /// Whether the kind of the shape is that of a rectangle, a text box or a picture.
  var isBox: Bool {
    [0, 1, 75, 109, 202].contains(kind) && points.isEmpty && rotation == 0
  }

  /// Whether the shape is a line, which has no area.
  var isLine: Bool { kind == 20 || (32...40).contains(kind) || kind == 19 }

  /// Returns the path of the shape, or `nil` if the form is not known.
  ///
  /// - Parameters:
  ///   - x, y, width, height: The box of the shape. If the rotation is closer to a right angle than to none, it is the
  ///     box of the rotated shape.
  func path(x: Double, y: Double, width: Double, height: Double) -> [Step]? {
    let (middleX, middleY) = (x + width / 2, y + height / 2)
    let turn = abs(rotation.truncatingRemainder(dividingBy: 180))
    let isOnSide = turn >= 45 && turn < 135
    let (wide, high) = isOnSide ? (height, width) : (width, height)
    guard let steps = points.isEmpty ? preset(wide, high) : freeForm(wide, high) else { return nil }
    return turned(steps, wide, high).map { step in
      step.mapped { Place($0.x + middleX - wide / 2, $0.y + middleY - high / 2) }
    }
  }

  /// Whether the shape is flipped or rotated.
  var isTurned: Bool { isFlippedAcross || isFlippedDown || rotation != 0 }

  /// Returns a path flipped and rotated around the middle of a size.
  func turned(_ steps: [Step], _ width: Double, _ height: Double) -> [Step] {
    guard isTurned else { return steps }
    let angle = rotation * .pi / 180
    let (sine, cosine) = (RTFShapeForms.sine(angle), RTFShapeForms.sine(angle + .pi / 2))
    return steps.map { step in
      step.mapped { place in
        let across = (place.x - width / 2) * (isFlippedAcross ? -1 : 1)
        let down = (place.y - height / 2) * (isFlippedDown ? -1 : 1)
        guard rotation != 0 else { return Place(width / 2 + across, height / 2 + down) }
        return Place(
          width / 2 + across * cosine - down * sine, height / 2 + across * sine + down * cosine)
      }
    }
  }

  private func preset(_ width: Double, _ height: Double) -> [Step]? {
    RTFShapeForms.path(
      kind, Place(width, height), adjustments: adjustments.map { $0.map(Double.init) })
  }

  /// Returns the path of a free form in a box.
  private func freeForm(_ width: Double, _ height: Double) -> [Step] {
    let (left, top) = (Double(frame[0]), Double(frame[1]))
    let (wide, high) = (Double(frame[2]) - left, Double(frame[3]) - top)
    let places = points.map { place in
      Place(
        wide == 0 ? 0 : (place.x - left) * width / wide,
        high == 0 ? 0 : (place.y - top) * height / high)
    }
    guard segments.isEmpty else { return Self.path(of: segments, places) }
    var steps: [Step] = [.move(places[0])]
    if pathKind == 2 || pathKind == 3 {
      for index in stride(from: 1, to: places.count - 2, by: 3) {
        steps.append(.curve(places[index], places[index + 1], places[index + 2]))
      }
    } else {
      steps += places.dropFirst().map { .line($0) }
    }
    if pathKind == 1 || pathKind == 3 { steps.append(.close) }
    return steps
  }

  /// Whether the path has segments that are arcs, which are left out.
  var hasArcs: Bool {
    // The number of an escape is in the five bits after those of the kind.
    segments.contains { $0 >> 13 == 5 && (1...9).contains($0 >> 8 & 0x1F) }
  }

  /// Returns the path of segments, each of which uses some of the places.
  private static func path(of segments: [Int], _ places: [Place]) -> [Step] {
    var steps: [Step] = []
    var next = places[...]
    var start: Place?
    for segment in segments {
      // The three highest bits are the kind, the others a number.
      let count = max(segment & 0x1FFF, 1)
      switch segment >> 13 {
      case 0:
        for place in next.prefix(count) { steps.append(.line(place)) }
        next = next.dropFirst(count)
      case 1:
        for _ in 0..<count where next.count >= 3 {
          let three = Array(next.prefix(3))
          steps.append(.curve(three[0], three[1], three[2]))
          next = next.dropFirst(3)
        }
      case 2:
        start = next.popFirst()
        if let start { steps.append(.move(start)) }
      case 3:
        if case .line(let place)? = steps.last, place == start { steps.removeLast() }
        steps.append(.close)
      // Of the escapes, those for lines and fills have no points; arcs are left out.
      default: break
      }
      guard steps.count < maxPoints else { break }
    }
    if case .move? = steps.first { return steps }
    return []
  }
}
