public import IAFormats

/// An index that finds sticker tokens, `[name]`, in UTF-16 text.
///
/// The names of all packs form a trie of units, which is stored in flat arrays; of several equal names, the first one
/// is used. From each `[`, the search follows the trie along the text as long as a name matches. Each unit is therefore
/// visited at most once for each `[` that a name can contain, and once more. For given packs, the time is linear in the
/// length of the text.
public struct StickerIndex: Sendable {
  /// A token that was found in text.
  public struct Token: Hashable, Sendable {
    /// The index of the sticker in `stickers`.
    public var sticker: Int
    /// The number of units of the token, including both brackets.
    public var utf16Count: Int
  }

  /// The position of a sticker in the packs.
  public struct Place: Hashable, Sendable, Comparable {
    /// The index of the pack.
    public var pack: Int
    /// The index of the sticker in its pack.
    public var sticker: Int

    /// Creates a position.
    public init(pack: Int, sticker: Int) {
      self.pack = pack
      self.sticker = sticker
    }

    /// Returns whether a position is before another in the order of the packs.
    public static func < (left: Place, right: Place) -> Bool {
      (left.pack, left.sticker) < (right.pack, right.sticker)
    }
  }

  /// The stickers that tokens can name, in the order of the packs; of several equal names, only the first one.
  public let stickers: [StickerPack.Sticker]
  /// For each sticker, the number of later ones with the same name, which no token finds.
  public let duplicateCounts: [Int]

  /// The first edge of each node; the last element is the number of edges.
  private let edgeStarts: [Int32]
  private let edgeUnits: [UInt16]
  /// For each node, the sticker whose name ends there; −1 if there is none.
  ///
  /// The target of edge *e* is node *e* + 1, because both are numbered breadth first.
  private let endings: [Int32]

  /// The first unit of a token, `[`.
  @inlinable public static var opening: UInt16 { 0x5B }
  /// The last unit of a token, `]`.
  @inlinable public static var closing: UInt16 { 0x5D }

  /// Creates an index of all usable names in the packs: those of 1 to `StickerPack.longestName`
  /// units without control characters, line separators and U+FFFC.
  ///
  /// - Complexity: O(*u* log *n*) for *n* names of *u* units in total.
  public init(_ packs: [StickerPack]) {
    var named: [(name: [UInt16], order: Int)] = []
    var found: [StickerPack.Sticker] = []
    for pack in packs {
      for sticker in pack.stickers where StickerPack.isUsable(name: sticker.name) {
        named.append((Array(sticker.name.utf16), found.count))
        found.append(sticker)
      }
    }
    named.sort { left, right in
      left.name == right.name
        ? left.order < right.order : left.name.lexicographicallyPrecedes(right.name)
    }
    var first: [Int] = []
    var counts = [Int](repeating: 0, count: found.count)
    var names: [[UInt16]] = []
    for entry in named {
      if names.last == entry.name, let kept = first.last {
        counts[kept] += 1
      } else {
        names.append(entry.name)
        first.append(entry.order)
      }
    }
    let kept = first.sorted()
    var numbers = [Int32](repeating: -1, count: found.count)
    for (number, order) in kept.enumerated() { numbers[order] = Int32(number) }
    stickers = kept.map { found[$0] }
    duplicateCounts = kept.map { counts[$0] }
    (edgeStarts, edgeUnits, endings) = Self.tree(of: names, numbers: first.map { numbers[$0] })
  }

  /// Whether the index has no stickers.
  public var isEmpty: Bool { stickers.isEmpty }

  /// Returns the longest token that starts at an offset, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - offset: The offset of the opening bracket, in `0..<units.count`.
  /// - Complexity: O(*m* log *k*) for a longest name of *m* units and *k* different units after a
  ///   prefix.
  public func token(in units: Span<UInt16>, at offset: Int) -> Token? {
    guard units[offset] == Self.opening else { return nil }
    return walk(units, from: offset, step: 1)
  }

  /// Returns the longest token that starts at an offset of a text that is stored in reverse order;
  /// the token continues at lower offsets.
  public func token(inReversed units: Span<UInt16>, at offset: Int) -> Token? {
    guard units[offset] == Self.opening else { return nil }
    return walk(units, from: offset, step: -1)
  }

  /// Returns the index of the sticker whose token is the whole text, including the brackets; `nil`
  /// if there is none.
  public func sticker(backedBy text: String) -> Int? {
    let units = Array(text.utf16)
    guard !units.isEmpty, let token = token(in: units.span, at: 0),
      token.utf16Count == units.count
    else { return nil }
    return token.sticker
  }

  @inline(__always)
  private func walk(_ units: Span<UInt16>, from start: Int, step: Int) -> Token? {
    var offset = start + step
    var node = 0
    var found: Token?
    while offset >= 0, offset < units.count {
      let unit = units[offset]
      if unit == Self.closing, endings[node] >= 0 {
        found = Token(sticker: Int(endings[node]), utf16Count: (offset - start) * step + 1)
      }
      let edge = edge(from: node, along: unit)
      if edge < 0 { break }
      node = edge + 1
      offset += step
    }
    return found
  }

  /// Returns the edge of a node for a unit, or −1 if there is none.
  @inline(__always)
  private func edge(from node: Int, along unit: UInt16) -> Int {
    var low = Int(edgeStarts[node])
    var high = Int(edgeStarts[node + 1])
    while low < high {
      let middle = (low + high) / 2
      let candidate = edgeUnits[middle]
      if candidate == unit { return middle }
      if candidate < unit { low = middle + 1 } else { high = middle }
    }
    return -1
  }

  /// Builds the trie of sorted, distinct names in breadth-first order.
  private static func tree(
    of names: [[UInt16]], numbers: [Int32]
  ) -> (starts: [Int32], units: [UInt16], endings: [Int32]) {
    var starts: [Int32] = []
    var units: [UInt16] = []
    var endings: [Int32] = []
    // For each node of the level, its names, which share their first `depth` units.
    var level = [0..<names.count]
    var depth = 0
    while !level.isEmpty {
      var next: [Range<Int>] = []
      for range in level {
        var at = range.lowerBound
        let ends = at < range.upperBound && names[at].count == depth
        endings.append(ends ? numbers[at] : -1)
        if ends { at += 1 }
        starts.append(Int32(units.count))
        while at < range.upperBound {
          let unit = names[at][depth]
          let first = at
          while at < range.upperBound, names[at][depth] == unit { at += 1 }
          units.append(unit)
          next.append(first..<at)
        }
      }
      level = next
      depth += 1
    }
    starts.append(Int32(units.count))
    return (starts, units, endings)
  }
}
