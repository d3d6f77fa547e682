public import Foundation

/// The files of the corpus, found from where this file was compiled.
public enum CorpusFiles {
  /// The folder of the corpus.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The bytes of a file, by its path in the corpus: `stickers/sun.png`.
  public static func bytes(of path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: root.appending(path: path)))
  }

  /// The paths of the files in a folder of the corpus with a suffix, sorted.
  public static func paths(in folder: String, suffix: String) throws -> [String] {
    try FileManager.default
      .contentsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }
}
