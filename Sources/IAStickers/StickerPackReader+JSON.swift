internal import IABytes
internal import IAFormats
internal import IASyntax

extension StickerPackReader {
  /// The value of `format` in a JSON file of packs.
  static let jsonFormat = "ia-stickers"
  /// The value of `version` in a JSON file of packs.
  static let jsonVersion = 1

  /// Reads packs in the JSON form of this project, or in the source system's form: an array of
  /// packs.
  func readJSON(_ bytes: [UInt8]) throws(InputError) -> Result {
    let table = try JSONTable(bytes, limits: limits)
    var result = Result(packs: [], report: ConversionReport())
    if let elements = table.root.elements {
      // The array has the same form as the source system's property list.
      for element in elements {
        result.packs.append(
          try sourcePack(element, number: result.packs.count + 1, report: &result.report))
      }
      return result
    }
    var packs: JSONElements?
    var isNamed = false
    for (key, value) in try table.root.requireMembers() {
      if key.isText("format") {
        guard value.isText(Self.jsonFormat) else { throw shape(value, "\"ia-stickers\"") }
        isNamed = true
      } else if key.isText("version") {
        guard value.integer == Self.jsonVersion else { throw shape(value, "version 1") }
      } else if key.isText("packs") {
        packs = try value.requireElements()
      } else {
        note(key, in: &result.report)
      }
    }
    guard isNamed, let packs else { throw shape(table.root, "members format and packs") }
    for pack in packs { result.packs.append(try ownPack(pack, report: &result.report)) }
    return result
  }

  private func ownPack(
    _ value: JSONValue, report: inout ConversionReport
  ) throws(InputError) -> StickerPack {
    var pack = StickerPack(name: "", stickers: [])
    for (key, value) in try value.requireMembers() {
      if key.isText("name") {
        pack.name = try value.requireText()
      } else if key.isText("cover") {
        pack.coverName = try value.requireText()
      } else if key.isText("stickers") {
        pack.stickers = try stickers(value, name: "name", report: &report)
      } else {
        note(key, in: &report)
      }
    }
    return pack
  }

  private func sourcePack(
    _ value: JSONValue, number: Int, report: inout ConversionReport
  ) throws(InputError) -> StickerPack {
    var pack = StickerPack(name: "", stickers: [])
    for (key, value) in try value.requireMembers() {
      if key.isText("cover_pic") {
        pack.coverName = try value.requireText()
      } else if key.isText("emoticons") {
        pack.stickers = try stickers(value, name: "desc", report: &report)
      } else {
        note(key, in: &report)
      }
    }
    pack.name = Self.name(ofPack: number, cover: pack.coverName)
    return pack
  }

  private func stickers(
    _ value: JSONValue, name: String, report: inout ConversionReport
  ) throws(InputError) -> [StickerPack.Sticker] {
    var found: [StickerPack.Sticker] = []
    for element in try value.requireElements() {
      var sticker = StickerPack.Sticker(name: "", imageName: "")
      for (key, value) in try element.requireMembers() {
        if key.isText(name) {
          sticker.name = try value.requireText()
        } else if key.isText("image") {
          sticker.imageName = try value.requireText()
        } else {
          note(key, in: &report)
        }
      }
      found.append(sticker)
    }
    return found
  }

  /// Returns the name of a pack without a name: the file name of its cover without suffix, or
  /// "pack" with its number.
  static func name(ofPack number: Int, cover: String?) -> String {
    let stem = cover?.prefix { $0 != "." } ?? ""
    return stem.isEmpty ? "pack \(number)" : String(stem)
  }

  private func note(_ key: JSONValue, in report: inout ConversionReport) {
    report.add(.dropped, .stickerMember, key.text ?? "", byteOffset: key.byteOffset)
  }

  private func shape(_ value: JSONValue, _ expected: String) -> InputError {
    InputError(.stickerShape, at: value.byteOffset, detail: "expected \(expected)")
  }
}
