internal import IALayout
internal import IAText

/// The geometry of a line: its points, its width, its dashes.
struct StrokeLine: Hashable {
  var points: [Point]
  var width: Double
  /// The lengths of dashes and gaps in alternation; empty for a solid line.
  var dashes: [Double] = []
  /// Whether dashes are round dots.
  var isDotted = false
}

extension Stroke {
  /// The lines that a stroke consists of.
  var lines: [StrokeLine] {
    let whole = StrokeLine(
      points: [start, Point(x: start.x + length, y: start.y)], width: thickness)
    switch style {
    case .single: return [whole]
    case .double:
      return [-thickness, thickness].map { offset in
        StrokeLine(
          points: whole.points.map { Point(x: $0.x, y: $0.y + offset) }, width: thickness)
      }
    case .dotted:
      var line = whole
      line.dashes = [0, 2 * thickness]
      line.isDotted = true
      return [line]
    case .dashed:
      var line = whole
      line.dashes = [4 * thickness, 2 * thickness]
      return [line]
    case .wavy: return [wave]
    }
  }

  /// A zigzag with rounded corners and a period of four thicknesses.
  private var wave: StrokeLine {
    let step = max(2 * thickness, length / 4096)
    let count = max(Int((length / step).rounded(.up)), 1)
    var points: [Point] = []
    for index in 0...count {
      let x = min(Double(index) * step, length)
      let offset = index.isMultiple(of: 2) ? thickness : -thickness
      points.append(Point(x: start.x + x, y: start.y + offset))
    }
    return StrokeLine(points: points, width: thickness)
  }
}

extension Theme {
  /// Returns the colour of a filled rectangle.
  func color(_ color: Color, of role: FillRole) -> Color {
    if role == .paragraphBorder { return ink(color) }
    return role.isBehindText ? ground(color) : color
  }
}

extension FillRole {
  /// Whether there is text on the filled area.
  var isBehindText: Bool {
    switch self {
    case .textBackground, .cellShading, .paragraphShading: true
    case .codeBlock, .quoteBar, .tableBorder, .thematicBreak, .paragraphBorder: false
    }
  }
}
