import Foundation
import IAArchive
import IABytes
import IASyntax
import IATestSupport
import IAText
import Testing

/// The archives of version 2 in Corpus/iaa/kept, which must remain readable for decades.
///
/// `manifest.tsv` lists the expected results: a line with the hash of each archive, and a line with
/// the hash of the dump of each document. `IA_ACCEPT=1` adds lines for a new archive; existing
/// lines must not change.
@Suite struct KeptArchiveTests {
  /// The lines of the manifest, each split at its tabs.
  private static func manifest() throws -> [[String]] {
    String(decoding: try Corpus.bytes(of: "iaa/kept/manifest.tsv"), as: UTF8.self)
      .split(separator: "\n").dropFirst()
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }

  private static func lines(_ path: String) throws -> [[String]] {
    let name = String(path.dropFirst("iaa/kept/".count))
    let bytes = try Corpus.bytes(of: path)
    let archive = try ArchiveReader(MemoryStorage(bytes))
    let report = try archive.verify(.deep)
    var lines = [
      [
        name, "archive", "\(SHA256Digest(of: bytes))",
        "version \(archive.formatVersion), generation \(archive.generation), \(archive.documentCount) documents, \(archive.attachmentCount) attachments, "
          + (report.isIntact ? "intact" : "damaged") + ", \(report.members.count) members",
      ]
    ]
    let origins = try archive.origins()
    try archive.forEachEntry { entry in
      let document = try archive.document(at: entry.ordinal)
      let dump = Array(document.dump(includesOrigin: true).utf8)
      lines.append([
        name, "\(entry.id)", "\(SHA256Digest(of: dump))",
        "\(entry.name) from \(origins[entry.ordinal]?.fileName ?? "-")",
      ])
    }
    return lines
  }

  @Test func `Each kept archive has the documents, hashes and result in the manifest`()
    throws
  {
    let paths = try Corpus.paths(in: "iaa/kept", suffix: ".iaa")
    #expect(paths.count >= 3)
    let found = try paths.flatMap { try Self.lines($0) }
    if ProcessInfo.processInfo.environment["IA_ACCEPT"] == "1" {
      let text = (["archive\tdocument\tsha256\twhat"] + found.map { $0.joined(separator: "\t") })
      let url = ExternalCorpora.packageRoot.appending(path: "Corpus/iaa/kept/manifest.tsv")
      try (text.joined(separator: "\n") + "\n").write(to: url, atomically: true, encoding: .utf8)
      return
    }
    let expected = try Self.manifest()
    for line in found { #expect(expected.contains(line), "\(line.joined(separator: "\t"))") }
    #expect(found.count == expected.count)
  }

  @Test(arguments: try Corpus.paths(in: "iaa/kept", suffix: ".iaa"))
  func `A damaged kept archive is repaired to the same bytes if it has recovery data`(
    path: String
  ) throws {
    let bytes = try Corpus.bytes(of: path)
    var damaged = bytes
    for index in 2000..<2200 { damaged[index] ^= 0x55 }
    let storage = MemoryStorage(damaged)
    #expect(try (try? ArchiveReader(storage))?.verify(.stored).isIntact != true)
    guard path.contains("recovery") else { return }
    let (_, repaired) = try ArchiveFixture.repair(damaged)
    #expect(repaired == bytes)
  }
}
