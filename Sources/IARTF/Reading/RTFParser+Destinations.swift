internal import IABytes
internal import IAFormats
internal import IAText

extension RTFParser {
  // MARK: The start of destinations

  /// Starts a destination: applies a control word that defines the meaning of its group.
  mutating func begin(
    _ word: RTFWord.Destination, _ value: Int32?, _ start: Int, _ bytes: Span<UInt8>
  ) throws {
    if groups.current.destination == .skip {
      // The other half of `\upr` is read instead of this one.
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
    case .object, .shp, .shpgrp, .do_, .picprop:
      if word != .object, word != .picprop, case .none = groups.current.ending {
        destinations.shape.begin(
          isOld: word == .do_, isGroup: word == .shpgrp,
          isPart: !isText && destinations.shape.isOpen)
        groups.current.ending = .shape
      }
      if word == .picprop, groups.current.destination == .picture {
        destinations.shape.beginPictureProperties()
      }
      groups.current.destination = .structure
      if isText, word != .picprop { groups.current.role = .partlyText }
    case .shpinst, .sp: break
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

  mutating func collect(_ destination: RTFGroup.Destination, _ ending: RTFGroup.Ending) {
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
      // Programs show check boxes and choices from the data of the field.
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

  private mutating func beginNote(
    _ word: RTFWord.Destination, isText: Bool, _ bytes: Span<UInt8>
  ) {
    let isBox = word == .shptxt || word == .dptxbxtext
    guard isText || (isBox && groups.current.role == .partlyText) else {
      groups.current.destination = .skip
      return
    }
    if let twin = destinations.notes.twin(of: word), repeats(twin.content, bytes) {
      // If both sides have the same text, it is the text of all pages.
      destinations.notes.join(word, twin)
      document.showOnAllPages(twin.stream)
      groups.current.destination = .skip
      return
    }
    let isEndnote = word == .footnote && tokenizer.isEndnote(at: tokenizer.offset, in: bytes)
    guard
      let kind = destinations.notes.begin(
        word, isEndnote: isEndnote, isOwn: document.tables.isOwn)
    else {
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

  /// Returns whether the bytes that follow equal those of a range that ends with the end of a group.
  private func repeats(_ content: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    let start = tokenizer.offset
    guard !content.isEmpty, content.count <= bytes.count - start else { return false }
    return content.indices.allSatisfy { bytes[$0] == bytes[start + $0 - content.lowerBound] }
  }
}
