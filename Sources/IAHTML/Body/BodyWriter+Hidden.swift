internal import IABytes
internal import IAFormats
internal import IAText

extension BodyWriter {
  /// The value of `data-ia` for the next paragraph; nil where the page shows all of it.
  ///
  /// It is made on the silent walk and given out on the other.
  mutating func hide(
    _ paragraph: IAString.NumberedParagraph, _ hasPlainEnd: Bool
  ) -> String? {
    guard hidden.isKept else { return nil }
    if output.isSilent {
      if !hidesInline, !hasPlainEnd, pairs.isEmpty, paragraph.isTerminated, hidden.isSimple,
        hidden.shows(paragraph: paragraph.number, paragraphSets), isHeld(paragraph.contentRange)
      {
        hidden.encoder.pass(paragraph.utf16Range)
        hidden.records.append(nil)
        return nil
      }
      let visible = TextEncoder.visible(string.units(in: paragraph.contentRange))
      let end = paragraph.contentRange.upperBound
      let record = hidden.encoder.hide(
        IAString.Paragraph(paragraph, of: paragraphSets), visible: visible,
        plain: hasPlainEnd ? pairs + [end..<paragraph.utf16Range.upperBound] : pairs)
      hidden.records.append(record.map { Base64.encode($0.packed.span) })
      return nil
    }
    defer { hidden.next += 1 }
    return hidden.records[hidden.next]
  }
}

extension BodyWriter {
  /// Whether a page holds all units of a range as they are.
  private mutating func isHeld(_ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while at < range.upperBound {
      let units = window.units(from: at, to: range.upperBound)
      guard TextEncoder.areHeld(units) else { return false }
      at += units.count
    }
    return true
  }
}

/// The hidden data of a document, a paragraph at a time.
struct HiddenPages {
  /// Whether there is any in the page.
  let isKept: Bool
  /// What makes it.
  var encoder: HiddenDataEncoder
  /// The value of `data-ia` of each paragraph so far.
  var records: [String?] = []
  /// The paragraph whose value is given out next.
  var next = 0
  /// Whether there are neither attachments nor intensities other than the default.
  let isSimple: Bool
  /// For each set of inline attributes whether the page shows all of it; nil where not asked.
  private var shownSets: [Bool?]
  private var lastParagraph: (number: UInt32, isShown: Bool)?

  /// Starts with a document.
  init(_ document: IADocument, isKept: Bool, dialect: HTMLDialect) {
    self.isKept = isKept
    encoder = HiddenDataEncoder(document, lacks: .html(dialect))
    isSimple = document.string.attachments.isEmpty && document.string.hasDefaultIntensity
    shownSets = []
  }

  /// Whether the page shows all of a set of inline attributes.
  mutating func shows(inline number: UInt32, _ sets: [InlineAttributes]) -> Bool {
    if shownSets.isEmpty { shownSets = Array(repeating: nil, count: sets.count) }
    if let known = shownSets[Int(number)] { return known }
    let isShown = encoder.shows(sets[Int(number)])
    shownSets[Int(number)] = isShown
    return isShown
  }

  /// Whether the page shows all of how a paragraph is set.
  mutating func shows(paragraph number: UInt32, _ sets: [ParagraphAttributes]) -> Bool {
    if number == 0 { return true }
    if let last = lastParagraph, last.number == number { return last.isShown }
    let isShown = encoder.shows(sets[Int(number)])
    lastParagraph = (number, isShown)
    return isShown
  }

  /// The value of `ia-doc`; nil where there is nothing to say.
  var documentRecord: String? {
    let block = encoder.finish()
    guard isKept, !block.isEmpty else { return nil }
    let json = block.json
    return Base64.encode(json.span)
  }
}

extension TextEncoder {
  /// Whether a page holds units as they are.
  static func areHeld(_ units: ArraySlice<UInt16>) -> Bool {
    units.withUnsafeBufferPointer { units in
      guard let base = units.baseAddress else { return true }
      let input = UnsafeRawPointer(base)
      var at = 0
      while at < units.count {
        if at + 8 <= units.count,
          UnitLanes.arePrintable(
            input.loadUnaligned(fromByteOffset: at * 2, as: UInt64.self),
            input.loadUnaligned(fromByteOffset: at * 2 + 8, as: UInt64.self))
        {
          at += 8
          continue
        }
        let unit = units[at]
        at += 1
        if isHeld(unit) { continue }
        guard unit & 0xFC00 == 0xD800, at < units.count, units[at] & 0xFC00 == 0xDC00,
          !isNoncharacter(unit, units[at])
        else { return false }
        at += 1
      }
      return true
    }
  }

  @inline(__always)
  private static func isHeld(_ unit: UInt16) -> Bool {
    unit == 0x09 || (0x20..<0x7F).contains(unit) || (0xA0..<0xD800).contains(unit)
      || (0xE000..<0xFDD0).contains(unit)
  }

  /// Whether two halves are one of the last two scalars of a plane.
  @inline(__always)
  private static func isNoncharacter(_ high: UInt16, _ low: UInt16) -> Bool {
    high & 0x3F == 0x3F && low & 0x3FE == 0x3FE
  }

  /// Text as a reader finds it in the page.
  static func visible(_ units: [UInt16]) -> [UInt16] {
    if areHeld(units[...]) { return units }
    var visible: [UInt16] = []
    visible.reserveCapacity(units.count)
    var at = 0
    while at < units.count {
      let unit = units[at]
      at += 1
      if unit & 0xFC00 == 0xD800, at < units.count, units[at] & 0xFC00 == 0xDC00 {
        visible += isNoncharacter(unit, units[at]) ? [0xFFFD, 0xFFFD] : [unit, units[at]]
        at += 1
      } else if unit == 0x0D {
        visible.append(0x2028)
      } else if unit & 0xF800 == 0xD800 || unit == 0x0A || !isAllowed(UInt32(unit)) {
        visible.append(0xFFFD)
      } else {
        visible.append(unit)
      }
    }
    return visible
  }
}
