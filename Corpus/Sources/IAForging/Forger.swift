internal import IACorpus
public import IAFormats
internal import IAHiddenData
public import IASyntax
internal import IAText

/// Forges the hidden data of written documents, which is possible for anyone who reads
/// Specs/hidden-data.md.
///
/// Hashes, fingerprints, unit counts and indexes, which a reader checks, remain valid. Equal seeds
/// give equal forgeries on every machine.
public struct Forger {
  private var random: SeededGenerator

  /// Creates a generator of forgeries with a seed.
  public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns a file whose hidden data is forged.
  ///
  /// - Parameters:
  ///   - bytes: The file, as a writer of this suite wrote it.
  ///   - format: `rtf`, `html` or `markdown`.
  ///   - digests: The hashes of attachments that forged records may refer to.
  public mutating func forged(
    _ bytes: [UInt8], _ format: FormatID, digests: [SHA256Digest]
  ) -> [UInt8] {
    var file = ForgedFile(bytes, format)
    var block = file.block ?? HiddenDocument()
    forge(&block, digests)
    if format == FormatID("markdown") { forgeAbsent(in: &block, file.records) }
    if file.block != nil { file.block = block }
    var records = file.records
    let honest = records
    for index in records.indices where !random.chance(30) {
      for _ in 0...random.below(3) { forge(&records[index], block, honest) }
    }
    file.records = records
    var forged = file.bytes
    if format == FormatID("rtf") { forgeWords(&forged) }
    return forged
  }

  // MARK: The record of the document

  private mutating func forge(_ block: inout HiddenDocument, _ digests: [SHA256Digest]) {
    for _ in 0..<4 { block.inline.append(inlineAttributes()) }
    for _ in 0..<4 {
      let number = block.paragraphs.count
      block.paragraphs.append(paragraphAttributes(block, number))
    }
    if random.chance(40) {
      for index in block.records.indices where random.chance(50) {
        block.records[index] = changed(block.records[index], digests)
      }
    }
    for _ in 0..<2 { block.records.append(attachment(digests)) }
    if random.chance(20) {
      block.bookmarks.append(
        .init(paragraph: random.below(20), utf16Offset: random.below(200), name: "forged"))
    }
    if random.chance(20) { block.options.fontSize = random.pick([0.01, 1, 400]) }
    if random.chance(20) { block.options.renderScheme = "AlphaScheme" }
    if random.chance(20) { block.metadata.title = "forged" }
    if random.chance(10) { block.inline = block.inline.map { _ in inlineAttributes() } }
  }

  private mutating func inlineAttributes() -> InlineAttributes {
    var set = InlineAttributes()
    switch random.below(14) {
    case 0: set.hidden = true
    case 1: set.link = .init("https://evil.example/")
    case 8: set.direction = random.pick([.leftToRight, .rightToLeft])
    case 9: set.strikethrough = .single
    case 10: set.letterSpacing = random.pick([-500, -10, 400, -500.000_000_1])
    case 11: set.baselineOffset = random.pick([5000, -600, 0.1])
    case 12: set.fontFamily = "Wingdings"
    case 13:
      let pale = Color(0xFEFEFE)
      set.foreground = random.pick([pale, Color(red: 0, green: 0, blue: 0, alpha: 1), .white])
    case 2: set.link = .init("javascript:alert(1)")
    case 3: set.fontSize = 0.1
    case 4:
      set.foreground = .white
      if random.chance(50) { set.background = .white }
    case 5: set.foreground = Color(red: 0, green: 0, blue: 0, alpha: 0)
    case 6:
      set.tags = [
        .init(random.pick(["markdown.html", "footnote", "markdown.title"]), "inline"),
        .init("x", "99999"),
      ]
    default:
      set.link = .init("#forged", title: "99999")
      set.code = true
    }
    return set
  }

  private mutating func paragraphAttributes(
    _ block: HiddenDocument, _ number: Int
  ) -> ParagraphAttributes {
    var set = ParagraphAttributes()
    let known = block.paragraphs.filter { !$0.blocks.isEmpty }
    var blocks = known.isEmpty || random.chance(50) ? [] : random.pick(known).blocks
    for index in blocks.indices where random.chance(30) {
      blocks[index].kind = changed(blocks[index].kind)
    }
    if random.chance(30), !blocks.isEmpty { blocks.removeLast() }
    while random.chance(50) {
      blocks.append(Block(id: 900 + number + random.below(3), kind()))
    }
    set.blocks = blocks
    if random.chance(20) { set.headIndent = 100_000 }
    if random.chance(20) { set.lineHeight = .exactly(0) }
    return set
  }

