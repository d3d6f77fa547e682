public import IAFormats
internal import IASyntax

/// A list of the stickers in packs.
public struct StickerPackList: Hashable, Sendable {
  private let packs: [StickerPack]

  /// Creates the list of packs.
  public init(of packs: [StickerPack]) { self.packs = packs }

  /// The list as text: one line for each pack, and an indented line for each sticker with its
  /// token, picture and size.
  public var text: String {
    var text = ""
    for pack in packs {
      text += "\(HarmlessText.escape(pack.name)) (\(pack.stickers.count))\n"
      for sticker in pack.stickers {
        let size = sticker.image.map { "\($0.count) bytes" } ?? "no picture"
        text += "  [\(HarmlessText.escape(sticker.name))]  "
        text += "\(HarmlessText.escape(sticker.imageName))  \(size)\n"
      }
    }
    return text
  }

  /// The list as one JSON array with a final line feed.
  public var json: String {
    var writer = JSONWriter(style: .pretty)
    writer.beginArray()
    for pack in packs {
      writer.beginObject()
      writer.member("name", pack.name)
      writer.key("stickers")
      writer.beginArray()
      for sticker in pack.stickers {
        writer.beginObject()
        writer.member("name", sticker.name)
        writer.member("image", sticker.imageName)
        if let image = sticker.image { writer.member("imageBytes", image.count) }
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    return String(decoding: writer.finish(), as: UTF8.self)
  }
}
