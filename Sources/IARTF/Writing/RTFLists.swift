internal import IAText

/// The lists of a document as list tables.
///
/// There is one list for each kind of marker, and one for each range of consecutive numbers,
/// because programs differ in the conditions under which a number starts again.
struct RTFLists {
  /// A list of the list table.
  private struct Definition {
    var kind: Block.Kind
    var start: Int
    /// The deepest level used.
    var level: Int
    /// The labels of the outer items that start in the same paragraph, which precede the label of the item.
    var outer = ""
  }

  /// The space after the label of an outer item, U+2005.
  ///
  /// It shows a reader where the label of the inner item starts.
  static let gap: UInt16 = 0x2005

  /// The maximum number of lists in Word.
  static let maxLists = 2000

  private var definitions: [Definition] = []
  private var shared: [SharedKey: Int] = [:]
  /// The list in the table and the number of the next item, by the id of the list's block.
  private var open: [Int: (number: Int, next: Int)] = [:]
  private var items: [Int: Int] = [:]

  /// The properties that identify a shared list without numbers.
  private struct SharedKey: Hashable {
    var kind: Block.Kind
    var outer: String
  }

  /// Whether the document has no lists.
  var isEmpty: Bool { definitions.isEmpty }
  /// Whether there were more lists than Word supports, so that some continue with wrong numbers.
  private(set) var isTruncated = false

  /// Returns the number for `\ls` of an item; items must be passed in the order of the text.
  ///
  /// - Parameter outer: The labels of the outer items that start in the same paragraph.
  mutating func number(
    list: Block, item: Block, _ ordinal: Int, level: Int, outer: String = ""
  ) -> Int {
    if let known = items[item.id] { return known }
    var isNumbered = false
    if case .orderedList = list.kind { isNumbered = true }
    let number: Int
    if let last = open[list.id], outer.isEmpty, !isNumbered || last.next == ordinal {
      number = last.number
    } else {
      number = add(list.kind, outer, start: isNumbered ? min(max(ordinal, 0), 32_767) : nil)
    }
    definitions[number - 1].level = max(definitions[number - 1].level, level)
    // The next item has no outer labels, so that it cannot continue this list.
    open[list.id] = outer.isEmpty ? (number, ordinal &+ 1) : nil
    items[item.id] = number
    return number
  }

  /// Returns whether an item has a number.
  func isKnown(_ item: Block) -> Bool { items[item.id] != nil }

  private mutating func add(_ kind: Block.Kind, _ outer: String, start: Int?) -> Int {
    var listKind = kind
    if case .orderedList(var style) = kind {
      style.start = 1
      listKind = .orderedList(style)
    }
    let isFull = definitions.count >= Self.maxLists
    let key = SharedKey(kind: listKind, outer: outer)
    if start == nil || isFull, let known = shared[key] {
      isTruncated = isTruncated || isFull
      return known
    }
    definitions.append(Definition(kind: listKind, start: start ?? 1, level: 0, outer: outer))
    if shared[key] == nil { shared[key] = definitions.count }
    return definitions.count
  }
}

extension RTFLists {
  /// Writes the list table and the override table.
  func write(to output: inout RTFOutput) {
    guard !isEmpty else { return }
    output.write("{\\*\\listtable\n")
    for (index, definition) in definitions.enumerated() {
      output.write("{\\list\\listtemplateid", index + 1)
      for level in 0...definition.level {
        writeLevel(definition, level, to: &output)
      }
      output.write("{\\listname ;}\\listid", index + 1)
      output.write("}\n")
    }
    output.write("}\n{\\*\\listoverridetable\n")
    for index in definitions.indices {
      output.write("{\\listoverride\\listid", index + 1)
      output.write("\\listoverridecount0\\ls", index + 1)
      output.write("}\n")
    }
    output.write("}\n")
  }

