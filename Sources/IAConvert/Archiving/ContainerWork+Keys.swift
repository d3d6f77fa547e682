internal import IAArchive
internal import IABytes
internal import IAFiles
internal import IASyntax

/// Keys and signatures of archives.
extension ContainerWork {
  /// Creates an Ed25519 key pair in PEM files.
  ///
  /// Existing files are never replaced, because a lost private key cannot be recreated.
  ///
  /// - Parameters:
  ///   - path: The path of the private key, which only the owner may read; `nil` for no file.
  ///   - publicPath: The path of the public key, or `nil`.
  /// - Returns: Both keys as PEM texts.
  /// - Throws: `Failure` with `file.exists` if one of the files exists; nothing is then written.
  @discardableResult public static func makeKeys(
    at path: String?, publicPath: String?
  ) throws -> (privateKey: String, publicKey: String) {
    do {
      let keys = ArchiveSignature.makeKeys()
      let privateKey = SigningKeys.pem(privateKey: keys.privateKey)
      let publicKey = SigningKeys.pem(publicKey: keys.publicKey)
      let file = try path.map { try UpdatedFile(creating: $0, replaces: false, isPrivate: true) }
      try file?.write(privateKey, at: 0)
      let publicFile = try publicPath.map { try UpdatedFile(creating: $0, replaces: false) }
      try publicFile?.write(publicKey, at: 0)
      try file?.commit()
      try publicFile?.commit()
      return (
        String(decoding: privateKey, as: UTF8.self), String(decoding: publicKey, as: UTF8.self)
      )
    } catch {
      throw Failure(error, path: path ?? publicPath)
    }
  }

  /// Returns the public key of a private key file as PEM text.
  ///
  /// - Throws: `Failure` with `archive.key`, or with `archive.key-mode` if others may read the file.
  public static func publicKey(of path: String) throws -> String {
    do {
      let key = try SigningKeys.publicKey(of: privateKey(path))
      return String(decoding: SigningKeys.pem(publicKey: key), as: UTF8.self)
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Writes the public key of a private key file to a new file.
  ///
  /// - Throws: `Failure`; with `file.exists` if the output exists.
  public static func writePublicKey(of path: String, to output: String) throws {
    try OutputGuard.refuse(output, asOneOf: [path])
    do {
      let file = try UpdatedFile(creating: output, replaces: false)
      try file.write(Array(publicKey(of: path).utf8), at: 0)
      try file.commit()
    } catch {
      throw Failure(error, path: output)
    }
  }

  /// Signs an archive and writes the signature to a separate file.
  ///
  /// Every stored byte is verified first, so that damage is never signed.
  ///
  /// - Parameters:
  ///   - path: The path of the archive.
  ///   - key: The path of a file with an Ed25519 private key: PEM, or 32 bytes.
  ///   - output: The path of the signature.
  /// - Throws: `Failure`, with the status of damage if the archive is damaged, and with `file.exists` if
  ///   the path of the signature leads to a file that is not a signature by this key.
  public static func sign(_ path: String, key: String, to output: String) throws {
    try OutputGuard.refuse(output, asOneOf: [path, key])
    do {
      let signature = try makeSignature(of: path, key: key)
      try OutputGuard.refuseExisting(
        output, unless: signatureKey(in: output) == signature.keyID, as: "a signature by this key")
      let sink = try FileSink(path: output)
      try sink.write(signature.bytes)
      try sink.commit()
    } catch {
      throw Failure(error, path: path)
    }
  }

  /// Returns the signature of an archive as the text of a signature file.
  ///
  /// - Throws: `Failure`, with the status of damage if the archive is damaged.
  public static func signature(of path: String, key: String) throws -> String {
    do {
      return String(decoding: try makeSignature(of: path, key: key).bytes, as: UTF8.self)
    } catch {
      throw Failure(error, path: path)
    }
  }

  private static func makeSignature(of path: String, key: String) throws -> ArchiveSignature {
    let keyBytes = try privateKey(key)
    let reader = try Container.Opening(Container.Source(path)).intactReader()
    try requireIntact(reader, path)
    do {
      return try ArchiveSignature(signing: reader, privateKey: keyBytes)
    } catch {
      // The archive was read before, so only the key can be invalid.
      throw Failure(error, path: key)
    }
  }

  /// Returns the hash of the key of a signature file, or `nil` for other files.
  private static func signatureKey(in path: String) -> SHA256Digest? {
    guard let bytes = try? FileSource(path: path).bytes(limits: Limits(inputBytes: 1 << 16)) else {
      return nil
    }
    return (try? ArchiveSignature(bytes))?.keyID
  }

  /// Verifies the signature of an archive, and every stored byte of the archive.
  ///
  /// - Parameters:
  ///   - path: The path of the archive.
  ///   - signature: The path of the signature.
  ///   - key: The path of a file with an Ed25519 public key: PEM, or 32 bytes.
  /// - Throws: `Failure`; its status is damage if the signature is not valid for the archive.
  public static func checkSignature(of path: String, signature: String, key: String) throws {
    let verdict: ArchiveSignature.Verdict
    let reader: ArchiveReader
    do {
      let keyBytes = try publicKey(key)
      let text = try FileSource(path: signature).bytes(limits: Limits(inputBytes: 1 << 16))
      reader = try Container.Opening(Container.Source(path)).intactReader()
      let read: ArchiveSignature
      do {
        read = try ArchiveSignature(text)
      } catch {
        throw Failure(
          .damage, path: signature, code: "archive.signature",
          "does not have the form of a signature, or was changed")
      }
      verdict = try read.check(reader, publicKey: keyBytes)
    } catch {
      throw Failure(error, path: path)
    }
    let message: String
    switch verdict {
    case .valid: return try requireIntact(reader, path)
    case .otherKey: message = "signed by another key"
    case .earlierGeneration(let number): message = "only generation \(number) is signed"
    case .otherArchive: message = "signs another archive, or another state of this one"
    case .forged: message = "the signature does not hold"
    }
    throw Failure(.damage, path: path, code: "archive.signature", message)
  }

  /// Throws if the stored bytes of an archive do not match its record, or if bytes follow the archive.
  static func requireIntact(_ reader: ArchiveReader, _ path: String) throws {
    guard let damage = try reader.verify(.stored).damages.first else { return }
    throw Container.damageFailure(damage.error, in: path)
  }

  /// Reads a private key.
  ///
  /// - Throws: `Failure` with `archive.key-mode` if users other than the owner may read the file.
  private static func privateKey(_ path: String) throws -> [UInt8] {
    let file = try RandomAccessFile(path: path)
    guard !file.isOpenToOthers else {
      throw Failure(
        .permission, path: path, code: "archive.key-mode",
        "others may read this private key; chmod 600 makes it private")
    }
    return try key(in: path) {
      try SigningKeys.privateKey(in: file.bytes(in: 0..<min(file.byteCount, keyByteCount)))
    }
  }

  private static func publicKey(_ path: String) throws -> [UInt8] {
    let bytes = try FileSource(path: path).bytes(limits: Limits(inputBytes: keyByteCount))
    return try key(in: path) { try SigningKeys.publicKey(in: bytes) }
  }

  /// Returns the result of reading a key; an error gets the path of the key instead of the archive's.
  private static func key(in path: String, _ body: () throws -> [UInt8]) throws -> [UInt8] {
    do { return try body() } catch { throw Failure(error, path: path) }
  }

  /// The number of bytes to read from a key file: one more than the maximum size, to detect larger files.
  private static var keyByteCount: Int { SigningKeys.maximumByteCount + 1 }
}
