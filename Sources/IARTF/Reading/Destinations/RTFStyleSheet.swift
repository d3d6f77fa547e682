internal import IABytes
internal import IAFormats

/// The destination `\stylesheet`: the styles of the document.
struct RTFStyleSheet {
  /// The kinds of styles; those of tables and sections are ignored.
  enum Kind { case paragraph, character, other }

  private var styles: [RTFStyle] = []
  /// The number of styles that have their inherited formatting.
  private var resolvedCount = 0
  private var paragraphStyles: [Int32: RTFIndex<RTFStyle>] = [:]
  private var characterStyles: [Int32: RTFIndex<RTFStyle>] = [:]
  /// The style `Normal`.
  private var normal = RTFIndex<RTFStyle>.none
  /// Generated styles of headers that the style sheet does not define, by level.
  private var headers: [Int: RTFIndex<RTFStyle>] = [:]
  /// The formatting of paragraphs without a style; `nil` if it is the default of RTF.
  private(set) var ordinaryParagraph: RTFParagraph?
  /// The number and the kind of the open entry.
  private var open: (number: Int32, kind: Kind) = (0, .paragraph)
  /// The number of the style that the entry is based on.
  private var openBase: Int32?
  /// The words of the open entry that are reported where text has the style.
  private var openUnread: [RTFUnreadWord] = []
  /// The maximum number of such words of a style.
  private static let maxUnread = 16

  /// Returns a style, or `nil` for none.
  subscript(index: RTFIndex<RTFStyle>) -> RTFStyle? {
    guard let index = index.value, index < styles.count else { return nil }
    return styles[index]
  }

  /// Returns the paragraph style with a number, or `.none`.
  func paragraphStyle(_ number: Int32) -> RTFIndex<RTFStyle> { paragraphStyles[number] ?? .none }

  /// Returns the character style with a number, or `.none`.
  func characterStyle(_ number: Int32) -> RTFIndex<RTFStyle> { characterStyles[number] ?? .none }

  /// Returns the generated style of headers of a level, 1…6, for which the style sheet has none.
  mutating func header(level: Int) -> RTFIndex<RTFStyle> {
    if let known = headers[level] { return known }
    let index = RTFIndex<RTFStyle>(styles.count)
    var style = RTFStyle()
    style.role = .header(level)
    styles.append(style)
    headers[level] = index
    return index
  }

  /// The style of ordinary paragraphs: `Normal`, otherwise the style with the number 0.
  var ordinary: RTFStyle? { self[normal.isNone ? paragraphStyle(0) : normal] }

  // MARK: Entries

  /// Starts an entry.
  mutating func beginEntry() {
    open = (0, .paragraph)
    openBase = nil
    openUnread = []
  }

  /// Sets the number and the kind of the open entry.
  mutating func setOpen(_ number: Int32, _ kind: Kind) { open = (number, kind) }

  /// Sets the style that the open entry is based on; a negative number means none.
  mutating func setBase(_ number: Int32) { openBase = number >= 0 ? number : nil }

  /// Records a word of the open entry that is not read; neutral and unknown words are ignored.
  mutating func note(_ word: RTFUnreadWord) {
    openUnread.removeAll { $0.hash == word.hash }
    guard openUnread.count < Self.maxUnread,
      let index = RTFUnreadWords.standard.index(of: word.hash),
      RTFUnreadWords.standard.isReported(index)
    else { return }
    openUnread.append(word)
  }

  /// Ends the open entry.
  ///
  /// - Parameters:
  ///   - group: Its group, whose formatting is that of the style.
  ///   - units: Its text: the name, other names after commas, a semicolon.
  ///   - limit: The maximum number of styles.
  /// - Throws: `rtf.table-size` at the brace of the entry.
  mutating func endEntry(_ group: RTFGroup, name units: [UInt16], limit: Int) throws {
    guard open.kind != .other else { return }
    guard styles.count < limit else {
      throw InputError.exceeds(
        .rtfTableSize, limit: "tableEntries", maximum: limit, seen: styles.count + 1,
        at: group.start)
    }
    let names = units.prefix { $0 != 0x3B }.drop { $0 == 0x2C }
    let name = String(units: names.prefix { $0 != 0x2C }).trimmed
    var style = RTFStyle()
    style.role = RTFStyle.role(of: name)
    style.isCharacter = open.kind == .character
    style.basedOn = openBase
    style.character = group.character
    style.paragraph = group.paragraph
    style.paragraph.isInTable = false
    style.paragraph.lengths.remove(.tabStops)
    style.paragraph.tableDepth = 0
    style.unread = openUnread
    let index = RTFIndex<RTFStyle>(styles.count)
    styles.append(style)
    if style.isCharacter {
      characterStyles[open.number] = index
    } else {
      paragraphStyles[open.number] = index
      if name == "Normal" { normal = index }
    }
  }

