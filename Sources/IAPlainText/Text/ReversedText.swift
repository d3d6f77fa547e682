internal import IAFormats
internal import IAStickers
internal import IAText

/// A text that is written from its end to its start, so that the text after a bracket is known when the bracket is
/// written.
///
/// Whether a bracket opens a token depends only on the text after it, including escapes. The number of backslashes
/// before it depends on the bracket. Because the text is written backwards, no decision needs to be changed later, for
/// any set of names.
struct ReversedText {
  /// The units so far, the last of the text first.
  private(set) var units: [UInt16] = []
  private let index: StickerIndex
  private let usesMarks: Bool
  /// Whether the next unit is directly before a token, a mark or an escape, so that a backslash must be doubled.
  private var doublesBackslashes = false

  private static let backslash = UInt16(UInt8(ascii: "\\"))

  init(index: StickerIndex, usesMarks: Bool, capacity: Int) {
    self.index = index
    self.usesMarks = usesMarks
    units.reserveCapacity(capacity)
  }

  /// Prepends a unit to the text, escaped if it would open a token or a mark.
  @inline(__always)
  mutating func prepend(literal unit: UInt16) {
    units.append(unit)
    if unit == Self.backslash {
      if doublesBackslashes { units.append(Self.backslash) }
      return
    }
    doublesBackslashes = false
    if unit == StickerIndex.opening || unit == IntensityMark.opening { escape(unit) }
  }

  private mutating func escape(_ unit: UInt16) {
    guard wouldBeRead(unit) else { return }
    units.append(Self.backslash)
    doublesBackslashes = true
  }

  /// Returns whether the bracket that was just written opens a token or a mark.
  private func wouldBeRead(_ bracket: UInt16) -> Bool {
    let text = units.span
    let last = text.count - 1
    return bracket == StickerIndex.opening
      ? index.token(inReversed: text, at: last) != nil
      : usesMarks && IntensityMark.match(in: text, at: last, step: -1) != nil
  }

  /// Prepends a token to the text.
  ///
  /// If a reader would find a longer token that starts with this one, marks without an effect are inserted after the
  /// token. Without marks, the two cannot be distinguished.
  ///
  /// - Parameter intensity: The intensity of the token.
  /// - Returns: Whether a reader will find exactly this token.
  mutating func prepend(token: [UInt16], intensity: UInt8) -> Bool {
    if appends(token) { return true }
    guard usesMarks else { return false }
    // No name is long enough to extend over this number of marks.
    for _ in 0..<StickerPack.longestName {
      units.removeLast(token.count)
      prepend(mark: intensity)
      if appends(token) { return true }
    }
    return false
  }

  private mutating func appends(_ token: [UInt16]) -> Bool {
    units.append(contentsOf: token.reversed())
    doublesBackslashes = true
    return index.token(inReversed: units.span, at: units.count - 1)?.utf16Count == token.count
  }

  /// Prepends a mark to the text.
  mutating func prepend(mark intensity: UInt8) {
    units.append(contentsOf: IntensityMark.units(intensity).reversed())
    doublesBackslashes = true
  }
}
