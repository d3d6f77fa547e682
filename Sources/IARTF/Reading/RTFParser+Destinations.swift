internal import IABytes
internal import IAEquations
internal import IAFiles
internal import IAFormats
internal import IAHiddenData
internal import IAText
internal import IAUnicode

extension RTFParser {
  // MARK: The start of destinations

  /// Starts a destination: applies a control word that defines the meaning of its group.
  mutating func begin(
    _ word: RTFWord.Destination, _ value: Int32?, _ start: Int, _ bytes: Span<UInt8>
  ) throws {
    if groups.current.destination == .skip {
      // The other half of \upr is read instead of this one.
      if word == .ud, case .alternative(let destination) = groups.current.role {
        groups.current.destination = destination
        groups.current.role = .ordinary
      }
      return
    }
    let isText = groups.current.destination == .text
    switch word {
    case .fonttbl: collect(.fonts, .fontTable)
    case .colortbl: collect(.colors, .none)
    case .expandedcolortbl: collect(.expandedColors, .none)
    case .stylesheet:
      collect(.styles, .stylesheet)
      groups.current.role = .stylesheet
    case .listtable, .listoverridetable, .userprops: groups.current.destination = .structure
    case .list, .listlevel, .leveltext, .listoverride, .lfolevel: beginListPart(word)
    case .info: collect(.structure, .information)
    case .title, .subject, .author, .operator, .manager, .company, .keywords, .category, .doccomm,
      .comment, .creatim, .revtim, .propname, .staticval:
      beginInformation(word)
    case .generator: collect(.capture, .generator)
    case .field:
      destinations.fields.begin(depth: groups.count)
      groups.current.ending = .field
    case .fldinst:
      if isText {
        collect(.capture, .fieldInstruction)
      } else if destinations.equation.isOpen {
        groups.current.destination = .skip
      }
    case .fldrslt: beginResult()
    case .footnote, .annotation, .header, .headerl, .headerr, .headerf, .footer, .footerl, .footerr,
      .footerf, .shptxt, .dptxbxtext:
      beginNote(word, isText: isText, bytes)
    case .atnauthor: collect(.capture, .annotationAuthor)
    case .atndate: collect(.capture, .annotationDate)
    case .bkmkstart: collect(.capture, .bookmark)
    case .pict:
      destinations.picture = RTFPicture()
      collect(.picture, .picture)
    case .shppict: break
    case .object, .shp, .do_, .picprop:
      if word == .shp || word == .do_, case .none = groups.current.ending {
        destinations.shape.begin(isOld: word == .do_, isPart: !isText)
        groups.current.ending = .shape
      }
      groups.current.destination = .structure
      if isText, word != .picprop { groups.current.role = .partlyText }
    case .shpinst, .shpgrp, .sp: break
    case .result: groups.current.destination = groups.current.role == .partlyText ? .text : .skip
    case .objclass: collect(.capture, .objectClass)
    case .objdata:
      destinations.object.beginData()
      collect(.objectData, .objectData)
    case .sn: collect(.capture, .shapeName)
    case .sv: collect(.capture, .shapeValue)
    case .pn where !startsGroup(start, bytes): break
    case .pn:
      document.tables.lists.beginOldList(limit: limits.tableEntries)
      collect(.structure, .oldList)
    case .pntxtb: collect(.capture, .oldListBefore)
    case .pntxta: collect(.capture, .oldListAfter)
    case .pntext, .listtext: collect(.capture, .label)
    case .upr:
      groups.current.role = .alternative(to: groups.current.destination)
      groups.current.destination = .skip
    case .ud: break
    case .htmltag: groups.current.destination = destinations.html == nil ? .skip : .html
    case .NeXTGraphic:
      destinations.picture = RTFPicture()
      collect(.capture, .graphic)
    // Some writers put the row itself here, not only its definition.
    case .nesttableprops: groups.current.isNestedTable = true
    case .iap, .iaf, .iao, .iaobj, .iax, .iablob, .iatex: beginHidden(word, isText: isText)
    case .template:
      report.add(.neutralised, .externalContent, "template", byteOffset: start)
      groups.current.destination = .skip
    case .mmath:
      if isText { beginEquation(start) }
    case .ftnalt: document.makeEndnote()
    case .revtbl: collect(.capture, .revisionAuthors)
    case .formfield:
      groups.current.destination = .structure
      destinations.fields.beginForm()
    case .ffl: collect(.capture, .formChoice)
    case .ffdeftext: collect(.capture, .formText)
    case .ffname: collect(.capture, .formName)
    }
  }

