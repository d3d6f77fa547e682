internal import IABytes
internal import IAFormats
internal import IASyntax
internal import IAText

/// The attachments of the source system, and those of attributed strings.
extension KitValue {
  func objectAttachment(
    _ store: inout AttachmentStore, _ reading: inout FieldReading
  ) throws(InputError) -> Attachment? {
    do throws(InputError) {
      switch objectClass {
      case .imageAttachment: return try imageAttachment(&store, &reading)
      case .videoAttachment: return try videoAttachment(&reading)
      case .locationAttachment: return try locationAttachment(&reading)
      case .attachment: return try textAttachment(&store, &reading)
      default: break
      }
      guard let unknownClass else { throw wrongKind(expected: .object) }
      throw InputError(.kitUnknownClass, at: byteOffset, detail: Self.short(unknownClass))
    } catch {
      if error.limit != nil { throw error }
      try reading.tolerate(error)
      return nil
    }
  }

  private func imageAttachment(
    _ store: inout AttachmentStore, _ reading: inout FieldReading
  ) throws(InputError) -> Attachment {
    var record = Attachment(.image)
    try takeName(of: "filename", &record, &reading)
    try take(url: "remoteURL", &record, &reading)
    try takeSize(&record)
    if record.content == .none { try takeContents(&record, &store, &reading) }
    return record
  }

  private func videoAttachment(_ reading: inout FieldReading) throws(InputError) -> Attachment {
    var record = Attachment(.video)
    try takeName(of: "videoFilename", &record, &reading)
    try take(url: "remoteVideoURL", &record, &reading)
    try takeSize(&record)
    // A document keeps the bytes of a preview, but neither its file name nor its address.
    for key in ["previewFilename", "remotePreviewURL"] {
      if let lost = try field(key), let text = try lost.urlText() {
        reading.note(
          InputError(.kitContent, at: lost.byteOffset, detail: "\(key) \(Self.short(text))"))
      }
    }
    return record
  }

  private func textAttachment(
    _ store: inout AttachmentStore, _ reading: inout FieldReading
  ) throws(InputError) -> Attachment {
    var record = Attachment(.file)
    try takeName(of: "filename", &record, &reading)
    try takeContents(&record, &store, &reading)
    return record
  }

  /// Reads the name of the file or, if it has none, the identifier that replaces it.
  private func takeName(
    of key: String, _ record: inout Attachment, _ reading: inout FieldReading
  ) throws(InputError) {
    guard let value = try field([key, "localID"]), let text = try value.string() else {
      return
    }
    let name = text.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    let isSafe = name != "." && name != ".." && !name.isEmpty && !name.contains("\0")
    if name != text {
      try reading.tolerate(
        InputError(.kitContent, at: value.byteOffset, detail: "name \(Self.short(text))"))
    }
    if isSafe { record.name = name }
  }

  private func take(
    url key: String, _ record: inout Attachment, _ reading: inout FieldReading
  ) throws(InputError) {
    guard let url = try field(key)?.url(&reading), !url.isEmpty else {
      record.state = .missing
      return
    }
    record.content = .url(url)
  }

  private func takeSize(_ record: inout Attachment) throws(InputError) {
    record.pixelWidth = try field("storedWidth")?.pixels
    record.pixelHeight = try field("storedHeight")?.pixels
  }

  /// The nearest whole number of pixels, or `nil` for other values.
  private var pixels: Int? {
    double.flatMap { (1..<1_000_000_000).contains($0) ? Int($0.rounded()) : nil }
  }

  /// Reads the bytes that an attachment of an attributed string contains.
  private func takeContents(
    _ record: inout Attachment, _ store: inout AttachmentStore, _ reading: inout FieldReading
  ) throws(InputError) {
    if let bytes = try field(["contents", "NSContents"])?.bytes() {
      record.take(bytes, &store)
    } else if let image = try field(["image", "NSImage"]), image.objectClass == .image,
      let bytes = try image.field("UIImageData")?.bytes()
    {
      record.take(bytes, &store)
    } else {
      record.state = .missing
      if let wrapper = try field(["fileWrapper", "NSFileWrapper"]) {
        reading.note(
          InputError(.kitContent, at: wrapper.byteOffset, detail: "a serialised file wrapper"))
      }
    }
  }
}

extension Attachment {
  /// Stores the bytes of the attachment, and sets its type and size from them.
  fileprivate mutating func take(_ bytes: [UInt8], _ store: inout AttachmentStore) {
    content = .blob(store.insert(bytes))
    state = .ready
    mediaType = MediaType.sniffed(from: bytes)
    if mediaType?.hasPrefix("image/") == true { kind = .image }
    if mediaType?.hasPrefix("video/") == true { kind = .video }
    if let size = MediaType.pixelSize(of: bytes) {
      (pixelWidth, pixelHeight) = (size.width, size.height)
    }
  }
}
