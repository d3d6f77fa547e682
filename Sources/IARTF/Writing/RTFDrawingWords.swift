internal import IAShapes
internal import IAText

/// The control words of a picture of shapes: one free form, or a group of them.
struct RTFDrawingWords {
  /// The words up to the properties.
  private(set) var start = RTFWords()
  /// The properties and the shapes, up to the end of the group.
  private(set) var words = RTFWords()
  private let width: Int
  private let height: Int

  /// Creates the words of a picture.
  ///
  /// - Parameter size: The displayed size in twips, to which the shapes are scaled.
  init(_ picture: ShapePicture, _ placement: Placement, size: (width: Int, height: Int)) {
    (width, height) = (picture.width, picture.height)
    let place = RTFShapeWords(place: placement, width: size.width, height: size.height).words
    let isGroup = picture.shapes.count != 1
    start.add(isGroup ? "{\\shpgrp{\\*\\shpinst" : "{\\shp{\\*\\shpinst")
    start.add(place)
    guard isGroup else {
      if let shape = picture.shapes.first { add(shape) }
      words.add("}}")
      return
    }
    add("groupLeft", 0)
    add("groupTop", 0)
    add("groupRight", width)
    add("groupBottom", height)
    for shape in picture.shapes {
      words.add("\n{\\shp{\\*\\shpinst")
      add("relLeft", 0)
      add("relTop", 0)
      add("relRight", width)
      add("relBottom", height)
      add(shape)
      words.add("}}")
    }
    words.add("}}")
  }

  private mutating func add(_ shape: ShapePicture.Shape) {
    add("shapeType", 0)
    add("geoLeft", 0)
    add("geoTop", 0)
    add("geoRight", width)
    add("geoBottom", height)
    let steps = Self.joined(shape.steps)
    let places = steps.flatMap(\.places)
    open("pVerticies")
    words.add("8;", places.count)
    for place in places {
      words.add(";(", Int(place.x))
      words.add(",", Int(place.y))
      words.add(")")
    }
    words.add("}}")
    open("pSegmentInfo")
    words.add("2;", steps.count + 1)
    for step in steps {
      switch step {
      case .move: words.add(";16384")
      case .line: words.add(";1")
      case .curve: words.add(";8193")
      case .close: words.add(";24577")
      }
    }
    words.add(";32768}}")
    addPaint("fFilled", "fillColor", "fillOpacity", shape.fill)
    addPaint("fLine", "lineColor", "lineOpacity", shape.line?.color)
    if let line = shape.line { add("lineWidth", line.width * 635) }
  }

  /// Returns a path whose figures return to their start before they are closed.
  ///
  /// Otherwise LibreOffice does not draw the last line. The reader ignores the additional line.
  private static func joined(_ steps: [ShapePicture.Step]) -> [ShapePicture.Step] {
    var joined: [ShapePicture.Step] = []
    var start: ShapePicture.Place?
    for step in steps {
      if case .move(let place) = step { start = place }
      if step == .close, let start, joined.last?.places.last != start {
        joined.append(.line(start))
      }
      joined.append(step)
    }
    return joined
  }

  private mutating func addPaint(
    _ flag: StaticString, _ name: StaticString, _ opacity: StaticString, _ color: Color?
  ) {
    add(flag, color == nil ? 0 : 1)
    guard let color else { return }
    add(name, RTFShapeWords.number(of: color))
    if color.alpha < 255 { add(opacity, (Int(color.alpha) * 65_536 + 127) / 255) }
  }

  private mutating func open(_ name: StaticString) {
    words.add("{\\sp{\\sn ")
    words.add(name)
    words.add("}{\\sv ")
  }

  private mutating func add(_ name: StaticString, _ value: Int) {
    open(name)
    words.add("", value)
    words.add("}}")
  }
}