  /// Returns whether a control word is the first of its group, or follows `\*` there.
  ///
  /// Some writers put `\pn` before the text of the paragraph, which would be lost otherwise.
  private func startsGroup(_ start: Int, _ bytes: Span<UInt8>) -> Bool {
    var index = start - 1
    func skipWhiteSpace() { while index > 0, bytes[index] <= 0x20 { index -= 1 } }
    skipWhiteSpace()
    if index > 1, bytes[index] == UInt8(ascii: "*"), bytes[index - 1] == UInt8(ascii: "\\") {
      index -= 2
      skipWhiteSpace()
    }
    return index >= 0 && bytes[index] == UInt8(ascii: "{")
  }

  /// Starts an equation, whose text is collected with the structure of its parts.
  private mutating func beginEquation(_ start: Int) {
    flushText()
    collect(.capture, .equation)
    destinations.equation.begin(at: destinations.capture.end)
  }

  /// Starts a part of an equation.
  mutating func begin(_ part: RTFMathPart, _ value: Int32?, _ start: Int) {
    if groups.current.destination == .text, part == .moMath || part == .moMathPara {
      beginEquation(start)
      return destinations.equation.note(part, isStart: true, at: destinations.capture.end)
    }
    guard groups.current.destination == .capture, destinations.equation.isOpen else { return }
    if part.isWord {
      return destinations.equation.note(word: part, value, at: destinations.capture.end)
    }
    guard groups.current.ending == .none else { return }
    groups.current.ending = .math(part)
    destinations.equation.note(part, isStart: true, at: destinations.capture.end)
  }

  /// Ends an equation: its TeX is text with the tag of equations.
  private mutating func endEquation(_ closed: RTFGroup) {
    let ended = destinations.equation.end(takeUnits(closed))
    if let missing = ended.missing {
      report.add(
        ended.isCut ? .dropped : .approximated, .equation, missing, byteOffset: closed.start)
    }
    groups.current.destination = .text
    insert(tex: ended.tex, isDisplay: ended.isDisplay)
  }

  /// Inserts the equation of a field.
  private mutating func insert(_ field: RTFEquationField) {
    if let missing = field.missing {
      report.add(.approximated, .equation, missing, byteOffset: tokenizer.offset)
    }
    insert(tex: field.tex, isDisplay: false)
  }

  /// Inserts TeX with the tag of equations.
  private mutating func insert(tex: String, isDisplay: Bool) {
    guard !tex.isEmpty else { return }
    groups.current.character.tag = document.tables.addTag(
      Equation.tagName, isDisplay ? "display" : "inline")
    groups.current.format = .none
    for unit in tex.utf16 { self.unit(unit) }
  }

  private mutating func collect(_ destination: RTFGroup.Destination, _ ending: RTFGroup.Ending) {
    groups.current.destination = destination
    groups.current.ending = ending
    groups.current.captureStart = destinations.capture.end
    groups.current.isMark = false
  }

  private mutating func beginListPart(_ word: RTFWord.Destination) {
    guard groups.current.destination == .structure else {
      // Outside its table, the text of a level is not text of the document.
      if word == .leveltext, groups.count > 1 { groups.current.destination = .skip }
      return
    }
    switch word {
    case .list:
      document.tables.lists.beginList()
      groups.current.ending = .list
    case .listlevel:
      document.tables.lists.beginLevel()
      groups.current.ending = .listLevel
      groups.current.paragraph = RTFParagraph()
    case .leveltext: collect(.capture, .levelText)
    case .listoverride:
      document.tables.lists.beginOverride()
      groups.current.ending = .listOverride
    case .lfolevel:
      document.tables.lists.beginOverrideLevel()
      groups.current.ending = .overrideLevel
    default: break
    }
  }

