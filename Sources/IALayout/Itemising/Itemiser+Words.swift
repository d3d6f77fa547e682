import IAFonts
import IAText
import IAUnicode

extension Itemiser {
  /// The properties that the words of a zone share.
  struct WordStyle {
    var zone: Zone
    var style: TextStyle
    var shaping: ShapingStyle
    /// Whether the words of the font can be shaped separately.
    var separatesWords: Bool
    /// Whether all characters are Latin, so that no word is an emoji.
    var isLatin: Bool
    /// The letter spacing of each cluster, in font units.
    var spacing: Int32
    /// The ends of the zone at which its letters join those of another zone.
    var joins: ShapingStyle.Joins = []
  }

  /// Appends the items of all zones.
  mutating func appendItems(of units: Span<UInt16>, isLatin: Bool) {
    var index = 0
    while index < zones.count {
      var end = index + 1
      if table.styles[Int(zones[index].style)].equation != nil {
        end = endOfEquation(from: index)
        if appendEquation(index..<end, units, isLatin: isLatin) {
          index = end
          continue
        }
      }
      while index < end {
        appendItems(of: zones[index], units, isLatin: isLatin)
        index += 1
      }
    }
  }

  /// Appends the items of a zone.
  mutating func appendItems(of zone: Zone, _ units: Span<UInt16>, isLatin: Bool) {
    let style = table.styles[Int(zone.style)]
    let separates = shaper.separatesWords(of: style.font)
    let shaping = ShapingStyle(
      font: style.font, script: zone.script, isRightToLeft: zone.level & 1 == 1,
      language: style.language)
    var word = WordStyle(
      zone: zone, style: style, shaping: shaping, separatesWords: separates, isLatin: isLatin,
      spacing: spacing(style, style.font))
    if !isLatin, zone.script.hasJoiningLetters { word.joins = joins(of: zone, units) }
    appendItems(word, units)
  }

  func spacing(_ style: TextStyle, _ font: FontID) -> Int32 {
    guard style.letterSpacing != 0 else { return 0 }
    return Int32((style.letterSpacing / style.size * Double(shaper.unitsPerEm(of: font))).rounded())
  }

  /// Returns whether several spaces start at an offset.
  @inline(__always)
  private static func startsSpaces(_ units: Span<UInt16>, _ start: Int, _ end: Int) -> Bool {
    units[start] == 0x20 && start + 1 < end && units[start + 1] == 0x20
  }

  /// Returns the first offset of a range at which several spaces start, or the end of the range.
  private static func firstSpaces(
    _ units: Span<UInt16>, _ start: Int, _ rangeEnd: Int, _ end: Int
  ) -> Int {
    var index = start
    while index < rangeEnd, !startsSpaces(units, index, end) { index += 1 }
    return index
  }

  private mutating func appendItems(_ word: WordStyle, _ units: Span<UInt16>) {
    var position = word.zone.start
    let end = word.zone.end
    // Several spaces beside each other are not shaped with words: LibreOffice makes them wider.
    let splitsSpaces = !word.separatesWords && table.options.placement == .office
    while position < end {
      let unit = units[position]
      if Self.isSpecial(unit) {
        position = appendSpecial(word, units, at: position)
      } else if word.style.isHidden {
        appendHidden(word, at: position)
        position += 1
      } else if unit == 0x20,
        word.separatesWords || splitsSpaces && Self.startsSpaces(units, position, end)
      {
        position = appendSpaces(word, units, from: position)
      } else {
        var wordEnd = position + 1
        if word.separatesWords {
          while wordEnd < end, units[wordEnd] != 0x20, !Self.isSpecial(units[wordEnd]) {
            wordEnd += 1
          }
        } else {
          while wordEnd < end, !Self.isSpecial(units[wordEnd]) { wordEnd += 1 }
          if splitsSpaces { wordEnd = Self.firstSpaces(units, position + 1, wordEnd, end) }
        }
        appendWord(word, units, position..<wordEnd)
        position = wordEnd
        if position < end, units[position] == 0x20,
          word.separatesWords || splitsSpaces && Self.startsSpaces(units, position, end)
        {
          position = appendSpacesToLast(units, from: position, to: end)
        }
      }
      noteBreak()
    }
  }

  /// Returns whether a unit is not shaped: a control (U+0000…U+001F, U+007F…U+009F), U+2028, U+2029
  /// or U+FFFC.
  @inline(__always)
  static func isSpecial(_ unit: UInt16) -> Bool {
    unit < 0x20 || unit &- 0x7F < 0x21 || unit &- 0x2028 < 2 || unit == 0xFFFC
  }

  /// Sets the flags of the last item if a line may or must end after it.
  mutating func noteBreak() {
    guard let last = items.last else { return }
    let end = last.end
    while nextBreak < breaks.count, breaks[nextBreak].utf16Offset < end { nextBreak += 1 }
    guard nextBreak < breaks.count, breaks[nextBreak].utf16Offset == end else { return }
    items[items.count - 1].flags.insert(.breakAfter)
    if breaks[nextBreak].isMandatory { items[items.count - 1].flags.insert(.mandatory) }
  }

  // MARK: Spaces, controls and attachments

  private mutating func appendSpaces(
    _ word: WordStyle, _ units: Span<UInt16>, from start: Int
  ) -> Int {
    let run = run(word.zone, font: word.style.font)
    items.append(Item(start: UInt32(start), count: 0, advance: 0, run: run))
    return appendSpacesToLast(units, from: start, to: word.zone.end)
  }

