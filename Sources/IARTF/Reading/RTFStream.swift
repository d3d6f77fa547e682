internal import IAFormats
internal import IAText

/// Text on its way into a document: the body, or what stands in one note, box, header or footer.
struct RTFStream {
  /// A paragraph in a table that is still open.
  struct Pending {
    var count: Int
    var attributes: ParagraphAttributes
    /// The cell it stands in.
    var cell: Int
  }

  /// A list around the next paragraph.
  struct OpenList {
    var key: Int32
    var level: Int32
    /// The indent of its items in twips; 0 where nothing is said.
    var indent: Int32
    var list: Block
    var item: Block
  }

  /// The hidden data of a paragraph.
  struct Record {
    var paragraph: Int
    var hidden: HiddenParagraph?
    var isUntouched: Bool
  }

  /// Other text that stands behind a paragraph.
  struct Anchor {
    /// How many paragraphs stand before it.
    var paragraph: Int
    /// The index of the stream.
    var stream: Int
  }

  var builder = IAStringBuilder()
  /// What the text stands in; nil for the body.
  var container: Block?
  /// The number that its first paragraph has in the document, where the file says so.
  var order: Int?
  /// Whether there is a mark in the text around it for what stands here.
  var hasReference = false
  var paragraphStart = 0
  var paragraphCount = 0
  var anchors: [Anchor] = []
  var records: [Record] = []
  /// The hidden data of the paragraph that is read, and where it ends; -1 where there is none.
  var record: HiddenParagraph?
  var recordStart = -1
  var isUntouched = false
  /// Whether a fingerprint came for it.
  var isCompared = false
  /// Whether the paragraph is no part of the document.
  var isAbsent = false
  var pageBreak = false
  /// Whether the paragraph has a line across the page.
  var isRule = false
  var tables = RTFGrid()
  var pending: [Pending] = []
  var waitingAnchors: [Int] = []
  var openLists: [OpenList] = []
  var listCell = -1
  /// The quote or block of code that the last paragraph stands in.
  var openBlock: Block?
  /// The definitions of rows, of the outer table and of those in it.
  var row = RTFRow()
  var nestedRow = RTFRow()
  /// Ordinary paragraphs that were set, and as what.
  var styles = RTFParagraphStyles()
  /// What the mark in front of the paragraph says about its list.
  var label: RTFLabel?
  var task: Block.ListItem.TaskState?
  private var looks: [IAStringBuilder.Attributes?] = []

  init(container: Block? = nil) { self.container = container }

  /// Whether nothing was read since the last paragraph.
  var isAtParagraphStart: Bool { builder.utf16Count == paragraphStart }

  /// The builder's number of a look, where it is known.
  @inline(__always)
  func known(_ look: Int32) -> IAStringBuilder.Attributes? {
    let index = Int(look)
    return index < looks.count ? looks[index] : nil
  }

  /// Makes a look known to the builder.
  mutating func add(
    _ look: Int32, _ attributes: InlineAttributes
  ) -> IAStringBuilder.Attributes {
    while looks.count <= Int(look) { looks.append(nil) }
    let made = builder.intern(attributes)
    looks[Int(look)] = made
    return made
  }

  /// Settles the paragraphs of tables once the outermost has ended.
  mutating func closeTables(nextID: inout Int, colors: RTFColors) {
    guard !tables.isEmpty || !pending.isEmpty else { return }
    tables.finish(nextID: &nextID, colors: colors)
    for index in pending.indices {
      let cell = pending[index].cell
      if pending[index].attributes.blocks.isEmpty {
        pending[index].attributes.blocks = tables.paths[cell]
      } else {
        pending[index].attributes.blocks.insert(
          contentsOf: tables.paths[cell], at: container == nil ? 0 : 1)
      }
      builder.settle(
        utf16Count: pending[index].count, as: builder.intern(pending[index].attributes))
    }
    pending.removeAll(keepingCapacity: true)
    placeAnchors()
  }

  /// Puts what waits behind the paragraphs so far.
  mutating func placeAnchors() {
    for stream in waitingAnchors {
      anchors.append(Anchor(paragraph: paragraphCount, stream: stream))
    }
    waitingAnchors.removeAll()
  }

