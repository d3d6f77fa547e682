import Foundation
import IACodec
import IATestSupport
import IAText
import Testing

/// The reader in `Specs/reference`, which was implemented from the specification.
@Suite struct SecondReaderTests {
  static let isThere = ReferenceReaders.python != nil

  @Test(.enabled(if: isThere, "python3 with the module zstandard; Scripts/bootstrap --tests"))
  func `It reads the whole corpus and random documents with equal results`() throws {
    var random = RandomDocument(seed: 19)
    let documents =
      try Corpus.documents().map(\.document) + (0..<60).map { _ in random.next() }
      + VocabularyTests.messages.suffix(60)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var encoder = DocumentEncoder()
    var compact = CompactEncoder()
    let vocabulary = try VocabularyTests.vocabulary()
    var tokens = CompactEncoder(vocabulary: vocabulary)
    let words = folder.appending(path: "words.iav")
    try Data(vocabulary.bytes).write(to: words)
    var (files, frames, streams): ([String], [String], [String]) = ([], [], [])
    for (index, document) in documents.enumerated() {
      for (name, bytes) in [
        ("\(index).ia", encoder.encode(document)),
        ("\(index).frame", compact.encode(document, embedsBlobs: true)),
        ("\(index).stream", tokens.encode(document, embedsBlobs: true)),
      ] {
        let url = folder.appending(path: name)
        try Data(bytes).write(to: url)
        switch url.pathExtension {
        case "ia": files.append(url.path)
        case "frame": frames.append(url.path)
        default: streams.append(url.path)
        }
      }
    }
    let found = try #require(ReferenceReaders.output("ia_reader.py", files))
    expectEqualLines(
      found, documents.map { $0.dump() + "identity \($0.identity)\n" }.joined())
    let again = try #require(
      ReferenceReaders.output("ia_reader.py", ["--compact"] + frames))
    expectEqualLines(again, documents.map { $0.dump() }.joined())
    let third = try #require(
      ReferenceReaders.output("ia_reader.py", ["--vocabulary", words.path] + streams))
    expectEqualLines(third, documents.map { $0.dump() }.joined())
  }

  @Test(.enabled(if: isThere, "python3 with the module zstandard; Scripts/bootstrap --tests"))
  func `It refuses damaged files`() throws {
    let paths = try Corpus.paths(in: "ia/bad", suffix: ".ia").filter {
      // Only readers that require the canonical form refuse these files.
      !$0.contains("canonical") && !$0.contains("field.")
    }
    let root = ExternalCorpora.packageRoot.appending(path: "Corpus")
    let files = paths.map { root.appending(path: $0).path }
    let found = try #require(ReferenceReaders.output("ia_reader.py", files))
    let lines = found.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("bad: ") } == files.count, "\(found)")
  }
}
