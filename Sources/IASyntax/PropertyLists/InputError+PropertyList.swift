public import IABytes

extension InputError.Code {
  /// The input is neither a binary nor an XML property list.
  public static let plistFormat = Self(rawValue: "plist.format")
  /// The trailer of a binary property list contradicts itself or the size of the input.
  public static let plistTrailer = Self(rawValue: "plist.trailer")
  /// An offset or reference of a binary property list leads outside its table.
  public static let plistReference = Self(rawValue: "plist.reference")
  /// A marker of a binary property list that represents no known object.
  public static let plistMarker = Self(rawValue: "plist.marker")
  /// A container of a binary property list contains itself.
  public static let plistCycle = Self(rawValue: "plist.cycle")
  /// Shared containers unfold to far more values than the input has objects.
  public static let plistExpansion = Self(rawValue: "plist.expansion")
  /// Objects of a binary property list share bytes.
  public static let plistOverlap = Self(rawValue: "plist.overlap")
  /// Something other than a string serves as key, or a key lacks its value.
  public static let plistKey = Self(rawValue: "plist.key")
  /// Two keys of one dictionary are equal.
  public static let plistDuplicateKey = Self(rawValue: "plist.duplicate-key")
  /// Containers nest deeper than `Limits.depth`.
  public static let plistDepth = Self(rawValue: "plist.depth")
  /// The input is larger than `Limits.inputBytes`, or has more values than `Limits.entries`.
  public static let plistLimit = Self(rawValue: "plist.limit")
  /// A number is malformed, or outside the range of the requested type.
  public static let plistNumber = Self(rawValue: "plist.number")
  /// A date is invalid.
  public static let plistDate = Self(rawValue: "plist.date")
  /// Data is not valid base64.
  public static let plistData = Self(rawValue: "plist.data")
  /// The input ends inside a value.
  public static let plistTruncated = Self(rawValue: "plist.truncated")
  /// A byte or element that an XML property list does not allow at its place.
  public static let plistSyntax = Self(rawValue: "plist.syntax")
  /// Text in another encoding than the one it must have.
  public static let plistEncoding = Self(rawValue: "plist.encoding")
  /// A document type with declarations of its own.
  public static let plistDTD = Self(rawValue: "plist.dtd")
  /// An entity is not one of the five of XML, or a reference does not name a character.
  public static let plistEntity = Self(rawValue: "plist.entity")
  /// Something other than white space and comments follows the property list.
  public static let plistTrailing = Self(rawValue: "plist.trailing")
  /// A value is of another kind than the requested one.
  public static let plistType = Self(rawValue: "plist.type")
}
