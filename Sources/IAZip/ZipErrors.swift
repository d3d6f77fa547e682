public import IABytes

extension InputError.Code {
  /// The archive ends inside a record or an entry.
  public static let zipTruncated = Self(rawValue: "zip.truncated")
  /// There is no end record that ends where the archive does, or there are two.
  public static let zipEnd = Self(rawValue: "zip.end")
  /// The end record contradicts itself, its 64-bit form, or its position.
  public static let zipEndRecord = Self(rawValue: "zip.end-record")
  /// The archive is one of several parts.
  public static let zipParts = Self(rawValue: "zip.parts")
  /// The numbers of entries or bytes of the directory differ from those of the end record.
  public static let zipDirectory = Self(rawValue: "zip.directory")
  /// The extra fields of a header do not fill their room, or lack a 64-bit size.
  public static let zipExtra = Self(rawValue: "zip.extra")
  /// A local header is not at the offset that the directory states.
  public static let zipHeader = Self(rawValue: "zip.header")
  /// A local header or data descriptor contradicts the directory.
  public static let zipContradiction = Self(rawValue: "zip.contradiction")
  /// Two entries share bytes, or one reaches into the directory.
  public static let zipOverlap = Self(rawValue: "zip.overlap")
  /// Bytes that belong to no entry; this is only reported.
  public static let zipGap = Self(rawValue: "zip.gap")
  /// The two headers of an entry need different versions of the format; a remark.
  public static let zipVersion = Self(rawValue: "zip.version")
  /// The extra fields of an entry's two headers do not go together; a remark.
  public static let zipExtraDifference = Self(rawValue: "zip.extra-difference")
  /// There are more entries than allowed.
  public static let zipLimit = Self(rawValue: "zip.limit")
}
