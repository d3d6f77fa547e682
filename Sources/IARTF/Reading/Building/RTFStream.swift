internal import IAHiddenData
internal import IAText

/// A separate text of the document: the body, or one note, box, header or footer.
struct RTFStream {
  /// A paragraph in a table that is still open.
  struct Pending {
    var utf16Count: Int
    var attributes: ParagraphAttributes
    /// The index of the cell that contains it; `nil` if it is outside tables, because its row has no end.
    var cell: Int?
    /// Whether the file states that it is in a table.
    var isStated: Bool
  }

  /// The hidden data of a paragraph.
  struct Record {
    /// The number of the paragraph in the stream.
    var paragraph: Int
    /// The record; `nil` for one that is damaged.
    var hidden: HiddenParagraph?
    /// Whether the fingerprint after the paragraph matches.
    var isUntouched: Bool
  }

  /// The hidden data of the current paragraph.
  struct OpenRecord {
    /// The record; `nil` for one that is damaged.
    var hidden: HiddenParagraph?
    /// The offset of the first byte after its group, from which the fingerprint is computed.
    var byteOffset: Int
    var isUntouched = false
    /// Whether a fingerprint was compared.
    var isCompared = false
  }

  /// The position of another stream after a paragraph.
  struct Anchor {
    /// The number of paragraphs before it.
    var paragraph: Int
    /// The index of the stream.
    var stream: Int
  }

  /// The state of the current paragraph, apart from its formatting.
  struct Marks {
    /// Whether the paragraph is not part of the document.
    var isAbsent = false
    /// Whether a page break comes before it.
    var pageBreak = false
    /// Whether a page break is inside the paragraph.
    ///
    /// The break takes effect before the paragraph if it has text, otherwise after it.
    var breaksInside = false
    /// Whether a page break has ended the preceding paragraph, whose paragraph mark follows.
    var awaitsEnd = false
    /// Whether the paragraph has only a picture that repeats the picture of the shape around it.
    var repeatsPicture = false
    /// Whether it follows a frame at the centre or the right edge of a header or footer.
    var followsEdge = false
    /// Whether it has a line across the page.
    var isRule = false
    /// The label before its text; `nil` if it has none.
    var label: RTFLabel?
    /// The state that the box before its text shows; `nil` if it has no box.
    var task: Block.ListItem.TaskState?

    /// Whether the paragraph shows nothing if it has no text.
    var isPlain: Bool { !isRule && !pageBreak && !breaksInside && label == nil && task == nil }
  }

  /// The current row definitions, of the outer table and of nested tables.
  struct Rows {
    var outer = RTFRow()
    var nested = RTFRow()

    /// Returns the definition at a depth of tables.
    func row(atDepth depth: Int) -> RTFRow { depth > 1 ? nested : outer }
  }

  /// The text.
  var text = IAStringBuilder()
  /// The block around the text; `nil` for the body.
  var container: Block?
  /// The frame around the last paragraph, with its place; `nil` for none.
  var frame: (place: RTFPlace, block: Block)?
  /// The number of the stream's first paragraph among all paragraphs of the document; `nil` if the
  /// file does not record it.
  var order: Int?
  /// Whether the text around it has a reference mark for it.
  var hasReference = false
  /// The offset of the start of the current paragraph.
  private(set) var paragraphStart = 0
  /// The number of paragraphs that have ended.
  private(set) var paragraphCount = 0
  private(set) var anchors: [Anchor] = []
  /// The streams to be placed after the current paragraph.
  private var pendingAnchors: [Int] = []
  private(set) var records: [Record] = []
  var record: OpenRecord?
  var marks = Marks()
  var grid = RTFGrid()
  var rows = Rows()
  private var pending: [Pending] = []
  var lists = RTFOpenBlocks()
  var styles = RTFParagraphStyleCache()
  private var formats: [IAStringBuilder.Attributes?] = []
  /// The script of the last unit of the paragraph that belongs to one.
  private(set) var script = RTFScript.ordinary

  /// Creates an empty stream.
  init(container: Block? = nil) { self.container = container }

  /// Whether the text is that of a footnote or endnote.
  var isNote: Bool { container?.kind.noteLabel != nil }

  /// Whether there is no text since the last paragraph.
  @inline(__always)
  var isAtParagraphStart: Bool { text.utf16Count == paragraphStart }

  /// The number of units of the current paragraph.
  @inline(__always)
  var paragraphUTF16Count: Int { text.utf16Count - paragraphStart }

