/// The position and the length of a scroll bar's thumb.
public struct ScrollBar: Hashable, Sendable {
  /// The position, from 0 at the start of the content to 1 at its end.
  public var position = 0.0
  /// The visible fraction of the content, from 0 to 1.
  public var length = 1.0

  /// Creates the bar of content that is visible as a whole.
  public init() {}
}

/// Computes the scroll bar so that it does not jump while estimated heights become exact.
///
/// The total height that the bar shows changes by at most 1 % in a frame. While the content moves in one direction, the
/// thumb does not move in the opposite direction.
struct ScrollBarModel {
  private(set) var bar = ScrollBar()
  /// The total height that the bar shows; `nil` before the first frame.
  private(set) var total: Double?

  /// The largest change of the total height in a frame, as a fraction.
  private static let maximumChange = 0.0099
  /// The range of positions while neither end of the content is visible.
  private static let inside = 0.0005...0.9995

  /// The place of the visible part in the content, in pixels.
  struct Place {
    /// The distance from the top of the content.
    var offset: Double
    /// The height of the content, partly estimated.
    var total: Double
    /// The visible height.
    var visible: Double
    /// Whether the start is visible.
    var isAtStart: Bool
    /// Whether the end is visible.
    var isAtEnd: Bool
  }

  /// Updates the bar.
  ///
  /// - Parameters:
  ///   - place: The place of the visible part.
  ///   - movement: The distance that the content moved since the frame before, positive towards the
  ///     end; `nil` after a jump or a change of the content, when the bar may move anywhere.
  mutating func update(_ place: Place, movement: Int?) {
    let shown: Double
    if let total, movement != nil {
      let change = total * Self.maximumChange
      shown = min(max(place.total, total - change), total + change)
    } else {
      shown = place.total
    }
    total = shown
    bar.length = shown > 0 ? min(place.visible / shown, 1) : 1
    let room = shown - place.visible
    var position = room > 0 ? place.offset / room : 0
    position = min(max(position, Self.inside.lowerBound), Self.inside.upperBound)
    if place.isAtEnd { position = 1 }
    if place.isAtStart { position = 0 }
    switch movement {
    case nil: bar.position = position
    case let movement? where movement > 0: bar.position = max(bar.position, position)
    case let movement? where movement < 0: bar.position = min(bar.position, position)
    default: break
    }
  }
}
