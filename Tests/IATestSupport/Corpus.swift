private import Foundation
internal import IACorpus
public import IAFormats
public import IAText

/// The project's own corpus, as tests want it.
public enum Corpus {
  /// A document of the corpus, made anew.
  public struct Entry: Sendable, CustomStringConvertible {
    /// The name of the document.
    public let name: String
    /// The document.
    public let document: IADocument
    /// The name: what a test shows of its argument.
    public var description: String { name }
  }

  /// All documents, in a fixed order; they serve as the arguments of a test.
  public static func documents() throws -> [Entry] {
    try CorpusDocument.all.map { Entry(name: $0.name, document: try $0.make()) }
  }

  /// The document of a name.
  public static func document(_ name: String) throws -> IADocument {
    guard let document = try CorpusDocument.named(name) else { throw Missing(name: name) }
    return document
  }

  /// The bytes of a file, by its path in the corpus: `markdown/poem.md`.
  public static func bytes(of path: String) throws -> [UInt8] {
    try CorpusFiles.bytes(of: path)
  }

  /// The paths of the files in a folder of the corpus with a suffix, sorted.
  public static func paths(in folder: String, suffix: String) throws -> [String] {
    try CorpusFiles.paths(in: folder, suffix: suffix)
  }

  /// The two packs of `stickers/pack.json` with their pictures.
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