  private mutating func beginInformation(_ word: RTFWord.Destination) {
    guard groups.current.destination == .structure else { return }
    switch word {
    case .propname: return collect(.capture, .propertyName)
    case .staticval: return collect(.capture, .propertyValue)
    case .creatim: beginDate(.created)
    case .revtim: beginDate(.revised)
    case .title: collect(.capture, .informationText(.title))
    case .subject: collect(.capture, .informationText(.subject))
    case .author: collect(.capture, .informationText(.author))
    case .keywords: collect(.capture, .informationText(.keywords))
    case .company: collect(.capture, .informationText(.company))
    case .manager: collect(.capture, .informationText(.manager))
    case .category: collect(.capture, .informationText(.category))
    case .operator: collect(.capture, .informationText(.operator))
    default: collect(.capture, .informationText(.comment))
    }
    groups.current.role = .ordinary
  }

  private mutating func beginDate(_ moment: RTFInformation.Moment) {
    destinations.information.beginDate()
    groups.current.ending = .informationDate(moment)
  }

  private mutating func beginResult() {
    let field = destinations.fields.beginResult(at: document.stream.text.utf16Count)
    guard let field, groups.current.destination == .text else { return }
    if let form = field.form {
      // Programs show a box and a choice by the data of the field.
      if form.showsState {
        groups.current.destination = .skip
        return
      }
      if form.kind == .text { enter(form) }
    }
    switch field.pageField {
    case .page: groups.current.character.flags.insert(.page)
    case .pages: groups.current.character.flags.insert(.pages)
    case nil: break
    }
    if !field.link.isNone { groups.current.character.link = field.link }
    groups.current.format = .none
  }

  private mutating func beginHidden(_ word: RTFWord.Destination, isText: Bool) {
    let isInEquation = groups.current.destination == .capture && destinations.equation.isOpen
    groups.current.destination = .skip
    guard isText || word == .iaf || word == .iatex && isInEquation, !hidden.isIgnored else {
      return
    }
    // Inside a note or a field, the word must not replace what its group ends.
    guard case .none = groups.current.ending else { return }
    switch word {
    case .iap: groups.current.ending = .record
    case .iaf: groups.current.ending = .fingerprint
    case .iao: groups.current.ending = .order
    case .iaobj: groups.current.ending = .attachment
    case .iablob: groups.current.ending = .blob
    case .iatex: if isInEquation { groups.current.ending = .tex }
    default: document.noteAbsence()
    }
  }

  private mutating func beginNote(
    _ word: RTFWord.Destination, isText: Bool, _ bytes: Span<UInt8>
  ) {
    let isBox = word == .shptxt || word == .dptxbxtext
    guard isText || (isBox && groups.current.role == .partlyText) else {
      groups.current.destination = .skip
      return
    }
    if let twin = destinations.notes.twin(of: word), repeats(twin.content, bytes) {
      // A text of both sides is one of all pages.
      destinations.notes.join(word, twin)
      document.showOnAllPages(twin.stream)
      groups.current.destination = .skip
      return
    }
    guard let kind = destinations.notes.begin(word) else {
      report.add(
        .dropped, word.isFooter ? .pageFooter : .pageHeader,
        destinations.notes.hasPages(word) ? "a second one" : "left pages, not facing",
        byteOffset: groups.current.start)
      groups.current.destination = .skip
      return
    }
    flushText()
    if isBox { destinations.shape.setText(stream: document.streams.count) }
    destinations.notes.add(kind, stream: document.streams.count, at: tokenizer.offset)
    document.beginStream(kind, hasReference: destinations.notes.takeReference(for: kind))
    groups.current.destination = .text
    groups.current.role = .ordinary
    groups.current.ending = .note
    groups.current.isMark = false
    groups.current.isFrozen = false
    groups.current.character = RTFCharacter()
    groups.current.paragraph = ordinaryParagraph ?? RTFParagraph()
    groups.current.format = .none
  }

  /// Returns whether the bytes that follow are those of a range, which ends with the end of a group.
  private func repeats(_ content: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    let start = tokenizer.offset
    guard !content.isEmpty, content.count <= bytes.count - start else { return false }
    return content.indices.allSatisfy { bytes[$0] == bytes[start + $0 - content.lowerBound] }
  }

