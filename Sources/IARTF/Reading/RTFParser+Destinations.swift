internal import IABytes
internal import IAFormats
internal import IASyntax
internal import IAText

extension RTFParser {
  /// Marks the group of the stylesheet, whose groups are its entries.
  static var stylesheetDetail: UInt8 { 100 }
  /// Marks a group that passes over what it holds, but for parts that are text again.
  private static var partlyText: UInt8 { 101 }
  /// Marks the group of `\upr`, by what its Unicode half is.
  private static var universal: UInt8 { 110 }

  /// Obeys a word that says what its group is.
  mutating func begin(_ word: RTFWord.Destination, _ value: Int32?, _ start: Int) throws {
    if state.destination == .skip {
      // The other half of \upr is read in place of this one.
      if word == .ud, state.detail >= Self.universal {
        let kept = RTFState.Destination(rawValue: state.detail - Self.universal) ?? .skip
        state.destination = kept
        state.detail = 0
      }
      return
    }
    let isText = state.destination == .text
    switch word {
    case .fonttbl: collect(.fonts, .fontTable)
    case .colortbl: collect(.colors, .none)
    case .expandedcolortbl: collect(.expandedColors, .none)
    case .stylesheet:
      collect(.styles, .stylesheet)
      state.detail = Self.stylesheetDetail
    case .listtable, .listoverridetable, .userprops: state.destination = .structure
    case .list, .listlevel, .leveltext, .listoverride, .lfolevel: beginListPart(word)
    case .info:
      infoStart = state.open
      collect(.structure, .info)
    case .title, .subject, .author, .operator, .manager, .company, .keywords, .category, .doccomm,
      .comment, .creatim, .revtim, .propname, .staticval:
      beginInfo(word)
    case .generator: collect(.capture, .generator)
    case .field: beginField()
    case .fldinst: if isText { collect(.capture, .fieldInstruction) }
    case .fldrslt: beginResult()
    case .footnote, .annotation, .header, .headerl, .headerr, .headerf, .footer, .footerl, .footerr,
      .footerf, .shptxt, .dptxbxtext:
      beginNote(word, isText: isText)
    case .atnauthor: collect(.capture, .annotationAuthor)
    case .atndate: collect(.capture, .annotationDate)
    case .bkmkstart: collect(.capture, .bookmark)
    case .pict:
      picture = RTFPicture()
      collect(.picture, .picture)
    case .shppict: break
    case .object, .shp, .do_, .picprop:
      state.destination = .structure
      if isText, word != .picprop { state.detail = Self.partlyText }
    case .shpinst, .shpgrp, .sp: break
    case .result: state.destination = state.detail == Self.partlyText ? .text : .skip
    case .objclass: collect(.capture, .objectClass)
    case .objdata:
      objectBytes = RTFHexBytes()
      collect(.objectData, .objectData)
    case .sn: collect(.capture, .shapeName)
    case .sv: collect(.capture, .shapeValue)
    case .pn: beginOldList()
    case .pntxtb: collect(.capture, .oldListBefore)
    case .pntxta: collect(.capture, .oldListAfter)
    case .pntext, .listtext: collect(.capture, .label)
    case .upr:
      state.detail = Self.universal + state.destination.rawValue
      state.destination = .skip
    case .ud: break
    case .htmltag: state.destination = html == nil ? .skip : .html
    case .NeXTGraphic:
      picture = RTFPicture()
      collect(.capture, .graphic)
    // Some writers put the row itself here, not only what is said about it.
    case .nesttableprops: state.isNestedTable = true
    case .iap, .iaf, .iao, .iaobj, .iax, .iablob: beginHidden(word, isText: isText)
    case .template:
      report.add(.neutralised, "external-content", "template", byteOffset: start)
      state.destination = .skip
    case .mmath: break
    case .ftnalt: break
    // One in no group of its own would swallow the document.
    default: if groups.count > 1 { state.destination = .skip }
    }
  }

  private mutating func collect(_ destination: RTFState.Destination, _ ending: RTFState.Ending) {
    state.destination = destination
    state.ending = ending
    state.captureStart = captured.count
    state.isMark = false
  }

  private mutating func beginListPart(_ word: RTFWord.Destination) {
    guard state.destination == .structure else { return }
    switch word {
    case .list:
      definedList = RTFList()
      definedListID = 0
      state.ending = .list
    case .listlevel: beginLevel()
    case .leveltext: collect(.capture, .levelText)
    case .listoverride:
      definedOverride = RTFListOverride()
      state.ending = .listOverride
    case .lfolevel:
      if definedOverride.starts.count < 9 { definedOverride.starts.append(nil) }
      state.ending = .overrideLevel
    default: break
    }
  }

