internal import IALayout
internal import IAText
internal import IAUnicode

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A device context that collects the operations of a metafile, with its stack of states and its objects.
struct MetafileCanvas {
  private(set) var operations: [Metafile.Operation] = []
  private var pointCount = 0
  var state = MetafileState()
  private var saved: [MetafileState] = []
  private var objects: [Int: MetafileState.Object] = [:]
  /// The part of the device that the picture shows.
  var frame: (x: Double, y: Double, width: Double, height: Double) = (0, 0, 1, 1)
  /// The bytes of the largest bitmap so far.
  private var bitmapSize = 0

  private static let maxSaved = 256
  private static let maxObjects = 8192

  // MARK: Places

  /// Converts a point in logical units to fractions of the picture.
  func place(_ x: Double, _ y: Double) -> Point {
    let point = state.world.applied(x, y)
    let (window, viewport) = (state.windowExtent, state.viewportExtent)
    let deviceX = (point.x - state.windowOrigin.x) * viewport.x / window.x + state.viewportOrigin.x
    let deviceY = (point.y - state.windowOrigin.y) * viewport.y / window.y + state.viewportOrigin.y
    return Point(
      x: Self.bounded((deviceX - frame.x) / frame.width),
      y: Self.bounded((deviceY - frame.y) / frame.height))
  }

  /// Returns a number clamped to −100…100; 0 for a number that is not finite.
  private static func bounded(_ value: Double) -> Double {
    value.isFinite ? min(max(value, -100), 100) : 0
  }

  /// Returns a length in logical units as a fraction of the width or the height of the picture.
  func length(_ value: Double, isVertical: Bool) -> Double {
    let (start, end) = (place(0, 0), isVertical ? place(0, value) : place(value, 0))
    // A rotation can turn a horizontal length into a vertical one, so that both components count.
    let (x, y) = (abs(end.x - start.x) * frame.width, abs(end.y - start.y) * frame.height)
    let length = (x * x + y * y).squareRoot()
    return Self.bounded(length / abs(isVertical ? frame.height : frame.width))
  }

  // MARK: State

  mutating func save() {
    if saved.count < Self.maxSaved { saved.append(state) }
  }

  /// Restores a state: the one `-count` levels before, or the one with a number.
  mutating func restore(_ count: Int) {
    let level = count < 0 ? saved.count + max(count, -saved.count) : count - 1
    guard saved.indices.contains(level) else { return }
    state = saved[level]
    saved.removeSubrange(level...)
  }

  /// Adds an object under a number, or under the lowest free one.
  mutating func create(_ object: MetafileState.Object, number: Int? = nil) {
    guard objects.count < Self.maxObjects else { return }
    if let number {
      objects[number] = object
      return
    }
    while let free = freeNumbers.popLowest() {
      guard objects[free] == nil else { continue }
      objects[free] = object
      return
    }
    while objects[nextObject] != nil { nextObject += 1 }
    objects[nextObject] = object
    nextObject += 1
  }

  /// The lowest number that was never used: all numbers below it are in use or in `freeNumbers`.
  private var nextObject = 0
  /// The numbers below `nextObject` that are free; it may contain numbers that were used again explicitly.
  private var freeNumbers = LowestFirst()

  mutating func delete(_ number: Int) {
    guard objects.removeValue(forKey: number) != nil, number < nextObject else { return }
    freeNumbers.insert(number)
  }

  mutating func select(_ number: Int) {
    if let object = objects[number] { select(object) }
  }

  mutating func select(_ object: MetafileState.Object) {
    switch object {
    case .pen(let pen): state.pen = pen
    case .brush(let brush): state.brush = brush
    case .font(let font): state.font = font
    case .other: break
    }
  }

  /// Clips the following operations also to a rectangle.
  mutating func intersectClip(_ corners: [Point]) {
    guard let area = Self.bounds(corners) else { return }
    guard let clip = state.clip else {
      state.clip = area
      return
    }
    let (x, y) = (max(area.x, clip.x), max(area.y, clip.y))
    state.clip = Rectangle(
      x: x, y: y, width: max(min(area.maxX, clip.maxX) - x, 0),
      height: max(min(area.maxY, clip.maxY) - y, 0))
  }

