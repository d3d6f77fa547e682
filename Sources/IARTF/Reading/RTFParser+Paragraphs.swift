internal import IABytes
internal import IAText

extension RTFParser {
  // MARK: Paragraphs

  /// Applies a control word for paragraph formatting to the current group.
  mutating func set(_ word: RTFWord.Paragraph, _ value: Int32?) {
    let number = value ?? 0
    switch word {
    case .pard: setDefaultParagraph()
    case .ql:
      groups.current.paragraph.alignment = .left
      if document.tables.isOwn { groups.current.paragraph.stated.insert(.alignment) }
    case .qr:
      if groups.current.paragraph.alignment == .right, document.tables.isOwn {
        groups.current.paragraph.stated.insert(.alignment)
      }
      groups.current.paragraph.alignment = .right
    case .qc: groups.current.paragraph.alignment = .center
    case .qj, .qd: groups.current.paragraph.alignment = .justified
    case .fi:
      groups.current.paragraph.indents.first = Self.clamp(number)
      groups.current.paragraph.indents.isStated = true
      groups.current.paragraph.lengths.insert(.firstIndent)
    case .li, .lin:
      groups.current.paragraph.indents.leading = Self.clamp(number)
      groups.current.paragraph.indents.isStated = true
      groups.current.paragraph.lengths.insert(.leadingIndent)
    case .ri, .rin:
      groups.current.paragraph.indents.trailing = Self.clamp(number)
      groups.current.paragraph.lengths.insert(.trailingIndent)
    case .sb:
      groups.current.paragraph.spaceBefore = Self.clamp(number)
      groups.current.paragraph.lengths.insert(.spaceBefore)
      if number == 0, document.tables.isOwn {
        groups.current.paragraph.stated.insert(.spaceBefore)
      }
    case .sa:
      // A second word with the same number means that the document states the value.
      if groups.current.paragraph.lengths.contains(.spaceAfter),
        groups.current.paragraph.spaceAfter == number,
        document.tables.isOwn || groups.current.destination == .styles
      {
        groups.current.paragraph.stated.insert(.spaceAfter)
      }
      groups.current.paragraph.spaceAfter = Self.clamp(number)
      groups.current.paragraph.lengths.insert(.spaceAfter)
      groups.current.paragraph.hasNoSpaceAfter =
        number == 0 && groups.current.destination == .styles
    case .sbauto:
      if value == nil || number != 0 {
        groups.current.paragraph.spaceBefore = RTFParagraph.automaticSpace
        groups.current.paragraph.stated.insert(.automaticBefore)
        groups.current.paragraph.lengths.insert(.spaceBefore)
      } else {
        groups.current.paragraph.stated.remove(.automaticBefore)
      }
    case .saauto:
      if value == nil || number != 0 {
        groups.current.paragraph.spaceAfter = RTFParagraph.automaticSpace
        groups.current.paragraph.stated.insert(.automaticAfter)
        groups.current.paragraph.lengths.insert(.spaceAfter)
        groups.current.paragraph.hasNoSpaceAfter = false
      } else {
        groups.current.paragraph.stated.remove(.automaticAfter)
      }
      if value != nil, number == 0,
        document.tables.isOwn || groups.current.destination == .styles
      {
        groups.current.paragraph.stated.insert(.spaceAfter)
      }
    case .sl:
      groups.current.paragraph.lineSpacing = Self.clamp(number)
      groups.current.paragraph.isLineMultiple = false
      groups.current.paragraph.lengths.insert(.lineSpacing)
    case .slmult: groups.current.paragraph.isLineMultiple = number == 1
    case .tx:
      if groups.current.paragraph.lengths.insert(.tabStops).inserted {
        groups.current.paragraph.tabs = .none
      }
      groups.current.paragraph.tabs = document.tables.tabs.adding(
        number, to: groups.current.paragraph.tabs, limit: limits.tableEntries)
    case .tqr: document.tables.tabs.nextKind = .right
    case .tqc: document.tables.tabs.nextKind = .center
    case .tqdec: document.tables.tabs.nextKind = .decimal
    case .tb: break
    case .rtlpar: groups.current.paragraph.isRightToLeft = true
    case .ltrpar: groups.current.paragraph.isRightToLeft = false
    case .pagebb: groups.current.paragraph.breaksPage = value != 0
    case .s: setParagraphStyle(number)
    case .outlinelevel:
      groups.current.paragraph.outline = number
      if groups.current.destination != .styles { implyHeader() }
    case .ls: setList(number)
    case .ilvl: groups.current.paragraph.level = min(max(number, 0), 8)
    case .intbl: groups.current.paragraph.isInTable = value != 0
    case .itap:
      groups.current.paragraph.tableDepth = min(max(number, 0), Self.maxTableDepth)
    case .contextualspace: groups.current.paragraph.isTight = value != 0
    default:
      if setFrame(word, value) { return }
      if groups.current.ending == .oldList { document.tables.lists.setOldList(word, number) }
    }
  }

