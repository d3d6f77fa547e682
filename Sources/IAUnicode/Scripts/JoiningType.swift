internal import CShims

/// The ways in which a character joins the characters before and after it in a script such as Arabic
/// (The Unicode Standard, section 9.2).
public enum JoiningType: UInt8, Hashable, Sendable {
  /// Does not join.
  case none
  /// Causes both neighbours to join, as U+200D does.
  case causing
  /// Joins on both sides.
  case dual
  /// Joins the character on its left.
  case left
  /// Joins the character on its right.
  case right
  /// Does not affect the joining of its neighbours, as marks.
  case transparent

  /// Creates the type of a character.
  public init(of scalar: UInt32) {
    self = JoiningType(rawValue: UInt8(clamping: ia_joining_type(scalar))) ?? .none
  }

  /// Whether a character of this type joins the character after it, in right-to-left order.
  public var joinsNext: Bool { self == .dual || self == .left || self == .causing }
  /// Whether a character of this type joins the character before it, in right-to-left order.
  public var joinsPrevious: Bool { self == .dual || self == .right || self == .causing }
}

extension Script {
  /// ICU's numbers of the scripts whose letters join: Arabic, Mongolian, Syriac, Mandaic, N'Ko,
  /// Phags-pa, Manichaean, Psalter Pahlavi, Adlam, Hanifi Rohingya, Sogdian, Chorasmian and Old
  /// Uyghur.
  private static let joining: Set<UInt16> = [
    2, 27, 34, 84, 87, 90, 121, 123, 167, 182, 183, 189, 194,
  ]

  /// Whether letters of the script join their neighbours.
  public var hasJoiningLetters: Bool { Self.joining.contains(rawValue) }
}
