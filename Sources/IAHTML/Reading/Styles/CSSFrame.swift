internal import IACSS
internal import IAText

/// The borders of an element while its declarations are applied.
struct CSSFrame {
  /// A side of the element.
  struct Side {
    var style = Border.Style.none
    var isStated = false
    /// The width in points; that of `medium` if none is stated.
    var width = 2.25
    var color: Color?
    var padding: Double?

    /// The border, or `nil` if nothing is stated.
    var border: Border? {
      guard isStated else { return nil }
      if style == .none { return Border.none }
      let width = StyleBuilder.rounded(width)
      return Border(style, width: min(width, Border.widths.upperBound), color: color)
    }

    /// Whether there is a visible border.
    var isVisible: Bool { border?.isVisible ?? false }
    /// The space to the text, if there is a border.
    var space: Double? {
      guard isVisible, let padding else { return nil }
      return min(max(StyleBuilder.rounded(padding), 0), Border.widths.upperBound)
    }
  }

  var top = Side()
  var right = Side()
  var bottom = Side()
  var left = Side()
  /// Whether the space above or below is stated by a property of its own.
  var hasOwnPadding = false
  /// The radius of the corners, in points.
  private(set) var radius = 0.0

  /// Whether any side has a visible border.
  var isVisible: Bool { top.isVisible || right.isVisible || bottom.isVisible || left.isVisible }

  /// Whether any side has space to the text.
  var hasPadding: Bool {
    [top, right, bottom, left].contains { $0.padding ?? 0 > 0 }
  }

  /// Sets the radius of the corners; a share of the unknown size of the box makes its ends round.
  mutating func setRadius(_ length: CSSLength, _ lengths: CSSLengthRules) {
    if case .percent(let share) = length {
      radius = share > 0 ? InlineBox.lengths.upperBound : 0
    } else if let points = lengths.exactPoints(length), points >= 0 {
      radius = min(points, InlineBox.lengths.upperBound)
    }
  }

  /// Applies a declaration about some sides.
  mutating func change(_ sides: CSSSides, _ change: (inout Side) -> Void) {
    if sides.contains(.top) { change(&top) }
    if sides.contains(.right) { change(&right) }
    if sides.contains(.bottom) { change(&bottom) }
    if sides.contains(.left) { change(&left) }
  }

  /// Returns the borders; without those that are stated to be none, unless `keepsNone`.
  func borders(keepsNone: Bool) -> Sides<Border> {
    func value(_ side: Side) -> Border? {
      guard let border = side.border else { return nil }
      return keepsNone || border.isVisible ? border : nil
    }
    return Sides(
      top: value(top), right: value(right), bottom: value(bottom), left: value(left))
  }

  /// The space between the visible borders and the text.
  var spacing: Sides<Double> {
    Sides(top: top.space, right: right.space, bottom: bottom.space, left: left.space)
  }
}