  /// Notes the end of a paragraph.
  mutating func endRecord() {
    if recordStart >= 0 {
      records.append(
        Record(paragraph: paragraphCount, hidden: record, isUntouched: isUntouched))
      dropRecord()
    }
    paragraphCount += 1
    paragraphStart = builder.utf16Count
  }

  /// Forgets the hidden data of the paragraph.
  mutating func dropRecord() {
    record = nil
    recordStart = -1
    isUntouched = false
    isCompared = false
  }
}

/// The builder's styles of ordinary paragraphs, those that were met last.
struct RTFParagraphStyles {
  private var slots: [(paragraph: RTFParagraph, style: IAStringBuilder.ParagraphStyle)?] = []
  private static let count = 64

  private static func slot(of paragraph: RTFParagraph) -> Int {
    Int(truncatingIfNeeded: paragraph.mixed >> 40) & (count - 1)
  }

  /// The style of a paragraph; nil where it is not known.
  func style(of paragraph: RTFParagraph) -> IAStringBuilder.ParagraphStyle? {
    guard !slots.isEmpty, let known = slots[Self.slot(of: paragraph)], known.paragraph == paragraph
    else { return nil }
    return known.style
  }

  /// Keeps a style in place of one that shares its slot.
  mutating func keep(_ style: IAStringBuilder.ParagraphStyle, of paragraph: RTFParagraph) {
    if slots.isEmpty { slots = Array(repeating: nil, count: Self.count) }
    slots[Self.slot(of: paragraph)] = (paragraph, style)
  }
}

/// What the text in front of a paragraph says about its list.
struct RTFLabel {
  var kind: Block.Kind
  var ordinal: Int

  /// Reads a label: a number or letter with something behind it, or a mark.
  init?(_ units: ArraySlice<UInt16>) {
    func isMark(_ unit: UInt16) -> Bool { unit > 0x20 && unit != 0xA0 }
    guard let first = units.firstIndex(where: isMark), let last = units.lastIndex(where: isMark)
    else { return nil }
    if first == last, units[first] == 0x2022 || units[first] == 0xB7 {
      kind = .unorderedList(marker: nil)
      ordinal = 1
      return
    }
    let text = String(units: units.filter(isMark)[...])
    let core = text.drop { "([".contains($0) }
    let digits = core.prefix { $0.isASCII && $0.isNumber }
    if let number = Int(digits), digits.count <= 6 {
      let rest = core.dropFirst(digits.count)
      // 1.2.3: the last number counts.
      let last = rest.split(separator: ".").last.flatMap { Int($0) }
      let delimiter = rest.first.map(String.init) ?? "."
      kind = .orderedList(.init(numbering: .decimal, start: 1, delimiter: delimiter))
      ordinal = min(last ?? number, 32_767)
      return
    }
    let letters = core.prefix { $0.isASCII && $0.isLetter }
    let rest = core.dropFirst(letters.count)
    if !letters.isEmpty, letters.count <= 2, let delimiter = rest.first, ".)".contains(delimiter),
      let letter = letters.utf8.first
    {
      let isUpper = letter < 0x61
      kind = .orderedList(
        .init(
          numbering: isUpper ? .upperAlpha : .lowerAlpha, start: 1, delimiter: String(delimiter)))
      ordinal = Int(letter | 0x20) - 0x60
      return
    }
    kind = .unorderedList(marker: Self.marker(text))
    ordinal = 1
  }

  private static let known: [Unicode.Scalar: String] = [
    "\u{F0B7}": "\u{2022}", "\u{B7}": "\u{2022}", "\u{F0A7}": "\u{25AA}", "\u{A7}": "\u{25AA}",
    "o": "\u{25E6}", "\u{F0D8}": "\u{27A2}", "\u{F0FC}": "\u{2713}", "\u{F076}": "\u{2756}",
    "\u{F02D}": "-", "\u{F0A8}": "\u{2666}",
  ]

  /// The mark of a list: nil for the usual one.
  static func marker(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    let mark = scalars.count == 1 ? scalars.first.flatMap { known[$0] } ?? text : text
    let short = String(mark.prefix(8))
    return short == "\u{2022}" || short.isEmpty ? nil : short
  }
}
