internal import IAText

/// The number of colours of a terminal, and the mapping of other colours to them.
///
/// The nearest colour is the one with the smallest squared distance in weighted RGB: with the mean red *r* of the two
/// colours, (2 + *r*/256)·ΔR² + 4·ΔG² + (2 + (255 − *r*)/256)·ΔB². Of several colours with the same distance, the first
/// one is used. Source of the metric: Thiadmer Riemersma, "Colour metric". Integer arithmetic gives the same result on
/// all machines.
enum ANSIColorDepth: Hashable {
  /// The terminal supports no control sequences.
  case dumb
  case none, sixteen, indexed, trueColor

  /// Creates the depth for a number of colours; a negative number is that of a terminal without control sequences.
  init(colors: Int) {
    switch colors {
    case ..<0: self = .dumb
    case ..<16: self = .none
    case ..<256: self = .sixteen
    case ..<(1 << 24): self = .indexed
    default: self = .trueColor
    }
  }

  /// Returns the SGR parameters of a colour, whose opacity is ignored.
  func parameters(for color: Color, isBackground: Bool) -> [String] {
    let plane = isBackground ? 48 : 38
    switch self {
    case .dumb, .none: return []
    case .trueColor: return ["\(plane)", "2", "\(color.red)", "\(color.green)", "\(color.blue)"]
    case .indexed: return ["\(plane)", "5", "\(16 + Self.nearest(to: color, in: Self.fixed))"]
    case .sixteen:
      let number = Self.nearest(to: color, in: Self.basic)
      let base = (isBackground ? 40 : 30) + (number < 8 ? 0 : 60)
      return ["\(base + number % 8)"]
    }
  }

  static func nearest(to color: Color, in palette: [Color]) -> Int {
    var best = (index: 0, distance: Int.max)
    for (index, candidate) in palette.enumerated() {
      let distance = distance(color, candidate)
      if distance < best.distance { best = (index, distance) }
    }
    return best.index
  }

  private static func distance(_ left: Color, _ right: Color) -> Int {
    let mean = (Int(left.red) + Int(right.red)) / 2
    let red = Int(left.red) - Int(right.red)
    let green = Int(left.green) - Int(right.green)
    let blue = Int(left.blue) - Int(right.blue)
    return (512 + mean) * red * red + 1024 * green * green + (767 - mean) * blue * blue
  }

  /// The sixteen standard colours with the default values of xterm; users may have configured others.
  static let basic: [Color] = [
    0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
  ].map { Color($0) }

  /// The colours 16 to 255: a cube with six levels for each channel, then 24 greys.
  static let fixed: [Color] = {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    var colors: [Color] = []
    for red in levels {
      for green in levels {
        for blue in levels { colors.append(Color(red: red, green: green, blue: blue)) }
      }
    }
    for step in UInt8(0)..<24 {
      let level = 8 + 10 * step
      colors.append(Color(red: level, green: level, blue: level))
    }
    return colors
  }()
}
