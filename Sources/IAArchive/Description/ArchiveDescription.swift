internal import IABytes
internal import IASyntax
internal import IAZip

/// The files that describe each archive and that it contains: its specifications, and a program that reads it.
enum ArchiveDescription: String, Hashable, Sendable, CaseIterable {
  case archiveFormat = "specs/archive-format.md"
  case documentFormat = "specs/ia-format.md"
  case reader = "reader.py"

  /// A file with its compressed form.
  struct File: Sendable {
    let content: [UInt8]
    let stored: [UInt8]
    let digest: SHA256Digest
  }

  /// The files, decompressed at first use.
  static let files: [ArchiveDescription: File] = {
    var files: [ArchiveDescription: File] = [:]
    for part in allCases {
      let (byteCount, base64) = part.packed
      let digits = Array(base64.utf8)
      guard let stored = try? Base64.decode(digits.span),
        let content = Deflate.decompress(stored.span, count: byteCount)
      else { preconditionFailure("\(part.rawValue) cannot be unpacked") }
      files[part] = File(content: content, stored: stored, digest: SHA256Digest(of: content))
    }
    return files
  }()

  /// The size of the file in bytes, and its DEFLATE stream in base64.
  private var packed: (byteCount: Int, base64: String) {
    switch self {
    case .archiveFormat: DescriptionData.archiveFormat
    case .documentFormat: DescriptionData.documentFormat
    case .reader: DescriptionData.reader
    }
  }
}