  private mutating func beginInfo(_ word: RTFWord.Destination) {
    guard state.destination == .structure else { return }
    switch word {
    case .creatim, .revtim:
      date = RTFDateParts()
      state.ending = .date
    case .propname: return collect(.capture, .propertyName)
    case .staticval: return collect(.capture, .propertyValue)
    default: collect(.capture, .infoText)
    }
    state.detail = UInt8(RTFWord.Destination.allCases.firstIndex(of: word) ?? 0)
  }

  private mutating func beginField() {
    fields.append(RTFField())
    state.ending = .field
  }

  private mutating func beginResult() {
    guard let field = fields.last else { return }
    fields[fields.count - 1].resultStart = stream.builder.utf16Count
    if field.link > 0, state.destination == .text {
      state.character.link = field.link
      state.look = -1
    }
  }

  private mutating func beginOldList() {
    if oldLists.count < limits.tableEntries { oldLists.append(RTFOldList()) }
    collect(.structure, .oldList)
  }

  private mutating func beginHidden(_ word: RTFWord.Destination, isText: Bool) {
    guard isText || word == .iaf else { return state.destination = .skip }
    state.destination = .skip
    if ignoresHiddenData { return }
    switch word {
    case .iap: state.ending = .record
    case .iaf: state.ending = .fingerprint
    case .iao: state.ending = .order
    case .iaobj: state.ending = .attachment
    case .iablob: state.ending = .blob
    default:
      stream.isAbsent = true
      marksAbsence = true
    }
  }

  // MARK: Notes

  private mutating func beginNote(_ word: RTFWord.Destination, isText: Bool) {
    let isBox = word == .shptxt || word == .dptxbxtext
    guard isText || (isBox && state.detail == Self.partlyText) else {
      return state.destination = .skip
    }
    let index = streams.count
    var kind = Block.Kind.textBox
    switch word {
    case .footnote:
      footnoteCount += 1
      kind = .footnote(label: String(footnoteCount))
      notes.append(index)
    case .annotation:
      kind = .annotation(annotation)
      annotation = Block.Annotation()
      stream.waitingAnchors.append(index)
    case .header, .headerl, .headerr, .headerf:
      guard pageWords.insert(word.rawValue).inserted else { return state.destination = .skip }
      kind = .pageHeader
      pageHeaders.append(index)
    case .footer, .footerl, .footerr, .footerf:
      guard pageWords.insert(word.rawValue).inserted else { return state.destination = .skip }
      kind = .pageFooter
      pageFooters.append(index)
    default: stream.waitingAnchors.append(index)
    }
    if waiting { flushBytes() }
    flushSurrogate()
    streams.append(RTFStream())
    interrupted.append((stream, groups.count, index))
    stream = RTFStream(container: Block(id: nextBlockID, kind))
    stream.hasReference = waitingFootnote
    if word == .footnote { waitingFootnote = false }
    nextBlockID += 1
    let charset = state.charset
    state.destination = .text
    state.detail = 0
    state.ending = .note
    state.isMark = false
    state.isFrozen = false
    state.character = RTFCharacter()
    state.paragraph = RTFParagraph()
    state.look = -1
    state.charset = charset
  }

  private mutating func endNote() {
    if waiting { flushBytes() }
    flushSurrogate()
    if !stream.isAtParagraphStart || stream.recordStart >= 0 {
      endParagraph(depth: stream.tables.isEmpty ? 0 : stream.tables.depth)
    }
    closeTables()
    stream.placeAnchors()
    guard let outer = interrupted.popLast() else { return }
    let ended = stream
    stream = outer.stream
    streams[outer.index] = ended
  }

  /// Puts the number of a note in the text.
  mutating func insertReference(_ label: Int) {
    guard state.destination == .text else { return }
    let (note, look) = (state.character.note, state.look)
    noteLabels.append(String(label))
    state.character.note = Int32(noteLabels.count)
    state.look = -1
    for unit in String(label).utf16 { self.unit(unit) }
    state.character.note = note
    state.look = look
  }

  // MARK: The end of groups

