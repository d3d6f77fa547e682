internal import IASyntax

extension IADocument {
  /// Returns the whole document as lines of text, in canonical form: equal documents have equal
  /// dumps.
  ///
  /// Dumps are for tests and for people who compare documents. They have no offsets, so that an
  /// edit changes only the lines it affects. The first line names the format. It is followed by the
  /// options and the metadata, if any, each paragraph with its runs, and the hashes of the
  /// attachments' bytes:
  ///
  ///     ia-dump 1
  ///     metadata {"title":"Greeting"}
  ///     paragraph {"alignment":"center"}
  ///       40 "Hello "
  ///       85 "world" {"bold":true}
  ///       40 "\n"
  ///
  /// A run is a range with one intensity and one attribute set inside a paragraph. Invisible
  /// characters and characters that reorder others are escaped. Attributes of more than 100 bytes
  /// get a number at their first use (`#1 {…}`) and are replaced by it later, so that the size of
  /// the dump is proportional to that of the document.
  ///
  /// - Parameter includesOrigin: Whether dates and the generator are included, which are not part
  ///   of a document's identity.
  /// - Complexity: O(*n*) in the units.
  public func dump(includesOrigin: Bool = false) -> String {
    var dump = DocumentDump(columns: string.columns)
    dump.addHead(metadata: includesOrigin ? metadata : metadata.identity)
    dump.addText()
    dump.addBlobs(of: attachments)
    return String(decoding: dump.output, as: UTF8.self)
  }
}

/// Writes a dump line by line.
private struct DocumentDump {
  let columns: StringColumns
  var output: [UInt8] = Array("ia-dump 1\n".utf8)
  private var inline: Texts
  private var paragraphs: Texts
  private var records: Texts
  private var numbered = 0

  init(columns: StringColumns) {
    self.columns = columns
    inline = Texts(columns.inlineSets.map { set in Self.json { set.write(to: &$0) } })
    paragraphs = Texts(columns.paragraphSets.map { set in Self.json { set.write(to: &$0) } })
    records = Texts(columns.records.map { record in Self.json { record.write(to: &$0) } })
  }

  /// The texts of a table, and the numbers of those that have one.
  private struct Texts {
    let texts: [[UInt8]]
    var numbers: [Int?]

    init(_ texts: [[UInt8]]) {
      self.texts = texts
      numbers = Array(repeating: nil, count: texts.count)
    }
  }

  /// The maximum length in bytes of a text that is repeated at each use.
  private static let maxRepeatedLength = 100

  private static func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    let text = writer.finish()
    return text == Array("{}".utf8) ? [] : VisibleText.json(text)
  }

  mutating func addHead(metadata: DocumentMetadata) {
    addLine("options ", Self.json { columns.options.write(to: &$0) })
    addLine("metadata ", Self.json { metadata.write(to: &$0) })
  }

  private mutating func addLine(_ name: String, _ text: [UInt8]) {
    guard !text.isEmpty else { return }
    output.append(contentsOf: name.utf8)
    output.append(contentsOf: text)
    output.append(UInt8(ascii: "\n"))
  }

  /// Appends a space and a text, or the number of a long text that was written before.
  private mutating func add(_ table: WritableKeyPath<Self, Texts>, _ index: Int) {
    let text = self[keyPath: table].texts[index]
    guard !text.isEmpty else { return }
    output.append(UInt8(ascii: " "))
    if text.count <= Self.maxRepeatedLength {
      output.append(contentsOf: text)
    } else if let number = self[keyPath: table].numbers[index] {
      output.append(contentsOf: "#\(number)".utf8)
    } else {
      numbered += 1
      self[keyPath: table].numbers[index] = numbered
      output.append(contentsOf: "#\(numbered) ".utf8)
      output.append(contentsOf: text)
    }
  }

  mutating func addText() {
    let units = columns.units
    var cursor = ColumnCursor(columns)
    while cursor.offset < units.count {
      let offset = cursor.offset
      if offset == 0 || units[offset - 1] == IAString.lineFeed {
        output.append(contentsOf: "paragraph".utf8)
        add(\.paragraphs, cursor.paragraphSet)
        output.append(UInt8(ascii: "\n"))
      }
      addBookmarks(&cursor)
      let runEnd = cursor.findRunEnd()
      if let record = cursor.record {
        output.append(contentsOf: "  \(cursor.intensity) attachment".utf8)
        add(\.records, record)
      } else {
        output.append(contentsOf: "  \(cursor.intensity) \"".utf8)
        VisibleText.append(units[offset..<runEnd], to: &output)
        output.append(UInt8(ascii: "\""))
      }
      add(\.inline, cursor.inlineSet)
      output.append(UInt8(ascii: "\n"))
      cursor.advance()
    }
    addBookmarks(&cursor)
  }

  private mutating func addBookmarks(_ cursor: inout ColumnCursor) {
    while let bookmark = cursor.nextBookmark() {
      output.append(contentsOf: "  bookmark \"".utf8)
      VisibleText.append(Array(bookmark.name.utf16)[...], to: &output)
      output.append(contentsOf: "\"\n".utf8)
    }
  }

  /// Lists the hashes of blobs in the order of their first use, then those that are not used.
  mutating func addBlobs(of store: AttachmentStore) {
    var listed: Set<SHA256Digest> = []
    for digest in columns.records.flatMap(\.digests) + store.digests {
      guard let bytes = store[digest], listed.insert(digest).inserted else { continue }
      output.append(contentsOf: "blob \(digest) \(bytes.count) bytes\n".utf8)
    }
  }
}
