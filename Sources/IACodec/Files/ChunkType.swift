/// The four letters that name a chunk; their case determines how a reader handles an unknown chunk.
struct ChunkType: Hashable, Sendable {
  /// The four bytes as a number, the first byte in the lowest bits.
  let code: UInt32

  /// Creates a type from four ASCII letters, or `nil` for other bytes.
  init?(code: UInt32) {
    for shift in stride(from: 0, to: 32, by: 8) {
      let letter = UInt8(truncatingIfNeeded: code >> UInt32(shift)) | 0x20
      guard letter >= 0x61, letter <= 0x7A else { return nil }
    }
    self.code = code
  }

  private init(_ name: String) { code = Self.code(of: name) }

  private static func code(of name: String) -> UInt32 {
    name.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  init?(name: String) {
    guard name.utf8.count == 4 else { return nil }
    self.init(code: Self.code(of: name))
  }

  private func isSmall(_ index: Int) -> Bool { code >> UInt32(8 * index) & 0x20 != 0 }

  /// Whether a reader that does not know the chunk cannot interpret the document: the first letter is a capital.
  var isCritical: Bool { !isSmall(0) }
  /// Whether the third letter is small, which is reserved for later versions.
  var isReserved: Bool { isSmall(2) }
  /// Whether a program that does not support the chunk may keep it when the document changes: the
  /// last letter is small.
  var isSafeToCopy: Bool { isSmall(3) }

  /// The letters.
  var name: String {
    String(
      decoding: (0..<4).map { UInt8(truncatingIfNeeded: code >> UInt32(8 * $0)) }, as: UTF8.self)
  }

  static let head = ChunkType("HEAD")
  static let options = ChunkType("OPTS")
  static let metadata = ChunkType("META")
  static let origin = ChunkType("oRIG")
  static let text = ChunkType("TEXT")
  static let intensities = ChunkType("INTS")
  static let inline = ChunkType("INLN")
  static let links = ChunkType("LINK")
  static let paragraphs = ChunkType("PARA")
  static let attachments = ChunkType("ATCH")
  static let bookmarks = ChunkType("BOOK")
  static let blob = ChunkType("BLOB")
  static let end = ChunkType("IEND")

  /// The known chunks in file order; those from `text` to `bookmarks` occur once per page.
  static let order: [ChunkType] = [
    .head, .options, .metadata, .origin, .text, .intensities, .inline, .links, .paragraphs,
    .attachments, .bookmarks, .blob, .end,
  ]

  /// The place of the chunk in that order; `nil` for one that is not known.
  var rank: Int? { Self.order.firstIndex(of: self) }

  /// The column in the chunk, or `nil` if the chunk has another form.
  var column: ColumnID? {
    switch self {
    case .options: .options
    case .metadata: .metadata
    case .origin: .origin
    case .inline: .inline
    case .links: .links
    case .paragraphs: .paragraphs
    case .attachments: .attachments
    case .bookmarks: .bookmarks
    default: nil
    }
  }

  init(_ column: ColumnID) {
    switch column {
    case .options: self = .options
    case .metadata: self = .metadata
    case .origin: self = .origin
    case .inline: self = .inline
    case .links: self = .links
    case .paragraphs: self = .paragraphs
    case .attachments: self = .attachments
    case .bookmarks: self = .bookmarks
    case .blob, .foreign: self = .blob
    }
  }
}
