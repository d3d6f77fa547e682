public import IABytes

extension InputError.Code {
  /// A byte that the grammar of RFC 8259 does not allow at its place.
  public static let jsonSyntax = Self(rawValue: "json.syntax")
  /// Arrays and objects nest deeper than `Limits.depth`.
  public static let jsonDepth = Self(rawValue: "json.depth")
  /// Two keys of one object are equal after their escapes are decoded.
  public static let jsonDuplicateKey = Self(rawValue: "json.duplicate-key")
  /// A number is not an integer, or lies outside the range of the requested type.
  public static let jsonNumberRange = Self(rawValue: "json.number-range")
  /// The input is not UTF-8 without a byte order mark.
  public static let jsonEncoding = Self(rawValue: "json.encoding")
  /// Something other than white space follows the value.
  public static let jsonTrailing = Self(rawValue: "json.trailing")
  /// The input ends inside the value, or has none.
  public static let jsonTruncated = Self(rawValue: "json.truncated")
  /// The input is larger than `Limits.inputBytes`, or has more values than `Limits.entries`.
  public static let jsonLimit = Self(rawValue: "json.limit")
  /// A value is of another kind than the requested one.
  public static let jsonType = Self(rawValue: "json.type")
}
