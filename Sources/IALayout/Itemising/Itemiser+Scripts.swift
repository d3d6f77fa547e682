import IAText
import IAUnicode

extension Itemiser {
  /// Splits the zones where the script changes.
  ///
  /// Characters of many scripts take that of the character before, at the start that of the first
  /// one that has its own; a closing bracket takes that of its opening one only by being near it.
  ///
  /// - Parameter before: The script of the text before; nil at the start of a paragraph.
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

  /// The character at a unit and its units; a lone surrogate is one of its own.
  static func scalar(at index: Int, in units: Span<UInt16>) -> (scalar: UInt32, length: Int) {
    let unit = units[index]
    guard UTF16.isLeadSurrogate(unit), index + 1 < units.count,
      UTF16.isTrailSurrogate(units[index + 1])
    else { return (UInt32(unit), 1) }
    let low = UInt32(units[index + 1]) - 0xDC00
    return ((UInt32(unit) - 0xD800) << 10 + low + 0x10000, 2)
  }

  // MARK: Capitals

  /// The units as they are shown where a style shows letters as capitals; nil where none does.
  ///
  /// Letters whose capital takes another number of units stay as they are. For small capitals the
  /// zones are split and those of small letters get a smaller size.
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

  /// The size of small capitals, as a part of the text's.
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
