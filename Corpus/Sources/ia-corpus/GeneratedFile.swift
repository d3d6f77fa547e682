import IACorpus
import IAFiles
import IAFormats
import IAJSON
import IAText

/// A file that the generator writes into the corpus.
struct GeneratedFile {
  /// The path in the corpus.
  var path: String
  /// The purpose in one line.
  var purpose: String
  /// The seed of the random choices; 0 if there are none.
  var seed: UInt64
  /// The content.
  var bytes: [UInt8]

  private init(_ path: String, _ purpose: String, seed: UInt64 = 0, _ text: String) {
    self.init(path: path, purpose: purpose, seed: seed, bytes: Array(text.utf8))
  }

  init(path: String, purpose: String, seed: UInt64 = 0, bytes: [UInt8]) {
    self.path = path
    self.purpose = purpose
    self.seed = seed
    self.bytes = bytes
  }

  /// Creates the file of a document in the suite's own JSON schema.
  private init(_ document: CorpusDocument) throws {
    var sink = BytesSink()
    _ = try JSONDocumentWriter().write(
      try document.make(), to: &sink, options: WriteOptions())
    self.init(
      path: "documents/\(document.name).json", purpose: document.purpose, seed: document.seed,
      bytes: sink.bytes)
  }

  /// Returns all generated files, sorted by path.
  static func all() throws -> [GeneratedFile] {
    var files = [
      GeneratedFile(
        "legacy/cycle.json", "the source system's speed test as its own dictionary",
        LegacyDictionary.json(of: CorpusDocument.legacyCycle(count: 201).string)),
      GeneratedFile(
        "text/stickers-dense.txt", "sticker tokens at every second word", seed: 201,
        CorpusDocument.stickerText(lines: 80, density: 50, seed: 201)),
      GeneratedFile(
        "text/stickers-sparse.txt", "a sticker token now and then", seed: 202,
        CorpusDocument.stickerText(lines: 80, density: 4, seed: 202)),
    ]
    for document in CorpusDocument.all { files.append(try GeneratedFile(document)) }
    for document in CorpusDocument.all where document.name.hasPrefix("chat-e") {
      files.append(
        GeneratedFile(
          "legacy/\(document.name).json", document.purpose + ", as the old dictionary",
          seed: document.seed, LegacyDictionary.json(of: try document.make().string)))
    }
    files += try GeneratedFile.good() + GeneratedFile.bad() + GeneratedFile.vocabularies()
    files += badJSON() + badKit() + badJournals() + badFrames() + badHidden() + badTexts()
    return files.sorted { $0.path < $1.path }
  }
}
