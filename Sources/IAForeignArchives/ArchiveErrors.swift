public import IABytes

extension InputError.Code {
  /// The bytes are no archive of a format that is read, or of another one than was said.
  public static let archiveFormat = Self(rawValue: "archive.format")
  /// The archive is damaged, or ends early.
  public static let archiveDamaged = Self(rawValue: "archive.damaged")
  /// An archive unfolds to more than it may.
  public static let archiveLimit = Self(rawValue: "archive.limit")
  /// The library finds other entries than the directory has.
  public static let archiveEntries = Self(rawValue: "archive.entries")
  /// An entry is encrypted.
  public static let archiveEncrypted = Self(rawValue: "archive.encrypted")
  /// An entry is compressed by a method that is not read.
  public static let archiveMethod = Self(rawValue: "archive.method")
  /// An entry is a link, a device, a pipe or a socket, or has holes.
  public static let archiveNotRegular = Self(rawValue: "archive.not-regular")
  /// The path of an entry is not safe to use.
  public static let archivePath = Self(rawValue: "archive.path")
  /// The path of an entry is, or counts as, that of an earlier one.
  public static let archiveCollision = Self(rawValue: "archive.collision")
}
