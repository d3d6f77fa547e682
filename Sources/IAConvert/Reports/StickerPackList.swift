public import IAFormats
internal import IASyntax

/// The stickers of packs as a list.
public struct StickerPackList: Hashable, Sendable {
  private let packs: [StickerPack]

  /// Lists packs.
  public init(of packs: [StickerPack]) { self.packs = packs }

  /// A line for each pack and, indented, for each sticker with its token, picture and size.
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

  /// One JSON array, with its line end.
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
