/// The horizontal position and the width available to lines, in points.
enum Column {
  /// A column with straight vertical sides.
  case plain(left: Double, width: Double)
  /// An area whose available width depends on the vertical position; `top` is the paragraph's top
  /// in the flow, in points.
  case shaped(FlowShape, top: Double)

  var left: Double {
    if case .plain(let left, _) = self { left } else { 0 }
  }

  var width: Double {
    if case .plain(_, let width) = self { width } else { 0 }
  }
}
