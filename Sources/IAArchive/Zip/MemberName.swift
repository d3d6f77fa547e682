internal import IASyntax

/// The name of a member.
///
/// Only a fixed set of names is allowed, so that no name refers to a path outside the archive.
enum MemberName: Hashable, Sendable {
  case mimetype
  case readMe
  /// The text of a block, by the block's number.
  case text(Int)
  /// The columns of a block except its text, by the block's number.
  case data(Int)
  /// The bytes of an attachment; the suffix depends on the media type and may be empty.
  case attachment(SHA256Digest, suffix: String)
  /// A file from which documents were read; the suffix is that of the file's name and may be empty.
  case original(SHA256Digest, suffix: String)
  /// A zstd dictionary, by its id.
  case dictionary(UInt32)
  case manifest(generation: Int)
  case storedHashes(generation: Int)
  case index(generation: Int)
  case record(generation: Int)
  case recovery(generation: Int, Int)
  /// A specification or program that the archive contains to describe itself.
  case description(ArchiveDescription)
  /// The list of names and source files of a generation's documents.
  case names(generation: Int)
  /// The statements about the archive and its documents that a generation makes.
  case metadata(generation: Int)

  /// The maximum number of a block, a generation or a recovery member.
  static let maximumNumber = 99_999_999

  /// The name in the ZIP file, in ASCII.
  var path: String {
    switch self {
    case .mimetype: "mimetype"
    case .readMe: "README.txt"
    case .text(let number): "text/\(Self.digits(number, 6)).txt"
    case .data(let number): "data/\(Self.digits(number, 6)).iab"
    case .attachment(let digest, let suffix):
      "attachments/\(digest)" + (suffix.isEmpty ? "" : ".\(suffix)")
    case .original(let digest, let suffix):
      "originals/\(digest)" + (suffix.isEmpty ? "" : ".\(suffix)")
    case .dictionary(let id): "dictionaries/\(id).zdict"
    case .manifest(let generation): Self.folder(generation) + "manifest-sha256.txt"
    case .storedHashes(let generation): Self.folder(generation) + "stored-sha256.txt"
    case .index(let generation): Self.folder(generation) + "index.iax"
    case .record(let generation): Self.folder(generation) + "record.txt"
    case .description(let part): part.rawValue
    case .names(let generation): Self.folder(generation) + "names.txt"
    case .metadata(let generation): Self.folder(generation) + "metadata.txt"
    case .recovery(let generation, let number):
      Self.folder(generation) + "recovery-\(Self.digits(number, 3)).iar"
    }
  }

  /// Whether the member is a fixity member: it holds hashes or recovery data of other members, and
  /// no manifest lists it.
  var isFixityMember: Bool {
    switch self {
    case .manifest, .storedHashes, .record, .recovery: true
    default: false
    }
  }

  /// Whether the member holds recovery data.
  var isRecovery: Bool {
    if case .recovery = self { return true }
    return false
  }

  /// Whether the member is an original file.
  var isOriginal: Bool {
    if case .original = self { return true }
    return false
  }

  /// Whether the content is compressed with DEFLATE, which applies to texts for people and to
  /// original files.
  ///
  /// Other members are stored uncompressed, so that each flipped bit changes the content.
  var isDeflated: Bool {
    switch self {
    case .text, .description, .names, .metadata, .original: true
    default: false
    }
  }

  private static func folder(_ generation: Int) -> String {
    "META-INF/\(digits(generation, 4))/"
  }

  private static func digits(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }
}

extension MemberName {
  /// Creates a name from its path; returns `nil` if the path is not exactly one that `path`
  /// returns.
  init?(path: String) {
    guard let name = Self.parsed(path), name.path == path else { return nil }
    self = name
  }

  private static func parsed(_ path: String) -> MemberName? {
    switch path {
    case "mimetype": return .mimetype
    case "README.txt": return .readMe
    default: break
    }
    if let part = ArchiveDescription(rawValue: path) { return .description(part) }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      return named(parts[1], in: parts[0])
    }
    guard parts.count == 3, parts[0] == "META-INF", let generation = number(parts[1]) else {
      return nil
    }
    switch parts[2] {
    case "manifest-sha256.txt": return .manifest(generation: generation)
    case "stored-sha256.txt": return .storedHashes(generation: generation)
    case "index.iax": return .index(generation: generation)
    case "record.txt": return .record(generation: generation)
    case "names.txt": return .names(generation: generation)
    case "metadata.txt": return .metadata(generation: generation)
    default:
      guard parts[2].hasPrefix("recovery-"), parts[2].hasSuffix(".iar"),
        let index = number(parts[2].dropFirst(9).dropLast(4))
      else { return nil }
      return .recovery(generation: generation, index)
    }
  }

  private static func named(_ file: Substring, in folder: Substring) -> MemberName? {
    switch folder {
    case "text": return file.hasSuffix(".txt") ? number(file.dropLast(4)).map { .text($0) } : nil
    case "data": return file.hasSuffix(".iab") ? number(file.dropLast(4)).map { .data($0) } : nil
    case "dictionaries":
      guard file.hasSuffix(".zdict"), let id = UInt32(file.dropLast(6)), id > 0 else { return nil }
      return .dictionary(id)
    case "attachments": return hashed(file).map { .attachment($0.digest, suffix: $0.suffix) }
    case "originals": return hashed(file).map { .original($0.digest, suffix: $0.suffix) }
    default: return nil
    }
  }

  /// Returns the hash and the suffix of a name such as `HASH.png`.
  private static func hashed(_ file: Substring) -> (digest: SHA256Digest, suffix: String)? {
    let stem = file.prefix { $0 != "." }
    let rest = file.dropFirst(stem.count)
    guard let digest = SHA256Digest(hex: String(stem)), rest.isEmpty || isSuffix(rest.dropFirst())
    else { return nil }
    return (digest, String(rest.dropFirst()))
  }

  /// Returns whether text consists of one to eight lower-case ASCII letters and digits.
  static func isSuffix(_ text: Substring) -> Bool {
    1...8 ~= text.utf8.count
      && text.utf8.allSatisfy {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
      }
  }

  private static func number(_ text: Substring) -> Int? {
    guard 1...8 ~= text.utf8.count,
      text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    return Int(text).flatMap { $0 <= maximumNumber ? $0 : nil }
  }
}
