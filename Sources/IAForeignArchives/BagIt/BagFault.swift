public import IABytes

/// Something that makes a bag invalid.
public struct BagFault: Error, Hashable, Sendable {
  /// The file of the bag it is about.
  public let file: String
  /// What is wrong, and where in that file.
  public let reason: InputError

  init(_ code: InputError.Code, in file: String, at byteOffset: Int = 0, detail: String = "") {
    self.file = file
    reason = InputError(code, at: byteOffset, detail: detail)
  }
}

extension InputError.Code {
  /// There is no `bagit.txt`, or not the two lines in it that must be.
  public static let bagDeclaration = Self(rawValue: "bagit.declaration")
  /// The version of the bag is not one that is read.
  public static let bagVersion = Self(rawValue: "bagit.version")
  /// The tag files are not in UTF-8.
  public static let bagEncoding = Self(rawValue: "bagit.encoding")
  /// There is no manifest of SHA-256 or SHA-512.
  public static let bagAlgorithm = Self(rawValue: "bagit.algorithm")
  /// A line of a manifest is none, names an unsafe path, or a path twice.
  public static let bagManifest = Self(rawValue: "bagit.manifest")
  /// A file that a manifest lists is not there.
  public static let bagMissing = Self(rawValue: "bagit.missing")
  /// A file has another digest than a manifest says.
  public static let bagDigest = Self(rawValue: "bagit.digest")
  /// A payload file is in no manifest, or not in all.
  public static let bagUnlisted = Self(rawValue: "bagit.unlisted")
  /// Parts of the bag would have to be fetched.
  public static let bagFetch = Self(rawValue: "bagit.fetch")
  /// The payload has other than the bytes and files that `bag-info.txt` says.
  public static let bagOxum = Self(rawValue: "bagit.payload-oxum")
}
