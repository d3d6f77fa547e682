internal import IACSS
internal import IAMarkup

/// The size that declarations set for a picture.
struct PictureStyle: Equatable {
  /// A width or height.
  enum Side: Equatable {
    /// Not declared; the attributes of the element apply.
    case unstated
    /// `auto`: determined by the picture and its other side.
    case natural
    /// A length in points.
    case points(Double)
    /// A fraction, from 0 to 1, of the available width.
    case share(Double)
  }

  /// The width.
  var width = Side.unstated
  /// The height.
  var height = Side.unstated
  /// The maximum width in points.
  var maxWidth: Double?
  /// The maximum height in points.
  var maxHeight: Double?

  /// Returns the size in points at which a picture is shown; a side is `nil` if it follows from the
  /// picture.
  ///
  /// - Parameters:
  ///   - attributes: The width and height attributes of the element in points.
  ///   - natural: The size of the picture in points; `nil` if unknown.
  ///   - space: The available width in points; `nil` if unknown.
  func shown(
    _ attributes: (width: Double?, height: Double?), natural: (width: Double, height: Double)?,
    in space: Double?
  ) -> (width: Double?, height: Double?) {
    let isKnown = natural != nil
    let width = Self.length(width, attributes.width, of: space, isKnown: isKnown)
    let height = Self.length(height, attributes.height, of: nil, isKnown: isKnown)
    guard maxWidth != nil || maxHeight != nil, let natural, natural.width > 0, natural.height > 0
    else { return (width, height) }
    let proportion = natural.height / natural.width
    let full = width ?? height.map { $0 / proportion } ?? natural.width
    var shown = (width: full, height: height ?? full * proportion)
    let isProportional = width == nil || height == nil
    if let maxWidth, shown.width > maxWidth {
      if isProportional { shown.height *= maxWidth / shown.width }
      shown.width = maxWidth
    }
    if let maxHeight, shown.height > maxHeight {
      if isProportional { shown.width *= maxHeight / shown.height }
      shown.height = maxHeight
    }
    let isNatural = width == nil && height == nil
    return isNatural && shown == natural ? (nil, nil) : (shown.width, shown.height)
  }

  private static func length(
    _ side: Side, _ attribute: Double?, of space: Double?, isKnown: Bool
  ) -> Double? {
    switch side {
    case .unstated: attribute
    case .natural: isKnown ? nil : attribute
    case .points(let points): points
    case .share(let share): space.map { $0 * share }
    }
  }
}

extension PictureStyle {
  /// Applies a declaration of the picture size, and returns whether the declaration is one.
  mutating func apply(_ declaration: CSSDeclaration, _ lengths: CSSLengthRules) -> Bool {
    switch declaration {
    case .width(let length):
      if case .percent(let share)? = length {
        width = .share(min(max(share, 0), 1))
      } else {
        width = Side(length, lengths)
      }
    case .extent(.height, let length): height = Side(length, lengths)
    case .extent(.maxWidth, let length): maxWidth = length.flatMap { lengths.points($0) }
    case .extent(.maxHeight, let length): maxHeight = length.flatMap { lengths.points($0) }
    default: return false
    }
    return true
  }
}

extension PictureStyle.Side {
  /// Creates the length of a side from a declaration; `auto` and lengths outside 0 to 16,384 points
  /// become `natural`.
  fileprivate init(_ length: CSSLength?, _ lengths: CSSLengthRules) {
    let points = length.flatMap { lengths.points($0) }
    self = points.flatMap { (0...16_384).contains($0) ? .points($0) : nil } ?? .natural
  }
}

extension StyleBuilder {
  /// Whether the element is a picture whose size style sheets can set.
  var isPicture: Bool { !isOwn && (tag == .img || tag == .svg) }

  mutating func applyToPicture(_ declaration: CSSDeclaration) {
    var picture = style.pictures.first ?? PictureStyle()
    if picture.apply(declaration, lengths) { style.pictures = [picture] }
  }
}