  // MARK: The end of groups

  /// Completes the structure that a group defines.
  ///
  /// - Parameters:
  ///   - closed: The state at the end of the group, which is still in effect.
  ///   - around: The state of the group around it.
  ///   - bytes: The bytes of the document.
  /// - Throws: `rtf.table-size`, and errors of the source.
  mutating func end(_ closed: RTFGroup, _ around: RTFGroup, _ bytes: Span<UInt8>) throws {
    switch closed.ending {
    case .none, .overrideLevel, .listOverride: break
    case .listLevel:
      document.tables.lists.setLevel {
        $0.leadingIndent = closed.paragraph.indents.leading
        $0.firstIndent = closed.paragraph.indents.first
      }
    case .fontTable: endFont()
    case .style:
      try document.tables.styles.endEntry(
        closed, name: takeUnits(closed), limit: limits.tableEntries)
    case .stylesheet:
      document.tables.styles.resolve(report: &report)
      document.setBase()
    case .list: document.tables.lists.endList(limit: limits.tableEntries)
    case .levelText: document.tables.lists.setLevelText(takeUnits(closed))
    case .information: destinations.information.end(closed.start..<tokenizer.offset)
    case .informationText(let field):
      destinations.information.set(field, takeText(closed), limit: limits.attributes)
    case .informationDate(let moment): destinations.information.endDate(moment)
    case .generator:
      destinations.information.setGenerator(takeText(closed))
      document.tables.isOwn = destinations.information.isOwn
    case .propertyName: destinations.information.setPropertyName(takeText(closed))
    case .propertyValue:
      destinations.information.endProperty(takeText(closed), limit: limits.attributes)
    case .fieldInstruction:
      destinations.fields.endInstruction(
        takeUnits(closed), links: &document.tables.links, report: &report,
        byteOffset: tokenizer.offset)
    case .field: endField(around)
    case .note: endNote(around)
    case .bookmark:
      if let name = bookmarks.add(takeText(closed), limit: limits.tableEntries) {
        document.stream.text.bookmark(name)
      }
    case .picture: endPicture()
    case .shape: endShape(closed, around)
    case .objectClass: destinations.object.setClass(takeText(closed))
    case .objectData: destinations.object.endData(byteOffset: closed.start, report: &report)
    case .shapeName: destinations.shape.setName(takeText(closed))
    case .shapeValue: destinations.shape.endValue(takeText(closed), to: &destinations.picture)
    case .label:
      let units = takeUnits(closed)
      if around.destination == .text { document.stream.marks.label = RTFLabel(units[...]) }
    case .oldList: document.tables.lists.endOldList()
    case .oldListBefore: document.tables.lists.setOldListText(\.before, takeUnits(closed))
    case .oldListAfter: document.tables.lists.setOldListText(\.after, takeUnits(closed))
    case .annotationAuthor: destinations.notes.setAuthor(takeText(closed))
    case .annotationDate: destinations.notes.setDate(takeText(closed))
    case .graphic: try endGraphic(takeText(closed))
    case .revisionAuthors:
      document.tables.changes.setAuthors(takeText(closed), limit: limits.tableEntries)
    case .formChoice: destinations.fields.addChoice(takeText(closed), limit: limits.tableEntries)
    case .formText: destinations.fields.setFormText(takeText(closed))
    case .formName: destinations.fields.setFormName(takeText(closed))
    case .math(let part):
      if part == .mr, closed.character.differsInEquation(from: around.character) {
        destinations.equation.noteFormatting()
      }
      destinations.equation.note(part, isStart: false, at: destinations.capture.end)
    case .equation: endEquation(closed)
    case .record, .fingerprint, .order, .attachment, .blob, .tex: endHidden(closed, bytes)
    }
  }

  private mutating func takeUnits(_ group: RTFGroup) -> [UInt16] {
    destinations.capture.take(from: group.captureStart)
  }

  private mutating func takeText(_ group: RTFGroup) -> String {
    String(units: takeUnits(group)[...])
  }

