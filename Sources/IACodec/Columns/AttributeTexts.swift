internal import IABytes
internal import IAText

/// A cache of the texts of attribute sets.
///
/// The documents of one archive or connection have few distinct sets.
struct AttributeTexts: Sendable {
  private struct Entry {
    var set: InlineAttributes
    /// The set without its link; `{}` for none.
    var text: [UInt8]
    /// The link; `{}` for none.
    var link: [UInt8]
    /// The first entry with the same text, and the first one with the same link; `nil` if there is none.
    var textNumber: Int?
    var linkNumber: Int?
  }

  private var entries: [Entry] = []
  // Working memory of `appendColumns`.
  private var entryOfSet: [Int] = []
  private var order: [Int] = []
  private var runBytes = ByteWriter()

  /// The maximum number of cached sets, small enough that a search is faster than encoding a set.
  private static let capacity = 16

  /// Returns the text of a set without its link, and the text of its link; `{}` if there are no
  /// attributes or no link.
  mutating func texts(of set: InlineAttributes) -> (plain: [UInt8], link: [UInt8]) {
    let entry = entries[index(of: set)]
    return (entry.text, entry.link)
  }

  private mutating func index(of set: InlineAttributes) -> Int {
    if let known = entries.firstIndex(where: { $0.set == set }) { return known }
    if entries.count == Self.capacity { entries.removeAll(keepingCapacity: true) }
    var plain = set
    plain.link = nil
    let text = AttributeText.text(plain, plain: InlineAttributes()) { plain.write(to: &$0) }
    let link = set.link.map { link in AttributeText.text { link.write(to: &$0) } }
    let last = entries.count
    entries.append(Entry(set: set, text: text, link: link ?? AttributeText.empty))
    if text != AttributeText.empty {
      entries[last].textNumber = entries.firstIndex { $0.text == text }
    }
    if let link { entries[last].linkNumber = entries.firstIndex { $0.link == link } }
    return last
  }

  /// Appends the columns of inline attributes and of links of a whole string, each only if it is
  /// not empty.
  ///
  /// Returns `false`, with nothing appended, if there are more sets than can be cached.
  ///
  /// - Parameters:
  ///   - sets: The sets; the first one has no attributes.
  ///   - runs: Runs that cover the string and refer to the sets.
  mutating func appendColumns(
    _ sets: [InlineAttributes], _ runs: [StringColumns.Run], to bytes: inout [UInt8]
  ) -> Bool {
    guard sets.count <= Self.capacity else { return false }
    // No set may be evicted while the columns are built.
    if entries.count + sets.count > Self.capacity { entries.removeAll(keepingCapacity: true) }
    entryOfSet.removeAll(keepingCapacity: true)
    for _ in sets { entryOfSet.append(-1) }
    var (hasText, hasLinks) = (false, false)
    for run in runs where run.index > 0 && entryOfSet[run.index] < 0 {
      let index = index(of: sets[run.index])
      entryOfSet[run.index] = index
      hasText = hasText || entries[index].textNumber != nil
      hasLinks = hasLinks || entries[index].linkNumber != nil
    }
    if hasText { append(.inline, runs, to: &bytes) }
    if hasLinks { append(.links, runs, to: &bytes) }
    return true
  }

  private mutating func append(
    _ id: ColumnID, _ runs: [StringColumns.Run], to bytes: inout [UInt8]
  ) {
    order.removeAll(keepingCapacity: true)
    runBytes.removeAll()
    var (held, heldCount) = (0, 0)
    for run in runs {
      let number = number(of: run.index, in: id)
      if number == held {
        heldCount += run.count
        continue
      }
      endRun(held, heldCount)
      (held, heldCount) = (number, run.count)
    }
    endRun(held, heldCount)
    var byteCount = ByteWriter.varintByteCount(order.count) + runBytes.count
    for entry in order {
      let count = text(of: entry, in: id).count
      byteCount += ByteWriter.varintByteCount(count) + count
    }
    bytes.append(id.rawValue)
    bytes.append(varint: byteCount)
    bytes.append(varint: order.count)
    for entry in order {
      bytes.append(varint: text(of: entry, in: id).count)
      bytes.append(contentsOf: text(of: entry, in: id))
    }
    bytes.append(contentsOf: runBytes.bytes)
  }

  private mutating func endRun(_ number: Int, _ count: Int) {
    guard count > 0 else { return }
    runBytes.varint(count)
    runBytes.varint(number)
  }

  private func text(of entry: Int, in id: ColumnID) -> [UInt8] {
    id == .links ? entries[entry].link : entries[entry].text
  }

  /// Returns the number of a set's text in a column: 0 for `{}`, otherwise from 1 in the order of first
  /// use.
  private mutating func number(of set: Int, in id: ColumnID) -> Int {
    guard set > 0 else { return 0 }
    let entry = entries[entryOfSet[set]]
    guard let first = id == .links ? entry.linkNumber : entry.textNumber else { return 0 }
    if let known = order.firstIndex(of: first) { return known + 1 }
    order.append(first)
    return order.count
  }
}

extension [UInt8] {
  /// Appends a varint in its shortest form.
  fileprivate mutating func append(varint value: Int) {
    var rest = UInt64(value)
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}

/// A cache of decoded values by their texts.
struct AttributeValues<Value: Sendable>: Sendable {
  private var known: [(text: [UInt8], value: Value)] = []
  private static var capacity: Int { 16 }
  /// The maximum size of a cached text in bytes; longer texts are rare.
  private static var maximumByteCount: Int { 256 }

  /// Returns the cached value of a text, or `nil` if there is none.
  func value(of range: Range<Int>, in bytes: Span<UInt8>) -> Value? {
    known.first { entry in
      entry.text.count == range.count
        && entry.text.indices.allSatisfy { entry.text[$0] == bytes[range.lowerBound + $0] }
    }?.value
  }

  /// Stores a value that was decoded and validated.
  mutating func keep(_ value: Value, of range: Range<Int>, in bytes: Span<UInt8>) {
    guard range.count <= Self.maximumByteCount else { return }
    if known.count == Self.capacity { known.removeAll(keepingCapacity: true) }
    known.append((Array(copying: range, of: bytes), value))
  }
}
