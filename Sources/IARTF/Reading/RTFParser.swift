public import IABytes
internal import IAFormats
internal import IAText
internal import IAUnicode

/// The state machine: reads bytes once from the start to the end, with a flat stack of groups.
///
/// A byte either goes to `text`, opens or closes a group, or starts a control word, which is looked
/// up and obeyed by the function of its kind.
struct RTFParser {
  let bytes: RTFBytes
  let limits: Limits
  let source: any DocumentSource
  /// The document record of our own writer, where there is one.
  let block: HiddenDocument?

  private let words = RTFWordTable.standard
  var at = 0
  var state = RTFState()
  var groups: [RTFState] = []
  /// How the paragraph is set that the end of the document ends.
  var lastParagraph = RTFParagraph()
  var report = ConversionReport()

  /// How deep the last text stood: groups that hold text on the way down are no attack, mail programs
  /// nest thousands of them.
  var spokenDepth = 0
  /// How many times the limit of depth groups may nest that hold text.
  private static let spoken = 64

  /// How many more characters stand in for one that was read.
  var fallback: Int32 = 0
  /// A high surrogate that waits for its other half.
  var highSurrogate: UInt16 = 0
  /// The bytes that wait for the second half of a character.
  var waiting = false
  var byteStream = CharsetStream(.windows1252)
  /// Where those bytes are.
  var byteStreamCharset: Int32 = 0
  var scratch: [UInt16] = []

  // The tables of the document.
  var fonts: [RTFFont] = []
  var fontIndexes: [Int32: Int32] = [:]
  var definedFont: Int32 = -1
  var defaultFont: Int32 = 0
  var colors = RTFColors()
  var nextColor: (red: Int32, green: Int32, blue: Int32)?
  var expandedComponents: [Int32] = []
  var styles: [RTFStyle] = []
  var paragraphStyles: [Int32: Int32] = [:]
  var characterStyles: [Int32: Int32] = [:]
  /// The index of the style `Normal`.
  var normalStyle: Int32?
  /// What text and paragraphs look like of which nothing is said.
  var base = RTFBase()
  var definedStyle: (number: Int32, isCharacter: Bool, isTable: Bool) = (0, false, false)
  var definedBase: Int32 = -1
  var lists: [Int32: RTFList] = [:]
  var definedList = RTFList()
  var definedListID: Int32 = 0
  var overrides: [Int32: RTFListOverride] = [:]
  var definedOverride = RTFListOverride()
  var oldLists: [RTFOldList] = []
  var counters: [UInt64: Int] = [:]
  var tabSets: [[ParagraphAttributes.TabStop]] = []
  var tabNumbers: [[ParagraphAttributes.TabStop]: Int32] = [:]
  var nextTab = ParagraphAttributes.TabStop.Kind.left

  var charsets: [RTFCharset] = [RTFCharset(.windows1252)]
  var charsetIndexes: [Int: Int32] = [1252: 0]
  var documentCharset: Int32 = 0
  var symbolCharset: Int32 = -1

  /// The streams of notes, headers and footers, in their order.
  var notes: [Int] = []
  var pageHeaders: [Int] = []
  var pageFooters: [Int] = []
  var pageWords: Set<String> = []

  // What comes out.
  var looks = RTFCharacterTable()
  var links: [InlineAttributes.Link] = []
  var linkNumbers: [InlineAttributes.Link: Int32] = [:]
  var noteLabels: [String] = []
  var streams: [RTFStream] = []
  var stream = RTFStream()
  /// The streams that those in `streams` interrupted, by group.
  var interrupted: [(stream: RTFStream, depth: Int, index: Int)] = []
  var attachments = AttachmentStore()
  var metadata = DocumentMetadata()
  var infoStart = -1
  var infoRange = 0..<0
  var isInfoUntouched = false
  /// Whether a fingerprint came for the information.
  var isInfoCompared = false
  var nextBlockID = 1
  var bookmarks: Set<String> = []

