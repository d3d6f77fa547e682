public import IABytes
public import IASyntax

/// A detached signature of an archive: a text of seven lines in a file `NAME.iasig`.
///
/// The signed statement is the text before the line `signature`. The algorithm is Ed25519 (RFC
/// 8032), so that openssl can check the signature; Specs/archive-format.md, section 9, shows the
/// commands.
public struct ArchiveSignature: Hashable, Sendable {
  /// The result of checking a signature.
  public enum Verdict: Hashable, Sendable {
    /// The given key has signed the current state of the archive.
    case valid
    /// Another key made the signature.
    case otherKey
    /// The key has signed an earlier generation of this archive, to which documents were appended
    /// since.
    case earlierGeneration(Int)
    /// The key has signed another archive, or another state of this one.
    case otherArchive
    /// The signature does not match the signed text.
    case forged
  }

  /// The hash of the 32 bytes of the public key.
  public let keyID: SHA256Digest
  /// The generation that was signed.
  public let generation: Int
  /// The number of documents of the archive at that generation.
  public let documentCount: Int
  /// The SHA-256 of the record of that generation.
  public let record: SHA256Digest
  /// The Ed25519 signature, 64 bytes.
  public private(set) var signature: [UInt8]

  /// The text that is signed.
  private var statement: String {
    """
    iaa-signature 1
    algorithm ed25519
    key \(keyID)
    generation \(generation)
    documents \(documentCount)
    record \(record)

    """
  }

  /// The content of the signature file.
  public var bytes: [UInt8] {
    Array((statement + "signature \(Base64.encode(signature.span))\n").utf8)
  }

  /// Creates a signature of the newest generation of an archive.
  ///
  /// - Parameters:
  ///   - archive: The archive. It is not verified; call `verify` before.
  ///   - privateKey: An Ed25519 private key of 32 bytes.
  /// - Throws: `archive.key` if `privateKey` is not a key.
  public init(signing archive: ArchiveReader, privateKey: [UInt8]) throws {
    let publicKey = try SigningKeys.publicKey(of: privateKey)
    let seal = archive.directory.seal
    keyID = SHA256Digest(of: publicKey)
    generation = seal.generation
    documentCount = seal.documentCount
    record = seal.record
    signature = []
    signature = Ed25519.signature(of: Array(statement.utf8), privateKey: privateKey) ?? []
  }

  /// Creates a signature from the content of a signature file.
  ///
  /// - Throws: `archive.record` if the text does not have exactly the required form; base64 errors
  ///   of the last line.
  public init(_ bytes: [UInt8]) throws(InputError) {
    let wrong = InputError(.archiveRecord, at: 0, detail: "signature")
    guard bytes.count < 1024 else { throw wrong }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.count == 7, let key = SHA256Digest(hex: String(lines[2].dropFirst(4))),
      let generation = Int(lines[3].dropFirst(11)), let documents = Int(lines[4].dropFirst(10)),
      let record = SHA256Digest(hex: String(lines[5].dropFirst(7)))
    else { throw wrong }
    keyID = key
    self.generation = generation
    documentCount = documents
    self.record = record
    signature = try Base64.decode(Array(lines[6].utf8.dropFirst(10)).span)
    guard self.bytes == bytes, signature.count == Ed25519.signatureByteCount else { throw wrong }
  }

  /// Checks the signature against an archive and a key that the caller trusts.
  ///
  /// This does not check that the archive's content matches its record. Call `ArchiveReader.verify`
  /// as well: only both together show that the archive has not changed since the owner of the key
  /// signed it.
  ///
  /// - Parameters:
  ///   - archive: The archive.
  ///   - publicKey: An Ed25519 public key of 32 bytes.
  /// - Returns: The result; only `valid` confirms the current state of the archive.
  /// - Throws: `archive.key` if `publicKey` is not a key.
  public func check(_ archive: ArchiveReader, publicKey: [UInt8]) throws -> Verdict {
    guard publicKey.count == Ed25519.keyByteCount else {
      throw InputError(.archiveKey, at: 0, detail: "not an Ed25519 public key of 32 bytes")
    }
    guard keyID == SHA256Digest(of: publicKey) else { return .otherKey }
    guard Ed25519.isValid(signature, of: Array(statement.utf8), publicKey: publicKey) else {
      return .forged
    }
    let seal = archive.directory.seal
    if generation == seal.generation {
      return record == seal.record && documentCount == seal.documentCount ? .valid : .otherArchive
    }
    guard generation < seal.generation,
      let earlier = archive.recordDigest(ofGeneration: generation), earlier == record
    else { return .otherArchive }
    return .earlierGeneration(generation)
  }

  /// Creates a new key pair; each key has 32 bytes.
  public static func makeKeys() -> (privateKey: [UInt8], publicKey: [UInt8]) {
    Ed25519.makeKeys()
  }
}
