internal import IAText

// The file of a picture of shapes: one `path` element for each shape.

extension ShapePicture {
  /// The picture as an SVG file.
  package var svg: [UInt8] {
    var out = Self.start
    let height = height
    func points(_ units: Int) -> String {
      let cents = units % 20 * 5
      return "\(units / 20).\(cents < 10 ? "0" : "")\(cents)"
    }
    out += "\(points(width))pt\" height=\"\(points(height))pt\" viewBox=\"0 0 \(width) \(height)\""
    out += " fill-rule=\"evenodd\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
    for shape in shapes {
      out += "<path d=\""
      for step in shape.steps {
        switch step {
        case .move: out += "M"
        case .line: out += "L"
        case .curve: out += "C"
        case .close: out += "Z"
        }
        out += step.places.map { "\(Self.number($0.x)) \(Self.number($0.y))" }
          .joined(separator: " ")
      }
      out += "\" fill=\"\(shape.fill?.hex ?? "none")\""
      if let line = shape.line {
        out += " stroke=\"\(line.color.hex)\" stroke-width=\"\(line.width)\""
      }
      out += "/>\n"
    }
    return Array((out + "</svg>\n").utf8)
  }

  private static let start = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""

  /// Returns a number as an integer within the limits.
  private static func number(_ value: Double) -> Int {
    value.isFinite
      ? Int(min(max(value.rounded(), Double(-maxCoordinate)), Double(maxCoordinate))) : 0
  }

  /// Creates a picture from its file; returns `nil` if the bytes differ from `svg` of the picture.
  ///
  /// Other SVG files are refused, so that a page can contain the file unchanged.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package init?(svg bytes: [UInt8]) {
    guard bytes.starts(with: Self.start.utf8) else { return nil }
    var reader = SVGReader(bytes: bytes)
    guard let picture = reader.read(), picture.svg == bytes else { return nil }
    self = picture
  }

  /// Returns whether bytes are the file of a picture of shapes.
  package static func isFile(_ bytes: [UInt8]) -> Bool { ShapePicture(svg: bytes) != nil }
}

/// Reads the file of a picture of shapes; the caller compares the bytes with `svg` of the result.
private struct SVGReader {
  let bytes: [UInt8]
  var at = 0
  private var stepCount = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() -> ShapePicture? {
    guard skip(past: "viewBox=\"0 0 "), let width = number(), take(" "), let height = number(),
      (1...ShapePicture.maxSide).contains(width), (1...ShapePicture.maxSide).contains(height),
      skip(past: ">\n")
    else { return nil }
    var picture = ShapePicture(width: width, height: height, shapes: [])
    while take("<path d=\"") {
      guard picture.shapes.count < ShapePicture.maxShapes, let shape = shape() else { return nil }
      picture.shapes.append(shape)
    }
    return picture
  }

  private mutating func shape() -> ShapePicture.Shape? {
    var shape = ShapePicture.Shape([])
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
      stepCount += 1
      guard stepCount <= ShapePicture.maxSteps, let step = step() else { return nil }
      shape.steps.append(step)
    }
    guard take("\" fill=\"") else { return nil }
    if !take("none") {
      guard let color = color() else { return nil }
      shape.fill = color
    }
    if take("\" stroke=\"") {
      guard let color = color(), take("\" stroke-width=\""), let width = number() else {
        return nil
      }
      shape.line = ShapePicture.Line(width: width, color: color)
    }
    return take("\"/>\n") ? shape : nil
  }

  private mutating func step() -> ShapePicture.Step? {
    let letter = bytes[at]
    at += 1
    switch letter {
    case UInt8(ascii: "M"): return place().map { .move($0) }
    case UInt8(ascii: "L"): return place().map { .line($0) }
    case UInt8(ascii: "C"):
      guard let first = place(), take(" "), let second = place(), take(" "), let end = place()
      else { return nil }
      return .curve(first, second, end)
    case UInt8(ascii: "Z"): return .close
    default: return nil
    }
  }

  private mutating func place() -> ShapePicture.Place? {
    guard let x = number(), take(" "), let y = number() else { return nil }
    return ShapePicture.Place(Double(x), Double(y))
  }

  private mutating func color() -> Color? {
    let end = bytes[at...].prefix(10).firstIndex(of: UInt8(ascii: "\"")) ?? at
    defer { at = end }
    return Color(hex: String(decoding: bytes[at..<end], as: UTF8.self))
  }

  /// Reads an integer of at most seven digits.
  private mutating func number() -> Int? {
    let isNegative = take("-")
    let digits = bytes[at...].prefix(8).prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard (1...7).contains(digits.count) else { return nil }
    at += digits.count
    let value = digits.reduce(0) { 10 * $0 + Int($1 - 0x30) }
    return isNegative ? -value : value
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let matches = text.withUTF8Buffer { buffer in unsafe bytes[at...].starts(with: buffer) }
    if matches { at += text.utf8CodeUnitCount }
    return matches
  }

  /// Skips to the end of the first occurrence of a text.
  private mutating func skip(past text: StaticString) -> Bool {
    while at < bytes.count {
      if take(text) { return true }
      at += 1
    }
    return false
  }
}
