internal import IABytes
internal import IASyntax

/// A list of hashes and member names, in the text form that `sha256sum` writes and checks.
struct Manifest: Sendable {
  /// A line: a hash, two spaces and a name.
  struct Line: Hashable, Sendable {
    var digest: SHA256Digest
    var name: MemberName

    /// The line with its line feed.
    var bytes: [UInt8] { Array("\(digest)  \(name.path)\n".utf8) }
  }

  /// The lines, in the order of the members.
  var lines: [Line] = []

  /// The encoded list.
  var bytes: [UInt8] { lines.flatMap(\.bytes) }

  init() {}

  /// Creates a manifest from its text.
  ///
  /// - Throws: `archive.record` at the first line that does not have exactly the required form.
  init(_ bytes: [UInt8]) throws(InputError) {
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let text = bytes[start..<end]
      guard end < bytes.count, text.count > 66, let digest = Self.digest(text.prefix(64)),
        text[start + 64] == 0x20, text[start + 65] == 0x20,
        let name = MemberName(path: String(decoding: text.dropFirst(66), as: UTF8.self))
      else { throw InputError(.archiveRecord, at: start, detail: "line of a manifest") }
      lines.append(Line(digest: digest, name: name))
      start = end + 1
    }
  }

  /// Returns the hash that 64 lower-case hexadecimal digits represent; `nil` for other bytes.
  private static func digest(_ digits: ArraySlice<UInt8>) -> SHA256Digest? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(SHA256Digest.byteCount)
    var high: UInt8?
    for digit in digits {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      case 0x61...0x66: value = digit - 0x57
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return SHA256Digest(bytes: bytes.span)
  }
}

/// The record of a generation: the hashes of the fixity members and indexes of this and all earlier
/// generations.
///
/// It is a text. The comment of the directory contains its SHA-256, which signatures sign.
struct GenerationRecord: Hashable, Sendable {
  /// The hashes of one generation's manifest, list of stored hashes, and index.
  struct MemberHashes: Hashable, Sendable {
    var manifest: SHA256Digest
    var storedHashes: SHA256Digest
    var index: SHA256Digest
  }

  /// The version of the archive format.
  var version: Int
  /// The number of documents of the archive.
  var documentCount: Int
  /// The Merkle root over the lines of all manifests.
  var merkleRoot: SHA256Digest
  /// The hashes of all generations, the oldest first.
  var generations: [MemberHashes]

  /// The encoded record.
  var bytes: [UInt8] {
    var text = "iaa-record \(version)\n"
    text += "generation \(generations.count)\n"
    text += "documents \(documentCount)\n"
    text += "merkle \(merkleRoot)\n"
    for (index, hashes) in generations.enumerated() {
      let number = index + 1
      text += "\(hashes.manifest)  \(MemberName.manifest(generation: number).path)\n"
      text += "\(hashes.storedHashes)  \(MemberName.storedHashes(generation: number).path)\n"
      text += "\(hashes.index)  \(MemberName.index(generation: number).path)\n"
    }
    return Array(text.utf8)
  }

  init(
    version: Int, documentCount: Int, merkleRoot: SHA256Digest, generations: [MemberHashes]
  ) {
    self.version = version
    self.documentCount = documentCount
    self.merkleRoot = merkleRoot
    self.generations = generations
  }

  /// Creates a record from its text.
  ///
  /// - Throws: `archive.record` if the text does not have exactly the required form.
  init(_ bytes: [UInt8]) throws(InputError) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let wrong = InputError(.archiveRecord, at: 0, detail: "record of a generation")
    guard lines.count >= 4, let version = Int(lines[0].dropFirst(11)),
      GenerationSeal.versions ~= version, let documents = Int(lines[2].dropFirst(10)),
      documents >= 0,
      let root = SHA256Digest(hex: String(lines[3].dropFirst(7)))
    else { throw wrong }
    var digests: [SHA256Digest] = []
    for line in lines.dropFirst(4) {
      guard let digest = SHA256Digest(hex: String(line.prefix(64))) else { throw wrong }
      digests.append(digest)
    }
    guard digests.count % 3 == 0, !digests.isEmpty else { throw wrong }
    let generations = stride(from: 0, to: digests.count, by: 3).map { index in
      MemberHashes(
        manifest: digests[index], storedHashes: digests[index + 1], index: digests[index + 2])
    }
    self.init(
      version: version, documentCount: documents, merkleRoot: root, generations: generations)
    guard self.bytes == bytes else { throw wrong }
  }
}
