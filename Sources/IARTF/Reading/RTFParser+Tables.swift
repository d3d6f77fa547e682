internal import IABytes
internal import IAFormats
internal import IAText

extension RTFParser {
  /// Obeys a word of the tables in the head.
  mutating func define(_ word: RTFWord.Definition, _ value: Int32?) {
    let number = value ?? 0
    switch word {
    case .fcharset: if state.destination == .fonts { setFontCharset(number) }
    case .fmodern: if state.destination == .fonts { setFontPitch(isFixed: true) }
    case .fprq:
      if state.destination == .fonts, number > 0 { setFontPitch(isFixed: number == 1) }
    case .cpg:
      if state.destination == .fonts, let index = charset(codePage: Int(number)) {
        setFontCharsetIndex(index)
      }
    case .red: setColor { $0.red = number }
    case .green: setColor { $0.green = number }
    case .blue: setColor { $0.blue = number }
    case .cssrgb, .csgray, .cssrgba: expandedComponents = []
    case .c: if state.destination == .expandedColors { expandedComponents.append(number) }
    case .sbasedon: if state.destination == .styles { definedBase = number }
    case .ts, .ds: if state.destination == .styles { definedStyle = (number, false, true) }
    case .additive: break
    case .levelnfc, .levelnfcn: if state.ending == .listLevel { setLevel { $0.format = number } }
    case .levelstartat:
      if state.ending == .overrideLevel {
        // Another override within the level's own group leaves no level open.
        if let last = definedOverride.starts.indices.last { definedOverride.starts[last] = number }
      } else if state.ending == .listLevel {
        setLevel { $0.start = number }
      }
    case .listoverridestartat: break
    case .listid:
      if state.ending == .listOverride {
        definedOverride.list = number
      } else if state.ending == .list {
        definedListID = number
      }
    case .yr: date.year = number
    case .mo: date.month = number
    case .dy: date.day = number
    case .hr: date.hour = number
    case .min: date.minute = number
    case .sec: date.second = number
    }
  }

  // MARK: Fonts

  /// Starts the definition of a font.
  mutating func beginFont(_ number: Int32) {
    captured.removeLast(captured.count - min(state.captureStart, captured.count))
    if let known = fontIndexes[number] {
      definedFont = known
      return
    }
    guard fonts.count < limits.tableEntries else {
      definedFont = -1
      fullTableOffset = at
      return
    }
    fonts.append(RTFFont())
    definedFont = Int32(fonts.count - 1)
    fontIndexes[number] = definedFont
    state.charset = documentCharset
  }

  private mutating func setFontPitch(isFixed: Bool) {
    if definedFont >= 0 { fonts[Int(definedFont)].isFixedPitch = isFixed }
  }

  private mutating func setFontCharset(_ number: Int32) {
    if number == 2 { return setFontCharsetIndex(symbolSet()) }
    guard let codePage = RTFCharsetNumbers.codePage(of: number) else {
      if number > 2 { report.add(.approximated, "font-charset", "\(number)", byteOffset: at) }
      return
    }
    if let index = charset(codePage: codePage) { setFontCharsetIndex(index) }
  }

  private mutating func setFontCharsetIndex(_ index: Int32) {
    guard definedFont >= 0 else { return }
    fonts[Int(definedFont)].charset = index
    // The name is in the font's own set, that of a font of symbols in the document's.
    if index != symbolCharset { state.charset = index }
  }

  /// Ends the definition of a font: its name was collected.
  mutating func endFont() {
    let name = takeCaptured(since: state.captureStart)
    guard definedFont >= 0, fonts[Int(definedFont)].name == nil else { return }
    let text = String(decoding: name, as: UTF16.self)
    let trimmed = text.trimmed
    if !trimmed.isEmpty { fonts[Int(definedFont)].name = trimmed }
    // Some writers leave out what set such a font is of.
    if fonts[Int(definedFont)].charset < 0, RTFSymbols.fontNames.contains(trimmed.lowercased()) {
      fonts[Int(definedFont)].charset = symbolSet()
    }
  }

  // MARK: Colours

  private mutating func setColor(
    _ change: (inout (red: Int32, green: Int32, blue: Int32)) -> Void
  ) {
    guard state.destination == .colors else { return }
    var color = nextColor ?? (0, 0, 0)
    change(&color)
    nextColor = color
  }

  /// Ends an entry of the table of colours.
  mutating func endColor() {
    guard colors.entries.count < limits.tableEntries else {
      fullTableOffset = at
      return
    }
    colors.entries.append(
      nextColor.map { color in
        func channel(_ value: Int32) -> UInt8 { UInt8(min(max(value, 0), 255)) }
        return Color(
          red: channel(color.red), green: channel(color.green), blue: channel(color.blue))
      })
    nextColor = nil
  }