  // What is being collected.
  var captured: [UInt16] = []
  var fields: [RTFField] = []
  var picture = RTFPicture()
  var objectClass = ""
  var objectBytes = RTFHexBytes()
  var annotation = Block.Annotation()
  var propertyName = ""
  var shapeName = ""
  var date = RTFDateParts()
  var footnoteCount = 0
  var waitingFootnote = false
  var html: RTFEmbeddedHTML?
  /// Whether the file marks the cells that are no part of the document.
  var marksAbsence = false
  /// The list that a group of `\\pn` defined.
  var pendingOldList: Int32 = 0
  /// Whether Cocoa wrote the document.
  var isCocoa = false
  /// Whether hidden data is passed over, as other programs do.
  var ignoresHiddenData = false
  /// The offset of the text that stands for the last object; -1 before the first one.
  var markStart = -1
  /// The pictures among the objects that were placed as text.
  var objects: Set<Attachment> = []
  /// The bookmarks of the document record.
  var recordedBookmarks: Set<String> = []
  /// Whether the bytes ended within a group.
  private(set) var isCutOff = false
  /// Where a table went over its limit; -1 where none did.
  var fullTableOffset = -1

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: Limits, source: any DocumentSource,
    block: HiddenDocument?
  ) {
    self.bytes = RTFBytes(bytes)
    self.limits = limits
    self.source = source
    self.block = block
    groups.reserveCapacity(64)
    recordedBookmarks = Set(block?.bookmarks.map(\.name) ?? [])
  }

  /// Reads all there is.
  mutating func run() throws {
    let count = bytes.count
    while at < count {
      let byte = bytes[at]
      switch Self.classes[Int(byte)] {
      case 0:
        let start = at
        at = bytes.endOfText(from: at + 1)
        text(start..<at)
      case 1: try control()
      case 2: try openGroup()
      case 3:
        try closeGroup()
        if groups.isEmpty { return finishAfterLastGroup() }
      case 4: at += 1
      default:
        at += 1
        self.byte(byte)
      }
    }
    if !groups.isEmpty {
      report.add(
        .repaired, "unclosed-group", "\(groups.count) open at the end", byteOffset: state.open)
      while !groups.isEmpty { try closeGroup() }
    }
  }

  private mutating func finishAfterLastGroup() {
    var rest = at
    while rest < bytes.count, bytes[rest] <= 0x20 { rest += 1 }
    guard rest < bytes.count else { return }
    report.add(
      .repaired, "text-after-end", "\(bytes.count - rest) bytes left out", byteOffset: rest)
  }

  /// 0 text, 1 backslash, 2 and 3 braces, 4 passed over, 5 a byte of the character set.
  private static let classes: InlineArray<256, UInt8> = {
    var classes = InlineArray<256, UInt8>(repeating: 0)
    for byte in 0..<0x20 { classes[byte] = 4 }
    classes[0x09] = 5
    classes[0x5C] = 1
    classes[0x7B] = 2
    classes[0x7D] = 3
    classes[0x7F] = 4
    for byte in 0x80...0xFF { classes[byte] = 5 }
    return classes
  }()

  // MARK: Groups

  private mutating func openGroup() throws {
    if groups.count - spokenDepth >= limits.depth || groups.count >= limits.depth * Self.spoken {
      throw InputError.exceeds(
        .rtfDepth, limit: "depth", maximum: limits.depth, seen: groups.count - spokenDepth + 1,
        at: at)
    }
    fallback = 0
    groups.append(state)
    state.open = at
    state.ending = .none
    state.isFresh = true
    state.isIgnorable = false
    at += 1
    if state.detail == Self.stylesheetDetail {
      state.detail = 0
      beginStyle()
    }
  }

  private mutating func closeGroup() throws {
    fallback = 0
    if waiting, state.ending != .none || !isSecondByteNext(from: at + 1) { flushBytes() }
    // At the end of the bytes all open groups are closed without a brace.
    if at < bytes.count { at += 1 } else { isCutOff = true }
    guard !groups.isEmpty else { return }
    if groups.count == 1 { lastParagraph = state.paragraph }
    if state.ending == .none, fullTableOffset < 0 {
      state = groups.removeLast()
      spokenDepth = min(spokenDepth, groups.count)
      return
    }
    let closed = state
    let outer = groups.removeLast()
    spokenDepth = min(spokenDepth, groups.count)
    try end(closed, outer)
    if fullTableOffset >= 0 {
      throw InputError.exceeds(
        .rtfTableSize, limit: "tableEntries", maximum: limits.tableEntries,
        seen: limits.tableEntries + 1, at: fullTableOffset)
    }
    state = outer
    switch closed.ending {
    case .graphic: fallback = 1
    case .fontTable: set(RTFWord.Character.f, defaultFont)
    case .oldList:
      state.paragraph.oldList = pendingOldList
    default: break
    }
  }

  // MARK: Control words

  private mutating func control() throws {
    let start = at
    let nameStart = start + 1
    guard nameStart < bytes.count else {
      at = nameStart
      report.add(.repaired, "truncated", "ends in a control word", byteOffset: start)
      return
    }
    let name = bytes.name(from: nameStart, to: bytes.count)
    guard name.end > nameStart else {
      at = nameStart
      return try controlSymbol(bytes[nameStart], start)
    }
    if name.end - nameStart > 32 { noteLongWord(start, count: name.end - nameStart) }
    var value: Int32?
    var end = name.end
    if let number = bytes.number(from: end, to: bytes.count) {
      value = Int32(exactly: number.value) ?? clamped(number.value, start)
      end = number.end
    }
    if end < bytes.count, bytes[end] == 0x20 { end += 1 }
    at = end
    try obey(words.word(name.hash), value, start)
  }

  @inline(never)
  private mutating func noteLongWord(_ start: Int, count: Int) {
    report.add(.repaired, "control-word", "\(count) letters", byteOffset: start)
  }

  @inline(never)
  private mutating func clamped(_ value: Int64, _ start: Int) -> Int32 {
    report.add(.repaired, "number", "clamped to 32 bits", byteOffset: start)
    return Int32(clamping: value)
  }

  private mutating func controlSymbol(_ symbol: UInt8, _ start: Int) throws {
    at += 1
    switch symbol {
    case UInt8(ascii: "'"): hexByte(start)
    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"): byte(symbol)
    case UInt8(ascii: "*"): if state.isFresh { state.isIgnorable = true }
    case UInt8(ascii: "~"): unit(0xA0)
    case UInt8(ascii: "-"): unit(0xAD)
    case UInt8(ascii: "_"): unit(0x2011)
    case 0x09: unit(0x09)
    case 0x0A, 0x0D:
      // Cocoa ends paragraphs so; CRLF is one end.
      if symbol == 0x0D, at < bytes.count, bytes[at] == 0x0A { at += 1 }
      end(.par)
    default: break
    }
    if symbol != UInt8(ascii: "*") { state.isFresh = false }
  }

  private mutating func hexByte(_ start: Int) {
    let high = at < bytes.count ? Self.nibble(bytes[at]) : nil
    let low = at + 1 < bytes.count ? Self.nibble(bytes[at + 1]) : nil
    if let high, let low {
      at += 2
      byte(high << 4 | low)
      return
    }
    // The digits that are there are no text either; a delimiter is left for whoever it is for.
    if high != nil { at += 1 }
    report.add(.repaired, "hexadecimal", "\\' without two digits", byteOffset: start)
    if waiting { flushBytes() }
    unit(0xFFFD)
  }

  @inline(__always)
  static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x57
    case 0x41...0x46: digit - 0x37
    default: nil
    }
  }

  @inline(__always)
  private mutating func obey(_ word: RTFWord?, _ value: Int32?, _ start: Int) throws {
    let isFresh = state.isFresh
    state.isFresh = false
    guard let word else {
      // A destination that nobody knows, and may pass over.
      if isFresh, state.isIgnorable { state.destination = .skip }
      return
    }
    switch word {
    case .character(let word):
      if waiting, !isSecondByteNext(from: at) { flushBytes() }
      set(word, value)
    case .paragraph(let word): set(word, value)
    case .symbol(let word): try insert(word, value, start)
    case .ending(let word): end(word)
    case .table(let word): set(word, value)
    case .destination(let word): try begin(word, value, start)
    case .definition(let word): define(word, value)
    case .document(let word): set(word, value)
    case .picture(let word): picture.apply(word, value)
    }
  }
}

extension InputError.Code {
  /// Groups nest deeper than allowed.
  public static let rtfDepth = InputError.Code(rawValue: "rtf.depth")
  /// The input is not RTF.
  public static let rtfType = InputError.Code(rawValue: "rtf.type-mismatch")
  /// A table of the document has more entries than allowed.
  public static let rtfTableSize = InputError.Code(rawValue: "rtf.table-size")
}
