/// Text and intensities in two flat blocks of memory with one gap: the fastest editor of one place.
///
/// No attributes, no copies, no summaries, no checks in release: what a tree can at best come near.
struct GapBuffer: EditableText {
  private let storage: Storage

  private final class Storage {
    var text: UnsafeMutablePointer<UInt16>
    var levels: UnsafeMutablePointer<UInt8>
    var gap: Int
    var gapEnd: Int
    var capacity: Int

    init(units: [UInt16], intensities: [UInt8]) {
      capacity = max(units.count * 2, 1 << 12)
      text = .allocate(capacity: capacity)
      levels = .allocate(capacity: capacity)
      gap = units.count
      gapEnd = capacity
      units.withUnsafeBufferPointer { source in
        if let base = source.baseAddress { text.update(from: base, count: units.count) }
      }
      intensities.withUnsafeBufferPointer { source in
        if let base = source.baseAddress { levels.update(from: base, count: units.count) }
      }
    }

    deinit {
      text.deallocate()
      levels.deallocate()
    }

    @inline(never) func grow(by needed: Int) {
      let larger = (capacity + needed) * 2
      let tail = capacity - gapEnd
      let newText = UnsafeMutablePointer<UInt16>.allocate(capacity: larger)
      let newLevels = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
      newText.update(from: text, count: gap)
      newLevels.update(from: levels, count: gap)
      (newText + larger - tail).update(from: text + gapEnd, count: tail)
      (newLevels + larger - tail).update(from: levels + gapEnd, count: tail)
      text.deallocate()
      levels.deallocate()
      text = newText
      levels = newLevels
      gapEnd = larger - tail
      capacity = larger
    }

    func moveGap(to offset: Int) {
      if offset < gap {
        let count = gap - offset
        (text + gapEnd - count).update(from: text + offset, count: count)
        (levels + gapEnd - count).update(from: levels + offset, count: count)
        gapEnd -= count
      } else {
        let count = offset - gap
        (text + gap).update(from: text + gapEnd, count: count)
        (levels + gap).update(from: levels + gapEnd, count: count)
        gapEnd += count
      }
      gap = offset
    }
  }

  init(units: [UInt16], intensities: [UInt8]) {
    storage = Storage(units: units, intensities: intensities)
  }

  mutating func replace(
    _ range: Range<Int>, with new: Span<UInt16>, intensity: UInt8, attribute: UInt32
  ) {
    let storage = storage
    if range.lowerBound != storage.gap { storage.moveGap(to: range.lowerBound) }
    storage.gapEnd += range.count
    let count = new.count
    if storage.gapEnd - storage.gap < count { storage.grow(by: count) }
    let text = storage.text + storage.gap
    let levels = storage.levels + storage.gap
    for index in 0..<count {
      text[index] = new[unchecked: index]
      levels[index] = intensity
    }
    storage.gap += count
  }

  var units: [UInt16] {
    let storage = storage
    return Array(UnsafeBufferPointer(start: storage.text, count: storage.gap))
      + Array(
        UnsafeBufferPointer(
          start: storage.text + storage.gapEnd, count: storage.capacity - storage.gapEnd))
  }
}
