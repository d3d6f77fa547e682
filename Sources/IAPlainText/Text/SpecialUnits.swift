internal import IABytes
internal import IAFormats
internal import IAText

/// Lists the ranges of units that do not read back from plain text as themselves: lone surrogates
/// and line ends of other kinds.
struct SpecialUnits {
  private let string: IAString
  private(set) var report = ConversionReport()
  private var start = 0
  /// Whether a following trail surrogate is the second half of a pair.
  private var isPaired = false

  init(string: IAString) { self.string = string }

  /// Lists special units among the next units of one byte each; always returns `true` to continue.
  mutating func list(latin1 units: Span<UInt8>) -> Bool {
    var index = 0
    while let found = UnitLoops.index(of: 0x0D, in: units, from: index) {
      note(.lineEnd, at: start + found)
      index = found + 1
    }
    start += units.count
    return true
  }

  /// Lists special units among the next units; always returns `true` to continue.
  mutating func list(utf16 units: Span<UInt16>) -> Bool {
    var index = 0
    while let found = UnitLoops.firstLineEndOrSurrogate(in: units, from: index) {
      list(units, at: found)
      index = found + 1
    }
    start += units.count
    return true
  }

  private mutating func list(_ units: Span<UInt16>, at index: Int) {
    let (unit, offset) = (units[index], start + index)
    if UTF16.isLeadSurrogate(unit) {
      // The next unit may be in the next chunk.
      let next =
        if index + 1 < units.count { units[index + 1] } else if offset + 1 < string.utf16Count {
          string.unit(at: offset + 1)
        } else { 0 as UInt16 }
      isPaired = UTF16.isTrailSurrogate(next)
      if !isPaired { note(.loneSurrogate, at: offset) }
    } else if UTF16.isTrailSurrogate(unit) {
      if !isPaired { note(.loneSurrogate, at: offset) }
      isPaired = false
    } else {
      note(.lineEnd, at: offset)
    }
  }

  private mutating func note(_ feature: DocumentFeature, at offset: Int) {
    report.add(.approximated, feature, utf16Range: offset..<offset + 1)
  }
}
