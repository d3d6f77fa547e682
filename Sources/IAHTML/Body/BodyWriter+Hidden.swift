internal import IABytes
internal import IAFormats
internal import IAText

extension BodyWriter {
  /// The value of `data-ia` for a paragraph; nil where the page shows all of it.
  mutating func hide(_ paragraph: IAString.Paragraph) -> String? {
    guard hiddenData != nil else { return nil }
    let visible = TextEncoder.visible(string.units(in: paragraph.contentRange))
    guard let hidden = hiddenData?.hide(paragraph, visible: visible), !output.isSilent else {
      return nil
    }
    return Base64.encode(hidden.packed.span)
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
        visible += isNoncharacter ? [0xFFFD] : [unit, units[at]]
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
