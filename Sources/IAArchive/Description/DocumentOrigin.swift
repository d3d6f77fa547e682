internal import IABytes
public import IASyntax

/// The file from which a document was read, as recorded in the archive's list of names.
public struct DocumentOrigin: Hashable, Sendable {
  /// The name of the file without folders.
  public let fileName: String
  /// The media type; `nil` if it is not known.
  public let mediaType: String?
  /// The size of the file in bytes.
  public let byteCount: Int
  /// The SHA-256 of the file.
  public let digest: SHA256Digest
  /// The suffix in the name of the member that contains the file, which may be empty; `nil` if the
  /// archive does not contain the file.
  var originalSuffix: String?

  /// Whether the archive contains the bytes of the file.
  public var isKept: Bool { originalSuffix != nil }

  /// The member that contains the file; `nil` if there is none.
  var original: MemberName? { originalSuffix.map { .original(digest, suffix: $0) } }

  /// Returns whether both describe the same file, whether the archive contains it or not.
  public func isSameFile(as other: DocumentOrigin) -> Bool {
    fileName == other.fileName && mediaType == other.mediaType && byteCount == other.byteCount
      && digest == other.digest
  }

  /// The suffix of the member that contains the file: the suffix of its name, if it is allowed in a member name.
  var suffixOfName: String {
    let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last else { return "" }
    let suffix = last.lowercased()
    return MemberName.isSuffix(suffix[...]) ? suffix : ""
  }

  /// Creates the description of a file.
  public init(fileName: String, mediaType: String?, byteCount: Int, digest: SHA256Digest) {
    self.fileName = fileName
    self.mediaType = mediaType
    self.byteCount = byteCount
    self.digest = digest
  }
}

/// The list of names of a generation, for people and other programs.
///
/// It has one line for each document. The fields are ordinal, name, file name, media type, size, and SHA-256 of the
/// file, separated by tabs; unknown fields are a hyphen. Names are escaped like lines of text members, and a tab is
/// `\u0009`. If the archive contains any of the files, a seventh field is the name of the member with the file.
struct NameList: Sendable {
  /// A line of the list.
  struct Entry: Hashable, Sendable {
    var ordinal: Int
    var name: String
    var origin: DocumentOrigin?
  }

  static let heading = "ordinal\tname\tfile\ttype\tsize\tsha256\n"
  /// The heading of a list with a seventh field.
  static let headingWithOriginals = "ordinal\tname\tfile\ttype\tsize\tsha256\toriginal\n"

  var entries: [Entry] = []

  /// The encoded list.
  var bytes: [UInt8] {
    var writer = NameListWriter()
    for entry in entries { writer.append(entry) }
    return writer.finish()
  }

  /// Appends a field: a hyphen if it is empty, and escaped if it contains a control character or is
  /// a hyphen.
  static func append(_ field: String, to text: inout [UInt8]) {
    guard !field.isEmpty else { return text.append(UInt8(ascii: "-")) }
    guard field != "-" else { return text += "\\u002d".utf8 }
    appendEscaped(field, to: &text)
  }

  /// Appends a text with control characters escaped, and tabs as well.
  static func appendEscaped(_ field: String, to text: inout [UInt8]) {
    var line: [UInt8] = []
    TextLines.append(Array(field.utf16), to: &line)
    for byte in line.dropLast() {
      if byte == 0x09 {
        text += "\\u0009".utf8
      } else {
        text.append(byte)
      }
    }
  }

  init() {}

  /// Creates a list from its bytes; returns `nil` if they do not have the format.
  init?(_ bytes: [UInt8]) {
    let heading = [Self.heading, Self.headingWithOriginals].first {
      bytes.starts(with: Array($0.utf8))
    }
    guard let heading, bytes.last == 0x0A else { return nil }
    let hasOriginals = heading == Self.headingWithOriginals
    var start = heading.utf8.count
    while start < bytes.count {
      guard let end = bytes[start...].firstIndex(of: 0x0A),
        let entry = Self.entry(bytes[start..<end], hasOriginals: hasOriginals)
      else { return nil }
      entries.append(entry)
      start = end + 1
    }
  }

  private static func entry(_ line: ArraySlice<UInt8>, hasOriginals: Bool) -> Entry? {
    let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
    guard fields.count == (hasOriginals ? 7 : 6),
      let ordinal = Int(String(decoding: fields[0], as: UTF8.self)),
      let name = text(fields[1])
    else { return nil }
    var origin: DocumentOrigin?
    if !fields[2].elementsEqual([UInt8(ascii: "-")]) {
      guard let file = text(fields[2]), !file.isEmpty, let type = text(fields[3]),
        let size = Int(String(decoding: fields[4], as: UTF8.self)), size >= 0,
        let digest = SHA256Digest(hex: String(decoding: fields[5], as: UTF8.self))
      else { return nil }
      origin = DocumentOrigin(
        fileName: file, mediaType: type.isEmpty ? nil : type, byteCount: size, digest: digest)
    }
    if hasOriginals, !fields[6].elementsEqual([UInt8(ascii: "-")]) {
      guard let digest = origin?.digest,
        case .original(digest, let suffix)? = MemberName(
          path: String(decoding: fields[6], as: UTF8.self))
      else { return nil }
      origin?.originalSuffix = suffix
    }
    return Entry(ordinal: ordinal, name: name, origin: origin)
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String? {
    field.elementsEqual([UInt8(ascii: "-")]) ? "" : unescaped(field)
  }

  /// Returns the text of an escaped field, or `nil` if an escape is invalid.
  static func unescaped(_ field: ArraySlice<UInt8>) -> String? {
    let bytes = Array(field)
    return (try? TextLines.units(0..<bytes.count, of: bytes)).map {
      String(decoding: $0, as: UTF16.self)
    }
  }
}

extension ArchiveReader {
  /// Reads the files from which documents were read, by ordinal.
  ///
  /// Documents without a recorded file are not in the result.
  ///
  /// - Throws: The errors of reading a member: `archive.header`, `archive.checksum`,
  ///   `archive.limit`, `bytes.truncated`; the source's errors.
  /// - Complexity: O(*n*) in the number of documents.
  public func origins() throws -> [Int: DocumentOrigin] { try origins(in: directory.members) }

  /// Reads the lists of names among some members, which state the files from which documents were
  /// read.
  func origins(in members: [ZipMember]) throws -> [Int: DocumentOrigin] {
    var origins: [Int: DocumentOrigin] = [:]
    for member in members {
      guard case .names = member.name else { continue }
      let content = try MemberContent(source: source, limits: limits)
        .content(of: member, checks: true)
      for entry in NameList(content)?.entries ?? [] { origins[entry.ordinal] = entry.origin }
    }
    return origins
  }

  /// Reads a file that the archive keeps; returns `nil` if it does not contain the file.
  ///
  /// - Parameter origin: The description of the file, from `origins()`.
  /// - Throws: `archive.checksum` if the bytes do not match the hash; `archive.limit`; the source's
  ///   errors.
  public func original(_ origin: DocumentOrigin) throws -> [UInt8]? {
    guard let index = positions.originals[origin.digest] else { return nil }
    let member = directory.members[index]
    let bytes = try MemberContent(source: source, limits: limits).content(of: member, checks: false)
    guard SHA256Digest(of: bytes) == origin.digest else {
      throw InputError(.archiveChecksum, at: member.contentOffset, detail: member.name.path)
    }
    return bytes
  }
}