  static func bounds(_ points: [Point]) -> Rectangle? {
    guard let first = points.first else { return nil }
    var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
    for point in points {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
  }

  // MARK: Shapes

  private mutating func append(_ content: Metafile.Content, points: Int = 1) {
    guard operations.count < Metafile.maxOperations, pointCount + points <= Metafile.maxPoints
    else { return }
    pointCount += points
    operations.append(.init(content: content, clip: state.clip))
  }

  /// Draws the outline of points with the pen.
  mutating func stroke(_ points: [Point]) {
    guard let pen = state.pen, points.count > 1 else { return }
    append(
      .line(points, width: length(pen.width, isVertical: false), pen.color), points: points.count)
  }

  /// Fills a polygon with the brush.
  mutating func fill(_ points: [Point]) {
    guard let brush = state.brush, points.count > 2 else { return }
    append(.fill(points, brush), points: points.count)
  }

  /// Fills several polygons as one area with the brush; polygons inside of others are holes.
  mutating func fill(_ figures: [[Point]]) {
    let figures = figures.filter { $0.count > 2 }
    guard figures.count > 1, let brush = state.brush else { return fill(figures.first ?? []) }
    append(
      .area(figures, winds: state.winds, brush),
      points: figures.reduce(0) { $0 + $1.count })
  }

  /// Fills several polygons as one area and draws their outlines.
  mutating func polygons(_ figures: [[Point]]) {
    fill(figures)
    for figure in figures {
      if let first = figure.first { stroke(figure + [first]) }
    }
  }

  /// Fills a polygon with a colour.
  mutating func fill(_ points: [Point], color: Color) {
    append(.fill(points, color), points: points.count)
  }

  /// Fills a polygon and draws its outline.
  mutating func polygon(_ points: [Point]) {
    fill(points)
    if let first = points.first { stroke(points + [first]) }
  }

  /// Returns the corners of a rectangle of logical units.
  func corners(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> [Point] {
    [place(left, top), place(right, top), place(right, bottom), place(left, bottom)]
  }

  /// Returns points of an ellipse in a rectangle of logical units, from one angle to another.
  func ellipse(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double, from start: Double = 0,
    to end: Double = 2 * .pi
  ) -> [Point] {
    let (x, y) = ((left + right) / 2, (top + bottom) / 2)
    let (width, height) = ((right - left) / 2, (bottom - top) / 2)
    let count = 48
    return (0...count).map { step in
      let angle = start + (end - start) * Double(step) / Double(count)
      return place(x + width * cos(angle), y - height * sin(angle))
    }
  }

  /// Returns points of an arc of an ellipse, counterclockwise between the rays through two points.
  func arc(_ box: [Double], from start: (Double, Double), to end: (Double, Double)) -> [Point] {
    let (x, y) = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
    let (width, height) = (max(abs(box[2] - box[0]), 1), max(abs(box[3] - box[1]), 1))
    func angle(_ point: (Double, Double)) -> Double {
      atan2(-(point.1 - y) / height, (point.0 - x) / width)
    }
    let first = angle(start)
    var last = angle(end)
    if last <= first { last += 2 * .pi }
    return ellipse(box[0], box[1], box[2], box[3], from: first, to: last)
  }

  /// Draws a bitmap in a rectangle; of several bitmaps in a metafile, only the largest one is drawn.
  mutating func bitmap(_ corners: [Point], byteCount: Int) {
    guard byteCount > bitmapSize, let area = Self.bounds(corners) else { return }
    bitmapSize = byteCount
    operations.removeAll { if case .bitmap = $0.content { true } else { false } }
    append(.bitmap(area))
  }

  // MARK: Text

  /// Draws text in a code page at a position in logical units.
  mutating func text(_ bytes: [UInt8], _ x: Double, _ y: Double, advance: Double? = nil) {
    let string: String
    if state.font.charset == 2 {
      let symbols = SymbolFont(name: state.font.face.family)
      let scalars = bytes.map { Unicode.Scalar(symbols.scalar($0)) ?? "\u{FFFD}" }
      string = String(String.UnicodeScalarView(scalars))
    } else {
      let page = FontCharset.codePage(of: Int32(state.font.charset)) ?? 1252
      let charset = Charset(codePage: page) ?? .windows1252
      string = String(decoding: charset.decode(bytes), as: UTF16.self)
    }
    text(string, x, y, advance: advance)
  }

  /// Draws text at a position in logical units, or at the current position.
  mutating func text(_ string: String, _ x: Double, _ y: Double, advance: Double? = nil) {
    let usesPosition = state.textAlign & 1 != 0
    let (x, y) = usesPosition ? state.position : (x, y)
    if usesPosition, let advance { state.position = (x + advance, y) }
    let shown = string.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }
    guard shown.contains(where: { !$0.properties.isWhitespace }) else { return }
    let font = state.font
    // A positive height is that of a line: the ascent and descent of the font.
    let height = font.height < 0 ? -font.height : font.height == 0 ? 12 : font.height / 1.15
    let alignment: Metafile.Text.Alignment =
      switch state.textAlign & 6 {
      case 2: .right
      case 6: .center
      default: .left
      }
    let line: Metafile.Text.Line =
      switch state.textAlign & 24 {
      case 8: .bottom
      case 24: .baseline
      default: .top
      }
    // The product of two matrices can be infinite.
    let turn = Self.bounded(atan2(state.world.b, state.world.a)) * 180 / .pi
    append(
      .text(
        .init(
          text: String(String.UnicodeScalarView(shown)), place: place(x, y),
          size: length(height, isVertical: true), angle: font.angle - turn, alignment: alignment,
          line: line, font: font.face, color: state.textColor)),
      points: shown.count)
  }
}

/// A set of numbers whose minimum is removed in logarithmic time: a binary heap.
private struct LowestFirst {
  private var heap: [Int] = []

  mutating func insert(_ number: Int) {
    heap.append(number)
    var child = heap.count - 1
    while child > 0, heap[(child - 1) / 2] > heap[child] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func popLowest() -> Int? {
    guard let lowest = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return lowest }
    heap[0] = last
    var parent = 0
    while 2 * parent + 1 < heap.count {
      var child = 2 * parent + 1
      if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
      guard heap[child] < heap[parent] else { break }
      heap.swapAt(child, parent)
      parent = child
    }
    return lowest
  }
}