  // MARK: Inheritance

  /// Adds the inherited formatting to each style that was added since the last call.
  ///
  /// A cycle is broken at its last link, and reported.
  mutating func resolve(report: inout ConversionReport) {
    let added = resolvedCount..<styles.count
    guard !added.isEmpty else { return }
    resolvedCount = styles.count
    var isDone = [Bool](repeating: false, count: styles.count)
    for index in 0..<added.lowerBound { isDone[index] = true }
    let ordinaryLengths = self[paragraphStyle(0)]?.paragraph.lengths ?? []
    for start in added where !isDone[start] {
      var chain: [Int] = []
      var seen: Set<Int> = []
      var index = start
      while !isDone[index], seen.insert(index).inserted {
        chain.append(index)
        guard let base = base(of: index) else { break }
        index = base
      }
      let isCycle = !isDone[index] && chain.last != index
      if isCycle { report.add(.repaired, .styleCycle, "cut") }
      for (place, index) in chain.enumerated().reversed() {
        isDone[index] = true
        let parent = place + 1 < chain.count ? chain[place + 1] : resolvedBase(of: index, isDone)
        guard let parent else { continue }
        let font = styles[index].character.font
        styles[index].character =
          styles[parent].character.overridden(by: styles[index].character)
        // Word writes the font into each paragraph style. In Word and LibreOffice, a paragraph style without a font has
        // the font that `\plain` sets.
        if !styles[index].isCharacter { styles[index].character.font = font }
        let stated = styles[index].unread
        let inherited = styles[parent].unread.filter { word in
          !stated.contains { $0.hash == word.hash }
        }
        styles[index].unread = Array((stated + inherited).prefix(Self.maxUnread))
        let own = styles[index].paragraph
        styles[index].paragraph = styles[parent].paragraph.overridden(by: own)
        // If the style 0 states a length, it is 0 in a style that does not state it.
        let lengths = own.lengths.union(ordinaryLengths)
        styles[index].paragraph.take(lengths, from: own)
        styles[index].paragraph.lengths = lengths
      }
    }
    for index in added where !styles[index].isCharacter {
      styles[index].ofParagraph = styles[index].paragraph
      // The indents of a quote belong to its block.
      let removed: RTFParagraph.Lengths =
        styles[index].role == .quote ? [.spaceBefore, .spaceAfter] : .ofParagraph
      styles[index].ofParagraph.take(
        styles[index].paragraph.lengths.intersection(removed), from: RTFParagraph())
      styles[index].ofParagraph.hasNoSpaceAfter = false
      styles[index].ofParagraph.lengths = []
      styles[index].ofParagraph.stated = []
      styles[index].paragraph.lengths = []
    }
    // LibreOffice applies a style `Normal` with another number completely to paragraphs without a style.
    let found = self[paragraphStyle(0)]?.ofParagraph ?? ordinary?.paragraph
    ordinaryParagraph = found == RTFParagraph() ? nil : found
  }

  /// Returns the style that a style is based on.
  private func base(of index: Int) -> Int? {
    guard let number = styles[index].basedOn else { return nil }
    return (styles[index].isCharacter ? characterStyle(number) : paragraphStyle(number)).value
  }

  /// Returns the style that a style is based on, if that one is resolved.
  private func resolvedBase(of index: Int, _ isDone: [Bool]) -> Int? {
    guard let base = base(of: index), base != index, isDone[base] else { return nil }
    return base
  }
}
