internal import IAText

/// The texts of attribute sets that were met before: the documents of one archive or wire have few
/// sets among them.
struct AttributeTexts: Sendable {
  private var inline: [(set: InlineAttributes, text: [UInt8], link: [UInt8])] = []
  /// How many sets are kept: few, so that looking through them is quicker than writing one.
  private static let capacity = 16

  /// The texts of a set: that of the set without its link, and that of the link; `{}` for none.
  mutating func texts(of set: InlineAttributes) -> (plain: [UInt8], link: [UInt8]) {
    if let known = inline.first(where: { $0.set == set }) { return (known.text, known.link) }
    var plain = set
    plain.link = nil
    let text = AttributeText.text(plain, plain: InlineAttributes()) { plain.write(to: &$0) }
    let link = set.link.map { link in AttributeText.text { link.write(to: &$0) } }
    if inline.count == Self.capacity { inline.removeAll(keepingCapacity: true) }
    inline.append((set, text, link ?? AttributeText.empty))
    return (text, link ?? AttributeText.empty)
  }
}

/// Values that were read before, by their texts.
struct AttributeValues<Value: Sendable>: Sendable {
  private var known: [(text: [UInt8], value: Value)] = []
  private static var capacity: Int { 16 }
  /// Longer texts are rare and not kept.
  private static var maximumByteCount: Int { 256 }

  /// The value of a text that was read before.
  func value(of range: Range<Int>, in bytes: Span<UInt8>) -> Value? {
    known.first { entry in
      entry.text.count == range.count
        && entry.text.indices.allSatisfy { entry.text[$0] == bytes[range.lowerBound + $0] }
    }?.value
  }

  /// Keeps a value that was read and found in order.
  mutating func keep(_ value: Value, of range: Range<Int>, in bytes: Span<UInt8>) {
    guard range.count <= Self.maximumByteCount else { return }
    if known.count == Self.capacity { known.removeAll(keepingCapacity: true) }
    known.append((Array(copying: range, of: bytes), value))
  }
}
