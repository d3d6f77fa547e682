internal import IACSS
internal import IAText

/// The borders, padding and corner radius of an element while its declarations are applied.
struct CSSFrame {
  struct Side {
    var style = Border.Style.none
    var isStated = false
    /// The width in points; initially `medium`, 3 CSS pixels.
    var width = 2.25
    var color: Color?
    var padding: Double?

    /// The border, or `nil` if no declaration sets one.
    var border: Border? {
      guard isStated else { return nil }
      if style == .none { return Border.none }
      let width = StyleBuilder.rounded(width)
      return Border(style, width: min(width, Border.widths.upperBound), color: color)
    }

    var isVisible: Bool { border?.isVisible ?? false }
    /// The space between a visible border and the text in points; `nil` without border or padding.
    var space: Double? {
      guard isVisible, let padding else { return nil }
      return min(max(StyleBuilder.rounded(padding), 0), Border.widths.upperBound)
    }
  }

  var top = Side()
  var right = Side()
  var bottom = Side()
  var left = Side()
  /// Whether `padding-top` or `padding-bottom` is declared by itself.
  var hasOwnPadding = false
  /// The radius of the corners, in points.
  private(set) var radius = 0.0

  /// Whether at least one side has a visible border.
  var isVisible: Bool { top.isVisible || right.isVisible || bottom.isVisible || left.isVisible }

  /// Whether at least one side has a border without a colour, which separates as padding does.
  var hasTransparentBorder: Bool {
    [top, right, bottom, left].contains {
      $0.isStated && $0.style != .none && $0.width > 0 && $0.color?.alpha == 0
    }
  }

  /// Whether at least one side has padding.
  var hasPadding: Bool {
    [top, right, bottom, left].contains { $0.padding ?? 0 > 0 }
  }

  /// Sets the corner radius; any positive percentage gives fully rounded ends, because the size of
  /// the box is unknown.
  mutating func setRadius(_ length: CSSLength, _ lengths: CSSLengthRules) {
    if case .percent(let share) = length {
      radius = share > 0 ? InlineBox.lengths.upperBound : 0
    } else if let points = lengths.exactPoints(length), points >= 0 {
      radius = min(points, InlineBox.lengths.upperBound)
    }
  }

  /// Changes each of the given sides.
  mutating func change(_ sides: CSSSides, _ change: (inout Side) -> Void) {
    if sides.contains(.top) { change(&top) }
    if sides.contains(.right) { change(&right) }
    if sides.contains(.bottom) { change(&bottom) }
    if sides.contains(.left) { change(&left) }
  }

  /// Returns the borders; declared borders of style `none` are included only if `keepsNone` is
  /// `true`.
  func borders(keepsNone: Bool) -> Sides<Border> {
    func value(_ side: Side) -> Border? {
      guard let border = side.border else { return nil }
      return keepsNone || border.isVisible ? border : nil
    }
    return Sides(
      top: value(top), right: value(right), bottom: value(bottom), left: value(left))
  }

  /// The space between each visible border and the text in points.
  var spacing: Sides<Double> {
    Sides(top: top.space, right: right.space, bottom: bottom.space, left: left.space)
  }
}