  private mutating func endNote(_ around: RTFGroup) {
    let needsReference =
      document.stream.isNote && !document.stream.hasReference && document.stream.order == nil
    let number = destinations.notes.footnoteCount
    flushText()
    if !tokenizer.isCutOff, let kind = document.stream.container?.kind {
      destinations.notes.end(kind, at: tokenizer.offset)
    }
    document.endStream(&groups.current, report: &report)
    guard needsReference else { return }
    report.add(
      .approximated, .noteNumbering, "a number beside the mark of a note",
      byteOffset: groups.current.start)
    groups.current = around
    insertReference(number)
  }

  private mutating func endField(_ around: RTFGroup) {
    guard let field = destinations.fields.end() else { return }
    var hasResult = field.resultStart.map { document.stream.text.utf16Count > $0 } ?? false
    if hasResult, field.pageField != nil, let start = field.resultStart {
      // Other programs compute the number, whatever the file has.
      hasResult = !document.stream.text.hasOnlySpaces(from: start)
    }
    guard around.destination == .text else { return }
    if let form = field.form { return end(form, hasResult: hasResult) }
    if !hasResult, let equation = field.equation { return insert(equation) }
    noteField(field, hasResult: hasResult)
    guard !hasResult else { return }
    if let pageField = field.pageField { insert(pageField) }
    // Word writes an empty result for a symbol.
    guard let symbol = field.symbol else { return }
    let font = SymbolFont(name: field.symbolFont)
    if symbol < 0x100, !field.symbolFont.isEmpty, font != .other {
      insertSymbol(UInt8(symbol), of: font)
    } else if symbol < 0x100 {
      byte(UInt8(symbol))
    } else {
      unit(symbol)
    }
  }

  /// Marks the text of the current group as the state of a form field.
  private mutating func enter(_ form: RTFFormField) {
    groups.current.character.tag = document.tables.addTag(FormField.tagName, form.field.tag)
    groups.current.format = .none
  }

  /// Ends a form field: shows the state of one without a result.
  private mutating func end(_ form: RTFFormField, hasResult: Bool) {
    let text = form.text
    guard !hasResult, !text.isEmpty else {
      // A result without the data of a box or a list, or a list without the chosen entry.
      if !hasResult || form.kind != .text {
        report.add(
          hasResult ? .approximated : .dropped, .formField, form.kindName,
          byteOffset: tokenizer.offset)
      }
      return
    }
    enter(form)
    for unit in text.utf16 { self.unit(unit) }
  }

  /// Reports a field that the document shows as text, or not at all.
  private mutating func noteField(_ field: RTFField, hasResult: Bool) {
    if let name = field.name {
      report.add(
        hasResult ? .approximated : .dropped, .field, name, byteOffset: tokenizer.offset)
    }
  }

  /// Whether the text is that of a header of pages.
  private var isInHeader: Bool {
    if case .pageHeader? = document.stream.container?.kind { true } else { false }
  }

  /// Ends a shape or drawing object: its text is in a box at its place.
  private mutating func endShape(_ closed: RTFGroup, _ around: RTFGroup) {
    guard let shape = destinations.shape.end() else { return }
    let isInTable = document.depth(of: around.paragraph) > 0
    var box = shape.box(isOwn: document.tables.isOwn)
    let isInHeader = isInHeader
    if isInHeader {
      // The box is on one page: its place on that page is that from the edge.
      if box.placement?.down.reference == .text {
        box.placement?.down.reference = .page
        box.placement?.down.offset += document.page.layout?.headerDistance ?? 36
      }
    } else if document.stream.container != nil {
      box.placement = nil
    }
    for stream in shape.streams where !isInTable { document.setBox(box, stream: stream) }
    guard around.destination == .text else { return }
    if shape.streams.isEmpty, !shape.hasPicture {
      report.add(.dropped, .shape, byteOffset: closed.start)
    } else if !shape.isBox {
      report.add(.approximated, .shape, "as a rectangle", byteOffset: closed.start)
    } else if isInTable || document.stream.container != nil {
      report.add(
        .approximated, .shape, isInTable ? "in a table" : isInHeader ? "in a header" : "in a note",
        byteOffset: closed.start)
    }
  }

