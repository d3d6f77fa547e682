/// A length with its unit.
struct SVGLength: Hashable {
  enum Unit { case pixels, percent, em, rootEm }

  var value: Double
  var unit = Unit.pixels

  /// The direction to which percentages refer.
  enum Axis { case horizontal, vertical, diagonal }

  /// Creates the length of an attribute or a declaration; `nil` for any other text, such as `auto`.
  init?(_ text: String) {
    var scanner = SVGScanner(text)
    scanner.skipSpace()
    guard let number = scanner.number() else { return nil }
    value = number
    if scanner.take(UInt8(ascii: "%")) {
      unit = .percent
    } else {
      switch scanner.word().lowercased() {
      case "", "px": break
      case "pt": value *= 4.0 / 3
      case "pc": value *= 16
      case "in": value *= 96
      case "cm": value *= 96 / 2.54
      case "mm": value *= 9.6 / 2.54
      case "q": value *= 2.4 / 2.54
      case "em": unit = .em
      case "rem": unit = .rootEm
      case "ex", "ch":
        unit = .em
        value /= 2
      default: return nil
      }
    }
    scanner.skipSpace()
    guard scanner.isAtEnd, value.isFinite, abs(value) <= 1e9 else { return nil }
  }

  init(pixels: Double) { value = pixels }

  /// Returns the length in pixels.
  func pixels(_ axis: Axis, in viewport: SVGBox, em: Double) -> Double {
    switch unit {
    case .pixels: value
    case .em: value * em
    case .rootEm: value * 16
    case .percent:
      value / 100
        * (axis == .horizontal
          ? viewport.width
          : axis == .vertical
            ? viewport.height
            : ((viewport.width * viewport.width + viewport.height * viewport.height) / 2)
              .squareRoot())
    }
  }
}

/// The value of `preserveAspectRatio`.
struct SVGAspectRatio: Hashable {
  /// Whether the content is stretched to the area (`none`).
  var stretches = false
  /// Whether the content covers the whole area (`slice`).
  var slices = false
  /// The share of the free horizontal space before the content: 0, 0.5 or 1.
  var x = 0.5
  var y = 0.5

  init(_ text: String?) {
    let words = (text ?? "").split(whereSeparator: \.isWhitespace).filter { $0 != "defer" }
    guard let first = words.first else { return }
    stretches = first == "none"
    slices = words.dropFirst().first == "slice"
    if first.hasPrefix("xMin") { x = 0 }
    if first.hasPrefix("xMax") { x = 1 }
    if first.hasSuffix("YMin") { y = 0 }
    if first.hasSuffix("YMax") { y = 1 }
  }

  /// Returns the matrix that maps a view box to an area.
  func matrix(from box: SVGBox, to area: SVGBox) -> SVGMatrix? {
    guard box.width > 0, box.height > 0, area.width > 0, area.height > 0 else { return nil }
    var (sx, sy) = (area.width / box.width, area.height / box.height)
    if !stretches {
      sx = slices ? max(sx, sy) : min(sx, sy)
      sy = sx
    }
    let matrix = SVGMatrix(
      sx, 0, 0, sy, area.x + (area.width - box.width * sx) * x - box.x * sx,
      area.y + (area.height - box.height * sy) * y - box.y * sy)
    return matrix.isUsable ? matrix : nil
  }
}