  /// The maximum nesting depth of tables; deeper tables become paragraphs of the innermost cell.
  private static var maxTableDepth: Int32 { 10 }

  /// Marks the text of a paragraph that is a header only because of its outline level.
  ///
  /// Size and weight then become attributes if they differ from those that the writer gives headers.
  private mutating func implyHeader() {
    guard !groups.current.isFrozen else { return }
    if let style = document.tables.styles[groups.current.paragraph.style], style.role != .none {
      return
    }
    let level = groups.current.paragraph.headerLevel
    let index = level.map { document.tables.styles.header(level: $0) } ?? .none
    guard groups.current.character.impliedBy != index else { return }
    groups.current.character.impliedBy = index
    groups.current.format = .none
  }

  private mutating func setDefaultParagraph() {
    groups.current.paragraph = ordinaryParagraph ?? RTFParagraph()
    document.tables.tabs.nextKind = .left
    document.tables.tabs.nextLeader = nil
    document.tables.frames.close()
    removeAppliedStyle()
    if !groups.current.character.impliedBy.isNone {
      groups.current.character.impliedBy = .none
      groups.current.format = .none
    }
  }

  /// The formatting of paragraphs without a style: that of the style of ordinary paragraphs, as in LibreOffice.
  ///
  /// `nil` if there is no such style.
  ///
  /// It is not used for files of the suite, which state all relevant formatting.
  var ordinaryParagraph: RTFParagraph? {
    document.tables.isOwn ? nil : document.tables.styles.ordinaryParagraph
  }

  /// Sets the formatting of ordinary paragraphs for the text after the style sheet.
  mutating func beginOrdinaryParagraph() {
    guard groups.current.paragraph == RTFParagraph(), let ordinary = ordinaryParagraph else {
      return
    }
    groups.current.paragraph = ordinary
  }

  /// Removes the character formatting that the current paragraph style applied, except for formatting that the text
  /// itself states.
  private mutating func removeAppliedStyle() {
    guard !groups.current.isFrozen,
      let style = document.tables.styles[groups.current.appliedStyle]?.character
    else { return }
    let stated = groups.current.stated
    let own = groups.current.character
    groups.current.appliedStyle = .none
    groups.current.character = own.without(style)
    groups.current.format = .none
    if stated.contains(.size) { groups.current.character.halfPoints = own.halfPoints }
    if stated.contains(.underline) { groups.current.character.underline = own.underline }
    if stated.contains(.color) { groups.current.character.foreground = own.foreground }
    var flags: RTFCharacter.Flags = []
    if stated.contains(.bold) { flags.insert(.bold) }
    if stated.contains(.italic) { flags.insert(.italic) }
    groups.current.character.flags.formUnion(own.flags.intersection(flags))
    if !style.font.isNone, own.font == style.font, !stated.contains(.font) {
      setFont(document.tables.fonts.defaultNumber)
    }
  }

  private mutating func setParagraphStyle(_ number: Int32) {
    if groups.current.destination == .styles {
      return document.tables.styles.setOpen(number, .paragraph)
    }
    let index = document.tables.styles.paragraphStyle(number)
    guard let style = document.tables.styles[index] else { return }
    if groups.current.destination == .text { accounting.note(style.unread, report: &report) }
    if let ordinary = ordinaryParagraph { groups.current.paragraph.remove(ordinary) }
    let formatting = document.tables.isOwn ? style.paragraph : style.ofParagraph
    groups.current.paragraph = groups.current.paragraph.overridden(by: formatting)
    groups.current.paragraph.style = index
    guard !groups.current.isFrozen else { return }
    removeAppliedStyle()
    groups.current.appliedStyle = index
    groups.current.stated = []
    groups.current.character = groups.current.character.overridden(by: style.character)
    groups.current.character.impliedBy = style.impliesFormatting ? index : .none
    groups.current.format = .none
    implyHeader()
  }

  private mutating func setList(_ number: Int32) {
    if groups.current.ending == .listOverride {
      document.tables.lists.defineOverride(number)
    } else {
      groups.current.paragraph.list = max(number, 0)
    }
  }
}
