public import IABytes

extension InputError.Code {
  /// The bytes are not an `.iaa` archive: there is no directory at the end.
  public static let archiveMissingDirectory = Self(rawValue: "archive.no-directory")
  /// A header of the ZIP file is damaged, contradicts another header, or has a field with a value
  /// that the format does not allow.
  public static let archiveHeader = Self(rawValue: "archive.header")
  /// A member has a name that is not in the format's list of names, or a document name is too long
  /// or contains U+0000.
  public static let archiveName = Self(rawValue: "archive.name")
  /// Two members have the same name, or two documents have the same name or id.
  public static let archiveDuplicate = Self(rawValue: "archive.duplicate")
  /// Two members overlap, or there are bytes between members that belong to no member.
  public static let archiveOverlap = Self(rawValue: "archive.overlap")
  /// A required member is missing.
  public static let archiveMissingMember = Self(rawValue: "archive.missing-member")
  /// The content of a member does not match its checksum or hash.
  public static let archiveChecksum = Self(rawValue: "archive.checksum")
  /// A data member is damaged, or contradicts the index or its text member.
  public static let archiveBlock = Self(rawValue: "archive.block")
  /// The index is damaged or contradicts the blocks.
  public static let archiveIndex = Self(rawValue: "archive.index")
  /// A manifest, a record, a signature or a key does not have the required form.
  public static let archiveRecord = Self(rawValue: "archive.record")
  /// The version of a part is newer than the versions that this module reads.
  public static let archiveVersion = Self(rawValue: "archive.version")
  /// The archive, or its decompressed content, exceeds the limits.
  public static let archiveLimit = Self(rawValue: "archive.limit")
  /// The open mode does not allow the storage's content: there is an archive and there must be
  /// none, or the reverse.
  public static let archiveMode = Self(rawValue: "archive.mode")
  /// A text member has the wrong number of lines, an invalid escape, or bytes that are not UTF-8.
  public static let archiveText = Self(rawValue: "archive.text")
  /// No document can be read, or the block of a wanted document is lost.
  public static let archiveLost = Self(rawValue: "archive.lost")
  /// Generations have no recovery data, unlike others of the archive.
  public static let archiveNoRecovery = Self(rawValue: "archive.no-recovery")
  /// The bytes of an attachment are not the ones that the manifest lists.
  public static let archiveAttachment = Self(rawValue: "archive.attachment")
  /// A key file does not contain an Ed25519 key of the required kind; iaconv archive keygen makes a
  /// key pair.
  public static let archiveKey = Self(rawValue: "archive.key")
}

extension InputError {
  /// Returns the error at an offset that is larger by the offset of the part in which it was found.
  func moved(by offset: Int) -> InputError {
    InputError(
      code, at: byteOffset + offset, detail: detail, other: otherByteOffset.map { $0 + offset },
      limit: limit)
  }

  /// Returns the error for bytes that do not end with a directory.
  static func archiveMissingDirectory(at offset: Int) -> InputError {
    InputError(
      .archiveMissingDirectory, at: offset,
      detail: "not an .iaa archive, or an archive whose end is missing")
  }

  /// Returns the error for the end record of a ZIP file that is not an `.iaa` archive.
  static func archiveOtherZip(at offset: Int) -> InputError {
    InputError(
      .archiveMissingDirectory, at: offset,
      detail:
        "a ZIP file, but not an .iaa archive; archive list, cat, extract and verify read it if "
        + "its name ends with .zip, and archive create makes an .iaa archive of it")
  }
}
