internal import IAFiles
internal import IAFormats
internal import IAShapes
internal import IASyntax
internal import IAText

extension RTFBodyWriter {
  /// Writes an attachment as a picture, a separate file, or its stand-in.
  mutating func write(attachment index: Int, to sink: inout some DocumentSink) throws {
    let place = context.columns.attachments[index]
    let attachment = context.columns.records[place.record]
    let range = place.utf16Offset..<place.utf16Offset + 1
    if case .url = attachment.content {
      report.add(.neutralised, .externalContent, "not loaded", utf16Range: range)
    }
    if case .blob(let digest) = attachment.content, let bytes = context.blobs[digest] {
      if context.isFolder, let name = try fileName(of: attachment, digest, bytes, to: &sink) {
        return writeFile(attachment, bytes, name)
      }
      if attachment.kind == .image, let word = Self.pictureWord(attachment, bytes) {
        shownBlobs.insert(digest)
        return try writePicture(attachment, bytes, word, to: &sink)
      }
      if attachment.kind == .image, let picture = ShapePicture(svg: bytes) {
        shownBlobs.insert(digest)
        return write(picture, of: attachment, bytes)
      }
    }
    if context.keepsHiddenData {
      output.write("{\\*\\iaobj ", place.record)
      output.write("}")
    }
    writeMark(attachment.standIn)
    reportLoss(.attachment, .approximated, attachment.kind.rawValue, range)
  }

  /// Returns the control word for a picture of this kind, or `nil` for a format that RTF does not
  /// support.
  static func pictureWord(_ attachment: Attachment, _ bytes: [UInt8]) -> StaticString? {
    switch (MediaType.sniffed(from: bytes), attachment.mediaType) {
    case ("image/png"?, _): "\\pngblip"
    case ("image/jpeg"?, _): "\\jpegblip"
    // Metafiles are written in the form of RTF: a WMF usually without its placeable header.
    case (nil, "image/wmf"?)
    where bytes.starts(with: [1, 0, 9, 0]) || bytes.starts(with: [0xD7, 0xCD, 0xC6, 0x9A]):
      "\\wmetafile8"
    case (nil, "image/emf"?): "\\emfblip"
    case (nil, "image/x-pict"?): "\\macpict"
    default: nil
    }
  }

  /// Returns whether RTF shows an attachment with these bytes as a picture or as shapes.
  static func shows(_ attachment: Attachment, _ bytes: [UInt8]) -> Bool {
    pictureWord(attachment, bytes) != nil || ShapePicture.isFile(bytes)
  }

  /// Writes a picture of drawn shapes; a picture without a placement is inline in its paragraph.
  private mutating func write(
    _ picture: ShapePicture, of attachment: Attachment, _ bytes: [UInt8]
  ) {
    let size = attachment.size(of: bytes)
    let words = RTFDrawingWords(
      picture, attachment.placement ?? Placement(wrap: .topAndBottom),
      size: (size.width, size.height))
    output.write(words.start.bytes)
    if let text = attachment.altText {
      output.write("{\\sp{\\sn wzDescription}{\\sv ")
      output.write(line: text)
      output.write("}}")
    }
    output.write(words.words.bytes)
  }

  private mutating func writePicture(
    _ attachment: Attachment, _ bytes: [UInt8], _ word: StaticString,
    to sink: inout some DocumentSink
  ) throws {
    var size = attachment.size(of: bytes)
    if MediaType.sniffed(from: bytes) == nil {
      size.pixelWidth = Self.hundredthsOfMillimetre(size.width)
      size.pixelHeight = Self.hundredthsOfMillimetre(size.height)
    }
    if let placement = attachment.placement {
      output.write("{\\shp{\\*\\shpinst")
      output.write(
        RTFShapeWords(
          placement, width: size.width, height: size.height, columnWidth: context.columnWidth
        ).words.bytes)
      output.write("{\\sp{\\sn pib}{\\sv {\\pict")
    } else {
      output.write("{\\*\\shppict{\\pict")
    }
    if let text = attachment.altText {
      output.write("{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv ")
      output.write(line: text)
      output.write("}}}")
    }
    output.write(word)
    output.write("\\picw", size.pixelWidth)
    output.write("\\pich", size.pixelHeight)
    output.write("\\picwgoal", size.width)
    output.write("\\pichgoal", size.height)
    output.write("\n")
    try output.write(hex: bytes, to: &sink)
    output.write(attachment.placement == nil ? "}}" : "}}}}}")
  }

  /// Converts twips to units of 0.01 mm, which metafiles use.
  private static func hundredthsOfMillimetre(_ twips: Int) -> Int { twips * 2540 / 1440 }

  /// Writes a side file, and returns its name.
  ///
  /// Attachments with equal bytes and names share one file. Returns `nil` if the sink does not accept side files.
  private mutating func fileName(
    of attachment: Attachment, _ digest: SHA256Digest, _ bytes: [UInt8],
    to sink: inout some DocumentSink
  ) throws -> String? {
    let wanted = attachment.name ?? attachment.textBacking ?? attachment.kind.rawValue
    let (name, isNew) = fileNames.name(for: digest, wanted, MediaType.sniffed(from: bytes))
    if isNew, try sink.writeSideFile(named: name, bytes) == nil { return nil }
    shownBlobs.insert(digest)
    return name
  }

  private mutating func writeFile(_ attachment: Attachment, _ bytes: [UInt8], _ name: String) {
    let size = attachment.size(of: bytes)
    output.write("{{\\NeXTGraphic ")
    output.write(line: name)
    output.write(" \\width", size.width)
    output.write(" \\height", size.height)
    output.write(" \\noorient}\\'ac}")
  }
}

extension Attachment {
  /// A size in pixels and in twips.
  struct Size {
    var pixelWidth: Int
    var pixelHeight: Int
    var width: Int
    var height: Int
  }

  /// The text that represents the attachment if it cannot be shown.
  var standIn: String {
    textBacking ?? altText ?? name ?? location?.placename ?? "[\(kind.rawValue)]"
  }

  /// Returns the displayed size of a picture: its display size, otherwise that of its pixels at 96
  /// per inch, limited to the page.
  func size(of bytes: [UInt8]) -> Size {
    let pixels = MediaType.pixelSize(of: bytes)
    let pixelWidth = min(max(pixels?.width ?? pixelWidth ?? 96, 1), 32_767)
    let pixelHeight = min(max(pixels?.height ?? pixelHeight ?? 96, 1), 32_767)
    var width = Double(pixelWidth) * 15
    var height = Double(pixelHeight) * 15
    let wanted = (displayWidth.flatMap(Self.twips), displayHeight.flatMap(Self.twips))
    switch wanted {
    case (let wide?, let high?): (width, height) = (wide, high)
    case (let wide?, nil): (width, height) = (wide, height * wide / width)
    case (nil, let high?): (width, height) = (width * high / height, high)
    case (nil, nil):
      let scale = min(1, Double(RTFTableLayout.pageWidth) / width, 12_240 / height)
      (width, height) = (width * scale, height * scale)
    }
    return Size(
      pixelWidth: pixelWidth, pixelHeight: pixelHeight, width: Self.bounded(width),
      height: Self.bounded(height))
  }

  private static func twips(_ points: Double) -> Double? {
    points.isFinite && points > 0 ? points * 20 : nil
  }

  private static func bounded(_ twips: Double) -> Int { Int(min(max(twips.rounded(), 1), 31_680)) }
}
