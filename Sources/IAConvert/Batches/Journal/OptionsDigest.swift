internal import IAFormats
internal import IAStickers
internal import IASyntax

/// The hash of the options that determine the outputs of a batch.
///
/// Equal options give equal hashes in every process of one version of the program.
enum OptionsDigest {
  /// Returns the first 32 hexadecimal digits of the hash.
  ///
  /// - Parameters:
  ///   - conversions: The conversions to each format, which share the options for reading.
  ///   - mediaFolder: The folder for side files.
  ///   - parameters: Further options, for example those of a drawing program.
  static func digest(
    of conversions: [Conversion], mediaFolder: String?, parameters: [String]
  ) -> String {
    var lines: [String] = []
    for conversion in conversions {
      let (reading, writing) = (conversion.readOptions, conversion.writeOptions)
      lines += [
        "from \(conversion.inputFormat?.rawValue ?? "")", "to \(conversion.outputFormat.rawValue)",
        "strict \(conversion.isStrict)", "limits \(reading.limits)",
        "from-profile \(reading.profile ?? "")", "strict-reading \(reading.isStrict)",
        "ignores-hidden \(reading.ignoresHiddenData)", "profile \(writing.profile ?? "")",
        "display \(writing.display)", "schemes \(writing.schemes)",
        "hidden \(writing.keepsHiddenData)", "colors \(writing.terminalColors)",
        "links-media \(writing.linksMedia)",
        "stickers \(SHA256Digest(of: StickerPackWriter.json(of: reading.stickerPacks)))",
        "escaped \(SHA256Digest(of: StickerPackWriter.json(of: writing.stickerPacks)))",
      ]
      // Options that were introduced later are omitted if they have their default values, so that earlier journals
      // remain valid.
      if let changes = writing.changes { lines.append("changes \(changes.rawValue)") }
      if writing.showsHiddenText { lines.append("shows-hidden") }
      if writing.separatesParagraphs { lines.append("separates-paragraphs") }
      if conversion.readsEmbeddedSource { lines.append("embedded") }
    }
    lines.append("media \(mediaFolder ?? "")")
    lines += parameters
    // Lines are separated by NUL, which no option contains.
    let text = lines.joined(separator: "\0")
    return String(SHA256Digest(of: Array(text.utf8)).description.prefix(32))
  }
}
