/// The result of a hit test.
public struct TextHit: Hashable, Sendable {
  /// The units of the character under the point, or of the nearest one of its line.
  public var utf16Range: Range<Int>
  /// The position of the point within the character in its writing direction, from 0 to 1.
  public var fraction: Double
  /// The offset of the caret: before the character, or after it if `fraction` is at least ½.
  public var caretOffset: Int
  /// Whether the point is on the character.
  public var isInside: Bool
}