  private func writeLevel(_ definition: Definition, _ level: Int, to output: inout RTFOutput) {
    let (kind, start) = (definition.kind, definition.start)
    var format = Self.format(of: kind)
    // LibreOffice shows only one character of a bullet.
    if !definition.outer.isEmpty, !format.isNumbered { format.number = 255 }
    output.write("{\\listlevel\\levelnfc", format.number)
    output.write("\\levelnfcn", format.number)
    output.write("\\leveljc0\\leveljcn0\\levelfollow", kind.hidesMarkers ? 2 : 0)
    output.write("\\levelstartat", start)
    output.write("\\levelspace0\\levelindent0")
    let text = Array(format.text.utf16.prefix(8))
    // The total length must fit in one byte.
    let prefix = Array((definition.outer + Self.prefix(of: kind)).utf16.prefix(200))
    output.write("{\\leveltext")
    output.write(Self.byte(prefix.count + text.count + (format.isNumbered ? 1 : 0)))
    unsafe prefix.withUnsafeBufferPointer { unsafe output.write(units: $0) }
    if format.isNumbered { output.write("\\'0", level) }
    unsafe text.withUnsafeBufferPointer { unsafe output.write(units: $0) }
    output.write(";}{\\levelnumbers")
    if format.isNumbered { output.write(Self.byte(prefix.count + 1)) }
    if kind.hidesMarkers {
      // LibreOffice ignores indents of a paragraph that equal those of a list level without a marker.
      output.write(";}\\fi0\\li0")
    } else {
      output.write(";}\\fi-360\\li", 720 * (level + 1))
    }
    output.write("}")
  }

  /// Returns a number from 0 to 255 as an escaped byte.
  private static func byte(_ number: Int) -> [UInt8] {
    Array(((number < 16 ? "\\'0" : "\\'") + String(number, radix: 16)).utf8)
  }

  /// Returns the text before the numbers of a list.
  private static func prefix(of kind: Block.Kind) -> String {
    guard case .orderedList(let style) = kind else { return "" }
    return String(style.prefix.prefix(Block.OrderedListStyle.maxPrefixCount))
  }

  /// Returns the number format, whether there is a number, and the text after the number or in its
  /// place.
  private static func format(of kind: Block.Kind) -> (number: Int, isNumbered: Bool, text: String) {
    switch kind {
    case .orderedList(let style):
      let number =
        switch style.numbering {
        case .decimal: 0
        case .upperRoman: 1
        case .lowerRoman: 2
        case .upperAlpha: 3
        case .lowerAlpha: 4
        }
      return (number, true, style.delimiter)
    // Programs that support list tables show no marker.
    case .unorderedList where kind.hidesMarkers: return (255, false, "")
    case .unorderedList(let marker):
      return (23, false, marker ?? "\u{2022}")
    default: return (23, false, "\u{2022}")
    }
  }

  /// Returns the text before an item for programs that do not support list tables.
  static func label(of kind: Block.Kind, _ ordinal: Int) -> String {
    if kind.isDefinitionList { return Block.definitionMarker }
    let format = format(of: kind)
    guard case .orderedList(let style) = kind else { return String(format.text.prefix(8)) }
    return prefix(of: kind) + number(ordinal, style.numbering) + String(format.text.prefix(8))
  }

  private static func number(_ ordinal: Int, _ numbering: Block.OrderedListStyle.Numbering)
    -> String
  {
    guard (1...3999).contains(ordinal) else { return String(ordinal) }
    return switch numbering {
    case .lowerAlpha: letters(ordinal)
    case .upperAlpha: letters(ordinal).uppercased()
    case .decimal, .lowerRoman, .upperRoman: numbering.text(of: ordinal)
    }
  }

  /// Returns a … z, then aa … zz: the letter is repeated, as in Word.
  private static func letters(_ ordinal: Int) -> String {
    let letter = UnicodeScalar(UInt8(ascii: "a") + UInt8((ordinal - 1) % 26))
    return String(repeating: Character(letter), count: (ordinal - 1) / 26 + 1)
  }
}
