public import IABytes
internal import IASyntax
internal import IAText

extension HiddenDocument {
  /// Whether the record is empty, so that a writer can omit it.
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
    writer.member(list: "inline", inline) { $1.write(to: &$0) }
    let shared = BlockTable(of: paragraphs)
    writer.member(list: "blocks", shared.blocks) { $1.write(to: &$0) }
    writer.member(list: "paths", shared.paths) { writer, path in
      writer.beginArray()
      for index in path { writer.integer(index) }
      writer.endArray()
    }
    writer.member(list: "paragraphs", paragraphs) { writer, attributes in
      var rest = attributes
      rest.blocks = []
      rest.write(to: &writer)
    }
    writer.member(list: "records", records) { $1.write(to: &$0) }
    writer.member(list: "bookmarks", bookmarks) { writer, bookmark in
      writer.beginArray()
      writer.integer(bookmark.paragraph)
      writer.integer(bookmark.utf16Offset)
      writer.string(bookmark.name)
      writer.endArray()
    }
    writer.member(list: "absent", absent) { writer, text in
      writer.beginArray()
      writer.integer(text.paragraph)
      writer.integer(text.blocksBefore)
      writer.integer(text.blocksAfter)
      writer.string(Base64.encode(text.part.packed.span))
      writer.endArray()
    }
    writer.endObject()
    return writer.finish()
  }

  /// Creates a document record from its JSON form.
  ///
  /// Unknown members, which later versions may add, are ignored.
  ///
  /// - Throws: `InputError` at a byte of the JSON, for example `hidden.version`, `hidden.number`,
  ///   or a syntax error.
  public init(json bytes: [UInt8], limits: Limits = .standard) throws(InputError) {
    self.init()
    var reading = FieldReading(isStrict: false, limits: limits)
    let root = try JSONTable(bytes, limits: limits).root
    let version = try root.require("version")
    guard try version.requireInteger() == 1 else {
      throw InputError(.hiddenVersion, at: version.byteOffset)
    }
    var shared = BlockTable()
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
      case "blocks":
        for entry in try value.requireElements() {
          shared.blocks.append(try Block(json: entry, reading: &reading))
        }
      case "paths":
        for entry in try value.requireElements() {
          shared.paths.append(try BlockTable.path(json: entry, limits: limits))
        }
      case "records":
        for entry in try value.requireElements() {
          records.append(try Attachment(json: entry, reading: &reading))
        }
      case "bookmarks":
        for entry in try value.requireElements() { bookmarks.append(try Bookmark(json: entry)) }
      case "absent":
        for entry in try value.requireElements() { absent.append(try AbsentText(json: entry)) }
      default: break
      }
    }
    for (index, path) in shared.paths.enumerated() where !path.isEmpty {
      guard index < paragraphs.count, let blocks = shared.blocks(on: path) else {
        throw InputError(.hiddenNumber, at: root.byteOffset, detail: "path \(index)")
      }
      paragraphs[index].blocks = blocks
    }
  }
}

/// A table with each block of paragraph attributes once: all cells of a table share its columns.
private struct BlockTable {
  var blocks: [Block] = []
  /// For each set of paragraph attributes, the indexes of its blocks from the outermost to the
  /// innermost; trailing empty paths are omitted.
  var paths: [[Int]] = []
}

extension BlockTable {
  init(of paragraphs: [ParagraphAttributes]) {
    var known: [Int: [Int]] = [:]
    for attributes in paragraphs {
      let path = attributes.blocks.map { block in
        let index = known[block.id]?.first { blocks[$0] == block }
        if let index { return index }
        blocks.append(block)
        known[block.id, default: []].append(blocks.count - 1)
        return blocks.count - 1
      }
      paths.append(path)
    }
    while paths.last?.isEmpty == true { paths.removeLast() }
  }

  /// Returns the blocks of a path; `nil` if an index is out of range.
  func blocks(on path: [Int]) -> [Block]? {
    guard path.allSatisfy(blocks.indices.contains) else { return nil }
    return path.map { blocks[$0] }
  }

  /// Reads a path.
  static func path(json: JSONValue, limits: Limits) throws(InputError) -> [Int] {
    var path: [Int] = []
    for element in try json.requireElements() {
      guard path.count < limits.depth else {
        throw .exceeds(
          .fieldLimit, limit: "depth", maximum: limits.depth, seen: json.count,
          at: element.byteOffset)
      }
      path.append(try element.requireInteger(in: 0...Int(Int32.max)))
    }
    return path
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

extension AbsentText {
  fileprivate init(json: JSONValue) throws(InputError) {
    let parts = Array(try json.requireElements())
    guard parts.count == 4 else {
      throw InputError(.hiddenNumber, at: json.byteOffset, detail: "expected four values")
    }
    self.init(
      paragraph: try parts[0].requireInteger(in: 0...Int(Int32.max)),
      blocksBefore: try parts[1].requireInteger(in: 0...Int(Int32.max)),
      blocksAfter: try parts[2].requireInteger(in: 0...Int(Int32.max)),
      part: try HiddenParagraph(
        packed: try Base64.decode(Array(try parts[3].requireText().utf8).span)))
  }
}
