import IAFonts
import IAUnicode

extension Itemiser {
  /// Appends the items of a word in fonts that have its characters.
  mutating func appendWord(_ word: WordStyle, _ units: Span<UInt16>, _ range: Range<Int>) {
    guard word.joins.isEmpty else { return appendJoined(word, units, range) }
    appendSeparate(word, units, range)
  }

  /// Appends the items of a word that does not join text of another style.
  mutating func appendSeparate(_ word: WordStyle, _ units: Span<UInt16>, _ range: Range<Int>) {
    if range.count <= Self.maxSpanLength,
      let width = shaper.measure(units.extracting(range), word.shaping),
      appendMeasured(word, units, range, width: width)
    {
      return
    }
    var word = word
    if !word.isLatin {
      if Self.mayBePicture(units, range) {
        appendClusters(word, units, range)
        return
      }
      // If the font has no letter of the script, the fallback font is tried first.
      let first = Self.scalar(at: range.lowerBound, in: units).scalar
      if !TextKind.isLatin(units[range.lowerBound]), !shaper.hasGlyph(first, in: word.style.font) {
        word.shaping.font = shaper.fallback(
          for: first, instead: word.style.font, request: word.style.request, wantsColor: false,
          language: word.style.language)
        word.spacing = spacing(word.style, word.shaping.font)
      }
    }
    if range.count <= Self.maxSpanLength {
      let shaped = shaper.shape(units.extracting(range), word.shaping)
      if shaped.lacksGlyphs {
        appendClusters(word, units, range)
      } else {
        appendUnit(word, units, range, shaped)
      }
    } else if lacksGlyphs(word, units, range) {
      appendClusters(word, units, range)
    } else {
      appendLong(word, units, range)
    }
  }

  private func lacksGlyphs(
    _ word: WordStyle, _ units: Span<UInt16>, _ range: Range<Int>
  ) -> Bool {
    missingScalar(in: range, of: units, font: word.shaping.font) != nil
  }

  /// Returns whether a range may contain an emoji: a unit in U+203C…U+2BFF or U+3030…U+32FF, a
  /// surrogate, or U+FE0F.
  private static func mayBePicture(_ units: Span<UInt16>, _ range: Range<Int>) -> Bool {
    for index in range {
      let unit = units[index]
      if unit < 0x203C { continue }
      if unit < 0x3300 && (unit < 0x2C00 || unit >= 0x3030) { return true }
      if unit >> 11 == 0x1B || unit == 0xFE0F { return true }
    }
    return false
  }

  /// Appends a word whose characters need several fonts.
  private mutating func appendClusters(
    _ word: WordStyle, _ units: Span<UInt16>, _ range: Range<Int>
  ) {
    var bounds: [Int] = []
    do {
      try segmenter.appendBoundaries(of: .character, in: units.extracting(range), to: &bounds)
    } catch {
      refusals += 1
      bounds = Array(0...range.count)
    }
    var start = range.lowerBound
    var font: FontID?
    for index in bounds.indices.dropLast() {
      let cluster = range.lowerBound + bounds[index]..<range.lowerBound + bounds[index + 1]
      let wanted = self.font(for: cluster, of: units, word)
      if let font, font != wanted, cluster.lowerBound > start {
        appendPiece(word, units, start..<cluster.lowerBound, font)
        start = cluster.lowerBound
      }
      font = wanted
    }
    appendPiece(word, units, start..<range.upperBound, font ?? word.style.font)
  }

  private mutating func appendPiece(
    _ word: WordStyle, _ units: Span<UInt16>, _ range: Range<Int>, _ font: FontID
  ) {
    var word = word
    word.shaping.font = font
    word.spacing = spacing(word.style, font)
    if range.count <= Self.maxSpanLength {
      appendUnit(word, units, range, shaper.shape(units.extracting(range), word.shaping))
    } else {
      appendLong(word, units, range)
    }
  }

  /// Returns the font of a cluster.
  ///
  /// This is a colour font for a picture (UTS 51), otherwise the font of the text if it has all
  /// characters, otherwise a font that has the first missing character.
  private mutating func font(
    for cluster: Range<Int>, of units: Span<UInt16>, _ word: WordStyle
  ) -> FontID {
    let own = word.style.font
    let first = Self.scalar(at: cluster.lowerBound, in: units).scalar
    var isPicture = false
    var isText = false
    var isKeycap = false
    for index in cluster {
      switch units[index] {
      case 0xFE0F: isPicture = true
      case 0xFE0E: isText = true
      case 0x20E3: isKeycap = true
      default: break
      }
    }
    let emoji = EmojiProperties(of: first)
    let isShownAsPicture =
      !isText
      && (emoji.contains(.presentation) || emoji.contains(.regionalIndicator)
        || isPicture && (emoji.contains(.emoji) || isKeycap))
    if isShownAsPicture {
      let sought = isKeycap ? 0x20E3 : first
      return shaper.fallback(
        for: sought, instead: own, request: word.style.request, wantsColor: true,
        language: word.style.language)
    }
    guard let missing = missingScalar(in: cluster, of: units, font: own) else { return own }
    return shaper.fallback(
      for: missing, instead: own, request: word.style.request, wantsColor: false,
      language: word.style.language)
  }

  /// Returns the first visible character of a range for which a font has no glyph, or `nil`.
  private func missingScalar(
    in range: Range<Int>, of units: Span<UInt16>, font: FontID
  ) -> UInt32? {
    var index = range.lowerBound
    while index < range.upperBound {
      let (scalar, length) = Self.scalar(at: index, in: units)
      if !shaper.hasGlyph(scalar, in: font), !CharacterProperties.isDefaultIgnorable(scalar) {
        return scalar
      }
      index += length
    }
    return nil
  }
}
