public import IAFiles
public import IAFormats
internal import IASyntax

/// Writes sticker packs as JSON, with their pictures in files beside.
public struct StickerPackWriter: Sendable {
  /// Makes a writer.
  public init() {}

  /// Writes packs.
  ///
  /// Each distinct file of a picture is written once, under the name that the packs give it. A
  /// picture is left out and reported where the name of its file is not allowed, where another
  /// picture has taken the name, or where the sink has no place for side files.
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
        if earlier != image { report.add(.dropped, "sticker-picture", "\(name) is taken") }
        continue
      }
      guard StickerPack.isAllowed(imageName: name) else {
        report.add(.dropped, "sticker-picture", "name of a file not allowed")
        continue
      }
      written[name] = image
      if try sink.writeSideFile(named: name, image) != name {
        report.add(.dropped, "sticker-picture", name)
      }
    }
    return report
  }

  /// The JSON text of packs, without their pictures.
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
