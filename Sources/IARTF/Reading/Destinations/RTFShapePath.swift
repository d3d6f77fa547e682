internal import IAShapes
internal import IAText

/// Creates the drawn shapes of a path: its fill, its line with dashes, and the ends of the line.
struct RTFShapePath {
  private typealias Place = ShapePicture.Place
  private typealias Step = ShapePicture.Step

  private(set) var shapes: [ShapePicture.Shape] = []

  /// Creates the shapes of a path, which has a fill or a line.
  init(
    _ steps: [ShapePicture.Step], _ form: RTFShapeForm, fill: Color?, line: ShapePicture.Line?
  ) {
    let fill = form.isLine ? nil : fill
    guard let line else {
      if fill != nil { shapes.append(.init(steps, fill: fill)) }
      return
    }
    var steps = steps
    var ends: [ShapePicture.Shape] = []
    if !steps.contains(.close), steps.count > 1 {
      ends += Self.end(of: &steps, form.end, line)
      steps = Self.reversed(steps)
      ends += Self.end(of: &steps, form.start, line)
      steps = Self.reversed(steps)
    }
    let path = ShapePicture.Shape(steps, fill: fill, line: line)
    if let dashes = Self.dashes(along: path, form.dashing, line) {
      if fill != nil { shapes.append(.init(steps, fill: fill)) }
      shapes.append(.init(dashes, line: line))
    } else {
      shapes.append(path)
    }
    shapes += ends
  }

  // MARK: Dashes

  /// The lengths of dashes and gaps by the number of `lineDashing`, in line widths.
  private static let patterns: [[Double]] = [
    [], [3, 1], [1, 1], [3, 1, 1, 1], [3, 1, 1, 1, 1, 1], [1, 3], [4, 3], [8, 3], [4, 3, 1, 3],
    [8, 3, 1, 3], [8, 3, 1, 3, 1, 3],
  ]

  /// The maximum number of dashes of a shape.
  private static let maxDashes = 2_000

  /// Returns the dashes of a line, or `nil` for a line without any, and for too many.
  private static func dashes(
    along shape: ShapePicture.Shape, _ dashing: Int, _ line: ShapePicture.Line
  ) -> [Step]? {
    guard patterns.indices.contains(dashing), !patterns[dashing].isEmpty else { return nil }
    let width = Double(max(line.width, 5))
    // Dashes have round ends, which add half a line width at each end.
    let lengths = patterns[dashing].enumerated().map { index, length in
      width * (index % 2 == 0 ? max(length - 1, 0.1) : length + 1)
    }
    var steps: [Step] = []
    for figure in shape.figures {
      let points = figure.isClosed ? figure.points + figure.points.prefix(1) : figure.points
      var (index, rest) = (0, lengths[0])
      steps.append(.move(points[0]))
      for (from, to) in zip(points, points.dropFirst()) {
        let length = distance(from, to)
        var done = 0.0
        while length - done > rest {
          done += rest
          let place = between(from, to, done / length)
          steps.append(index % 2 == 0 ? .line(place) : .move(place))
          index = (index + 1) % lengths.count
          rest = lengths[index]
          guard steps.count < 2 * maxDashes else { return nil }
        }
        rest -= length - done
        if index % 2 == 0 { steps.append(.line(to)) }
      }
    }
    return steps
  }

  // MARK: Ends of lines

  /// Returns the shapes at the end of an open path, which becomes shorter where the shape covers it.
  private static func end(
    of steps: inout [Step], _ end: RTFShapeForm.End, _ line: ShapePicture.Line
  ) -> [ShapePicture.Shape] {
    guard end.head != .none, let tip = steps.last?.places.last else { return [] }
    let before = steps.last?.places.dropLast().last ?? steps.dropLast().last?.places.last
    guard let before, distance(before, tip) > 0 else { return [] }
    // The ends of thin lines have the size of those of a line of two points.
    let unit = Double(max(line.width, 40))
    func size(_ index: Int) -> Double { unit * [2, 3, 5][min(max(index, 0), 2)] }
    let (length, width) = (size(end.length), size(end.width))
    let whole = distance(before, tip)
    let (along, across) = (
      Place((tip.x - before.x) / whole, (tip.y - before.y) / whole),
      Place((before.y - tip.y) / whole, (tip.x - before.x) / whole)
    )
    /// Returns the place at a distance back from the tip and to the side.
    func place(_ back: Double, _ side: Double) -> Place {
      Place(
        tip.x - along.x * back + across.x * side, tip.y - along.y * back + across.y * side)
    }
    func filled(_ corners: [Place]) -> [ShapePicture.Shape] {
      [
        .init(
          [.move(corners[0])] + corners.dropFirst().map { .line($0) } + [.close], fill: line.color)
      ]
    }
    let half = width / 2
    switch end.head {
    case .none: return []
    case .triangle:
      shorten(&steps, to: place(min(length * 0.8, whole), 0))
      return filled([tip, place(length, half), place(length, -half)])
    case .stealth:
      shorten(&steps, to: place(min(length * 0.6, whole), 0))
      return filled([tip, place(length, half), place(length * 0.6, 0), place(length, -half)])
    case .diamond:
      return filled([
        place(-length / 2, 0), place(0, half), place(length / 2, 0), place(0, -half),
      ])
    case .oval:
      let count = 16
      return filled(
        (0..<count).map { step in
          let angle = 2 * Double.pi * Double(step) / Double(count)
          return place(
            length / 2 * RTFShapeForms.sine(angle + .pi / 2), half * RTFShapeForms.sine(angle))
        })
    case .open:
      return [
        .init([.move(place(length, half)), .line(tip), .line(place(length, -half))], line: line)
      ]
    }
  }

  /// Moves the end of a path if its last segment is straight.
  private static func shorten(_ steps: inout [Step], to place: Place) {
    if case .line? = steps.last { steps[steps.count - 1] = .line(place) }
  }

  /// Returns an open path of one figure from its end to its start; others are not changed.
  private static func reversed(_ steps: [Step]) -> [Step] {
    let moves = steps.count { if case .move = $0 { true } else { false } }
    guard moves == 1, let last = steps.last?.places.last else { return steps }
    var reversed: [Step] = [.move(last)]
    for index in steps.indices.dropFirst().reversed() {
      guard let end = steps[index - 1].places.last else { return steps }
      switch steps[index] {
      case .curve(let first, let second, _): reversed.append(.curve(second, first, end))
      default: reversed.append(.line(end))
      }
    }
    return reversed
  }

  private static func distance(_ one: Place, _ two: Place) -> Double {
    let (x, y) = (two.x - one.x, two.y - one.y)
    return (x * x + y * y).squareRoot()
  }

  private static func between(_ one: Place, _ two: Place, _ share: Double) -> Place {
    Place(one.x + (two.x - one.x) * share, one.y + (two.y - one.y) * share)
  }
}
