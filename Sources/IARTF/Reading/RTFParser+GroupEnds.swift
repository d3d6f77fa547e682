internal import IABytes
internal import IAFiles
internal import IAFormats
internal import IAText
internal import IAUnicode

extension RTFParser {
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
        $0.marker.set("formatting", closed.character.differsInMarker(from: around.character))
        $0.marker.set("font", closed.character.font != around.character.font)
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
    case .annotationDate:
      let date = takeAnnotationDate(closed)
      if !document.setAnnotationDate(date) { destinations.notes.annotationDate = date }
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

  /// Returns the date of an annotation, which RTF stores as a packed number; reports any other text.
  private mutating func takeAnnotationDate(_ group: RTFGroup) -> String? {
    let text = takeText(group).trimmed
    guard let number = Int(text) else {
      if !text.isEmpty {
        report.add(.dropped, .annotation, "date \(text)", byteOffset: group.start)
      }
      return nil
    }
    return RTFDateParts(packed: number).text
  }

  mutating func takeUnits(_ group: RTFGroup) -> [UInt16] {
    destinations.capture.take(from: group.captureStart)
  }

  mutating func takeText(_ group: RTFGroup) -> String {
    String(units: takeUnits(group)[...])
  }

  private mutating func endNote(_ around: RTFGroup) {
    let needsReference =
      document.stream.isNote && !document.stream.hasReference && document.stream.order == nil
    let label = destinations.notes.lastLabel
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
    insertReference(label)
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
    for unit in (field.buttonText ?? "").utf16 { self.unit(unit) }
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
  mutating func enter(_ form: RTFFormField) {
    groups.current.character.tag = document.tables.addTag(FormField.tagName, form.field.tag)
    groups.current.format = .none
  }

  /// Ends a form field; inserts its state if it has no result.
  private mutating func end(_ form: RTFFormField, hasResult: Bool) {
    let text = form.text
    guard !hasResult, !text.isEmpty else {
      // A check box or list has a result without its data, or there is neither a result nor a state to show, as for a
      // list without the chosen entry.
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

  /// Reports a field whose result is kept as text, or which is lost.
  private mutating func noteField(_ field: RTFField, hasResult: Bool) {
    if let name = field.name {
      report.add(
        hasResult ? .approximated : .dropped, .field, name, byteOffset: tokenizer.offset)
    }
  }

  private mutating func endPicture() {
    destinations.shape.endPicture()
    if destinations.picture.data.isOdd {
      report.add(.repaired, .pictureData, "odd digit", byteOffset: tokenizer.offset)
    }
    guard
      let attachment = destinations.picture.attachment(
        into: &document.attachments, pixelLimit: limits.pixels)
    else {
      if destinations.picture.isRule, groups.current.destination == .picture {
        document.stream.marks.isRule = true
      }
      return
    }
    let effects = destinations.picture.effects
    destinations.picture = RTFPicture()
    let isInText = document.stream.container?.textBox != nil
    if destinations.shape.repeats(attachment, isInText: isInText) {
      document.stream.marks.repeatsPicture = true
      return
    }
    guard !destinations.shape.hold(attachment, effects) else { return }
    append(attachment)
    report(effects.names, at: tokenizer.offset)
  }

  /// Reports effects on a picture that are not shown.
  mutating func report(_ pictureEffects: [String], at byteOffset: Int) {
    for effect in pictureEffects {
      report.add(
        .dropped, RTFPictureEffects.feature(of: effect), effect, byteOffset: byteOffset)
    }
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
}
