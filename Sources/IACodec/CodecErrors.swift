public import IABytes

extension InputError.Code {
  /// The bytes are no `.ia` file: the magic is missing, or was damaged in transfer.
  public static let iaMagic = Self(rawValue: "ia.magic")
  /// The version is not supported.
  public static let iaVersion = Self(rawValue: "ia.version")
  /// A reserved byte or bit is not 0, or a number has no meaning.
  public static let iaReserved = Self(rawValue: "ia.reserved")
  /// A checksum does not match its bytes.
  public static let iaChecksum = Self(rawValue: "ia.checksum")
  /// The content does not have the identity that the file states.
  public static let iaIdentity = Self(rawValue: "ia.identity")
  /// An unknown critical chunk, without which the document cannot be interpreted.
  public static let iaCriticalChunk = Self(rawValue: "ia.critical-chunk")
  /// A chunk or column is in the wrong place, duplicate, or missing.
  public static let iaOrder = Self(rawValue: "ia.order")
  /// Bytes follow after the end.
  public static let iaTrailing = Self(rawValue: "ia.trailing")
  /// Compressed bytes do not decompress to the stated content.
  public static let iaCompression = Self(rawValue: "ia.compression")
  /// A dictionary is invalid, missing, or not the one that was used.
  public static let iaDictionary = Self(rawValue: "ia.dictionary")
  /// Text that is not well-formed: neither UTF-8 nor a lone surrogate.
  public static let iaText = Self(rawValue: "ia.text")
  /// The number of intensities differs from that of units, or an intensity is above 100.
  public static let iaIntensities = Self(rawValue: "ia.intensities")
  /// Counts contradict each other.
  public static let iaCount = Self(rawValue: "ia.count")
  /// Paragraph attributes that change within a paragraph, or blocks not numbered as they open.
  public static let iaParagraph = Self(rawValue: "ia.paragraph")
  /// An attachment at a unit other than U+FFFC.
  public static let iaAttachment = Self(rawValue: "ia.attachment")
  /// Bytes whose hash is not the one they are kept under.
  public static let iaBlob = Self(rawValue: "ia.blob")
  /// The content is not in its canonical encoding.
  public static let iaCanonical = Self(rawValue: "ia.canonical")
  /// More would be unpacked than the limits allow.
  public static let iaLimit = Self(rawValue: "ia.limit")
}
