import IACorpus
import IASyntax

/// The table of all files in the corpus with purpose, seed, licence and hash.
enum Manifest {
  private static let drawn = "drawn by the script beside it"

  /// The files that this program does not generate, with their purposes.
  private static let others: [(folder: String, suffix: String, purpose: String)] = [
    ("stickers", ".png", "a sticker of the pack, 96 x 96, " + drawn),
    ("stickers", ".json", "the pack as JSON; `star` stands in both packs, the first wins"),
    ("stickers", ".plist", "the same pack as a property list"),
    ("pictures", ".png", "a picture for attachments, " + drawn),
    ("goldens", ".png", "what a drawing looked like when it was last looked at"),
    ("iaa", ".iaa", "an archive, written from the specification by the script beside it"),
    (
      "iaa", ".json",
      "the words of the archive with the same name and their blocks, written by the script beside it"
    ),
    ("iaa/bad", ".iaa", "an archive that breaks one rule, written by the script in iaa"),
    (
      "iaa/kept", ".iaa", "an archive of version 2 that is kept unchanged, written by version 0.1.0"
    ),
    ("iakit", ".plist", "as the source system archives, written by the script beside it"),
    ("markdown", ".md", "written by hand"),
    ("legacy", ".json", "written by hand: one oddity of old dictionaries, named by the file"),
  ]

  /// Returns the table, sorted by path.
  static func text() throws -> String {
    var rows: [String: String] = [:]
    let generated = try GeneratedFile.all()
    for (folder, suffix, purpose) in others {
      for path in try CorpusFiles.paths(in: folder, suffix: suffix) {
        rows[path] = row(path, purpose, "-", try CorpusFiles.bytes(of: path))
      }
    }
    for file in generated {
      rows[file.path] = row(file.path, file.purpose, "\(file.seed)", file.bytes)
    }
    let head = "path\tpurpose\tseed\tlicence\tsha256\n"
    return head + rows.keys.sorted().map { rows[$0, default: ""] }.joined()
  }

  private static func row(
    _ path: String, _ purpose: String, _ seed: String, _ bytes: [UInt8]
  ) -> String {
    "\(path)\t\(purpose)\t\(seed)\tCC0-1.0\t\(SHA256Digest(of: bytes))\n"
  }
}
