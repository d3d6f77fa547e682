internal import IABytes
internal import IAFormats
internal import IAText

extension BodyWriter {
  /// The value of `data-ia` for the next paragraph; nil where the page shows all of it.
  ///
  /// It is made on the silent walk and given out on the other.
  mutating func hide(_ paragraph: IAString.Paragraph, _ hasPlainEnd: Bool) -> String? {
    guard hidden.isKept else { return nil }
    if output.isSilent {
      let visible = TextEncoder.visible(string.units(in: paragraph.contentRange))
      let end = paragraph.contentRange.upperBound
      let record = hidden.encoder.hide(
        paragraph, visible: visible,
        plain: hasPlainEnd ? pairs + [end..<paragraph.utf16Range.upperBound] : pairs)
      hidden.records.append(record.map { Base64.encode($0.packed.span) })
      return nil
    }
    defer { hidden.next += 1 }
    return hidden.records[hidden.next]
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

  /// Starts with a document.
  init(_ document: IADocument, isKept: Bool, dialect: HTMLDialect) {
    self.isKept = isKept
    encoder = HiddenDataEncoder(document, lacks: .html(dialect))
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
  /// Text as a reader finds it in the page.
  static func visible(_ units: [UInt16]) -> [UInt16] {
    func isHeld(_ unit: UInt16) -> Bool {
      unit == 0x09 || (0x20..<0x7F).contains(unit) || (0xA0..<0xD800).contains(unit)
        || (0xE000..<0xFDD0).contains(unit)
    }
    if units.allSatisfy(isHeld) { return units }
    var visible: [UInt16] = []
    visible.reserveCapacity(units.count)
    var at = 0
    while at < units.count {
      let unit = units[at]
      at += 1
      if unit & 0xFC00 == 0xD800, at < units.count, units[at] & 0xFC00 == 0xDC00 {
        let isNoncharacter = unit & 0x3F == 0x3F && units[at] & 0x3FE == 0x3FE
        visible += isNoncharacter ? [0xFFFD, 0xFFFD] : [unit, units[at]]
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