  /// Does what is left to do at the end of a group.
  mutating func end(_ closed: RTFState, _ outer: RTFState) throws {
    switch closed.ending {
    case .none: break
    case .fontTable: endFont()
    case .style: try endStyle(closed)
    case .stylesheet:
      resolveStyles()
      settleBase()
    case .list: endList()
    case .listLevel, .overrideLevel, .listOverride: break
    case .levelText: endLevelText(closed)
    case .info:
      infoRange = closed.open..<at
      isInfoCompared = false
    case .infoText: endInfo(closed.detail, takeText(closed))
    case .date: endDate(closed.detail)
    case .generator: metadata.generator = takeText(closed).trimmedOfSemicolon
    case .propertyName: propertyName = takeText(closed)
    case .propertyValue: endProperty(takeText(closed))
    case .fieldInstruction: endInstruction(takeCaptured(since: closed.captureStart))
    case .field: endField(outer)
    case .note:
      let isFootnote = stream.isFootnote
      let needsReference = isFootnote && !stream.hasReference && stream.order == nil
      let label = footnoteCount
      endNote()
      if needsReference {
        state = outer
        insertReference(label)
      }
    case .bookmark: endBookmark(takeText(closed))
    case .picture: endPicture()
    case .objectClass: objectClass = String(takeText(closed).prefix(64))
    case .objectData: endObjectData(closed)
    case .shapeName: shapeName = takeText(closed)
    case .shapeValue: endShapeValue(takeText(closed))
    case .label:
      let units = takeCaptured(since: closed.captureStart)
      if outer.destination == .text { stream.label = RTFLabel(units[...]) }
    case .oldList: endOldList()
    case .oldListBefore: endOldListText(closed, \.before)
    case .oldListAfter: endOldListText(closed, \.after)
    case .annotationAuthor: annotation.author = takeText(closed).trimmed
    case .annotationDate:
      annotation.date = Int(takeText(closed).trimmed).flatMap { RTFDateParts(packed: $0).text }
    case .graphic: try endGraphic(takeText(closed))
    case .record, .fingerprint, .order, .attachment, .blob: endHidden(closed)
    }
  }

  private mutating func takeText(_ closed: RTFState) -> String {
    String(decoding: takeCaptured(since: closed.captureStart), as: UTF16.self)
  }

  private mutating func endInfo(_ detail: UInt8, _ text: String) {
    guard !text.isEmpty else { return }
    switch RTFWord.Destination.allCases[Int(detail)] {
    case .title: metadata.title = text
    case .subject: metadata.subject = text
    case .author: metadata.authors = text.split(separator: ";").map { String($0).trimmed }
    case .keywords:
      metadata.keywords = text.split(whereSeparator: { $0 == "," || $0 == ";" })
        .map { String($0).trimmed }
    case .doccomm, .comment: addProperty("comment", text)
    case .company: addProperty("company", text)
    case .manager: addProperty("manager", text)
    case .category: addProperty("category", text)
    case .operator: addProperty("operator", text)
    default: break
    }
  }

  private mutating func addProperty(_ name: String, _ value: String) {
    guard !name.isEmpty, metadata.custom.count < limits.attributes else { return }
    var found = DocumentMetadata()
    found.custom = [.init(name, value)]
    metadata = metadata.overridden(by: found)
  }

  private mutating func endProperty(_ value: String) {
    addProperty(propertyName, value)
    propertyName = ""
  }

  private mutating func endDate(_ detail: UInt8) {
    switch RTFWord.Destination.allCases[Int(detail)] {
    case .creatim: metadata.created = date.text
    case .revtim: metadata.modified = date.text
    default: break
    }
  }

  private mutating func endBookmark(_ name: String) {
    let name = String(name.trimmed.prefix(255))
    guard !name.isEmpty, bookmarks.count < limits.tableEntries, bookmarks.insert(name).inserted
    else { return }
    if block != nil, name.hasPrefix("iab_") || isRecorded(name) { return }
    stream.builder.bookmark(name)
  }

  private func isRecorded(_ name: String) -> Bool { recordedBookmarks.contains(name) }

  private mutating func endOldList() {
    guard let last = oldLists.last else { return }
    // The paragraph is that of the group around; the same list again is the same list.
    var number = oldLists.count
    if number > 1, oldLists[number - 2] == last {
      oldLists.removeLast()
      number -= 1
    }
    if !groups.isEmpty { pendingOldList = Int32(number) }
  }

  private mutating func endOldListText(
    _ closed: RTFState, _ part: WritableKeyPath<RTFOldList, [UInt16]>
  ) {
    let units = takeCaptured(since: closed.captureStart)
    guard !oldLists.isEmpty else { return }
    oldLists[oldLists.count - 1][keyPath: part] = Array(units.prefix(16))
  }

  private mutating func endShapeValue(_ value: String) {
    if shapeName == "wzDescription", !value.isEmpty { picture.altText = value }
    if shapeName == "fHorizRule", value == "1" { picture.isRule = true }
    shapeName = ""
  }

  // MARK: Fields

