public import IABytes

extension InputError.Code {
  /// The bytes are no `.iaa` archive: no directory is found at the end.
  public static let archiveMissingDirectory = Self(rawValue: "archive.no-directory")
  /// A header of the ZIP file is broken, contradicts another, or says what no archive says.
  public static let archiveHeader = Self(rawValue: "archive.header")
  /// A member has a name that no archive has.
  public static let archiveName = Self(rawValue: "archive.name")
  /// Two members have one name, or two documents one name or id.
  public static let archiveDuplicate = Self(rawValue: "archive.duplicate")
  /// Members overlap, or bytes lie between them that belong to none.
  public static let archiveOverlap = Self(rawValue: "archive.overlap")
  /// A member that must be there is missing.
  public static let archiveMissingMember = Self(rawValue: "archive.missing-member")
  /// The content of a member is not what its checksum or hash says.
  public static let archiveChecksum = Self(rawValue: "archive.checksum")
  /// A block or its text does not fit the index or the other.
  public static let archiveBlock = Self(rawValue: "archive.block")
  /// The index is broken or contradicts the blocks.
  public static let archiveIndex = Self(rawValue: "archive.index")
  /// A manifest, a record or a signature is not in its form.
  public static let archiveRecord = Self(rawValue: "archive.record")
  /// The version of a part is newer than what is known here.
  public static let archiveVersion = Self(rawValue: "archive.version")
  /// The archive is larger, or unpacks to more, than the limits allow.
  public static let archiveLimit = Self(rawValue: "archive.limit")
  /// Something is there that the chosen open mode forbids, or not there that it needs.
  public static let archiveMode = Self(rawValue: "archive.mode")
  /// A text line with an escape that does not exist.
  public static let archiveText = Self(rawValue: "archive.text")
  /// Documents are lost.
  public static let archiveLost = Self(rawValue: "archive.lost")
  /// An attachment's bytes are not in the archive.
  public static let archiveAttachment = Self(rawValue: "archive.attachment")
}

extension InputError {
  /// The error for bytes that end without a directory.
  static func archiveMissingDirectory(at offset: Int) -> InputError {
    InputError(
      .archiveMissingDirectory, at: offset,
      detail: "no .iaa archive, or one without its end, whose documents repair may save")
  }
}
