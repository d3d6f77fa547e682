public import IABytes

extension InputError.Code {
  /// The bytes are no archive of a format that is read, or of another one than was said.
  public static let unpackFormat = Self(rawValue: "unpack.format")
  /// The archive is damaged, or ends early.
  public static let unpackDamaged = Self(rawValue: "unpack.damaged")
  /// An archive unfolds to more than it may.
  public static let unpackLimit = Self(rawValue: "unpack.limit")
  /// The library finds other entries than the directory has.
  public static let unpackEntries = Self(rawValue: "unpack.entries")
  /// An entry is encrypted.
  public static let unpackEncrypted = Self(rawValue: "unpack.encrypted")
  /// An entry is compressed by a method that is not read.
  public static let unpackMethod = Self(rawValue: "unpack.method")
  /// An entry is a link, a device, a pipe or a socket, or has holes.
  public static let unpackNotRegular = Self(rawValue: "unpack.not-regular")
  /// The path of an entry is not safe to use.
  public static let unpackPath = Self(rawValue: "unpack.path")
  /// The path of an entry is, or counts as, that of an earlier one.
  public static let unpackCollision = Self(rawValue: "unpack.collision")
}
