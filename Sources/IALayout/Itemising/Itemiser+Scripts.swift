import IAText
import IAUnicode

extension Itemiser {
  /// Splits the zones where the script changes.
  ///
  /// Characters of several scripts belong to the script of the preceding character; at the start
  /// they belong to that of the first character with a script of its own. Closing brackets are not
  /// matched with opening ones.
  ///
  /// - Parameter before: The script of the preceding text; `nil` at the start of a paragraph.
  mutating func splitByScript(_ units: Span<UInt16>, after before: Script?) {
    let old = zones
    zones.removeAll(keepingCapacity: true)
    var current = before ?? firstScript(units)
    for zone in old {
      var start = zone.start
      var index = start
      while index < zone.end {
        let (scalar, length) = Self.scalar(at: index, in: units)
        let script = Script(of: scalar)
        let changes =
          !script.isGeneric && script != current && !(scalar >= 0x80 && current.admits(scalar))
        if changes {
          if index > start {
            zones.append(
              Zone(
                start: start, end: index, style: zone.style, level: zone.level, script: current))
          }
          start = index
          current = script
        }
        index += length
      }
      let end = zone.end
      if end > start {
        zones.append(
          Zone(start: start, end: end, style: zone.style, level: zone.level, script: current))
      }
    }
  }

  private func firstScript(_ units: Span<UInt16>) -> Script {
    var index = 0
    while index < units.count {
      let (scalar, length) = Self.scalar(at: index, in: units)
      let script = Script(of: scalar)
      if !script.isGeneric { return script }
      index += length
    }
    return .latin
  }

  /// Returns the character at a unit and its number of units; a lone surrogate is one character.
  static func scalar(at index: Int, in units: Span<UInt16>) -> (scalar: UInt32, length: Int) {
    let unit = units[index]
    guard UTF16.isLeadSurrogate(unit), index + 1 < units.count,
      UTF16.isTrailSurrogate(units[index + 1])
    else { return (UInt32(unit), 1) }
    let low = UInt32(units[index + 1]) - 0xDC00
    return ((UInt32(unit) - 0xD800) << 10 + low + 0x10000, 2)
  }

  // MARK: Capitals

  /// Returns the displayed units if a style displays letters as capitals, or `nil` if no style
  /// does.
  ///
  /// Letters whose capital has another number of units are not changed. For small capitals the
  /// zones are split, and those of lowercase letters have a smaller font size.
  mutating func shownUnits(_ units: [UInt16]) -> [UInt16]? {
    guard zones.contains(where: { table.styles[Int($0.style)].capitals != nil }) else {
      return nil
    }
    var shown = units
    let old = zones
    zones.removeAll(keepingCapacity: true)
    for zone in old {
      let style = table.styles[Int(zone.style)]
      guard let capitals = style.capitals else {
        zones.append(zone)
        continue
      }
      var smaller = style
      smaller.size *= Self.smallCapitalFactor
      let small = capitals == .small ? table.number(of: smaller) : zone.style
      appendCapitals(zone, smallStyle: small, units.span, &shown)
    }
    return shown
  }

  /// The font size of small capitals relative to that of the text.
  private static var smallCapitalFactor: Double { 0.8 }

  private mutating func appendCapitals(
    _ zone: Zone, smallStyle: UInt32, _ units: Span<UInt16>, _ shown: inout [UInt16]
  ) {
    var index = zone.start
    while index < zone.end {
      let (scalar, length) = Self.scalar(at: index, in: units)
      let capital = Unicode.Scalar(scalar).map { Array($0.properties.uppercaseMapping.utf16) } ?? []
      let changes = capital.count == length && capital[0] != units[index]
      if changes {
        for (offset, unit) in capital.enumerated() { shown[index + offset] = unit }
      }
      let style = changes ? smallStyle : zone.style
      let end = min(index + length, zone.end)
      if let last = zones.last, last.end == index, last.style == style, last.level == zone.level,
        last.script == zone.script, last.start >= zone.start
      {
        zones[zones.count - 1].end = end
      } else {
        zones.append(
          Zone(start: index, end: end, style: style, level: zone.level, script: zone.script))
      }
      index = end
    }
  }
}