  /// Whether the paragraph that ends has only its line feed.
  var isLastParagraphEmpty: Bool { paragraphUTF16Count <= 1 }

  /// Whether a table is open, or its paragraphs are not yet in the text.
  var hasTables: Bool { !grid.isEmpty || !pending.isEmpty }

  // MARK: Character formatting

  /// Returns the builder's attributes of a format, or `nil` if the format is new to it.
  @inline(__always)
  func attributes(of format: RTFIndex<RTFCharacter>) -> IAStringBuilder.Attributes? {
    let index = Int(format.rawValue)
    return index < formats.count ? formats[index] : nil
  }

  /// Adds the builder's attributes of a format and returns them.
  mutating func add(
    _ format: RTFIndex<RTFCharacter>, _ attributes: InlineAttributes
  ) -> IAStringBuilder.Attributes {
    let index = Int(format.rawValue)
    while formats.count <= index { formats.append(nil) }
    let made = text.intern(attributes)
    formats[index] = made
    return made
  }

  /// Records the script of a unit that is appended, and returns the script whose formatting it has: its own, or if it
  /// has none, that of the text before it in the paragraph.
  @inline(__always)
  mutating func script(of unit: UInt16) -> RTFScript {
    // Most text consists of units below those of the other scripts.
    guard script != .ordinary || unit >= 0x0590 else { return .ordinary }
    if let own = RTFScript.of(unit) { script = own }
    return script
  }

  // MARK: Paragraphs

  /// Adds a paragraph of a table, whose blocks are unknown until the table ends.
  mutating func appendPending(_ paragraph: Pending) { pending.append(paragraph) }

  /// Records the end of a paragraph.
  mutating func endParagraph() {
    if let record {
      records.append(
        Record(
          paragraph: paragraphCount, hidden: record.hidden, isUntouched: record.isUntouched))
      self.record = nil
    }
    paragraphCount += 1
    paragraphStart = text.utf16Count
    script = .ordinary
  }

  /// Adds the paragraphs of the outermost table to the text.
  ///
  /// - Precondition: `hasTables`.
  mutating func closeTables(nextID: inout Int, colors: RTFColorTable) {
    grid.finish(nextID: &nextID, colors: colors)
    for index in pending.indices {
      let path = pending[index].cell.map { grid.paths[$0] } ?? []
      if pending[index].attributes.blocks.isEmpty {
        pending[index].attributes.blocks = path
      } else {
        pending[index].attributes.blocks.insert(
          contentsOf: path, at: container == nil ? 0 : 1)
      }
      text.settle(
        utf16Count: pending[index].utf16Count, as: text.intern(pending[index].attributes))
    }
    pending.removeAll(keepingCapacity: true)
    placeAnchors()
  }

  /// Whether the open row has no ended cell and the current paragraph, which the file does not place in a table,
  /// follows its text.
  var isBesideOpenRow: Bool {
    guard let open = grid.openOuterCell, open.isOnly, let last = pending.last else { return false }
    return last.cell == open.cell && !last.isStated
  }

  /// Ends the open row of the outermost table, whose end is missing in the file.
  ///
  /// Its ended cells become a row. Paragraphs after these cells that the file does not place in a table are moved out
  /// of the table; if no cell has ended, all paragraphs are moved out.
  mutating func endOpenRow() {
    if let open = grid.openOuterCell {
      var index = pending.count
      while index > 0, pending[index - 1].cell == open.cell,
        open.isOnly || !pending[index - 1].isStated
      {
        index -= 1
        pending[index].cell = nil
      }
      if index < pending.count, index == 0 || pending[index - 1].cell != open.cell {
        grid.removeOpenOuterCell()
      }
    }
    _ = grid.endRow(atDepth: 1, rows.outer)
  }

  // MARK: Other streams

  /// Schedules the placement of another stream after the current paragraph.
  mutating func anchor(_ stream: Int) { pendingAnchors.append(stream) }

  /// Places a scheduled stream before the current paragraph.
  mutating func anchorBefore(_ stream: Int) {
    guard let index = pendingAnchors.firstIndex(of: stream) else { return }
    pendingAnchors.remove(at: index)
    anchors.append(Anchor(paragraph: paragraphCount, stream: stream))
  }

  /// Places the scheduled streams after the last paragraph.
  mutating func placeAnchors() {
    guard !pendingAnchors.isEmpty else { return }
    for stream in pendingAnchors {
      anchors.append(Anchor(paragraph: paragraphCount, stream: stream))
    }
    pendingAnchors.removeAll()
  }
}
