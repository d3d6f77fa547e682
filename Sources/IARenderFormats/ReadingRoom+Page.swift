internal import IALayout
internal import IAText

extension ReadingRoom {
  /// The line height of a thematic break in points, which is the thickness of its rule.
  private static let ruleHeight = 1.5
  /// The line height of a cell without content, in points: the minimum height of a line.
  private static let emptyHeight = 1.0

  /// Returns the string with the spacing that browsers show for a page of HTML.
  ///
  /// The spacing above the first paragraph is not changed.
  ///
  /// - Parameters:
  ///   - string: The string.
  ///   - spacing: The spaces that browsers show.
  ///   - fontSize: The default font size in points, for text that states none.
  /// - Complexity: O(*p* log *n*) for *p* paragraphs.
  static func asPage(
    _ string: IAString, _ spacing: PageSpacing, fontSize: Double = 12
  ) -> IAString {
    let paragraphs = string.paragraphs
    var page = string
    for (index, paragraph) in paragraphs.enumerated() {
      guard let space = spacing.paragraph(at: paragraph.utf16Range.lowerBound) else { continue }
      var set = paragraph.attributes
      if index > 0 { set.spacingBefore = space.above > 0 ? space.above : nil }
      var below = space.below
      if index + 1 < paragraphs.count {
        below += spaceAboveTable(set, paragraphs[index + 1].attributes, spacing)
      }
      set.spacingAfter = below > 0 ? below : nil
      set.pad(space.padding)
      if space.indents.start > 0 {
        set.headIndent = (set.headIndent ?? 0) + space.indents.start
        set.firstLineIndent = (set.firstLineIndent ?? 0) + space.indents.start
      }
      if space.indents.end > 0 { set.tailIndent = (set.tailIndent ?? 0) + space.indents.end }
      for number in set.blocks.indices {
        guard var box = set.blocks[number].textBox, let inner = spacing.boxes[set.blocks[number].id]
        else { continue }
        box.fit(inner)
        set.blocks[number] = Block(id: set.blocks[number].id, .textBox(box))
      }
      if set.blocks.last?.kind.isBreak ?? false { set.lineHeight = .exactly(ruleHeight) }
      if space.isEmptyCell { set.lineHeight = .exactly(emptyHeight) }
      guard set != paragraph.attributes else { continue }
      page.updateParagraphAttributes(in: paragraph.utf16Range) { $0 = set }
    }
    for range in spacing.smallCode where range.upperBound <= page.utf16Count {
      reduce(range, of: &page, fontSize)
    }
    return page
  }

  /// The maximum number of different boxes around text.
  static let mostBoxes = 16_000

  /// Returns the text in boxes beyond the maximum number of different ones, which drawings show without them.
  static func beyondLimit(
    _ boxed: [PrintedPlacement.BoxedText]
  ) -> [PrintedPlacement.BoxedText] {
    guard boxed.count > mostBoxes else { return [] }
    var known: Set<InlineBox> = []
    return boxed.filter { text in
      if known.count < mostBoxes { known.insert(text.box) }
      return !known.contains(text.box)
    }
  }

  /// Marks the text in boxes with the number of its box, as a tag for the layout, and returns the boxes by number.
  ///
  /// If the box has a fill, it replaces a background of the same colour, also that of one adjacent space on each side.
  ///
  /// Tags of the same name that the text has already, which files can contain, are removed: they would be numbers of the
  /// boxes. A layout without boxes does not read these tags.
  ///
  /// - Parameters:
  ///   - string: The string.
  ///   - boxed: The text in boxes, in the order of the text.
  static func box(
    _ string: inout IAString, _ boxed: [PrintedPlacement.BoxedText]
  ) -> [InlineBox] {
    guard !boxed.isEmpty else { return [] }
    for run in Array(string.attributeRuns(in: string.utf16Range))
    where !run.attributes.tags.isEmpty && run.attributes[tag: LayoutManager.boxTag] != nil {
      string.updateAttributes(in: run.utf16Range) { $0[tag: LayoutManager.boxTag] = nil }
    }
    var boxes: [InlineBox] = []
    var numbers: [InlineBox: Int] = [:]
    var last = (number: -1, end: -1)
    for text in boxed where text.range.upperBound <= string.utf16Count && !text.range.isEmpty {
      var number = numbers[text.box] ?? boxes.count
      if number == boxes.count {
        guard numbers.count < mostBoxes else { continue }
        numbers[text.box] = number
        // Equal boxes that touch each other alternate between two numbers, so that they are not joined.
        boxes += [text.box, text.box]
      }
      if last == (number, text.range.lowerBound) { number += 1 }
      last = (number, text.range.upperBound)
      var background = text.range
      if string.units(in: max(background.lowerBound - 1, 0)..<background.lowerBound).last == 0x20 {
        background = background.lowerBound - 1..<background.upperBound
      }
      let after = background.upperBound..<min(background.upperBound + 1, string.utf16Count)
      if string.units(in: after).first == 0x20 {
        background = background.lowerBound..<after.upperBound
      }
      if let fill = text.box.fill {
        for run in Array(string.attributeRuns(in: background))
        where run.attributes.background == fill {
          let part = run.utf16Range.clamped(to: background)
          if !part.isEmpty { string.updateAttributes(in: part) { $0.background = nil } }
        }
      }
      string.updateAttributes(in: text.range) { $0[tag: LayoutManager.boxTag] = "\(number)" }
    }
    return boxes
  }

