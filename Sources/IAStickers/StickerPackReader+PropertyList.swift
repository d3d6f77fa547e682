internal import IABytes
internal import IAFormats
internal import IASyntax

extension StickerPackReader {
  /// Reads the file of the source system: an array of packs as an XML or binary property list.
  func readPropertyList(_ bytes: [UInt8]) throws(InputError) -> Result {
    let table = try PropertyListTable(bytes, limits: limits)
    var result = Result(packs: [], report: ConversionReport())
    // A binary list may refer to one pack many times; the stickers are counted before any is
    // created.
    var count = 0
    for element in try table.root.requireElements() {
      count += 1 + (element["emoticons"]?.count ?? 0)
      guard count <= limits.tableEntries else { throw tooMany(count, at: element.byteOffset) }
    }
    for element in try table.root.requireElements() {
      result.packs.append(
        try pack(element, number: result.packs.count + 1, report: &result.report))
    }
    return result
  }

  private func pack(
    _ value: PropertyListValue, number: Int, report: inout ConversionReport
  ) throws(InputError) -> StickerPack {
    var pack = StickerPack(name: "", stickers: [])
    for (key, value) in try value.requireMembers() {
      if key.isText("cover_pic") {
        pack.coverName = try value.requireText()
      } else if key.isText("emoticons") {
        for element in try value.requireElements() {
          pack.stickers.append(try sticker(element, report: &report))
        }
      } else {
        note(key, in: &report)
      }
    }
    pack.name = Self.name(ofPack: number, cover: pack.coverName)
    return pack
  }

  private func sticker(
    _ value: PropertyListValue, report: inout ConversionReport
  ) throws(InputError) -> StickerPack.Sticker {
    var sticker = StickerPack.Sticker(name: "", imageName: "")
    for (key, value) in try value.requireMembers() {
      if key.isText("desc") {
        sticker.name = try value.requireText()
      } else if key.isText("image") {
        sticker.imageName = try value.requireText()
      } else {
        note(key, in: &report)
      }
    }
    return sticker
  }

  private func note(_ key: PropertyListValue, in report: inout ConversionReport) {
    report.add(.dropped, .stickerMember, key.text ?? "", byteOffset: key.byteOffset)
  }
}