  private mutating func kind() -> Block.Kind {
    switch random.below(12) {
    case 0: .thematicBreak
    case 1: .footnote(label: "99999")
    case 2: .annotation(.init(author: "forged"))
    case 3: .pageHeader()
    case 4: .header(level: 99)
    case 5: .codeBlock(language: "html")
    case 6: .table(.init(columns: []))
    case 7: .tableRow(isHeader: false)
    case 8: .tableCell(.init(column: random.pick([0, 1, 99_999]), rowSpan: 99))
    case 9: .listItem(.init(ordinal: 99_999, task: .done))
    case 10: .orderedList(.init(start: 99_999))
    default: .textBox()
    }
  }

  private mutating func changed(_ kind: Block.Kind) -> Block.Kind {
    switch kind {
    case .footnote: return .footnote(label: "99999")
    case .listItem(var item):
      item.ordinal = 99_999
      item.task = random.pick([.done, .open, nil])
      return .listItem(item)
    case .orderedList(var style):
      style.start = 99_999
      return .orderedList(style)
    case .tableCell(var cell):
      cell.column = 0
      cell.rowSpan = 9
      return .tableCell(cell)
    case .header: return .header(level: random.below(9))
    default: return random.chance(20) ? .thematicBreak : kind
    }
  }

  private mutating func attachment(_ digests: [SHA256Digest]) -> Attachment {
    changed(random.chance(50) ? .sticker("99999") : Attachment(.image), digests)
  }

  private mutating func changed(_ old: Attachment, _ digests: [SHA256Digest]) -> Attachment {
    var new = old
    switch random.below(8) {
    case 0: new.textBacking = "[99999]"
    case 1: new.altText = "99999"
    case 2: if !digests.isEmpty { new.content = .blob(random.pick(digests)) }
    case 3: if !digests.isEmpty { new.preview = random.pick(digests) }
    case 4: new.content = .url("https://evil.example/p.png")
    case 5: new.content = .url("javascript:alert(1)")
    case 6: new.kind = random.pick(Attachment.Kind.allCases)
    default: new.location = .init(latitude: 9, longitude: 9, placename: "99999")
    }
    return new
  }

  /// Changes the text that the file does not show, and adds further text.
  private mutating func forgeAbsent(in block: inout HiddenDocument, _ records: [HiddenParagraph]) {
    for index in block.absent.indices where random.chance(50) {
      let part = block.absent[index].part
      forge(&block.absent[index].part, block, records.isEmpty ? [part] : records)
    }
    guard random.chance(50) else { return }
    for _ in 0...random.below(3) {
      let known = records.isEmpty ? HiddenParagraph(visible: []) : random.pick(records)
      var part = HiddenParagraph(visible: [])
      part.textHash = known.textHash
      part.isTerminated = random.chance(50)
      let units = Array(random.pick(["99999", "\u{202E}99", "", "<b>99999", "]99(", "|"]).utf16)
      let odd: [UInt16] = [0xD83D, 0xDE00, 0x0A, 0xFFFC, 0x2028]
      part.patch = .init(
        prefix: random.below(4), replaced: 0,
        units: random.chance(30) ? units + [random.pick(odd)] : units)
      let count = (part.patch?.units.count ?? 0) + (part.isTerminated ? 1 : 0)
      part.intensities = runs(count, 0...100)
      if random.chance(70) { part.inline = runs(count, 0...block.inline.count) }
      part.paragraph = random.below(block.paragraphs.count + 1)
      if random.chance(20), !block.records.isEmpty {
        part.records = [
          .init(utf16Offset: max(0, count - 2), index: random.below(block.records.count))
        ]
      }
      block.absent.append(
        .init(
          paragraph: random.below(12), blocksBefore: random.below(4), blocksAfter: random.below(4),
          part: part))
    }
    block.absent.sort {
      ($0.paragraph, $0.part.patch?.prefix ?? 0) < ($1.paragraph, $1.part.patch?.prefix ?? 0)
    }
  }