  /// Ends an entry of Cocoa's table of colours: components of 100 000 each, the last the opacity.
  mutating func endExpandedColor() {
    func channel(_ index: Int) -> UInt8 {
      let value = min(max(Int(expandedComponents[index]), 0), 100_000)
      return UInt8((value * 255 + 50_000) / 100_000)
    }
    let index = colors.expanded.count
    guard index < limits.tableEntries else { return }
    // The colours themselves are those of the other table; this one adds how opaque they are.
    var color = index < colors.entries.count ? colors.entries[index] : nil
    switch expandedComponents.count {
    case 4: color?.alpha = channel(3)
    case 2: color?.alpha = channel(1)
    default: break
    }
    colors.expanded.append(color)
    expandedComponents = []
  }

  // MARK: Styles

  /// Starts an entry of the stylesheet.
  mutating func beginStyle() {
    definedStyle = (0, false, false)
    definedBase = -1
    state.character = .unsaid
    state.paragraph = RTFParagraph()
    state.captureStart = captured.count
    state.ending = .style
  }

  /// Ends an entry of the stylesheet.
  mutating func endStyle(_ state: RTFState) throws {
    let units = takeCaptured(since: state.captureStart)
    guard !definedStyle.isTable else { return }
    guard styles.count < limits.tableEntries else {
      throw InputError.exceeds(
        .rtfTableSize, limit: "tableEntries", maximum: limits.tableEntries,
        seen: styles.count + 1, at: state.open)
    }
    var text = String(decoding: units, as: UTF16.self)
    if let end = text.firstIndex(of: ";") { text = String(text[..<end]) }
    var style = RTFStyle()
    // Word puts other names of a style behind commas.
    let name = text.split(separator: ",").first.map { String($0).trimmed } ?? ""
    style.role = RTFStyle.role(of: name)
    style.isCharacter = definedStyle.isCharacter
    style.basedOn = definedBase
    style.character = state.character
    style.paragraph = state.paragraph
    style.paragraph.isInTable = false
    style.paragraph.tableDepth = 0
    styles.append(style)
    let index = Int32(styles.count - 1)
    if definedStyle.isCharacter {
      characterStyles[definedStyle.number] = index
    } else {
      paragraphStyles[definedStyle.number] = index
      if name == "Normal" { normalStyle = index }
    }
  }

  /// Gives each style what it inherits; a cycle is cut where it closes.
  mutating func resolveStyles() {
    var isDone = [Bool](repeating: false, count: styles.count)
    for start in styles.indices where !isDone[start] {
      var chain: [Int] = []
      var seen: Set<Int> = []
      var index = start
      while !isDone[index], seen.insert(index).inserted {
        chain.append(index)
        let style = styles[index]
        let numbers = style.isCharacter ? characterStyles : paragraphStyles
        guard style.basedOn >= 0, let base = numbers[style.basedOn] else { break }
        index = Int(base)
      }
      let isCycle = !isDone[index] && chain.last != index
      if isCycle { report.add(.repaired, "style-cycle", "cut") }
      for (place, index) in chain.enumerated().reversed() {
        isDone[index] = true
        let parent = place + 1 < chain.count ? chain[place + 1] : parentIndex(of: index, isDone)
        guard parent >= 0 else { continue }
        styles[index].character =
          styles[parent].character.overridden(by: styles[index].character)
        styles[index].paragraph =
          styles[parent].paragraph.overridden(by: styles[index].paragraph)
      }
    }
  }

  /// The style that a style is based on, where that is resolved already.
  private func parentIndex(of index: Int, _ isDone: [Bool]) -> Int {
    let numbers = styles[index].isCharacter ? characterStyles : paragraphStyles
    guard styles[index].basedOn >= 0, let base = numbers[styles[index].basedOn], Int(base) != index,
      isDone[Int(base)]
    else { return -1 }
    return Int(base)
  }

  // MARK: Lists

  private mutating func setLevel(_ change: (inout RTFList.Level) -> Void) {
    guard !definedList.levels.isEmpty else { return }
    change(&definedList.levels[definedList.levels.count - 1])
  }

  /// Starts a level of a list.
  mutating func beginLevel() {
    if definedList.levels.count < 9 { definedList.levels.append(RTFList.Level()) }
    state.ending = .listLevel
  }

  /// Ends the text of a level: its length, then text with the numbers of levels in it.
  mutating func endLevelText(_ state: RTFState) {
    var units = takeCaptured(since: state.captureStart)
    if units.last == 0x3B { units.removeLast() }
    setLevel { $0.text = Array(units.dropFirst().prefix(32)) }
  }

  /// Ends a list.
  mutating func endList() {
    if lists.count < limits.tableEntries { lists[definedListID] = definedList }
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmed: String {
    var text = self[...]
    while let first = text.unicodeScalars.first, first.value <= 0x20 { text = text.dropFirst() }
    while let last = text.unicodeScalars.last, last.value <= 0x20 { text = text.dropLast() }
    return String(text)
  }
}
