internal import IAFormats
internal import IAStickers
internal import IAText

/// Adds pictures from sticker packs to stickers that have none.
enum StickerPictures {
  /// Returns the document with the pictures of sticker packs.
  ///
  /// If several packs have a sticker of the same name, the first pack is used.
  static func resolve(_ document: IADocument, from packs: [StickerPack]) -> IADocument {
    let missing = document.string.attachments.filter {
      $0.attachment.isSticker && $0.attachment.digests.isEmpty
    }
    guard !packs.isEmpty, !missing.isEmpty else { return document }
    var stickers: [String: StickerPack.Sticker] = [:]
    for sticker in packs.flatMap(\.stickers) where sticker.image != nil {
      stickers["[\(sticker.name)]"] = stickers["[\(sticker.name)]"] ?? sticker
    }
    var resolved = document
    for entry in missing {
      guard let backing = entry.attachment.textBacking, let sticker = stickers[backing] else {
        continue
      }
      let found = sticker.attachment(storingIn: &resolved.attachments)
      var attachment = entry.attachment
      attachment.content = found.content
      attachment.mediaType = found.mediaType
      attachment.state = found.state
      attachment.pixelWidth = found.pixelWidth
      attachment.pixelHeight = found.pixelHeight
      resolved.string.setAttachment(attachment, at: entry.utf16Offset)
    }
    return resolved
  }
}
