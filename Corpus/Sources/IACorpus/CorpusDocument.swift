public import IAText

/// A document of the corpus: its name, its purpose, and how it is created.
public struct CorpusDocument: Sendable {
  /// The name, unique in the corpus; the name of its file without the suffix.
  public let name: String
  /// The purpose in one line.
  public let purpose: String
  /// The seed of the random choices; 0 if there are none.
  public let seed: UInt64
  private let build: @Sendable (UInt64) throws -> IADocument

  init(
    _ name: String, _ purpose: String, seed: UInt64 = 0,
    _ build: @escaping @Sendable (UInt64) throws -> IADocument
  ) {
    self.name = name
    self.purpose = purpose
    self.seed = seed
    self.build = build
  }

  /// Creates the document; throws if the corpus does not contain a picture that it needs.
  public func make() throws -> IADocument { try build(seed) }
}

extension CorpusDocument {
  /// Every document of the corpus, in a fixed order.
  public static let all: [CorpusDocument] =
    Phrases.all.enumerated().map { index, phrases in
      CorpusDocument(
        "chat-\(phrases.language)", "messages with pressure curves", seed: UInt64(101 + index)
      ) { chat(phrases, messages: 40, seed: $0) }
    } + [
      CorpusDocument("chat-stickers", "messages full of stickers and emoji", seed: 121) {
        stickerChat(messages: 60, seed: $0)
      },
      CorpusDocument(
        "long-report", "about 100 KB: headings, lists, tables, quotes, code, footnotes", seed: 131
      ) { longReport(chapters: 24, seed: $0) },
      CorpusDocument("every-attribute", "each inline attribute alone, then all at once") { _ in
        everyInlineAttribute()
      },
      CorpusDocument("every-paragraph", "each paragraph attribute alone, then all at once") { _ in
        everyParagraphAttribute()
      },
      CorpusDocument("every-block", "each kind of block, and blocks in blocks") { _ in
        everyBlock()
      },
      CorpusDocument("attachments", "pictures, a film, a place, a file; all states") { _ in
        try everyAttachment()
      },
      CorpusDocument("mixed-scripts", "scripts and directions in one line, with numbers") { _ in
        mixedScripts()
      },
      CorpusDocument("emoji", "emoji sequences of every build, one a line") { _ in emoji() },
      CorpusDocument("odd-units", "lone surrogates, controls, stray U+FFFC, all line ends") { _ in
        oddUnits()
      },
      CorpusDocument("every-intensity", "all intensities from 0 to 100, each alone in its run") {
        _ in everyIntensity()
      },
      CorpusDocument("legacy-cycle", "what the source system's own speed test built") { _ in
        legacyCycle(count: 201)
      },
      CorpusDocument("options", "all display options and all metadata set") { _ in options() },
      CorpusDocument("bookmarks", "named places at the start, in words, at the end") { _ in
        bookmarks()
      },
      CorpusDocument("sections", "sections with all starts, pages and headers of their own") { _ in
        sections()
      },
      CorpusDocument("empty", "no text at all") { _ in IADocument() },
      CorpusDocument("one-unit", "one letter, no line end") { _ in IADocument(IAString("x")) },
      CorpusDocument("line-ends", "nothing but empty paragraphs") { _ in
        IADocument(IAString("\n\n\n\n"))
      },
    ]

  /// Returns the document with a name, or `nil` if the corpus does not contain it.
  public static func named(_ name: String) throws -> IADocument? {
    try all.first { $0.name == name }?.make()
  }
}
