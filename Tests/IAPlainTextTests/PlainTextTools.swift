import IAFiles
import IAFormats
import IAPlainText
import IAStickers
import IAText

/// Functions that call the reader and the writer, and sticker packs for tests.
enum Plain {
  static func read(
    _ text: String, _ packs: [StickerPack] = [], profile: String? = nil
  ) throws -> ReadResult {
    try read(Array(text.utf8), packs, profile: profile)
  }

  static func read(
    _ bytes: [UInt8], _ packs: [StickerPack] = [], profile: String? = nil, strict: Bool = false
  ) throws -> ReadResult {
    try PlainTextReader().read(
      BytesSource(bytes),
      options: ReadOptions(stickerPacks: packs, isStrict: strict, profile: profile))
  }

  static func write(
    _ document: IADocument, _ packs: [StickerPack] = [], profile: String? = nil
  ) throws -> (text: String, report: ConversionReport) {
    var sink = BytesSink()
    let report = try PlainTextWriter().write(
      document, to: &sink, options: WriteOptions(profile: profile, stickerPacks: packs))
    return (sink.text, report)
  }

  static func bytes(
    _ document: IADocument, _ packs: [StickerPack], profile: String
  ) throws -> [UInt8] {
    var sink = BytesSink()
    _ = try PlainTextWriter().write(
      document, to: &sink, options: WriteOptions(profile: profile, stickerPacks: packs))
    return sink.bytes
  }

  static func pack(_ names: String...) -> StickerPack {
    StickerPack(
      name: "test",
      stickers: names.map { .init(name: $0, imageName: "\($0).png", image: picture(of: $0)) })
  }

  /// Returns the start of a PNG with a size; different names give different bytes.
  static func picture(of name: String) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
      + Array("IHDR".utf8) + [0, 0, 0, 48, 0, 0, 0, 32] + Array(name.utf8)
  }

  /// Returns a document of literal text and stickers of the packs only.
  static func document(_ pieces: [Piece], _ packs: [StickerPack]) -> IADocument {
    var builder = IAStringBuilder()
    var store = AttachmentStore()
    let stickers = StickerIndex(packs).stickers
    for piece in pieces {
      switch piece {
      case .text(let text): builder.append(text)
      case .sticker(let name):
        guard let sticker = stickers.first(where: { $0.name == name }) else { continue }
        builder.append(sticker.attachment(storingIn: &store))
      }
    }
    return IADocument(builder.finish(), attachments: store)
  }

  enum Piece {
    case text(String)
    case sticker(String)
  }
}

extension IADocument {
  /// The text with the names of stickers between angle brackets, for comparison in tests.
  var shown: String {
    var units: [UInt16] = []
    for offset in 0..<string.utf16Count {
      if let attachment = string.attachment(at: offset) {
        units += Array("<\(attachment.altText ?? "")>".utf16)
      } else {
        units.append(string.unit(at: offset))
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
