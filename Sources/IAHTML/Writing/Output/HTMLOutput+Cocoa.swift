internal import IAFormats

extension HTMLOutput {
  /// Writes text in which white space collapses.
  ///
  /// Tabs and runs of spaces become the elements that Apple's programs use for them; single spaces
  /// between visible characters stay.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - isStart: Whether white space or a line start may precede the text.
  ///   - isEnd: Whether white space or a line end may follow the text.
  mutating func write(cocoa units: UnsafeBufferPointer<UInt16>, isStart: Bool, isEnd: Bool) {
    guard !isSilent else { return }
    var start = units.startIndex
    var at = start
    while at < units.endIndex {
      let unit = unsafe units[at]
      guard unit == 0x20 || unit == 0x09 else {
        at += 1
        continue
      }
      var end = at
      while end < units.endIndex, unsafe units[end] == unit { end += 1 }
      let isBetween =
        unsafe unit == 0x20 && end - at == 1
        && (at > units.startIndex ? Self.isVisible(units[at - 1]) : !isStart)
        && (end < units.endIndex ? Self.isVisible(units[end]) : !isEnd)
      if !isBetween {
        unsafe write(escaping: UnsafeBufferPointer(rebasing: units[start..<at]))
        if unit == 0x09 {
          write("<span class=\"Apple-tab-span\" style=\"white-space:pre\">")
          for _ in at..<end { write("\t") }
        } else {
          write("<span class=\"Apple-converted-space\">")
          // Every second space can be an ordinary space, except the last one.
          for offset in 0..<(end - at) {
            if offset % 2 == 1, offset + 1 < end - at { write(" ") } else { write("&nbsp;") }
          }
        }
        write("</span>")
        start = end
      }
      at = end
    }
    unsafe write(escaping: UnsafeBufferPointer(rebasing: units[start...]))
  }

  private static func isVisible(_ unit: UInt16) -> Bool {
    unit > 0x20 && unit != 0x2028 && unit & 0xF800 != 0xD800
  }
}