  private mutating func endPicture() {
    if destinations.picture.data.isOdd {
      report.add(.repaired, .pictureData, "odd digit", byteOffset: tokenizer.offset)
    }
    guard
      var attachment = destinations.picture.attachment(
        into: &document.attachments, pixelLimit: limits.pixels)
    else {
      if destinations.picture.isRule, groups.current.destination == .picture {
        document.stream.marks.isRule = true
      }
      return
    }
    destinations.picture = RTFPicture()
    let isInText = document.stream.container?.textBox != nil
    if destinations.shape.repeats(attachment, isInText: isInText) {
      document.stream.marks.repeatsPicture = true
      return
    }
    let depth = document.depth(of: groups.current.paragraph)
    destinations.shape.place(&attachment, isInTable: depth > 0)
    append(attachment)
  }

  /// Ends the name of a side file.
  private mutating func endGraphic(_ text: String) throws {
    let name = text.trimmed
    guard !name.isEmpty else { return }
    let isPlain = FilePaths.safeParts(of: name)?.count == 1
    let bytes = isPlain ? try source.sideFile(named: name, limits: limits) : nil
    var attachment = Attachment(.file, state: .missing, name: isPlain ? name : nil)
    if let bytes {
      hidden.hasSideFiles = true
      let type = MediaType.sniffed(from: bytes)
      let kind: Attachment.Kind =
        type?.hasPrefix("image/") == true
        ? .image : type?.hasPrefix("video/") == true ? .video : .file
      attachment = Attachment(
        kind, content: .blob(document.attachments.insert(bytes)), mediaType: type, name: name)
      let size = MediaType.pixelSize(of: bytes)
      attachment.pixelWidth = size?.width
      attachment.pixelHeight = size?.height
    } else if isPlain {
      report.add(.repaired, .missingAttachment, name, byteOffset: tokenizer.offset)
    } else {
      report.add(.neutralised, .attachmentName, byteOffset: tokenizer.offset)
    }
    attachment.displayWidth = destinations.picture.displaySize?.width
    attachment.displayHeight = destinations.picture.displaySize?.height
    destinations.picture = RTFPicture()
    groups.current.destination = .text
    append(attachment)
  }

  // MARK: Hidden data

  private mutating func endHidden(_ closed: RTFGroup, _ bytes: Span<UInt8>) {
    let end = tokenizer.isCutOff ? tokenizer.offset : tokenizer.offset - 1
    let content = RTFHiddenGroup.content(from: closed.start, to: end, in: bytes)
    switch closed.ending {
    case .record:
      let packed = try? Base64.decode(content.span)
      let hidden = packed.flatMap { try? HiddenParagraph(packed: $0) }
      if hidden == nil {
        report.add(.dropped, .damagedHiddenData, "record", byteOffset: closed.start)
      }
      document.stream.record = .init(hidden: hidden, byteOffset: tokenizer.offset)
    case .fingerprint:
      if let wanted = UInt64(String(decoding: content, as: UTF8.self), radix: 16) {
        compare(wanted, before: closed.start, bytes)
      }
    case .order: document.stream.order = Int(String(decoding: content, as: UTF8.self))
    case .attachment:
      if let number = Int(String(decoding: content, as: UTF8.self)) { placeObject(number, bytes) }
    case .blob:
      if let blob = try? Base64.decode(content.span) {
        document.attachments.insert(blob)
      } else {
        report.add(.dropped, .attachment, "damaged", byteOffset: closed.start)
      }
    case .tex:
      if let tex = try? Base64.decode(content.span) {
        destinations.equation.state(String(decoding: tex, as: UTF8.self))
      }
    default: break
    }
  }

  /// Compares the paragraph, or the information, before an offset with a fingerprint.
  ///
  /// Each is compared only with the first fingerprint after it, so that many fingerprints do not
  /// take quadratic time.
  private mutating func compare(_ wanted: UInt64, before offset: Int, _ bytes: Span<UInt8>) {
    guard let record = document.stream.record, record.byteOffset <= offset else {
      return destinations.information.compare(wanted, before: offset, in: bytes)
    }
    guard !record.isCompared else { return }
    let covered = bytes.extracting(record.byteOffset..<offset)
    document.stream.record?.isCompared = true
    document.stream.record?.isUntouched = RTFHiddenGroup.fingerprint(of: covered) == wanted
  }
}
