public import IABytes

/// A reason why a bag is invalid.
public struct BagFault: Error, Hashable, Sendable {
  /// The file of the bag with the error.
  public let file: String
  /// The error, with its offset in that file.
  public let reason: InputError

  init(_ code: InputError.Code, in file: String, at byteOffset: Int = 0, detail: String = "") {
    self.file = file
    reason = InputError(code, at: byteOffset, detail: detail)
  }
}

extension InputError.Code {
  /// `bagit.txt` is missing, or lacks one of its two required lines.
  public static let bagDeclaration = Self(rawValue: "bagit.declaration")
  /// The version of the bag is not supported.
  public static let bagVersion = Self(rawValue: "bagit.version")
  /// The tag files are not in UTF-8.
  public static let bagEncoding = Self(rawValue: "bagit.encoding")
  /// The bag has no manifest of SHA-256 or SHA-512.
  public static let bagAlgorithm = Self(rawValue: "bagit.algorithm")
  /// A line of a manifest is invalid, names an unsafe path, or repeats a path.
  public static let bagManifest = Self(rawValue: "bagit.manifest")
  /// A file that a manifest lists is missing.
  public static let bagMissing = Self(rawValue: "bagit.missing")
  /// The digest of a file differs from that in a manifest.
  public static let bagDigest = Self(rawValue: "bagit.digest")
  /// A payload file is missing from one or all manifests.
  public static let bagUnlisted = Self(rawValue: "bagit.unlisted")
  /// Parts of the bag would have to be fetched.
  public static let bagFetch = Self(rawValue: "bagit.fetch")
  /// The number of bytes or files of the payload differs from `bag-info.txt`.
  public static let bagOxum = Self(rawValue: "bagit.payload-oxum")
}
