internal import IABytes
internal import IAHiddenData
internal import IAText

extension BodyWriter {
  /// Encodes the hidden data of the next paragraph if the page does not show all of it.
  ///
  /// During a survey, only the information for the head of the page is collected.
  ///
  /// - Returns: Whether the paragraph has hidden data, which the encoder then holds.
  mutating func hide(_ paragraph: IAString.NumberedParagraph, _ hasPlainEnd: Bool) -> Bool {
    guard hidden.isKept else { return false }
    let isShown = !plan.hidesInline && !hasPlainEnd && plan.secondHalves.isEmpty
    let end = paragraph.contentRange.upperBound
    let plain =
      hasPlainEnd
      ? plan.secondHalves + [end..<paragraph.utf16Range.upperBound] : plan.secondHalves
    if purpose != .writing {
      if isShown, !hidden.hasAttachments {
        hidden.encoder.note(shown: paragraph)
      } else {
        hidden.encoder.note(
          paragraph, runs: isShown ? [] : plan.runs[plan.nextRun...], plain: plain,
          hasAttachments: hidden.hasAttachments)
      }
      if purpose == .survey { return false }
    }
    if isShown, paragraph.isTerminated, hidden.isSimple,
      hidden.encoder.shows(paragraphSet: paragraph.number),
      plan.isTextPrintable || isHeld(paragraph.contentRange)
    {
      return false
    }
    window.fetch(paragraph.utf16Range)
    let units = unsafe window.units(in: paragraph.contentRange)
    // The window keeps the paragraph until the next fetch.
    return unsafe hidden.encoder.pack(
      paragraph, units: Span(_unsafeElements: units),
      visible: TextEncoder.areHeld(units) ? nil : TextEncoder.visible(Array(units)),
      intensities: hidden.hasIntensities
        ? Span(_unsafeElements: window.intensities(in: paragraph.utf16Range)) : nil,
      runs: isShown ? [] : plan.runs[plan.nextRun...], plain: plain,
      hasAttachments: hidden.hasAttachments)
  }

  /// Returns whether a range contains only printable ASCII, which needs no escaping.
  mutating func isPrintable(_ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while at < range.upperBound {
      let end = window.end(from: at, to: range.upperBound)
      guard unsafe UnitLoops.arePrintable(window.units(in: at..<end)) else { return false }
      at = end
    }
    return true
  }

  /// Returns whether a page contains all units of a range unchanged.
  private mutating func isHeld(_ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while at < range.upperBound {
      let end = window.end(from: at, to: range.upperBound)
      guard unsafe TextEncoder.areHeld(window.units(in: at..<end)) else { return false }
      at = end
    }
    return true
  }
}

/// The hidden data of a document, encoded paragraph by paragraph.
struct HiddenPages {
  /// Whether the page contains hidden data.
  let isKept: Bool
  var encoder: HiddenDataEncoder
  /// Whether an `@page` rule shows the page layout of the document.
  private let showsPage: Bool
  let hasIntensities: Bool
  let hasAttachments: Bool
  /// Whether the document has neither.
  var isSimple: Bool { !hasIntensities && !hasAttachments }
  /// Whether the page shows all of an inline attribute set, by number; `nil` if unknown.
  private var shownSets: [Bool?]

  init(_ document: IADocument, isKept: Bool, dialect: HTMLDialect) {
    self.isKept = isKept
    showsPage = dialect.showsPage
    encoder = HiddenDataEncoder(document, unshown: .html(dialect))
    hasIntensities = !document.string.hasDefaultIntensity
    hasAttachments = !document.string.attachments.isEmpty
    shownSets = []
  }

  /// Returns whether the page shows all of an inline attribute set.
  mutating func shows(inline number: UInt32, _ sets: [InlineAttributes]) -> Bool {
    if shownSets.isEmpty { shownSets = Array(repeating: nil, count: sets.count) }
    if let known = shownSets[Int(number)] { return known }
    let isShown = encoder.shows(sets[Int(number)])
    shownSets[Int(number)] = isShown
    return isShown
  }

  /// The content of the metadata `ia-doc` in base64, or `nil` without hidden data.
  var documentRecord: String? {
    var block = encoder.finish()
    if showsPage, let page = block.options.page, PageRule(page).missing.isEmpty {
      block.options.page = nil
    }
    guard isKept, !block.isEmpty else { return nil }
    let json = block.json
    return Base64.encode(json.span)
  }
}

extension TextEncoder {
  /// Returns whether a page contains units unchanged.
  ///
  /// Units from U+FDD0 on are not checked individually and give `false`.
  static func areHeld(_ units: UnsafeBufferPointer<UInt16>) -> Bool {
    var at = 0
    while at < units.count {
      unsafe at += UnitLoops.ordinaryCount(units, from: at)
      let end = min(at + 8, units.count)
      while at < end {
        let unit = unsafe units[at]
        at += 1
        if isHeld(unit) { continue }
        guard unit & 0xFC00 == 0xD800, at < units.count, unsafe units[at] & 0xFC00 == 0xDC00,
          unsafe !isNoncharacter(unit, units[at])
        else { return false }
        at += 1
      }
    }
    return true
  }

  @inline(__always)
  private static func isHeld(_ unit: UInt16) -> Bool {
    unit == 0x09 || (0x20..<0x7F).contains(unit) || (0xA0..<0xD800).contains(unit)
      || (0xE000..<0xFDD0).contains(unit)
  }

  /// Returns whether a surrogate pair is one of the last two code points of a plane, which are
  /// noncharacters.
  @inline(__always)
  private static func isNoncharacter(_ high: UInt16, _ low: UInt16) -> Bool {
    high & 0x3F == 0x3F && low & 0x3FE == 0x3FE
  }

  /// Returns the text that a reader of the page gets.
  static func visible(_ units: [UInt16]) -> [UInt16] {
    if unsafe units.withUnsafeBufferPointer({ unsafe areHeld($0) }) { return units }
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
