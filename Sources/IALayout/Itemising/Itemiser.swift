import IAFonts
import IAText
import IAUnicode

/// Divides paragraphs into items and determines their styles, levels, scripts, words, fonts and
/// widths.
///
/// An itemiser owns the shaper and all buffers that are reused for the next paragraph. It has one
/// owner.
struct Itemiser: ~Copyable {
  var shaper: TextShaper
  var table: StyleTable
  var segmenter = TextSegmenter()
  var resolver = BidiResolver()
  /// The number of paragraphs divided into items.
  var paragraphCount = 0
  /// The number of failed ICU calls for segmentation and ordering; the text was laid out without
  /// their results.
  var refusals = 0

  var items: [Item] = []
  var runs: [ItemRun] = []
  var paints: [PaintRun] = []
  var boxes: [ParagraphItems.ItemBox] = []
  var frames: [ItemFrame] = []
  /// The items of each equation in a display.
  var displays: [Range<Int>] = []
  var breaks: [LineBreak] = []
  var nextBreak = 0
  var zones: [Zone] = []
  var levels: [UInt8] = []
  var clusterAdvances: [Int32] = []
  var unsafeStarts: [Bool] = []
  var attachments: [IAString.PlacedAttachment] = []
  /// Whether pictures with a place of their own take no space.
  var placesPictures = false

  /// A range with one style, level and script.
  struct Zone {
    var start: Int
    var end: Int
    var style: UInt32
    var level: UInt8
    var script: Script
  }

  /// The maximum number of units that are shaped as one piece and cached.
  static let maxSpanLength = 64

  init(_ fonts: FontCollection, options: LayoutOptions, cacheBytes: Int) {
    shaper = TextShaper(fonts, cacheBytes: cacheBytes)
    table = StyleTable(options, fonts)
  }

  /// Creates an itemiser that continues the numbering of another one.
  init(_ numbering: TextShaper.Numbering, _ table: StyleTable, cacheBytes: Int) {
    shaper = TextShaper(numbering, cacheBytes: cacheBytes)
    self.table = table
  }

  /// Divides a paragraph into items.
  ///
  /// - Complexity: O(*n*) in its units; O(*n* log *n*) if it has boxes around text.
  mutating func itemise(_ source: borrowing ParagraphSource) -> ParagraphItems {
    paragraphCount += 1
    items.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    paints.removeAll(keepingCapacity: true)
    boxes.removeAll(keepingCapacity: true)
    displays.removeAll(keepingCapacity: true)
    zones.removeAll(keepingCapacity: true)
    attachments = source.attachments
    placesPictures = source.style.placesPictures
    let kind = TextKind(of: source.units.span)
    styleZones(source)
    findBreaks(in: source.units.span)
    let baseLevel = resolveLevels(source, kind)
    if !kind.isLatin || source.scriptBefore ?? .latin != .latin {
      splitByScript(source.units.span, after: source.scriptBefore)
    }
    let shown = shownUnits(source.units)
    if let shown {
      appendItems(of: shown.span, isLatin: kind.isLatin)
    } else {
      appendItems(of: source.units.span, isLatin: kind.isLatin)
    }
    if runs.isEmpty { appendEmptyRun(baseLevel) }
    separateDisplays()
    if table.options.placement == .office {
      joinAtSlashes(source.units.span)
      if !kind.isLatin { spaceEastAsianText(source.units.span) }
    }
    frames = []
    if !table.options.blockSpaces.inlineBoxes.isEmpty { insertEdges() }
    let reorders = runs.contains { $0.level != 0 } || baseLevel != 0
    return ParagraphItems(
      utf16Count: source.itemCount, style: source.style, items: Array(items), runs: Array(runs),
      paints: Array(paints), boxes: Array(boxes), frames: frames, baseLevel: baseLevel,
      reorders: reorders,
      shownUnits: shown, marker: marker(source, baseLevel),
      startsParagraph: source.startsParagraph)
  }

