internal import IAText

/// The numbers of list items.
struct RTFListNumbers {
  /// An item: its list, the kind of the list, and its number.
  struct Entry {
    var key: RTFListKey
    var kind: Block.Kind
    var ordinal: Int
  }

  /// The number of list paragraphs that are not items, because they have no marker, in documents of Cocoa.
  private(set) var unmarkedCount = 0
  /// The number of items of lists that the list table does not define.
  private(set) var undefinedCount = 0
  /// Whether a space or nothing follows the marker of an item.
  private(set) var hasOtherSpace = false
  /// The properties of the markers of items that are not read.
  private(set) var markerProperties: Set<String> = []
  /// The number formats (`\levelnfc`) that documents cannot represent; their numbers become decimal.
  private(set) var unknownFormats: Set<Int32> = []

  /// The last numbers of the levels of each list, up to its last item's level; `nil` for a level
  /// without an item.
  ///
  /// The key is the negated id of the list, or the number of `\ls` if its override sets a start or
  /// the list table does not define it.
  private var counters: [Int32: [Int?]] = [:]
  /// The kind of the last item's list, with its number format and the text of its marker.
  private var lastKind: (format: Int32, text: [UInt16], kind: Block.Kind)?
  /// The form and the number of the last label with letters or Roman digits.
  private var lastLetters: (numbering: Block.OrderedListStyle.Numbering, ordinal: Int)?
  /// The last number of the lists of `\pn`.
  private var oldNumber = 0
  /// The number of items with bullets since the last other list, for lists without a list table.
  private var bulletCount = 0

  /// The largest number of an item.
  private static let maxOrdinal = 32_767

  /// Returns the list and number of a list item, or `nil` if the paragraph is not an item.
  ///
  /// The first of these rules that applies decides the number:
  ///
  /// - If the list table defines the list (`\ls`), the number is counted, whatever number the label shows. In documents
  ///   of Cocoa, a paragraph without a label is not an item.
  /// - If the list table does not define the list, the number is that of the label. Without a label, the number is
  ///   counted in documents of the suite, and the paragraph is not an item in other documents.
  /// - In a numbered list of `\pn`, the number is that of the label, or is counted if the label has no number.
  /// - A paragraph that has only a label is an item with the number of the label.
  ///
  /// - Parameters:
  ///   - paragraph: The formatting of the paragraph.
  ///   - label: The label before the text of the paragraph.
  ///   - lastKey: The innermost open list; `nil` if no list is open.
  ///   - tables: The tables of the document.
  mutating func entry(
    of paragraph: RTFParagraph, label: RTFLabel?, lastKey: RTFListKey?,
    in tables: borrowing RTFDocumentTables
  ) -> Entry? {
    var label = label
    if label?.roman != nil { setLetters(of: &label, continues: lastKey != nil) }
    if paragraph.list > 0 {
      // Cocoa writes each marker as text: a paragraph without one is not an item.
      if tables.isCocoa, label == nil {
        unmarkedCount += 1
        return nil
      }
      return listEntry(of: paragraph, label, tables.lists, isOwn: tables.isOwn)
    }
    if let old = tables.lists[paragraph.oldList] {
      if old.isContinuation, label == nil { return nil }
      return oldEntry(old, label, lastKey)
    }
    guard let label else { return nil }
    if case .unorderedList = label.kind {
      return Entry(key: .label, kind: label.kind, ordinal: nextBullet(continues: lastKey == .label))
    }
    return Entry(key: .label, kind: label.kind, ordinal: label.ordinal)
  }

  /// Decides whether letters that are also Roman digits are a Roman number: they are if they are `i` or continue Roman
  /// numbers, unless they continue letters.
  private mutating func setLetters(of label: inout RTFLabel?, continues: Bool) {
    guard let found = label, let roman = found.roman, case .orderedList(var style) = found.kind
    else { return }
    let last = continues ? lastLetters : nil
    let continuesLetters = last.map {
      !$0.numbering.isRoman && $0.ordinal + 1 == found.letter
    }
    let isNext = last.map { $0.numbering.isRoman && $0.ordinal + 1 == roman } ?? false
    if found.letter == nil || isNext || roman == 1 && continuesLetters != true {
      style.numbering = style.numbering.asRoman
      label?.ordinal = roman
    }
    label?.kind = .orderedList(style)
    lastLetters = (style.numbering, label?.ordinal ?? roman)
  }

