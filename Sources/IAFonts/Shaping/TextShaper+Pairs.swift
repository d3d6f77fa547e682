internal import CHarfBuzz

extension TextShaper {
  /// Returns the width of a text that can be summed from letter pairs, or `nil` for any other text.
  ///
  /// The result equals that of `shape`. The text is not cached, because its glyphs can be found again from the pairs.
  /// Texts of Latin, Greek and Cyrillic letters are measured in this way if the font's tables show that a letter
  /// depends only on its neighbours.
  ///
  /// - Complexity: O(*n*), plus HarfBuzz's work for new pairs of letters.
  public mutating func measure(_ text: Span<UInt16>, _ style: ShapingStyle) -> Int32? {
    unsafe text.withUnsafeBufferPointer { unsafe measure($0, style) }
  }

  mutating func measure(_ units: UnsafeBufferPointer<UInt16>, _ style: ShapingStyle) -> Int32? {
    let table = pairTable(for: style)
    guard table >= 0 else { return nil }
    while true {
      switch unsafe pairTables[table].measure(units) {
      case .width(let width):
        measuredTexts += 1
        return width
      case .refused: return nil
      case .unknown(let place): unsafe learn(units, at: place, style, table)
      }
    }
  }

  /// Returns the index of the pair table for a style, which is created on first use; negative if the style can have
  /// none.
  @inline(__always)
  private mutating func pairTable(for style: ShapingStyle) -> Int {
    let packed = style.packed
    if packed == lastPairStyle { return lastPairTable }
    lastPairTable = findPairTable(for: style, packed)
    lastPairStyle = packed
    return lastPairTable
  }

  private mutating func findPairTable(for style: ShapingStyle, _ packed: UInt64) -> Int {
    if let known = pairTableNumbers[packed] { return known }
    var number = -1
    if usesPairs, Int(style.font.rawValue) < fonts.count, pairTables.count < Self.mostPairTables,
      let table = unsafe fonts[Int(style.font.rawValue)].makePairTable(
        style, language: languages[Int(style.language)])
    {
      number = pairTables.count
      pairTables.append(table)
    }
    pairTableNumbers[packed] = number
    return number
  }

  /// Queries HarfBuzz for the letter at an index, or for the pair that ends with it.
  private mutating func learn(
    _ units: UnsafeBufferPointer<UInt16>, at place: Int, _ style: ShapingStyle, _ table: Int
  ) {
    let unit = unsafe units[place]
    guard pairTables[table].isLetter(unit) else { return learn(letter: unit, style, table) }
    let before = unsafe units[place - 1]
    let shaped =
      pairTables[table].mayBePair(before, unit) ? glyphs(of: [before, unit], style) : []
    pairTables[table].addPair(before, unit, shaped)
  }

  private mutating func learn(letter unit: UInt16, _ style: ShapingStyle, _ table: Int) {
    let handle = unsafe fonts[Int(style.font.rawValue)].handle
    var nominal: hb_codepoint_t = 0
    guard PairTable.isCandidate(unit, style.script),
      unsafe hb_font_get_nominal_glyph(handle, UInt32(unit), &nominal) != 0, nominal != 0,
      let glyph = UInt16(exactly: nominal),
      unsafe hb_ot_layout_get_glyph_class(hb_font_get_face(handle), nominal)
        != HB_OT_LAYOUT_GLYPH_CLASS_MARK
    else { return pairTables[table].refuse(unit) }
    let shaped = glyphs(of: [unit], style)
    guard shaped.count == 1, let first = shaped.first,
      first
        == Glyph(
          id: glyph, isUnsafeToBreak: false, utf16Offset: 0, advance: first.advance, xOffset: 0,
          yOffset: 0)
    else { return pairTables[table].refuse(unit) }
    pairTables[table].add(unit, glyph: glyph, advance: first.advance)
  }

  /// Returns HarfBuzz's glyphs for a few units.
  private mutating func glyphs(of units: [UInt16], _ style: ShapingStyle) -> [Glyph] {
    unsafe units.withUnsafeBufferPointer { units in
      cache.beginText()
      _ = unsafe shapeAnew(units, style)
      return cache.dropText()
    }
  }
}
