/// Reads path data (SVG 2, section 9.3.9) and lists of points.
package enum SVGPathReader {
  /// Returns the path of path data; data after the first error is ignored.
  ///
  /// - Parameter limit: The maximum number of segments.
  /// - Complexity: O(*n*) in the length of the data.
  package static func path(_ data: String, limit: Int) -> SVGPath {
    var reader = Reader(scanner: SVGScanner(data))
    var path = SVGPath()
    reader.scanner.skipSpace()
    while path.segments.count < limit, reader.command(into: &path) {}
    return path
  }

  /// Returns a polyline or polygon through the points of a list; a last coordinate without a pair is ignored.
  static func polygon(_ points: String, isClosed: Bool, limit: Int) -> SVGPath {
    let numbers = SVGScanner.numbers(points, limit: 2 * limit)
    var path = SVGPath()
    for index in stride(from: 0, to: numbers.count - 1, by: 2) {
      let point = SVGPoint(numbers[index], numbers[index + 1])
      if index == 0 { path.move(point) } else { path.line(point) }
    }
    if isClosed { path.close() }
    return path
  }

  private struct Reader {
    var scanner: SVGScanner
    private var letter: UInt8 = 0
    /// The last control point of the previous command, which a smooth curve reflects.
    private var cubic: SVGPoint?
    private var quadratic: SVGPoint?
    private var hasMoved = false

    init(scanner: SVGScanner) { self.scanner = scanner }

    /// Adds the segment of one command, or of further coordinates for the previous command.
    mutating func command(into path: inout SVGPath) -> Bool {
      guard !scanner.isAtEnd else { return false }
      let byte = scanner.peek
      var isFurther = false
      if (0x61...0x7A).contains(byte | 0x20) {
        letter = scanner.next()
        scanner.skipSpace()
      } else {
        isFurther = true
        guard letter != 0, letter | 0x20 != UInt8(ascii: "z") else { return false }
        // Further coordinate pairs after a move are lines.
        if letter | 0x20 == UInt8(ascii: "m") { letter -= 1 }
      }
      guard hasMoved || letter | 0x20 == UInt8(ascii: "m") else { return false }
      guard add(to: &path, isFurther) else { return false }
      hasMoved = true
      scanner.skipSeparator()
      return true
    }

    private mutating func add(to path: inout SVGPath, _ isFurther: Bool) -> Bool {
      let isRelative = letter >= 0x61
      let from = path.current
      func point(_ numbers: ArraySlice<Double>) -> SVGPoint {
        let (x, y) = (numbers[numbers.startIndex], numbers[numbers.startIndex + 1])
        return isRelative ? SVGPoint(from.x + x, from.y + y) : SVGPoint(x, y)
      }
      let (lastCubic, lastQuadratic) = (cubic, quadratic)
      (cubic, quadratic) = (nil, nil)
      func mirrored(_ control: SVGPoint?) -> SVGPoint {
        control.map { SVGPoint(2 * from.x - $0.x, 2 * from.y - $0.y) } ?? from
      }
      switch letter | 0x20 {
      case UInt8(ascii: "m"):
        guard let numbers = numbers(2) else { return false }
        path.move(point(numbers[...]))
      case UInt8(ascii: "l"):
        guard let numbers = numbers(2) else { return false }
        path.line(point(numbers[...]))
      case UInt8(ascii: "h"):
        guard let x = numbers(1)?[0] else { return false }
        path.line(SVGPoint(isRelative ? from.x + x : x, from.y))
      case UInt8(ascii: "v"):
        guard let y = numbers(1)?[0] else { return false }
        path.line(SVGPoint(from.x, isRelative ? from.y + y : y))
      case UInt8(ascii: "c"):
        guard let numbers = numbers(6) else { return false }
        cubic = point(numbers[2...])
        path.curve(point(numbers[...]), point(numbers[2...]), point(numbers[4...]))
      case UInt8(ascii: "s"):
        guard let numbers = numbers(4) else { return false }
        cubic = point(numbers[...])
        path.curve(mirrored(lastCubic), point(numbers[...]), point(numbers[2...]))
      case UInt8(ascii: "q"):
        guard let numbers = numbers(4) else { return false }
        quadratic = point(numbers[...])
        path.curve(point(numbers[...]), point(numbers[2...]))
      case UInt8(ascii: "t"):
        guard let numbers = numbers(2) else { return false }
        let control = mirrored(lastQuadratic)
        quadratic = control
        path.curve(control, point(numbers[...]))
      case UInt8(ascii: "a"):
        guard let radii = numbers(3) else { return false }
        scanner.skipSeparator()
        guard let isLarge = scanner.flag() else { return false }
        scanner.skipSeparator()
        guard let isPositive = scanner.flag() else { return false }
        scanner.skipSeparator()
        guard let end = numbers(2) else { return false }
        path.arc(
          radii[0], radii[1], rotation: radii[2], isLarge: isLarge, isPositive: isPositive,
          to: point(end[...]))
      case UInt8(ascii: "z"):
        guard !isFurther else { return false }
        path.close()
      default: return false
      }
      return true
    }

    private mutating func numbers(_ count: Int) -> [Double]? {
      var numbers: [Double] = []
      for index in 0..<count {
        if index > 0 { scanner.skipSeparator() }
        guard let number = scanner.number() else { return nil }
        numbers.append(number)
      }
      return numbers
    }
  }
}

