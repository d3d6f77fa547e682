/// A cache of shaped words by text and style: an open-addressed hash table over flat arrays, with a limit in bytes.
///
/// The result does not depend on time or hash seeds: the same calls give the same table. When the limit is reached, all
/// entries are removed.
struct ShapeCache {
  /// The maximum length of a cached text, in UTF-16 units.
  static let longestText = 64

  /// An entry; a `hash` of 0 marks a free slot.
  private struct Slot {
    var hash: UInt64 = 0
    var style: UInt64 = 0
    var text: UInt32 = 0
    var textCount: UInt16 = 0
    var lacksGlyphs = false
    var glyphs: UInt32 = 0
    var glyphCount: UInt32 = 0
    var advance: Int32 = 0
  }

  private var slots: [Slot]
  private var used = 0
  private var texts: [UInt16] = []
  /// The glyphs of all entries, followed by those of the last text that was too long to cache.
  private(set) var glyphs: [Glyph] = []
  private var keptGlyphs = 0
  private let maximumBytes: Int

  /// The number of texts that were found, the number that had to be shaped, and the number of times that the cache was
  /// emptied.
  private(set) var hits = 0
  private(set) var misses = 0
  private(set) var flushes = 0

  init(maximumBytes: Int) {
    self.maximumBytes = maximumBytes
    slots = Array(repeating: Slot(), count: 1 << 10)
  }

  /// The size of the arrays and the table in bytes.
  var bytes: Int {
    slots.count * MemoryLayout<Slot>.stride + texts.count * 2
      + glyphs.count * MemoryLayout<Glyph>.stride
  }

  /// Returns a hash of a text and a style; never 0.
  static func hash(_ text: UnsafeBufferPointer<UInt16>, _ style: UInt64) -> UInt64 {
    var hash = style &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(text.count)
    var index = 0
    let bytes = UnsafeRawBufferPointer(text)
    while index + 8 <= bytes.count {
      hash = unsafe mix(hash, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var rest: UInt64 = 0
    while index < bytes.count {
      rest = unsafe rest << 8 | UInt64(bytes[index])
      index += 1
    }
    return mix(hash, rest) | 1
  }

  private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  /// Finds the entry of a text.
  mutating func find(
    _ text: UnsafeBufferPointer<UInt16>, style: UInt64, hash: UInt64
  ) -> ShapedText? {
    // Reads without bounds checks: `mask` keeps indices below the count, which is a power of two, and slots contain
    // ranges of `texts`.
    let found = unsafe slots.withUnsafeBufferPointer { slots -> ShapedText? in
      let mask = slots.count - 1
      var place = Int(truncatingIfNeeded: hash >> 1) & mask
      while unsafe slots[place].hash != 0 {
        if unsafe slots[place].hash == hash, unsafe slots[place].style == style,
          unsafe Int(slots[place].textCount) == text.count,
          unsafe isEqual(text, at: Int(slots[place].text))
        {
          let start = unsafe Int(slots[place].glyphs)
          return unsafe ShapedText(
            advance: slots[place].advance, lacksGlyphs: slots[place].lacksGlyphs,
            glyphs: start..<(start + Int(slots[place].glyphCount)))
        }
        place = (place + 1) & mask
      }
      return nil
    }
    if found == nil { misses += 1 } else { hits += 1 }
    return found
  }

  private func isEqual(_ text: UnsafeBufferPointer<UInt16>, at start: Int) -> Bool {
    unsafe texts.withUnsafeBufferPointer { texts in
      for index in 0..<text.count where unsafe texts[start + index] != text[index] { return false }
      return true
    }
  }

  /// Begins a text: removes glyphs that are not cached, and everything if the limit is reached.
  mutating func beginText() {
    glyphs.removeLast(glyphs.count - keptGlyphs)
    guard bytes >= maximumBytes else { return }
    glyphs.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    slots = Array(repeating: Slot(), count: 1 << 10)
    keptGlyphs = 0
    used = 0
    flushes += 1
  }

  /// Adds a glyph to the text that was begun.
  mutating func append(_ glyph: Glyph) { glyphs.append(glyph) }

  /// Ends the current text, and caches it if it is short enough.
  mutating func endText(
    _ text: UnsafeBufferPointer<UInt16>, style: UInt64, hash: UInt64, lacksGlyphs: Bool
  ) -> ShapedText {
    let range = keptGlyphs..<glyphs.count
    let advance = glyphs[range].reduce(Int32(0)) { $0 &+ $1.advance }
    if text.count <= Self.longestText, range.upperBound <= UInt32.max {
      keep(
        Slot(
          hash: hash, style: style, text: UInt32(texts.count), textCount: UInt16(text.count),
          lacksGlyphs: lacksGlyphs, glyphs: UInt32(range.lowerBound),
          glyphCount: UInt32(range.count), advance: advance))
      unsafe texts.append(contentsOf: text)
      keptGlyphs = glyphs.count
    }
    return ShapedText(advance: advance, lacksGlyphs: lacksGlyphs, glyphs: range)
  }

  /// Ends the current text without caching it.
  mutating func endText(_ advance: Int32) -> ShapedText {
    ShapedText(advance: advance, lacksGlyphs: false, glyphs: keptGlyphs..<glyphs.count)
  }

  /// Ends the current text, and removes and returns its glyphs.
  mutating func dropText() -> [Glyph] {
    defer { glyphs.removeLast(glyphs.count - keptGlyphs) }
    return Array(glyphs[keptGlyphs...])
  }

  private mutating func keep(_ slot: Slot) {
    if used * 2 >= slots.count { grow() }
    insert(slot)
    used += 1
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: old.count * 2)
    for slot in old where slot.hash != 0 { insert(slot) }
  }

  private mutating func insert(_ slot: Slot) {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: slot.hash >> 1) & mask
    while slots[place].hash != 0 { place = (place + 1) & mask }
    slots[place] = slot
  }
}
