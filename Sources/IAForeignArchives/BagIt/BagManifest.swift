internal import IABytes
internal import IAFiles
internal import IAFormats

/// One manifest of a bag, with one digest per line.
struct BagManifest {
  /// The supported algorithms, as in the names of manifests: `manifest-sha256.txt`.
  static let algorithms = ["sha256", "sha512"]

  let file: String
  let algorithm: String
  /// The digest of each path, in lower-case hexadecimal digits.
  private(set) var digests: [ExactText: String] = [:]

  private static let space: Set<UInt8> = [0x20, 0x09]

  /// Creates a manifest from its bytes; errors are appended to `faults`.
  init(
    file: String, algorithm: String, bytes: [UInt8], allowsRepetition: Bool,
    _ faults: inout [BagFault]
  ) {
    self.file = file
    self.algorithm = algorithm
    guard String(validating: bytes, as: UTF8.self) != nil else {
      faults.append(BagFault(.bagEncoding, in: file))
      return
    }
    var offset = 0
    for line in bytes.split(omittingEmptySubsequences: false, whereSeparator: Self.isLineEnd) {
      defer { offset += line.count + 1 }
      guard !line.isEmpty else { continue }
      do throws(BagFault) {
        let (digest, path) = try Self.entry(in: line, file: file, at: offset)
        let known = digests[ExactText(path)]
        if let known, !allowsRepetition || known != digest {
          throw BagFault(.bagManifest, in: file, at: offset, detail: "listed twice: \(path)")
        }
        digests[ExactText(path)] = digest
      } catch {
        faults.append(error)
      }
    }
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Returns the digest and the path of a line; resolves the escapes of line ends and percent signs in the path.
  private static func entry(
    in line: ArraySlice<UInt8>, file: String, at offset: Int
  ) throws(BagFault) -> (digest: String, path: String) {
    let digest = line.prefix { !space.contains($0) }
    var rest = line.dropFirst(digest.count).drop { space.contains($0) }
    // The asterisk means that the file was read in binary mode; md5sum and similar tools write it.
    if rest.first == UInt8(ascii: "*") { rest = rest.dropFirst() }
    let isHex = digest.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
    }
    guard isHex, digest.count >= 32, !rest.isEmpty else {
      throw BagFault(.bagManifest, in: file, at: offset, detail: "no digest and path")
    }
    let path: ArchivePath
    do throws(ArchivePath.Unsafe) {
      path = try ArchivePath(unescaped(rest), allowsEscapes: true)
    } catch {
      throw BagFault(.bagManifest, in: file, at: offset, detail: "path: \(error.reason)")
    }
    return (String(decoding: digest, as: UTF8.self).lowercased(), path.text)
  }

  /// Returns a path with `%0A`, `%0D` and `%25` decoded; other percent codes are kept.
  private static func unescaped(_ path: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    var rest = path
    while let byte = rest.first {
      let escape = String(decoding: rest.prefix(3), as: UTF8.self).uppercased()
      if let character: UInt8 = ["%0A": 0x0A, "%0D": 0x0D, "%25": 0x25][escape] {
        plain.append(character)
        rest = rest.dropFirst(3)
      } else {
        plain.append(byte)
        rest = rest.dropFirst()
      }
    }
    return plain
  }
}