extension SVGMatrix {
  /// The maximum number of functions of a `transform`.
  private static let maxFunctions = 256

  /// Creates the matrix of a `transform` attribute; returns `nil` for a syntax error, an unknown function, or numbers
  /// that are not finite.
  package init?(transform text: String) {
    var scanner = SVGScanner(text)
    var result = SVGMatrix.identity
    scanner.skipSeparator()
    var count = 0
    while !scanner.isAtEnd {
      count += 1
      let name = scanner.word()
      scanner.skipSpace()
      guard count <= Self.maxFunctions, scanner.take(UInt8(ascii: "(")) else { return nil }
      scanner.skipSpace()
      var numbers: [Double] = []
      while numbers.count < 6, let number = scanner.number() {
        numbers.append(number)
        // CSS requires units; in the attribute, numbers without a unit are pixels or degrees.
        let unit = scanner.word()
        guard unit.isEmpty || unit == "px" || unit == "deg" else { return nil }
        scanner.skipSeparator()
      }
      guard scanner.take(UInt8(ascii: ")")), let step = Self.function(name, numbers) else {
        return nil
      }
      result = result.after(step)
      scanner.skipSeparator()
    }
    guard result.isUsable else { return nil }
    self = result
  }

  private static func function(_ name: String, _ n: [Double]) -> SVGMatrix? {
    switch (name, n.count) {
    case ("matrix", 6): SVGMatrix(n[0], n[1], n[2], n[3], n[4], n[5])
    case ("translate", 1): .translation(n[0], 0)
    case ("translate", 2): .translation(n[0], n[1])
    case ("translateX", 1): .translation(n[0], 0)
    case ("translateY", 1): .translation(0, n[0])
    case ("scale", 1): .scale(n[0], n[0])
    case ("scale", 2): .scale(n[0], n[1])
    case ("scaleX", 1): .scale(n[0], 1)
    case ("scaleY", 1): .scale(1, n[0])
    case ("rotate", 1): .rotation(n[0])
    case ("rotate", 3):
      SVGMatrix.translation(n[1], n[2]).after(.rotation(n[0])).after(.translation(-n[1], -n[2]))
    case ("skewX", 1): SVGMatrix(1, 0, tangent(n[0]), 1, 0, 0)
    case ("skewY", 1): SVGMatrix(1, tangent(n[0]), 0, 1, 0, 0)
    default: nil
    }
  }
}
