public import IABytes
public import IASyntax

internal import enum Crypto.Curve25519

/// A detached signature of an archive: text of a few lines, kept beside it as `NAME.iasig`.
///
/// What is signed is the text up to the line that begins with `signature`. Its algorithm is Ed25519
/// (RFC 8032), so that openssl can check it; Specs/archive-format.md says how.
public struct ArchiveSignature: Hashable, Sendable {
  /// What a check of a signature comes to.
  public enum Verdict: Hashable, Sendable {
    /// The key that was asked for has signed this very state of the archive.
    case valid
    /// The signature is of another key.
    case otherKey
    /// The key has signed an earlier generation of the archive, which has grown since.
    case earlierGeneration(Int)
    /// The key has signed another archive, or another state of this one.
    case otherArchive
    /// The signature is none of this text.
    case forged
  }

  /// The hash of the 32 bytes of the public key.
  public let keyID: SHA256Digest
  /// The generation that was signed.
  public let generation: Int
  /// How many documents it has.
  public let documentCount: Int
  /// The hash of its record.
  public let record: SHA256Digest
  /// The 64 bytes of the signature.
  public private(set) var signature: [UInt8]

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

  /// The signature as a file.
  public var bytes: [UInt8] {
    Array((statement + "signature \(Base64.encode(signature.span))\n").utf8)
  }

  /// Signs the newest generation of an archive.
  ///
  /// - Parameters:
  ///   - archive: The archive; nothing of it is checked here, so verify it before.
  ///   - privateKey: The 32 bytes of an Ed25519 private key.
  /// - Throws: `archive.record` where the key is none.
  public init(signing archive: ArchiveReader, privateKey: [UInt8]) throws {
    guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: privateKey) else {
      throw InputError(.archiveRecord, at: 0, detail: "no Ed25519 private key of 32 bytes")
    }
    let seal = archive.directory.seal
    keyID = SHA256Digest(of: Array(key.publicKey.rawRepresentation))
    generation = seal.generation
    documentCount = seal.documentCount
    record = seal.record
    signature = []
    signature = Array(try key.signature(for: Array(statement.utf8)))
  }

  /// Reads a signature file.
  ///
  /// - Throws: `archive.record` where the text is not exactly in its form, another algorithm
  ///   included.
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
    guard self.bytes == bytes, signature.count == 64 else { throw wrong }
  }

  /// Checks the signature against an archive and a key that the caller trusts.
  ///
  /// That the archive is what its record says is for `ArchiveReader.verify` to find out; both
  /// together say that nothing was changed since the key's owner signed.
  ///
  /// - Parameters:
  ///   - archive: The archive.
  ///   - publicKey: The 32 bytes of an Ed25519 public key.
  /// - Throws: `archive.record` where the key is none.
  public func check(_ archive: ArchiveReader, publicKey: [UInt8]) throws -> Verdict {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey) else {
      throw InputError(.archiveRecord, at: 0, detail: "no Ed25519 public key of 32 bytes")
    }
    guard keyID == SHA256Digest(of: publicKey) else { return .otherKey }
    guard key.isValidSignature(signature, for: Array(statement.utf8)) else { return .forged }
    let seal = archive.directory.seal
    if generation == seal.generation {
      return record == seal.record && documentCount == seal.documentCount ? .valid : .otherArchive
    }
    guard generation < seal.generation,
      let earlier = archive.recordDigest(ofGeneration: generation), earlier == record
    else { return .otherArchive }
    return .earlierGeneration(generation)
  }

  /// A new pair of keys, 32 bytes each.
  public static func makeKeys() -> (privateKey: [UInt8], publicKey: [UInt8]) {
    let key = Curve25519.Signing.PrivateKey()
    return (Array(key.rawRepresentation), Array(key.publicKey.rawRepresentation))
  }
}