  private mutating func endInstruction(_ units: [UInt16]) {
    guard !fields.isEmpty else { return }
    let instruction = RTFInstruction(units)
    switch instruction.name {
    case "HYPERLINK": setLink(instruction)
    case "SYMBOL":
      let number = instruction.arguments.first.flatMap { text in
        text.lowercased().hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
      }
      if let number, (0x20...0xFFFF).contains(number) {
        fields[fields.count - 1].symbol = UInt16(number)
        fields[fields.count - 1].symbolFont =
          instruction.switches.first { $0.letter == "f" }?.argument
          ?? instruction.arguments.dropFirst().first ?? ""
      }
    case "INCLUDEPICTURE", "INCLUDETEXT", "DDE", "DDEAUTO", "LINK", "IMPORT", "INCLUDE", "RD",
      "DATABASE", "MACROBUTTON", "GOTOBUTTON":
      report.add(.neutralised, "field", instruction.name, byteOffset: at)
    default: break
    }
  }

  private mutating func setLink(_ instruction: RTFInstruction) {
    guard let target = instruction.target else { return }
    guard RTFLink.isHarmless(target) else {
      report.add(.neutralised, "link", LinkSchemes.scheme(of: target) ?? "", byteOffset: at)
      return
    }
    // The text is in the document already, with its attributes: one pass cannot go back for it.
    guard let field = fields.last, field.resultStart < 0 else {
      report.add(.dropped, "link", "its result comes before it", byteOffset: at)
      return
    }
    let link = InlineAttributes.Link(target, title: instruction.title)
    let next = Int32(links.count + 1)
    let number = Self.number(in: &linkNumbers[link, default: 0], next: next)
    if number == next { links.append(link) }
    fields[fields.count - 1].link = number
  }

  /// The number in an entry, a new one where there is none.
  private static func number(in entry: inout Int32, next: Int32) -> Int32 {
    if entry == 0 { entry = next }
    return entry
  }

  private mutating func endField(_ outer: RTFState) {
    guard let field = fields.popLast() else { return }
    let hasResult = field.resultStart >= 0 && stream.builder.utf16Count > field.resultStart
    // Word leaves the result of a symbol empty.
    guard let symbol = field.symbol, !hasResult, outer.destination == .text else { return }
    let font = field.symbolFont.lowercased()
    if symbol < 0x100, font.hasPrefix("symbol") || font.hasPrefix("wingdings") {
      unit(RTFSymbols.unit(UInt8(symbol), isWingdings: font.hasPrefix("wingdings")))
    } else if symbol < 0x100 {
      byte(UInt8(symbol))
    } else {
      unit(symbol)
    }
  }

  // MARK: Pictures, objects, files

  private mutating func endPicture() {
    if picture.data.isOdd { report.add(.repaired, "picture-data", "odd digit", byteOffset: at) }
    guard
      let attachment = picture.attachment(into: &attachments, pixelLimit: limits.pixels)
    else {
      if picture.isRule, state.destination == .picture { stream.isRule = true }
      return
    }
    picture = RTFPicture()
    append(attachment)
  }

  private mutating func endObjectData(_ closed: RTFState) {
    let digest = SHA256Digest(of: objectBytes.bytes)
    report.add(
      .neutralised, "embedded-object",
      "class \(objectClass), \(objectBytes.bytes.count) bytes, SHA-256 \(digest)",
      byteOffset: closed.open)
    objectBytes = RTFHexBytes()
    objectClass = ""
  }

  private mutating func endGraphic(_ text: String) throws {
    let name = text.trimmed
    guard !name.isEmpty else { return }
    let isPlain = !name.contains("/") && !name.contains("\\") && name != ".." && name != "."
    let bytes = isPlain ? try source.sideFile(named: name, limits: limits) : nil
    var attachment = Attachment(.file, state: .missing, name: isPlain ? name : nil)
    if let bytes {
      let type = MediaType.sniffed(from: bytes)
      let kind: Attachment.Kind =
        type?.hasPrefix("image/") == true
        ? .image : type?.hasPrefix("video/") == true ? .video : .file
      attachment = Attachment(
        kind, content: .blob(attachments.insert(bytes)), mediaType: type, name: name)
      let size = MediaType.pixelSize(of: bytes)
      attachment.pixelWidth = size?.width
      attachment.pixelHeight = size?.height
    } else if isPlain {
      report.add(.repaired, "missing-attachment", name, byteOffset: at)
    } else {
      report.add(.neutralised, "attachment-name", byteOffset: at)
    }
    attachment.displayWidth = picture.displaySize?.width
    attachment.displayHeight = picture.displaySize?.height
    picture = RTFPicture()
    state.destination = .text
    append(attachment)
  }
}

extension RTFStream {
  /// Whether the text is that of a footnote.
  var isFootnote: Bool {
    guard case .footnote = container?.kind else { return false }
    return true
  }
}

extension String {
  fileprivate var trimmedOfSemicolon: String {
    var text = trimmed
    while text.hasSuffix(";") { text.removeLast() }
    return text
  }
}
