internal import IABytes
internal import IAText

/// The text of a document, divided where attributes or the scheme's formatting change, with the RTF of each piece.
struct RTFPieces {
  /// A range with one set of attributes and one formatting of the scheme.
  struct Piece {
    var end: Int
    var style: Int32
    /// The number of the scheme's formatting; 0 for none.
    var schemeFormat: Int32
  }

  /// The pieces; they cover the text.
  private(set) var pieces: [Piece] = []
  /// The RTF of each set of inline attributes.
  private(set) var styles: [RTFRunStyle]
  /// The links; link *n* is at index *n* − 1.
  private(set) var links: [InlineAttributes.Link] = []
  /// The link of each set of inline attributes; 0 for none.
  private(set) var linkOfStyle: [Int] = []
  /// The starts of groups as prepared markup.
  private(set) var markup = MarkupTable()
  /// The entry of the start of the group of each set of inline attributes.
  private(set) var styleEntries: [Int] = []
  /// Whether each set has a group.
  private(set) var hasGroup: [Bool] = []
  /// Whether text with each set is the result of a field, which has a second group around it.
  private(set) var isField: [Bool] = []
  /// Whether each set hides text or marks it as inserted or deleted.
  private(set) var mayRemoveText: [Bool] = []
  /// Whether any attribute of each set is lost.
  private(set) var hasLosses: [Bool] = []
  /// Whether text with any of the sets is the state of a form field.
  let hasForms: Bool
  /// Whether text with any of the sets is the TeX of an equation.
  let hasEquations: Bool
  /// Whether any set states a font for East Asian characters.
  let hasEastAsianFonts: Bool
  /// Whether the scheme formats any text.
  var hasSchemeFormats: Bool { schemeFormatEntries.count > 1 }
  /// The entry of the start of the group for each formatting of the scheme; number 0 has no group.
  private(set) var schemeFormatEntries: [Int] = []
  /// The same starts, each preceded by the end of the group of another formatting.
  private(set) var schemeFormatChanges: [Int] = []

  init(
    _ columns: StringColumns, scheme: RenderScheme?, steps: [IAString.NumberedRun],
    fontSize: Double, hasComplexText: Bool, _ tables: inout RTFTables
  ) {
    let eastAsian = tables.isCocoa ? [] : Self.eastAsianSets(columns)
    hasEastAsianFonts = !eastAsian.isEmpty
    let complex = hasComplexText ? RTFScript.complexSets(columns) : []
    styles = columns.inlineSets.indices.map { index in
      RTFRunStyle(
        columns.inlineSets[index], isEastAsian: eastAsian.contains(index),
        isComplex: complex.contains(index), defaultSize: fontSize, &tables)
    }
    hasForms = styles.contains { $0.form != nil }
    hasEquations = styles.contains { $0.equation != nil }
    mayRemoveText = columns.inlineSets.map {
      $0.hidden || $0.insertion != nil || $0.deletion != nil
    }
    addSchemeFormat([])
    var linkNumbers: [InlineAttributes.Link: Int] = [:]
    for style in styles {
      styleEntries.append(markup.add(style.open))
      hasGroup.append(!style.open.isEmpty)
      isField.append(style.isField)
      hasLosses.append(!style.losses.isEmpty)
      guard let link = style.link else {
        linkOfStyle.append(0)
        continue
      }
      let number = linkNumbers[link] ?? links.count + 1
      if number > links.count {
        links.append(link)
        linkNumbers[link] = number
      }
      linkOfStyle.append(number)
    }
    pieces.reserveCapacity(max(columns.inlineRuns.count, steps.count))
    guard let scheme, !steps.isEmpty else {
      var end = 0
      for run in columns.inlineRuns {
        end += run.count
        pieces.append(Piece(end: end, style: Int32(run.index), schemeFormat: 0))
      }
      return
    }
    var known = [Int32](repeating: -1, count: styles.count * scheme.steps)
    var schemeFormatNumbers: [[UInt8]: Int32] = [[]: 0]
    var start = 0
    var next = 0
    for run in columns.inlineRuns {
      let limit = start + run.count
      while start < limit {
        while steps[next].end <= start { next += 1 }
        let step = steps[next]
        let key = run.index * scheme.steps + Int(step.number)
        if known[key] < 0 {
          let opening = RTFSchemeFormat.opening(
            scheme, step: Int(step.number), columns.inlineSets[run.index], fontSize: fontSize,
            &tables)
          if let number = schemeFormatNumbers[opening] {
            known[key] = number
          } else {
            known[key] = Int32(schemeFormatEntries.count)
            schemeFormatNumbers[opening] = known[key]
            addSchemeFormat(opening)
          }
        }
        let end = min(limit, step.end)
        let schemeFormat = known[key]
        if let last = pieces.last, last.style == run.index, last.schemeFormat == schemeFormat {
          pieces[pieces.count - 1].end = end
        } else {
          pieces.append(Piece(end: end, style: Int32(run.index), schemeFormat: schemeFormat))
        }
        start = end
      }
    }
  }

  /// Returns the sets with a font whose text has East Asian characters.
  ///
  /// - Complexity: O(*n*) in the text with a font.
  private static func eastAsianSets(_ columns: StringColumns) -> Set<Int> {
    var found: Set<Int> = []
    var start = 0
    for run in columns.inlineRuns {
      let end = start + run.count
      if columns.inlineSets[run.index].fontFamily != nil, !found.contains(run.index),
        columns.units[start..<end].contains(where: RTFScript.isEastAsian)
      {
        found.insert(run.index)
      }
      start = end
    }
    return found
  }

  private mutating func addSchemeFormat(_ opening: [UInt8]) {
    schemeFormatEntries.append(markup.add(opening))
    schemeFormatChanges.append(markup.add([UInt8(ascii: "}")] + opening))
  }

  /// Returns the index of the piece that contains the unit at an offset, or the number of pieces at
  /// the end of the text.
  func piece(at offset: Int) -> Int {
    var low = 0
    var high = pieces.count
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
