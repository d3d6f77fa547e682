// Swift compares strings by canonical equivalence. A document keeps each spelling as it is, so the
// free texts among the attributes are compared by their UTF-8.

extension InlineAttributes.Link {
  /// Whether two links are spelt the same, byte for byte.
  public static func == (left: Self, right: Self) -> Bool {
    isSameSpelling(left.url, right.url)
      && (left.title == nil) == (right.title == nil)
      && isSameSpelling(left.title ?? "", right.title ?? "")
  }

  /// Feeds the spelling to a hasher.
  public func hash(into hasher: inout Hasher) {
    for byte in url.utf8 { hasher.combine(byte) }
    hasher.combine(title == nil)
    for byte in (title ?? "").utf8 { hasher.combine(byte) }
  }
}

extension InlineAttributes.Tag {
  /// Whether two tags are spelt the same, byte for byte.
  public static func == (left: Self, right: Self) -> Bool {
    isSameSpelling(left.name, right.name) && isSameSpelling(left.value, right.value)
  }

  /// Feeds the spelling to a hasher.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte) }
    hasher.combine(0 as UInt8)
    for byte in value.utf8 { hasher.combine(byte) }
  }
}

private func isSameSpelling(_ left: String, _ right: String) -> Bool {
  left.utf8.elementsEqual(right.utf8)
}
