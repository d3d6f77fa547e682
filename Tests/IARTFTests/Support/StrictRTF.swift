import IABytes
import IAFormats
import IAHiddenData
import IAText

@testable import IARTF

/// RTF of our writer, parsed by much stricter rules than those of readers.
///
/// Only the control words that the writer may use are accepted, all bytes must be ASCII, and groups
/// must match. The shown text and the hidden data are combined without any formatting, so that a
/// document is restored only from its records.
struct StrictRTF {
  /// The reason of an error, and its place.
  struct Fault: Error, CustomStringConvertible {
    var reason: String
    var offset: Int
    var context: String
    var description: String { "\(reason) at \(offset): …\(context)…" }
  }

  /// A paragraph as the file shows it.
  struct Paragraph {
    var units: [UInt16] = []
    var simple: [InlineAttributes] = []
    var pictures: [Int: [UInt8]] = [:]
    /// The offsets of pictures that represent files.
    var files: Set<Int> = []
    /// The numbers of objects by their offsets.
    var objects: [Int: Int] = [:]
    var record: [UInt8]?
    var isUntouched = false
    var isNone = false
    /// The section that starts with it.
    var section: PageSection?
  }

  /// Paragraphs of one destination.
  struct Stream {
    var number: Int?
    var paragraphs: [Paragraph] = []
    var current = Paragraph()
    var coverStart: Int?
  }

  private struct Group {
    var start: Int
    var kind = Kind.text
    var isMark = false
    var isScheme = false
    var simple = InlineAttributes()
    var content: [UInt8] = []
    var name: [UInt16] = []
    enum Kind: Equatable {
      case text, skipped, picture, graphic, stream, info
      case hidden(String)
    }
  }

  /// The destinations whose text is not in the body, and the body as the last one.
  private(set) var streams: [Stream] = []
  private(set) var blobs: [[UInt8]] = []
  /// The page layout: without hidden data, the only document option that control words state.
  private var page = PageLayout()
  /// The section whose first paragraph has not ended; `nil` in the first section and after it.
  private var section: PageSection?
  private(set) var block: HiddenDocument?
  private(set) var hasInfoFingerprint = false
  /// The targets of all links.
  private(set) var links: [String] = []

  private let bytes: [UInt8]
  private let sideFiles: [String: [UInt8]]
  private var at = 0
  private var groups: [Group] = []
  private var open: [Stream] = [Stream()]
  private var fallback = 1
  private var toSkip = 0
  private var lastInfo: Range<Int>?
  /// The numbers of footnotes and endnotes so far.
  private var (footnoteCount, endnoteCount) = (0, 0)

  init(_ bytes: [UInt8], sideFiles: [String: [UInt8]] = [:]) throws {
    self.bytes = Self.withoutCopies(bytes)
    self.sideFiles = sideFiles
    try scan()
  }

  /// Returns the file without the headers and footers of left pages that have the bytes of those of
  /// right pages before them.
  private static func withoutCopies(_ bytes: [UInt8]) -> [UInt8] {
    var text = String(decoding: bytes, as: UTF8.self)
    for name in ["header", "footer"] {
      let (right, left) = ("{\\\(name)r", "\n{\\\(name)l")
      var start = text.startIndex
      while let first = text[start...].firstRange(of: right) {
        start = first.upperBound
        guard let second = text[start...].firstRange(of: left) else { break }
        let content = text[start..<second.lowerBound]
        guard text[second.upperBound...].hasPrefix(content) else { continue }
        let end = text.index(second.upperBound, offsetBy: content.count)
        let place = text.distance(from: text.startIndex, to: start)
        text.removeSubrange(second.lowerBound..<end)
        start = text.index(text.startIndex, offsetBy: place)
      }
    }
    return Array(text.utf8)
  }

  private func fault(_ reason: String) -> Fault {
    let range = max(0, at - 60)..<min(bytes.count, at + 60)
    return Fault(
      reason: reason, offset: at, context: String(decoding: bytes[range], as: UTF8.self))
  }