  // MARK: The records of paragraphs

  private mutating func forge(
    _ record: inout HiddenParagraph, _ block: HiddenDocument, _ others: [HiddenParagraph]
  ) {
    switch random.below(9) {
    case 0, 1: forgePatch(of: &record)
    case 2: record.inline = runs(record.restoredCount, 0...block.inline.count)
    case 3: record.paragraph = random.below(block.paragraphs.count + 1)
    case 4:
      record.isTerminated.toggle()
      fit(&record, count: max(record.restoredCount + (record.isTerminated ? 1 : -1), 0))
    case 5:
      record.isAbsent.toggle()
      if record.isAbsent { record.intensities = [] }
    case 6: forgeAttachments(of: &record, block)
    case 7:
      let hash = record.textHash
      record = random.pick(others)
      record.textHash = hash
    default: record.intensities = runs(record.restoredCount, 0...100)
    }
  }

  private mutating func forgePatch(of record: inout HiddenParagraph) {
    let visible = record.visibleCount
    let prefix = random.below(visible + 1)
    let replaced = random.below(visible - prefix + 1)
    var units: [UInt16] = []
    if random.chance(60) {
      // The same number of units, so that some of them may be accepted in place of stand-ins.
      let odd: [UInt16] = [
        0, 7, 0x0A, 0x0D, 0x09, 0xA0, 0x2028, 0x2029, 0x202E, 0xD800, 0xDC00, 0xFFFC, 0xFFFF, 0x39,
      ]
      for _ in 0..<replaced { units.append(random.pick(odd)) }
    } else {
      units = Array(
        random.pick(["99999", "[99999]", "\u{202E}99999", "", "99\n999", "<!-- "]).utf16)
    }
    record.patch = .init(prefix: prefix, replaced: replaced, units: units)
    fit(&record, count: visible - replaced + units.count + (record.isTerminated ? 1 : 0))
  }

  private mutating func forgeAttachments(of record: inout HiddenParagraph, _ block: HiddenDocument)
  {
    guard !block.records.isEmpty else { return }
    if !record.records.isEmpty, random.chance(50) {
      let index = random.below(record.records.count)
      if random.chance(30) {
        record.records.remove(at: index)
      } else {
        record.records[index].index = random.below(block.records.count)
      }
      return
    }
    record.records.append(
      .init(
        utf16Offset: random.below(max(record.restoredCount, 1)),
        index: random.below(block.records.count)))
  }

  private mutating func fit(_ record: inout HiddenParagraph, count: Int) {
    record.intensities = runs(count, 0...100)
    if !record.inline.isEmpty { record.inline = count > 0 ? [.init(count: count, value: 0)] : [] }
  }

  private mutating func runs(_ count: Int, _ values: ClosedRange<Int>) -> [HiddenParagraph.Run] {
    var runs: [HiddenParagraph.Run] = []
    var left = count
    while left > 0 {
      let length = 1 + random.below(left)
      runs.append(
        .init(count: length, value: values.lowerBound + random.below(values.count)))
      left -= length
    }
    return runs
  }

  // MARK: Words of RTF

  private mutating func forgeWords(_ bytes: inout [UInt8]) {
    guard random.chance(40) else { return }
    let words = [
      "{\\*\\iax}", "{\\*\\iao 0}", "{\\*\\iaobj 0}", "{\\cs21 99999}", "{\\cs21\\super 99999 }",
      "{\\cs21 \\u9746? }",
    ]
    let places = bytes.places(of: Array("{\\*\\iaf ".utf8)) + bytes.places(of: Array("\\pard".utf8))
    guard !places.isEmpty else { return }
    for _ in 0...random.below(3) {
      let place = random.pick(places)
      bytes.insert(contentsOf: random.pick(words).utf8, at: place)
    }
  }
}

extension HiddenParagraph {
  /// The number of visible units for which the record was written.
  fileprivate var visibleCount: Int {
    if isAbsent { return 0 }
    let count = intensities.reduce(0) { $0 + $1.count } - (isTerminated ? 1 : 0)
    return max(count - (patch?.units.count ?? 0) + (patch?.replaced ?? 0), 0)
  }

  /// The number of units that the record states, including the final U+000A.
  fileprivate var restoredCount: Int { intensities.reduce(0) { $0 + $1.count } }
}
