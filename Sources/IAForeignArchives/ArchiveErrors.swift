public import IABytes

extension InputError.Code {
  /// The bytes are not an archive of a supported format, or not of the stated one.
  public static let unpackFormat = Self(rawValue: "unpack.format")
  /// The archive is damaged, or ends early.
  public static let unpackDamaged = Self(rawValue: "unpack.damaged")
  /// An archive exceeds a limit of its decompressed size.
  public static let unpackLimit = Self(rawValue: "unpack.limit")
  /// The library finds other entries than the directory contains.
  public static let unpackEntries = Self(rawValue: "unpack.entries")
  /// An entry is encrypted.
  public static let unpackEncrypted = Self(rawValue: "unpack.encrypted")
  /// An entry is compressed by an unsupported method.
  public static let unpackMethod = Self(rawValue: "unpack.method")
  /// An entry is a link, a device, a pipe or a socket, or is sparse.
  public static let unpackNotRegular = Self(rawValue: "unpack.not-regular")
  /// The path of an entry is not safe to use.
  public static let unpackPath = Self(rawValue: "unpack.path")
  /// The path of an entry equals that of an earlier one, or differs only in case or normalisation.
  public static let unpackCollision = Self(rawValue: "unpack.collision")
  /// Further entries are skipped or renamed; the first 64 of each kind are listed.
  public static let unpackMore = Self(rawValue: "unpack.more")
}
