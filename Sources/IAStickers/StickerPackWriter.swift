public import IAFiles
public import IAFormats
internal import IASyntax

/// A writer of sticker packs as JSON, with pictures in files beside it.
public struct StickerPackWriter: Sendable {
  /// Creates a writer.
  public init() {}

  /// Writes packs and their pictures.
  ///
  /// Each picture is written once, to the file with the name that the packs give it. A picture is
  /// dropped and reported if the name is not allowed, if another picture has the same name, or if
  /// the sink does not accept side files.
  ///
  /// - Returns: The pictures that were dropped.
  /// - Throws: The sink's errors.
  public func write(
    _ packs: [StickerPack], to sink: inout some DocumentSink
  ) throws -> ConversionReport {
    try sink.write(Self.json(of: packs))
    var report = ConversionReport()
    var written: [String: [UInt8]] = [:]
    for sticker in packs.lazy.flatMap(\.stickers) {
      guard let image = sticker.image else { continue }
      let name = sticker.imageName
      if let earlier = written[name] {
        if earlier != image { report.add(.dropped, .stickerPicture, "\(name) is taken") }
        continue
      }
      guard StickerPack.isAllowed(imageName: name) else {
        report.add(.dropped, .stickerPicture, "name of a file not allowed")
        continue
      }
      written[name] = image
      if try sink.writeSideFile(named: name, image) != name {
        report.add(.dropped, .stickerPicture, name)
      }
    }
    return report
  }

  /// Returns the JSON text of packs, without pictures.
  public static func json(of packs: [StickerPack]) -> [UInt8] {
    var writer = JSONWriter(style: .pretty)
    writer.beginObject()
    writer.key("format")
    writer.string(StickerPackReader.jsonFormat)
    writer.key("version")
    writer.integer(StickerPackReader.jsonVersion)
    writer.key("packs")
    writer.beginArray()
    for pack in packs {
      writer.beginObject()
      writer.key("name")
      writer.string(pack.name)
      if let cover = pack.coverName {
        writer.key("cover")
        writer.string(cover)
      }
      writer.key("stickers")
      writer.beginArray()
      for sticker in pack.stickers {
        writer.beginObject()
        writer.key("name")
        writer.string(sticker.name)
        writer.key("image")
        writer.string(sticker.imageName)
        writer.endObject()
      }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return writer.finish()
  }
}
