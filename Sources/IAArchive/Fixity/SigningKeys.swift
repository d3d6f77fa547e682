public import IABytes

/// The file forms of Ed25519 keys: 32 raw bytes, or PEM (RFC 7468) with PKCS#8 or SPKI inside (RFC
/// 8410), as `openssl genpkey -algorithm ed25519` writes them.
public enum SigningKeys {
  /// The maximum size of a key file in bytes.
  public static let maximumByteCount = 1 << 16

  /// The label of a private key in PEM.
  private static let privateLabel = "PRIVATE KEY"
  /// The label of a public key in PEM.
  private static let publicLabel = "PUBLIC KEY"
  /// The object identifier 1.3.101.112 of Ed25519, with its DER tag and length.
  private static let algorithm: [UInt8] = [0x06, 0x03, 0x2B, 0x65, 0x70]
  /// The bytes before the 32 bytes of a public key.
  private static let publicPrefix: [UInt8] =
    [0x30, 0x2A, 0x30, 0x05] + algorithm + [0x03, 0x21, 0]
  /// The bytes before the 32 bytes of a private key.
  private static let privatePrefix: [UInt8] =
    [0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05] + algorithm + [0x04, 0x22, 0x04, 0x20]

  /// Returns a private key of 32 bytes as PEM text.
  public static func pem(privateKey: [UInt8]) -> [UInt8] {
    pem(privateLabel, privatePrefix + privateKey)
  }

  /// Returns a public key of 32 bytes as PEM text.
  public static func pem(publicKey: [UInt8]) -> [UInt8] {
    pem(publicLabel, publicPrefix + publicKey)
  }

  private static func pem(_ label: String, _ content: [UInt8]) -> [UInt8] {
    // The content fits into one line of 64 characters.
    Array("-----BEGIN \(label)-----\n\(Base64.encode(content.span))\n-----END \(label)-----\n".utf8)
  }

  /// Returns the public key that belongs to a private key; both have 32 bytes.
  ///
  /// - Throws: `archive.key` if `privateKey` does not have 32 bytes.
  public static func publicKey(of privateKey: [UInt8]) throws(InputError) -> [UInt8] {
    guard let key = Ed25519.publicKey(of: privateKey) else {
      throw wrong("not an Ed25519 private key of 32 bytes")
    }
    return key
  }

  /// Returns the 32 bytes of the private key in the content of a key file.
  ///
  /// - Throws: `archive.key` if it contains no unencrypted Ed25519 private key.
  public static func privateKey(in file: [UInt8]) throws(InputError) -> [UInt8] {
    if file.count == 32, !file.starts(with: Array("-----BEGIN".utf8)) { return file }
    let (label, content) = try unpacked(file)
    switch label {
    case privateLabel: return try privateKey(der: content)
    case publicLabel: throw wrong("a public key where a private key is required")
    case "ENCRYPTED PRIVATE KEY":
      throw wrong("the private key is encrypted; openssl pkey -in FILE -out NEW decrypts it")
    default: throw wrong("PEM with \"\(label)\" instead of \"\(privateLabel)\"")
    }
  }

  /// Returns the 32 bytes of the public key in the content of a key file.
  ///
  /// - Throws: `archive.key` if it contains no Ed25519 public key.
  public static func publicKey(in file: [UInt8]) throws(InputError) -> [UInt8] {
    if file.count == 32, !file.starts(with: Array("-----BEGIN".utf8)) { return file }
    let (label, content) = try unpacked(file)
    switch label {
    case publicLabel:
      guard content.count == publicPrefix.count + 32, content.starts(with: publicPrefix) else {
        throw wrong("not an Ed25519 public key")
      }
      return Array(content.dropFirst(publicPrefix.count))
    case privateLabel, "ENCRYPTED PRIVATE KEY":
      throw wrong(
        "a private key where a public key is required; iaconv archive public-key derives it")
    default: throw wrong("PEM with \"\(label)\" instead of \"\(publicLabel)\"")
    }
  }

  private static func wrong(_ detail: String) -> InputError {
    InputError(.archiveKey, at: 0, detail: detail)
  }

  // MARK: PEM

  /// Returns the label and the content of the first PEM block; text before it is ignored.
  private static func unpacked(
    _ file: [UInt8]
  ) throws(InputError) -> (label: String, content: [UInt8]) {
    guard file.count <= maximumByteCount else {
      throw InputError.exceeds(
        .archiveKey, limit: "key", maximum: maximumByteCount, seen: file.count, at: 0)
    }
    var label: String?
    var digits: [UInt8] = []
    for line in String(decoding: file, as: UTF8.self).split(whereSeparator: \.isNewline) {
      var line = line
      while line.last == " " || line.last == "\t" { line.removeLast() }
      guard let open = label else {
        if line.hasPrefix("-----BEGIN "), line.hasSuffix("-----") {
          label = String(line.dropFirst(11).dropLast(5))
        }
        continue
      }
      guard line == "-----END \(open)-----" else {
        digits += Array(line.utf8)
        continue
      }
      do { return (open, try Base64.decode(digits.span)) } catch {
        throw wrong("the base64 of \"\(open)\" is damaged")
      }
    }
    throw wrong(
      label == nil
        ? "neither 32 bytes nor PEM with an Ed25519 key" : "the end line of the PEM text is missing"
    )
  }

  // MARK: DER

  /// Returns the key of a PKCS#8 structure (RFC 5958), which may have attributes and a public key after
  /// it.
  private static func privateKey(der: [UInt8]) throws(InputError) -> [UInt8] {
    var outer = der[...]
    guard let body = element(0x30, of: &outer), outer.isEmpty else {
      throw wrong("not a PKCS#8 private key")
    }
    var rest = body
    guard let version = element(0x02, of: &rest), version.count == 1, version.first ?? 2 <= 1,
      let kind = element(0x30, of: &rest), kind.elementsEqual(algorithm)
    else { throw wrong("not an Ed25519 private key") }
    guard var wrapped = element(0x04, of: &rest), let key = element(0x04, of: &wrapped),
      wrapped.isEmpty, key.count == 32
    else { throw wrong("the private key does not have 32 bytes") }
    // Optional attributes and the optional public key.
    _ = element(0xA0, of: &rest)
    _ = element(0x81, of: &rest)
    guard rest.isEmpty else { throw wrong("unknown content after the private key") }
    return Array(key)
  }

  /// Removes a DER element from the front and returns its content; `nil` for another tag, or a length
  /// that exceeds the bytes or needs more than two bytes.
  private static func element(_ tag: UInt8, of bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>?
  {
    let start = bytes.startIndex
    guard bytes.count >= 2, bytes[start] == tag else { return nil }
    var head = 2
    var count = Int(bytes[start + 1])
    if count > 0x7F {
      let digits = count - 0x80
      guard 1...2 ~= digits, bytes.count >= 2 + digits else { return nil }
      count = bytes[start + 2..<start + 2 + digits].reduce(0) { $0 << 8 | Int($1) }
      guard count > 0x7F, digits == 1 || count > 0xFF else { return nil }
      head += digits
    }
    guard bytes.count - head >= count else { return nil }
    defer { bytes = bytes[(start + head + count)...] }
    return bytes[start + head..<start + head + count]
  }
}