  /// Reduces the font size of code to 13/16 of that of other text, as browsers do.
  private static func reduce(
    _ range: Range<Int>, of page: inout IAString, _ fontSize: Double
  ) {
    for run in Array(page.attributeRuns(in: range)) {
      let part = run.utf16Range.clamped(to: range)
      guard !part.isEmpty else { continue }
      let level = page.paragraphAttributes(at: part.lowerBound).blocks.lazy.compactMap {
        if case .header(let level) = $0.kind { level } else { nil }
      }.first
      let factor = level.map { headingFactors[min(max($0, 1), headingFactors.count) - 1] } ?? 1
      let size = run.attributes.fontSize ?? fontSize * factor
      page.updateAttributes(in: part) { $0.fontSize = size * 13 / 16 }
    }
  }

  /// The font sizes of headings of the levels 1 to 6, as multiples of that of other text.
  private static let headingFactors = [2, 1.5, 1.17, 1, 0.83, 0.67]

  /// Sets the colour of entries in Word's tables of contents to black, and returns their ranges: LibreOffice shows
  /// these links as ordinary text.
  static func takeContents(of string: inout IAString) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for run in string.attributeRuns(in: string.utf16Range)
    where run.attributes.link?.url.hasPrefix("#_Toc") ?? false { found.append(run.utf16Range) }
    for range in found { string.updateAttributes(in: range) { $0.foreground = .black } }
    return found
  }

  /// Sets the colour of the links in some ranges that have no colour.
  static func color(_ inkLinks: [Range<Int>], of string: inout IAString, _ color: Color) {
    for range in inkLinks {
      for run in string.attributeRuns(in: range.clamped(to: string.utf16Range))
      where run.attributes.link != nil && run.attributes.foreground == nil {
        string.updateAttributes(in: run.utf16Range.clamped(to: range)) { $0.foreground = color }
      }
    }
  }

  /// Returns the string with an underline at each link that has none.
  ///
  /// - Parameters:
  ///   - string: The string.
  ///   - plainLinks: The ranges of the links that get no underline, in the order of the text.
  static func underlined(_ string: IAString, except plainLinks: [Range<Int>]) -> IAString {
    var underlined = string
    var next = plainLinks.startIndex
    for run in string.attributeRuns(in: string.utf16Range)
    where run.attributes.link != nil && run.attributes.underline == nil {
      let start = run.utf16Range.lowerBound
      while next < plainLinks.endIndex, plainLinks[next].upperBound <= start { next += 1 }
      if next < plainLinks.endIndex, plainLinks[next].lowerBound <= start { continue }
      underlined.updateAttributes(in: run.utf16Range) { $0.underline = .init(.single) }
    }
    return underlined
  }

  /// Returns the space above a table that begins between two paragraphs; 0 if the first paragraph is in another table.
  private static func spaceAboveTable(
    _ upper: ParagraphAttributes, _ lower: ParagraphAttributes, _ spacing: PageSpacing
  ) -> Double {
    var shared = 0
    while shared < min(upper.blocks.count, lower.blocks.count),
      upper.blocks[shared].id == lower.blocks[shared].id
    {
      shared += 1
    }
    guard !upper.blocks[shared...].contains(where: \.kind.isTable) else { return 0 }
    for block in lower.blocks[shared...] {
      if case .tableCell = block.kind { return 0 }
      if block.kind.isTable { return spacing.tables[block.id] ?? 0 }
    }
    return 0
  }
}

extension ParagraphAttributes {
  /// Adds padding inside the shading on the sides without a border.
  ///
  /// The indents already include the padding at the left and right, so that it is subtracted from them.
  fileprivate mutating func pad(_ space: Sides<Double>) {
    if borders.top == nil, let top = space.top { borderSpacing.top = top }
    if borders.bottom == nil, let bottom = space.bottom { borderSpacing.bottom = bottom }
    if borders.left == nil, let left = space.left {
      borderSpacing.left = left
      headIndent = (headIndent ?? 0) - left
      firstLineIndent = (firstLineIndent ?? 0) - left
    }
    if borders.right == nil, let right = space.right {
      borderSpacing.right = right
      tailIndent = (tailIndent ?? 0) - right
    }
  }
}

extension Block.TextBox {
  /// Sets the margins and padding to those that browsers show for a box of a page.
  fileprivate mutating func fit(_ space: PageSpacing.Box) {
    if placement == nil {
      margin.top = space.above > 0 ? space.above : nil
      margin.bottom = nil
    }
    if space.first > 0 { padding.top = (padding.top ?? 0) + space.first }
    if space.last > 0 { padding.bottom = (padding.bottom ?? 0) + space.last }
  }
}

extension Block.Kind {
  fileprivate var isTable: Bool { if case .table = self { true } else { false } }
  fileprivate var isBreak: Bool { if case .thematicBreak = self { true } else { false } }
}