  private mutating func listEntry(
    of paragraph: RTFParagraph, _ label: RTFLabel?, _ lists: RTFListTables, isOwn: Bool
  ) -> Entry? {
    let level = Int(paragraph.level)
    let key = RTFListKey.list(paragraph.list)
    if let override = lists.override(paragraph.list), let levels = lists.levels(of: override),
      level < levels.count
    {
      var definition = levels[level]
      // The label contains the labels of the outer items that start in the same paragraph.
      if isOwn, let gap = definition.text.lastIndex(of: RTFLists.gap) {
        definition.text.removeSubrange(...gap)
      }
      // The format 255 has no number.
      let hidesMark = definition.format == 255 && definition.text.isEmpty
      if hidesMark, label == nil, !isOwn { return nil }
      if !definition.hasTab, !definition.text.isEmpty, !isOwn { hasOtherSpace = true }
      if !isOwn { noteMarker(of: definition) }
      let start = override.start(of: level, definition)
      // The overrides of a list share its numbers unless they set a start.
      let counter = start == nil ? 0 &- override.list : paragraph.list
      let ordinal = nextNumber(counter, level, start: Int(start ?? definition.start))
      if hidesMark, isOwn || label?.kind.isDefinitionList == true {
        return Entry(
          key: key, kind: .unorderedList(marker: label == nil ? "" : Block.definitionMarker),
          ordinal: ordinal)
      }
      var kind = kind(format: definition.isLegal ? 0 : definition.format, text: definition.text)
      if case .orderedList(var style) = kind, let place = definition.numberPlace(of: level) {
        style.prefix = prefix(
          definition, upTo: place, levels: levels, starts: override.starts, counter)
        kind = .orderedList(style)
      }
      return Entry(key: key, kind: kind, ordinal: ordinal)
    }
    undefinedCount += 1
    // Word and LibreOffice show such a paragraph without a mark.
    if label == nil, !isOwn { return nil }
    if let label, case .orderedList = label.kind {
      return Entry(key: key, kind: label.kind, ordinal: label.ordinal)
    }
    return Entry(
      key: key, kind: label?.kind ?? .unorderedList(marker: nil),
      ordinal: nextNumber(paragraph.list, level, start: 1))
  }

  /// Records the properties of the marker of an item that are not read.
  ///
  /// The fonts of bullets are ignored, because they only select characters.
  private mutating func noteMarker(of level: RTFList.Level) {
    let isBullet = level.format == 23 || level.format == 255
    var properties = level.marker.properties
    if isBullet { properties.remove("font") }
    if level.text.isEmpty { properties.formIntersection(["picture"]) }
    if !properties.isEmpty { markerProperties.formUnion(properties) }
  }

  /// Returns the text before the number of an item, with the numbers of the levels around it.
  ///
  /// - Parameters:
  ///   - definition: The level of the item.
  ///   - place: The place of the item's number in the text of the level.
  ///   - levels: The levels of the list.
  ///   - starts: The first numbers that the override sets.
  ///   - counter: The key of the numbers of the list.
  private func prefix(
    _ definition: RTFList.Level, upTo place: Int, levels: [RTFList.Level], starts: [Int32?],
    _ counter: Int32
  ) -> String {
    guard place > 0 else { return "" }
    var prefix = ""
    var literal: [UInt16] = []
    for unit in definition.text[..<place].drop(while: { 9...0x20 ~= $0 }) {
      let level = Int(unit)
      guard unit < 9 else {
        literal.append(unit < 0x20 ? 0x20 : unit)
        continue
      }
      guard level < levels.count else { continue }
      prefix += String(units: literal[...])
      literal = []
      let numbers = counters[counter] ?? []
      let start = level < starts.count ? starts[level] : nil
      let number =
        (level < numbers.count ? numbers[level] : nil) ?? Int(start ?? levels[level].start)
      let numbering = Self.numbering(of: definition.isLegal ? 0 : levels[level].format)
      prefix += numbering.text(of: min(max(number, 0), Self.maxOrdinal))
    }
    return String(
      (prefix + String(units: literal[...])).prefix(Block.OrderedListStyle.maxPrefixCount))
  }