  /// Finds line break opportunities; if ICU fails, these are only the ends of spaces and the
  /// positions after U+000A.
  private mutating func findBreaks(in units: Span<UInt16>) {
    breaks.removeAll(keepingCapacity: true)
    nextBreak = 0
    do {
      try segmenter.appendLineBreaks(in: units, to: &breaks)
    } catch {
      refusals += 1
      breaks.removeAll(keepingCapacity: true)
      for index in units.indices where index > 0 {
        let isEnd = units[index - 1] == 0x0A
        if isEnd || units[index - 1] == 0x20 && units[index] != 0x20 {
          breaks.append(LineBreak(utf16Offset: index, isMandatory: isEnd))
        }
      }
    }
  }

  /// Creates the zones from the styles only, and the paints.
  private mutating func styleZones(_ source: borrowing ParagraphSource) {
    let count = source.itemCount
    for index in source.styleRuns.indices {
      let styleRun = source.styleRuns[index]
      guard styleRun.start < count || index == 0 else { break }
      let next = index + 1 < source.styleRuns.count ? source.styleRuns[index + 1].start : count
      let end = min(next, count)
      let entry = table.entry(
        of: styleRun.attributes, context: source.style.context, step: styleRun.step,
        shaper: &shaper)
      if paints.last?.paint != entry.paint {
        paints.append(PaintRun(start: UInt32(styleRun.start), paint: entry.paint))
      }
      if let last = zones.last, last.style == entry.style {
        zones[zones.count - 1].end = end
      } else if end > styleRun.start || count == 0 {
        zones.append(
          Zone(start: styleRun.start, end: end, style: entry.style, level: 0, script: .latin))
      }
    }
  }

  /// Splits the zones by embedding level, and returns the level of the paragraph.
  private mutating func resolveLevels(
    _ source: borrowing ParagraphSource, _ kind: TextKind
  ) -> UInt8 {
    let isForced = zones.contains { table.styles[Int($0.style)].direction != nil }
    let base = source.style.direction
    if base != .rightToLeft, !kind.mayReorder, !isForced { return 0 }
    let text = isForced ? forced(source.units) : source.units
    do {
      let level = try resolver.resolve(text.span, base: base, into: &levels)
      splitByLevel()
      return level
    } catch {
      refusals += 1
      return base == .rightToLeft ? 1 : 0
    }
  }

  /// Returns the units in which letters whose direction is overridden are replaced by letters of
  /// the required direction.
  private func forced(_ units: [UInt16]) -> [UInt16] {
    var units = units
    for zone in zones {
      guard let direction = table.styles[Int(zone.style)].direction else { continue }
      for index in zone.start..<zone.end where units[index] != 0x0A {
        units[index] = direction == .rightToLeft ? 0x5D0 : 0x61
      }
    }
    return units
  }

  private mutating func splitByLevel() {
    guard levels.contains(where: { $0 != 0 }) else { return }
    let old = zones
    zones.removeAll(keepingCapacity: true)
    for zone in old {
      var start = zone.start
      while start < zone.end {
        var end = start + 1
        while end < zone.end, levels[end] == levels[start] { end += 1 }
        zones.append(
          Zone(
            start: start, end: end, style: zone.style, level: levels[start], script: zone.script))
        start = end
      }
    }
  }

  /// Appends a run to a paragraph without units, which has the height of a line.
  private mutating func appendEmptyRun(_ level: UInt8) {
    if zones.isEmpty {
      let number = table.number(of: InlineAttributes())
      let entry = table.entry(of: number, context: .body, step: 0, shaper: &shaper)
      paints.append(PaintRun(start: 0, paint: entry.paint))
      zones.append(Zone(start: 0, end: 0, style: entry.style, level: level, script: .latin))
    }
    _ = run(zones[0], font: table.styles[Int(zones[0].style)].font)
  }