  private mutating func appendSpacesToLast(
    _ units: Span<UInt16>, from start: Int, to end: Int
  ) -> Int {
    var position = start
    let limit = min(end, start + Int(UInt16.max))
    while position < limit, units[position] == 0x20 { position += 1 }
    items[items.count - 1].spaces = UInt16(position - start)
    if position > start + 1 { widenSpacesOfLast() }
    return position
  }

  /// Moves the last item, which has several spaces, to a run with wider spaces, as in LibreOffice.
  private mutating func widenSpacesOfLast() {
    var wide = runs[Int(items[items.count - 1].run)]
    let extra = extraSpace(of: wide)
    guard extra > 0, Int(items[items.count - 1].run) == runs.count - 1 else { return }
    let usual = wide
    wide.space += extra
    runs.append(wide)
    items[items.count - 1].run = UInt32(runs.count - 1)
    // Words after the spaces are in a run that equals the run before the spaces.
    runs.append(usual)
  }

  /// Returns the width in points that LibreOffice adds to each space of a sequence of spaces: a
  /// sixth of the font size; 0 in East Asian text, and if a space is at least 0.45 em wide, as in
  /// monospaced fonts.
  func extraSpace(of run: ItemRun) -> Double {
    guard table.options.placement == .office, !run.script.isEastAsian, run.space > 0 else {
      return 0
    }
    let size = table.styles[Int(run.style)].size
    return run.space < 0.45 * size ? size / 6 : 0
  }

  private mutating func appendHidden(_ word: WordStyle, at position: Int) {
    if let last = items.last, last.kind == .hidden, last.flags.isEmpty, last.count < .max,
      Int(last.run) == runs.count - 1, last.end == position
    {
      items[items.count - 1].count += 1
      return
    }
    let run = run(word.zone, font: word.style.font)
    items.append(Item(start: UInt32(position), count: 1, advance: 0, run: run, kind: .hidden))
  }

  private mutating func appendSpecial(
    _ word: WordStyle, _ units: Span<UInt16>, at position: Int
  ) -> Int {
    let unit = units[position]
    let kind: Item.Kind
    switch unit {
    case 0x09: kind = .tab
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: kind = .lineEnd
    case IAString.attachmentUnit:
      guard let attachment = attachment(at: position) else {
        appendWord(word, units, position..<position + 1)
        return position + 1
      }
      if word.style.isHidden {
        kind = .hidden
      } else {
        kind = .attachment
        boxes.append(
          AttachmentSize.isLabel(attachment)
            ? labelBox(attachment, at: position, word.style)
            : box(attachment, at: position, word.style))
        if placesPictures, AttachmentSize.placed(attachment, options: table.options) != nil {
          boxes[boxes.count - 1].takeNoSpace()
        } else if AttachmentSize.isOverlay(attachment) {
          boxes[boxes.count - 1].float()
        }
      }
    default: kind = .hidden
    }
    let run = run(word.zone, font: word.style.font)
    items.append(Item(start: UInt32(position), count: 1, advance: 0, run: run, kind: kind))
    return position + 1
  }

  private func attachment(at offset: Int) -> Attachment? {
    var low = 0
    var high = attachments.count
    while low < high {
      let middle = (low + high) / 2
      if attachments[middle].utf16Offset < offset { low = middle + 1 } else { high = middle }
    }
    guard low < attachments.count, attachments[low].utf16Offset == offset else { return nil }
    return attachments[low].attachment
  }

  /// The maximum width of a label, as a multiple of its height.
  private static let maxLabelProportion = 12.0

  /// Returns the box of a label: a symbol and the name of the picture in small letters, as high as
  /// the line, and not wider than the picture.
  ///
  /// If the picture is not larger than the symbol, its own box is returned.
  private mutating func labelBox(
    _ attachment: Attachment, at offset: Int, _ style: TextStyle
  ) -> ParagraphItems.ItemBox {
    let metrics = shaper.metrics(of: style.font)
    let height = (metrics.ascent + metrics.descent) * style.size
    let known = AttachmentSize.known(attachment, options: table.options)
    if let known, known.height <= height || known.width <= height {
      return box(attachment, at: offset, style)
    }
    let name = attachment.altText ?? attachment.name ?? ""
    let units = Array(name.utf16.prefix(Self.maxSpanLength))
    let shaped = shaper.shape(units.span, ShapingStyle(font: style.font))
    let text =
      Double(shaped.advance) / Double(shaper.unitsPerEm(of: style.font)) * height
      * AttachmentBox.labelTextFactor
    return .init(
      offset: offset, content: .attachment(attachment),
      width: min(
        height * (name.isEmpty ? 1 : 1.4) + text, height * Self.maxLabelProportion,
        known?.width ?? .infinity),
      ascent: metrics.ascent * style.size + style.baselineShift,
      descent: metrics.descent * style.size - style.baselineShift)
  }

  /// Returns the box of an attachment: its display size, or its picture reduced to the thumbnail
  /// size; a sticker has the height of the line.
  private func box(
    _ attachment: Attachment, at offset: Int, _ style: TextStyle
  ) -> ParagraphItems.ItemBox {
    let metrics = shaper.metrics(of: style.font)
    let natural = AttachmentSize.natural(of: attachment)
    if attachment.isSticker {
      let ascent = metrics.ascent * style.size
      let descent = metrics.descent * style.size
      let width = (ascent + descent) * min(natural.width / natural.height, 4)
      return .init(
        offset: offset, content: .attachment(attachment), width: width,
        ascent: ascent + style.baselineShift, descent: descent - style.baselineShift)
    }
    let size = AttachmentSize.shown(attachment, natural, options: table.options)
    return .init(
      offset: offset, content: .attachment(attachment), width: size.width,
      ascent: size.height + style.baselineShift, descent: max(-style.baselineShift, 0))
  }
}