  private mutating func oldEntry(
    _ old: RTFOldList, _ label: RTFLabel?, _ lastKey: RTFListKey?
  ) -> Entry {
    if old.isBullet {
      let marker = RTFLabel.marker(String(units: old.before[...]).trimmed)
      return Entry(
        key: .old, kind: .unorderedList(marker: marker),
        ordinal: nextBullet(continues: lastKey == .old))
    }
    var kind = Self.kind(format: old.format, text: [0] + old.after)
    if !old.before.isEmpty, case .orderedList(var style) = kind {
      style.prefix = String(units: old.before.drop { $0 <= 0x20 })
      kind = .orderedList(style)
    }
    if let label, case .orderedList = label.kind {
      let isRoman = old.format == 1 || old.format == 2
      return Entry(
        key: .old, kind: kind, ordinal: (isRoman ? label.roman : label.letter) ?? label.ordinal)
    }
    if lastKey != .old { oldNumber = Int(old.start) - 1 }
    oldNumber += 1
    return Entry(key: .old, kind: kind, ordinal: min(max(oldNumber, 0), Self.maxOrdinal))
  }

  /// Returns the number of an item with a bullet.
  private mutating func nextBullet(continues: Bool) -> Int {
    bulletCount = continues ? min(bulletCount + 1, Self.maxOrdinal) : 1
    return bulletCount
  }

  /// Returns the next number of a level; deeper levels start again.
  private mutating func nextNumber(_ key: Int32, _ level: Int, start: Int) -> Int {
    let number = Self.advance(&counters[key, default: []], level, start: start)
    return min(max(number, 0), Self.maxOrdinal)
  }

  private static func advance(_ numbers: inout [Int?], _ level: Int, start: Int) -> Int {
    while numbers.count <= level { numbers.append(nil) }
    let number = numbers[level].map { $0 + 1 } ?? start
    numbers[level] = number
    if numbers.count > level + 1 { numbers.removeLast(numbers.count - level - 1) }
    return number
  }

  /// Returns the kind of list for a number format, which is usually that of the last item.
  private mutating func kind(format: Int32, text: [UInt16]) -> Block.Kind {
    if let lastKind, lastKind.format == format, lastKind.text == text { return lastKind.kind }
    let kind = Self.kind(format: format, text: text)
    lastKind = (format, text, kind)
    if format != 23, format != 255, !(0...4).contains(format), unknownFormats.count < 16 {
      unknownFormats.insert(format)
    }
    return kind
  }

  /// Returns the kind of list for a number format.
  ///
  /// - Parameters:
  ///   - format: The number format, as in `\levelnfc`.
  ///   - text: The text of the marker, including the numbers of levels.
  private static func kind(format: Int32, text: [UInt16]) -> Block.Kind {
    if format == 23 || format == 255 {
      return .unorderedList(marker: RTFLabel.marker(String(units: text.filter { $0 > 0x20 }[...])))
    }
    let numbering = Self.numbering(of: format)
    let place = text.lastIndex { $0 < 9 }
    let after = text[(place.map { $0 + 1 } ?? text.count)...].filter { $0 > 0x20 }
    let delimiter = String(units: after.prefix(8))
    return .orderedList(.init(numbering: numbering, start: 1, delimiter: delimiter))
  }

  private static func numbering(of format: Int32) -> Block.OrderedListStyle.Numbering {
    switch format {
    case 1: .upperRoman
    case 2: .lowerRoman
    case 3: .upperAlpha
    case 4: .lowerAlpha
    default: .decimal
    }
  }
}

extension RTFList.Level {
  /// Returns the place of the number of a level in the text of its marker, or `nil` if the text has
  /// no number.
  fileprivate func numberPlace(of level: Int) -> Int? {
    text.lastIndex { Int($0) == level } ?? text.lastIndex { $0 < 9 }
  }
}

extension Block.OrderedListStyle.Numbering {
  /// Whether the numbers are Roman.
  fileprivate var isRoman: Bool { self == .lowerRoman || self == .upperRoman }

  /// The Roman numbers of the case of the letters.
  fileprivate var asRoman: Self {
    self == .upperAlpha || self == .upperRoman ? .upperRoman : .lowerRoman
  }
}