  /// Returns the index of the run for a zone and font: the last run if they are the same, or a new
  /// one.
  mutating func run(_ zone: Zone, font: FontID) -> UInt32 {
    if let last = runs.last, last.style == zone.style, last.font == font,
      last.level == zone.level, last.script == zone.script
    {
      return UInt32(runs.count - 1)
    }
    let style = table.styles[Int(zone.style)]
    let scale = style.size / Double(shaper.unitsPerEm(of: font))
    let isHidden = style.isHidden
    let (ascent, descent) = extent(of: style, zone.script, font)
    let spaceFont = spaceFont(of: style, zone.script, font)
    let spaceScale = style.size / Double(shaper.unitsPerEm(of: spaceFont))
    let space = Double(shaper.spaceAdvance(of: spaceFont)) * spaceScale
    runs.append(
      ItemRun(
        style: zone.style, font: font, script: zone.script, level: zone.level, scale: scale,
        space: isHidden ? 0 : space + style.letterSpacing,
        ascent: ascent + style.baselineShift, descent: descent - style.baselineShift))
    return UInt32(runs.count - 1)
  }

  /// Returns the heights of a run's lines above and below the baseline, in points.
  private mutating func extent(
    of style: TextStyle, _ script: Script, _ font: FontID
  ) -> (ascent: Double, descent: Double) {
    guard table.options.placement == .office else {
      let metrics = shaper.metrics(of: font)
      return ((metrics.ascent + metrics.lineGap) * style.size, metrics.descent * style.size)
    }
    // In LibreOffice a fallback font does not change the height of a line.
    let own = officeFont(of: style, script, font)
    return OfficeMetrics.extent(of: shaper.metrics(of: own), size: style.size)
  }

  /// Returns the font of the spaces after the text of a run: that of the style, as in browsers,
  /// where a space has the style's font even if the word before it has another font.
  ///
  /// LibreOffice assigns separate fonts to East Asian and complex text, which its spaces also have.
  private mutating func spaceFont(of style: TextStyle, _ script: Script, _ font: FontID) -> FontID {
    guard font != style.font else { return font }
    if table.options.placement == .office {
      if script.isEastAsian { return officeFont(of: style, script, font) }
      if script != .latin { return font }
    }
    return shaper.hasGlyph(0x20, in: style.font) ? style.font : font
  }

  /// Returns the font that LibreOffice assigns to the text of a run: East Asian text has a separate
  /// font, which is the default one if the document's is missing.
  private mutating func officeFont(of style: TextStyle, _ script: Script, _ font: FontID) -> FontID
  {
    guard font != style.font, script.isEastAsian else { return style.font }
    return shaper.font(for: FontRequest(followsConfiguration: true))
  }

  /// Returns the shaped marker of the list item or note that the paragraph starts, or `nil` if it
  /// starts none.
  private mutating func marker(
    _ source: borrowing ParagraphSource, _ level: UInt8
  ) -> ParagraphItems.Marker? {
    guard let text = source.style.marker, let first = runs.first else { return nil }
    let units = Array(text.utf16.prefix(Self.maxSpanLength))
    let style = table.styles[Int(first.style)]
    var font = style.font
    if let missing = text.unicodeScalars.first(where: { !shaper.hasGlyph($0.value, in: font) }) {
      font = shaper.fallback(
        for: missing.value, instead: font, request: style.request, wantsColor: false,
        language: style.language)
    }
    let scale = style.size / Double(shaper.unitsPerEm(of: font))
    var run = first
    run.font = font
    run.scale = scale
    run.level = level
    run.script = .latin
    let shaped = shaper.shape(
      units.span,
      ShapingStyle(
        font: font, script: .latin, isRightToLeft: level & 1 == 1, language: style.language))
    // The marker is not part of a link that the text begins with.
    var paint = table.paints[Int(paints[0].paint)]
    var number = paints[0].paint
    if paint.color == table.options.linkColor {
      paint.color = table.options.textColor
      paint.underline = nil
      number = table.number(of: paint)
    }
    return .init(units: units, run: run, width: Double(shaped.advance) * scale, paint: number)
  }
}
