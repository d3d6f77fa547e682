internal import IAFormats
internal import IAStickers
internal import IASyntax

/// The defects of the sticker packs in a file.
public struct StickerPackCheck: Hashable, Sendable {
  private let packs: [StickerPack]
  private let defects: [StickerPackDefect]
  private let report: ConversionReport
  private let path: String

  /// Creates the check of the packs in a file.
  ///
  /// - Throws: `Failure` if they cannot be read.
  public init(path: String, requiresImages: Bool = true) throws(Failure) {
    let result = try StickerPacks.load(path: path)
    self.path = path
    packs = result.packs
    report = result.report
    defects = StickerPackValidator(requiresImages: requiresImages).defects(in: result.packs)
  }

  /// Whether there are no defects.
  public var isClean: Bool { defects.isEmpty }

  /// One line for each defect and each unknown member, and a line with the counts.
  public var text: String {
    var text = ""
    for defect in defects {
      text += HarmlessText.escape("\(path): \(place(of: defect)): \(defect.words)") + "\n"
    }
    for note in report.notes {
      let words = "\(note.kind.effect.rawValue): \(note.kind.feature.rawValue) \(note.detail)"
      text += HarmlessText.escape("\(path): \(words)") + "\n"
    }
    let stickers = packs.reduce(0) { $0 + $1.stickers.count }
    let counts = [(packs.count, "pack"), (stickers, "sticker"), (defects.count, "defect")]
      .map { count, name in "\(count) \(name)\(count == 1 ? "" : "s")" }
    return text + HarmlessText.escape("\(path): \(counts.joined(separator: ", "))") + "\n"
  }

  /// The defects as one JSON object with a final line feed.
  public var json: String {
    var writer = JSONWriter(style: .pretty)
    writer.beginObject()
    writer.member("packs", packs.count)
    writer.member("stickers", packs.reduce(0) { $0 + $1.stickers.count })
    writer.key("defects")
    writer.beginArray()
    for defect in defects {
      writer.beginObject()
      writer.member("fault", defect.name)
      writer.key("fatal")
      writer.bool(defect.isFatal)
      writer.member("pack", defect.pack)
      if let sticker = defect.sticker { writer.member("sticker", sticker) }
      writer.member("detail", defect.words)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  /// Returns the pack and the sticker by their numbers, which are unique, and their names, which
  /// may not be.
  private func place(of defect: StickerPackDefect) -> String {
    let pack = packs[defect.pack]
    guard let number = defect.sticker else { return "pack \(defect.pack) \"\(pack.name)\"" }
    return "pack \(defect.pack), sticker \(number) \"\(pack.stickers[number].name)\""
  }
}

extension StickerPackDefect {
  /// A stable identifier of the fault.
  var name: String {
    switch fault {
    case .noStickers: "no-stickers"
    case .tooManyStickers: "too-many-stickers"
    case .emptyPackName: "empty-pack-name"
    case .duplicatePackName: "duplicate-pack-name"
    case .emptyName: "empty-name"
    case .longName: "long-name"
    case .duplicateName: "duplicate-name"
    case .equivalentName: "equivalent-name"
    case .bracketInName: "bracket-in-name"
    case .backslashInName: "backslash-in-name"
    case .lineBreakInName: "line-break-in-name"
    case .controlInName: "control-in-name"
    case .emptyImageName: "empty-image-name"
    case .forbiddenImageName: "forbidden-image-name"
    case .missingImage: "missing-image"
    case .unreadableImage: "unreadable-image"
    case .imageSize: "image-size"
    case .imageBytes: "image-bytes"
    }
  }

  /// The description of the fault.
  var words: String {
    switch fault {
    case .noStickers: "has no stickers"
    case .tooManyStickers(let count, let limit): "\(count) stickers, at most \(limit)"
    case .emptyPackName: "has no name"
    case .duplicatePackName(let first): "pack \(first) has the same name"
    case .emptyName: "has no name"
    case .longName(let count, let limit): "the name has \(count) units, at most \(limit)"
    case .duplicateName(let first):
      "pack \(first.pack), sticker \(first.sticker) has the same name"
    case .equivalentName(let first):
      "pack \(first.pack), sticker \(first.sticker) has a name that looks the same"
    case .bracketInName: "the name has a bracket"
    case .backslashInName: "the name has a backslash"
    case .lineBreakInName: "the name has a line break"
    case .controlInName: "the name has a control character"
    case .emptyImageName: "names no picture"
    case .forbiddenImageName: "the picture's name is not one of a file in the folder"
    case .missingImage: "there is no picture"
    case .unreadableImage: "the picture is of no known kind"
    case .imageSize(let width, let height, let limit):
      "the picture has \(width) × \(height) pixels, at most \(limit) in all"
    case .imageBytes(let count, let limit): "the picture has \(count) bytes, at most \(limit)"
    }
  }
}
