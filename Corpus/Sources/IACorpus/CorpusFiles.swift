public import Foundation

/// The files of the corpus, located relative to the path of this source file.
public enum CorpusFiles {
  /// The folder of the corpus.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the bytes of a file by its path in the corpus, such as `stickers/sun.png`.
  public static func bytes(of path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: root.appending(path: path)))
  }

  /// Returns the sorted paths of the files with a suffix in a folder of the corpus.
  public static func paths(in folder: String, suffix: String) throws -> [String] {
    try FileManager.default
      .contentsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }
}
