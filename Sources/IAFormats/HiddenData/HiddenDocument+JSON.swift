public import IABytes
internal import IASyntax
internal import IAText

extension HiddenDocument {
  /// Whether nothing is in it, so that a writer can leave it out.
  public var isEmpty: Bool { self == HiddenDocument() }

  /// The document record in its JSON form (Specs/hidden-data.md).
  public var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("version")
    writer.integer(1)
    if options != DisplayOptions() {
      writer.key("options")
      options.write(to: &writer)
    }
    if metadata != DocumentMetadata() {
      writer.key("metadata")
      metadata.write(to: &writer)
    }
    writer.table("inline", inline) { $1.write(to: &$0) }
    writer.table("paragraphs", paragraphs) { $1.write(to: &$0) }
    writer.table("records", records) { $1.write(to: &$0) }
    writer.table("bookmarks", bookmarks) { writer, bookmark in
      writer.beginArray()
      writer.integer(bookmark.paragraph)
      writer.integer(bookmark.utf16Offset)
      writer.string(bookmark.name)
      writer.endArray()
    }
    writer.endObject()
    return writer.finish()
  }

  /// Reads a document record.
  ///
  /// - Throws: `InputError` at a byte of the JSON; what later versions may have added is passed over.
  public init(json bytes: [UInt8], limits: Limits = .standard) throws(InputError) {
    self.init()
    var reading = FieldReading(isStrict: false, limits: limits)
    let root = try JSONTable(bytes, limits: limits).root
    let version = try root.require("version")
    guard try version.requireInteger() == 1 else {
      throw InputError(.hiddenVersion, at: version.byteOffset)
    }
    for (key, value) in try root.requireMembers() {
      switch key.text {
      case "options": options = try DisplayOptions(json: value, reading: &reading)
      case "metadata": metadata = try DocumentMetadata(json: value, reading: &reading)
      case "inline":
        for entry in try value.requireElements() {
          inline.append(try InlineAttributes(json: entry, reading: &reading))
        }
      case "paragraphs":
        for entry in try value.requireElements() {
          paragraphs.append(try ParagraphAttributes(json: entry, reading: &reading))
        }
      case "records":
        for entry in try value.requireElements() {
          records.append(try Attachment(json: entry, reading: &reading))
        }
      case "bookmarks":
        for entry in try value.requireElements() { bookmarks.append(try Bookmark(json: entry)) }
      default: break
      }
    }
  }
}

extension HiddenDocument.Bookmark {
  fileprivate init(json: JSONValue) throws(InputError) {
    let parts = Array(try json.requireElements())
    guard parts.count == 3 else {
      throw InputError(.hiddenNumber, at: json.byteOffset, detail: "expected three values")
    }
    self.init(
      paragraph: try parts[0].requireInteger(in: 0...Int(Int32.max)),
      utf16Offset: try parts[1].requireInteger(in: 0...Int(Int32.max)),
      name: try parts[2].requireText())
  }
}

extension JSONWriter {
  /// Writes a key with a list, or nothing for an empty one.
  fileprivate mutating func table<Entry>(
    _ key: String, _ entries: [Entry], _ write: (inout JSONWriter, Entry) -> Void
  ) {
    guard !entries.isEmpty else { return }
    self.key(key)
    beginArray()
    for entry in entries { write(&self, entry) }
    endArray()
  }
}