  private mutating func scan() throws {
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "{"):
        var group = Group(start: at)
        if let outer = groups.last {
          group.isMark = outer.isMark
          group.isScheme = outer.isScheme
          group.simple = outer.simple
          if outer.kind == .hidden("fldinst") { group.kind = outer.kind }
          if outer.kind == .skipped || outer.kind == .graphic { group.kind = .skipped }
        }
        groups.append(group)
        at += 1
      case UInt8(ascii: "}"):
        guard let group = groups.popLast() else {
          throw fault("closing brace without an opening one")
        }
        try end(group)
        at += 1
        if groups.isEmpty { break }
      case UInt8(ascii: "\\"): try control()
      case 0x0A: at += 1
      case 0x20..<0x7F:
        try text(UInt16(byte))
        at += 1
      default: throw fault("byte \(byte)")
      }
    }
    guard groups.isEmpty else { throw fault("open group at the end") }
    guard open.count == 1 else { throw fault("open destination") }
    streams.append(open[0])
  }

  private mutating func text(_ unit: UInt16) throws {
    if toSkip > 0 {
      toSkip -= 1
      return
    }
    guard let group = groups.last else { throw fault("text outside") }
    switch group.kind {
    case .text, .stream:
      if !group.isMark { append(unit) }
    case .skipped, .info: break
    case .graphic: groups[groups.count - 1].name.append(unit)
    case .picture, .hidden:
      groups[groups.count - 1].content.append(UInt8(truncatingIfNeeded: unit))
    }
  }

  private mutating func append(_ unit: UInt16) {
    open[open.count - 1].current.units.append(unit)
    open[open.count - 1].current.simple.append(groups.last?.simple ?? InlineAttributes())
  }

  private mutating func control() throws {
    let next = at + 1 < bytes.count ? bytes[at + 1] : 0
    switch next {
    case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"):
      at += 2
      return try text(UInt16(next))
    case 0x0A:
      at += 2
      return try apply("par", nil, at: at - 2)
    case UInt8(ascii: "~"):
      at += 2
      return try text(0xA0)
    case UInt8(ascii: "-"):
      at += 2
      return try text(0xAD)
    case UInt8(ascii: "_"):
      at += 2
      return try text(0x2011)
    case UInt8(ascii: "*"):
      at += 2
      return
    case UInt8(ascii: "'"):
      guard at + 3 < bytes.count, let value = Self.hex(bytes[at + 2], bytes[at + 3]) else {
        throw fault("bad hexadecimal")
      }
      at += 4
      // Level texts, and the mark after a file.
      if groups.last?.kind == .text, value == 0xAC { return }
      return try text(UInt16(value))
    default: break
    }
    var end = at + 1
    while end < bytes.count, (0x61...0x7A).contains(bytes[end] | 0x20) { end += 1 }
    let name = String(decoding: bytes[at + 1..<end], as: UTF8.self)
    var number: Int?
    let start = end
    if end < bytes.count, bytes[end] == UInt8(ascii: "-") { end += 1 }
    while end < bytes.count, (0x30...0x39).contains(bytes[end]) { end += 1 }
    if end > start { number = Int(String(decoding: bytes[start..<end], as: UTF8.self)) }
    guard Self.words.contains(name) else { throw fault("unknown control word \(name)") }
    guard name != "u" || number != nil else { throw fault("no number") }
    let word = at
    at = end
    if at < bytes.count, bytes[at] == 0x20 { at += 1 }
    try apply(name, number, at: word)
  }

  private mutating func setPage(_ name: String, _ number: Int) {
    let points = Double(number) / 20
    if section != nil { return setSection(name, number, points) }
    switch name {
    case "pgnstart": page.firstPageNumber = number
    case "linebetcol": page.columnLine = true
    case "paperw": page.width = points
    case "paperh": page.height = points
    case "margt": page.topMargin = points
    case "margr": page.rightMargin = points
    case "margb": page.bottomMargin = points
    case "margl": page.leftMargin = points
    case "headery": page.headerDistance = points
    case "footery": page.footerDistance = points
    case "cols": page.columns = number
    case "widowctrl": page.widowControl = true
    case "colsx": page.columnSpacing = points
    default: break
    }
  }

  private mutating func setSection(_ name: String, _ number: Int, _ points: Double) {
    switch name {
    case "sbkpage": section?.start = .page
    case "sbknone": section?.start = .continuous
    case "sbkcol": section?.start = .column
    case "sbkeven": section?.start = .even
    case "sbkodd": section?.start = .odd
    case "pgwsxn": section?.page.width = points
    case "pghsxn": section?.page.height = points
    case "margtsxn": section?.page.topMargin = points
    case "margrsxn": section?.page.rightMargin = points
    case "margbsxn": section?.page.bottomMargin = points
    case "marglsxn": section?.page.leftMargin = points
    case "headery": section?.page.headerDistance = points
    case "footery": section?.page.footerDistance = points
    case "cols": section?.page.columns = number
    case "colsx": section?.page.columnSpacing = points
    case "linebetcol": section?.page.columnLine = true
    case "pgnstarts": section?.page.firstPageNumber = number
    default: break
    }
  }

  private mutating func endSection() {
    if !open[open.count - 1].current.units.isEmpty { endParagraph() }
    section = PageSection()
  }

  private mutating func apply(_ name: String, _ number: Int?, at word: Int) throws {
    guard let kind = groups.last?.kind else { throw fault("control word outside") }
    switch name {
    case "uc":
      fallback = number ?? 1
      return
    case "u":
      try text(UInt16(truncatingIfNeeded: number ?? 0))
      toSkip = fallback
      return
    default: break
    }
    if kind == .skipped { return }
    setPage(name, number ?? 1)
    switch name {
    case "fonttbl", "colortbl", "expandedcolortbl", "stylesheet", "listtable",
      "listoverridetable", "generator", "bkmkstart", "bkmkend", "atnid", "atnauthor", "atndate",
      "listtext", "nonesttables", "nesttableprops", "sp", "picprop", "revtbl":
      groups[groups.count - 1].kind = .skipped
    case "info": groups[groups.count - 1].kind = .info
    case "title", "author", "subject", "keywords", "operator", "manager", "company", "category",
      "doccomm", "creatim", "revtim", "userprops":
      groups[groups.count - 1].kind = .skipped
    case "fldinst": groups[groups.count - 1].kind = .hidden(name)
    case "iap", "iaf", "iao", "iaobj", "iax", "iablob", "iadoc":
      groups[groups.count - 1].kind = .hidden(name)
      if let number { groups[groups.count - 1].content = Array(String(number).utf8) }
    case "footnote", "annotation", "header", "headerf", "headerl", "headerr", "footer", "footerf",
      "footerl", "footerr", "shptxt":
      if name == "footnote", isEndnote(from: word) {
        endnoteCount += 1
      } else if name == "footnote" {
        footnoteCount += 1
      }
      groups[groups.count - 1].kind = .stream
      open.append(Stream())
    case "pict": groups[groups.count - 1].kind = .picture
    case "NeXTGraphic": groups[groups.count - 1].kind = .graphic
    case "cs":
      if number == RTFStyles.mark { groups[groups.count - 1].isMark = true }
      if number == RTFStyles.scheme { groups[groups.count - 1].isScheme = true }
    case "v": groups[groups.count - 1].simple.hidden = true
    case "revised": groups[groups.count - 1].simple.insertion = TrackedChange()
    case "deleted": groups[groups.count - 1].simple.deletion = TrackedChange()
    case "chftn":
      // The number of the note that follows; inside the note it is not part of the text.
      guard open.count == 1 else { break }
      let numbering = Block.OrderedListStyle.Numbering.lowerRoman
      let label =
        isEndnote(from: word) ? numbering.text(of: endnoteCount + 1) : String(footnoteCount + 1)
      for unit in label.utf16 { try text(unit) }
    case "fs":
      // A size of one point or less, which hidden data may restore.
      if let number, number <= 2 { groups[groups.count - 1].simple.fontSize = Double(number) / 2 }
    case "b", "i", "ul", "strike":
      if groups[groups.count - 1].isScheme { return }
      if name == "b" { groups[groups.count - 1].simple.bold = true }
      if name == "i" { groups[groups.count - 1].simple.italic = true }
      if name == "ul" { groups[groups.count - 1].simple.underline = .init() }
      if name == "strike" { groups[groups.count - 1].simple.strikethrough = .single }
    case "tab": try text(0x09)
    case "line": try text(0x2028)
    case "par", "cell", "nestcell": endParagraph()
    case "sect": endSection()
    default: break
    }
  }

  /// Returns whether the note that starts next is an endnote.
  private func isEndnote(from start: Int) -> Bool {
    let rest = bytes[start..<min(start + 160, bytes.count)]
    guard let name = rest.firstRange(of: Array("\\footnote".utf8)) else { return false }
    return rest[name.upperBound...].starts(with: "\\ftnalt".utf8)
  }

  private mutating func endParagraph() {
    var paragraph = open[open.count - 1].current
    open[open.count - 1].current = Paragraph()
    open[open.count - 1].coverStart = nil
    if paragraph.isNone { return }
    if open.count == 1, var section {
      // Properties that a section does not state are those of the document; the default is one column.
      let number = section.page.firstPageNumber
      section.page.firstPageNumber = nil
      var whole = PageLayout(
        width: page.width, height: page.height, topMargin: page.topMargin,
        rightMargin: page.rightMargin, bottomMargin: page.bottomMargin, leftMargin: page.leftMargin)
      whole = whole.overridden(by: section.page)
      section.page = whole.differing(from: page, firstPageNumber: number)
      paragraph.section = section
      self.section = nil
    }
    open[open.count - 1].paragraphs.append(paragraph)
  }

  private mutating func end(_ group: Group) throws {
    switch group.kind {
    case .stream:
      let current = open[open.count - 1].current
      if !current.units.isEmpty || current.record != nil { endParagraph() }
      streams.append(open.removeLast())
    case .picture:
      var picture: [UInt8] = []
      for pair in stride(from: 0, to: group.content.count - 1, by: 2) {
        guard let byte = Self.hex(group.content[pair], group.content[pair + 1]) else {
          throw fault("bad picture")
        }
        picture.append(byte)
      }
      attach(picture)
    case .graphic:
      var units = group.name
      while units.last == 0x20 { units.removeLast() }
      let name = String(decoding: units, as: UTF16.self)
      guard let file = sideFiles[name] else { throw fault("no file \(name)") }
      attach(file, isFile: true)
    case .info: lastInfo = group.start..<at + 1
    case .hidden(let name): try end(hidden: name, group)
    case .text, .skipped: break
    }
  }

  private mutating func attach(_ picture: [UInt8], isFile: Bool = false) {
    let last = open.count - 1
    if isFile { open[last].current.files.insert(open[last].current.units.count) }
    open[last].current.pictures[open[last].current.units.count] = picture
    append(0xFFFC)
  }

  private mutating func end(hidden name: String, _ group: Group) throws {
    let last = open.count - 1
    switch name {
    case "iap":
      open[last].current.record = try Base64.decode(group.content.span)
      open[last].coverStart = at + 1
    case "iaf":
      let value = UInt64(String(decoding: group.content, as: UTF8.self), radix: 16)
      if let start = open[last].coverStart {
        open[last].current.isUntouched = fingerprint(start..<group.start) == value
      } else if let lastInfo {
        hasInfoFingerprint = fingerprint(lastInfo) == value
      }
    case "iao": open[last].number = Int(String(decoding: group.content, as: UTF8.self))
    case "iaobj":
      let offset = open[last].current.units.count
      open[last].current.objects[offset] = Int(String(decoding: group.content, as: UTF8.self))
      append(0xFFFC)
    case "iax": open[last].current.isNone = true
    case "iablob": blobs.append(try Base64.decode(group.content.span))
    case "iadoc": block = try HiddenDocument(json: Base64.decode(group.content.span))
    case "fldinst":
      guard !group.content.isEmpty else { break }
      let instruction = String(decoding: group.content, as: UTF8.self)
      links.append(instruction)
      let parts = instruction.split(separator: "\"")
      // The result is in the group that contains the group of the instruction.
      if parts.count > 1, let field = groups.lastIndex(where: { $0.kind == .text }) {
        let isPlace = parts[0].contains("\\l")
        groups[field].simple.link = .init((isPlace ? "#" : "") + parts[1])
      }
    default: break
    }
  }

  private func fingerprint(_ range: Range<Int>) -> UInt64 {
    bytes.withUnsafeBufferPointer { RTFFingerprint.of(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  private static func hex(_ high: UInt8, _ low: UInt8) -> UInt8? {
    UInt8(String(decoding: [high, low], as: UTF8.self), radix: 16)
  }

  /// All control words that the writer may use.
  static let words: Set<String> = Set(
    """
    rtf ansi ansicpg deff uc u chftn ftnalt revtbl revised revauth revdttm deleted revauthdel
    revdttmdel aftnnrlc headerf headerl headerr footerf footerl footerr facingp titlepg fonttbl f fnil fmodern fcharset colortbl red green blue
    expandedcolortbl cssrgb c alpha cocoartf cocoatextscaling cocoaplatform vieww viewh viewkind
    stylesheet s cs additive sbasedon snext listtable list listtemplateid listlevel levelnfc
    levelnfcn leveljc leveljcn levelfollow levelstartat levelspace levelindent leveltext
    levelnumbers listname listid listoverridetable listoverride listoverridecount ls ilvl
    generator info title author subject keywords operator manager company category doccomm saauto
    userprops propname proptype staticval creatim revtim yr mo dy hr min sec iaf iap iao
    iaobj iax iablob iadoc paperw paperh margl margr margt margb
    landscape headery footery cols colsx deftab widowctrl ftnbj deflang
    header footer footnote annotation atnid atnauthor atndate chatn shp shpinst shpleft shptop
    shpright shpbottom shpfhdr shpbxcolumn shpbypara shpwr shpwrk shpfblwtxt shpz shplid sp sn sv
    shptxt pard plain par line tab cell nestcell row nestrow trowd trgaph trleft trhdr clvertalt
    trpaddfl trpaddft trpaddfb trpaddfr trpaddl trpaddt trpaddb trpaddr
    clvmgf clvmrg clbrdrt clbrdrl clbrdrb clbrdrr brdrs brdrw brsp brdrb clshdng clcbpat clftsWidth cellx intbl
    itap nonesttables nesttableprops keepn contextualspace outlinelevel sb sa sl slmult li ri fi ql qr qc qj ltrpar
    sect sectd sbkpage sbknone sbkcol sbkeven sbkodd pgwsxn pghsxn marglsxn margrsxn margtsxn margbsxn
    lndscpsxn linebetcol pgnstart pgnrestart pgnstarts
    rtlpar tx tqr tqc tqdec pagebb b i fs cf cb chshdng chcbpat ul uldb ulth uld uldash ulwave ulw
    ulc strike striked super sub up dn expnd expndtw caps scaps v lang ltrch rtlch field fldinst
    fldrslt formfield fftype ffres ffhps ffdefres ffname ffdeftext ffl bkmkstart bkmkend listtext shppict pict picprop pngblip jpegblip wmetafile emfblip picw
    pich picwgoal
    keep widctlpar nowidctlpar brdrt brdrl brdrr brdrnone brdrdb brdrdot brdrdash brdrcf shading cbpat
    tldot tlmdot tlhyph tlul tlth tleq outl shad charscalex accdot acccomma acccircle accunderdot
    pichgoal NeXTGraphic dbch af afs ab ai alang loch width height noorient fswiss froman pardirnatural partightenfactor
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}

extension StrictRTF {
  /// Returns the document that the records restore from the shown text.
  func document() throws -> ReadResult {
    var moved = streams.dropLast().sorted { ($0.number ?? 0) < ($1.number ?? 0) }[...]
    var paragraphs: [Paragraph] = []
    for paragraph in streams.last?.paragraphs ?? [] {
      while let first = moved.first, first.number == paragraphs.count {
        paragraphs += moved.removeFirst().paragraphs
      }
      paragraphs.append(paragraph)
    }
    while let first = moved.popFirst() { paragraphs += first.paragraphs }

    var document = IADocument()
    var builder = IAStringBuilder()
    for blob in blobs { document.attachments.insert(blob) }
    for paragraph in paragraphs {
      for (offset, unit) in paragraph.units.enumerated() {
        if let picture = paragraph.pictures[offset] {
          builder.append(
            document.attachment(
              holding: picture, as: .image, name: paragraph.files.contains(offset) ? "file" : nil),
            attributes: builder.intern(paragraph.simple[offset]))
        } else if let object = paragraph.objects[offset], let block {
          builder.append(
            block.records[object], attributes: builder.intern(paragraph.simple[offset]))
        } else {
          builder.append(unit: unit, attributes: builder.intern(paragraph.simple[offset]))
        }
      }
      var attributes = ParagraphAttributes()
      attributes.section = paragraph.section
      builder.endParagraph(attributes)
    }
    document.string = builder.finish()
    let page = page.asInRTF
    if !page.isEmpty, block?.options.page == nil { document.string.options.page = page }
    let records = try paragraphs.map { try $0.record.map { try HiddenParagraph(packed: $0) } }
    return HiddenDataRestorer(block ?? HiddenDocument(), standIns: .rtf).restore(
      document, paragraphs: records, untouched: paragraphs.map(\.isUntouched),
      unshown: .rtf(first: page),
      shownSize: 1)
  }
}
