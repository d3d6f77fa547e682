private import Foundation
internal import IACorpus
public import IAFormats
public import IAText

/// Access to the project's corpus for tests.
public enum Corpus {
  /// A newly created document of the corpus.
  public struct Entry: Sendable, CustomStringConvertible {
    /// The name of the document.
    public let name: String
    /// The document.
    public let document: IADocument
    /// The name, which a test shows for its argument.
    public var description: String { name }
  }

  /// Returns all documents in a fixed order, for use as the arguments of a test.
  public static func documents() throws -> [Entry] {
    try CorpusDocument.all.map { Entry(name: $0.name, document: try $0.make()) }
  }

  /// Returns the document with a name.
  public static func document(_ name: String) throws -> IADocument {
    guard let document = try CorpusDocument.named(name) else { throw Missing(name: name) }
    return document
  }

  /// Returns the bytes of a file by its path in the corpus, such as `markdown/poem.md`.
  public static func bytes(of path: String) throws -> [UInt8] {
    try CorpusFiles.bytes(of: path)
  }

  /// Returns the sorted paths of the files with a suffix in a folder of the corpus.
  public static func paths(in folder: String, suffix: String) throws -> [String] {
    try CorpusFiles.paths(in: folder, suffix: suffix)
  }

  /// Returns the two packs of `stickers/pack.json` with their pictures.
  public static func stickerPacks() throws -> [StickerPack] {
    let packs = try JSONDecoder().decode(
      [Pack].self, from: Data(bytes(of: "stickers/pack.json")))
    return try packs.map { pack in
      StickerPack(
        name: pack.cover_pic, coverName: pack.cover_pic,
        stickers: try pack.emoticons.map { sticker in
          StickerPack.Sticker(
            name: sticker.desc, imageName: sticker.image,
            image: try bytes(of: "stickers/\(sticker.image).png"))
        })
    }
  }

  private struct Pack: Decodable {
    var cover_pic: String
    var emoticons: [Sticker]
    struct Sticker: Decodable {
      var image: String
      var desc: String
    }
  }

  private struct Missing: Error {
    var name: String
  }
}
