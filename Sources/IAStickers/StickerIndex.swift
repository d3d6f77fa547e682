public import IAFormats

/// Finds sticker tokens, `[name]`, in UTF-16 text.
///
/// The names of all packs form one tree of units, laid out in flat arrays; of equal names the
/// first counts. At a bracket the tree is walked along the text for as long as some name agrees,
/// so matching visits each unit once for every `[` that a name may contain, plus one: for given
/// packs it is linear in the text, whatever the text is.
public struct StickerIndex: Sendable {
  /// A token found in text.
  public struct Token: Hashable, Sendable {
    /// The number of the sticker, an index into `stickers`.
    public var sticker: Int
    /// How many units the token takes, both brackets included.
    public var utf16Count: Int
  }

  /// Where a sticker stands in the packs.
  public struct Place: Hashable, Sendable, Comparable {
    /// The index of the pack.
    public var pack: Int
    /// The index of the sticker in its pack.
    public var sticker: Int

    /// Makes a place.
    public init(pack: Int, sticker: Int) {
      self.pack = pack
      self.sticker = sticker
    }

    /// Orders places as the packs do.
    public static func < (left: Place, right: Place) -> Bool {
      (left.pack, left.sticker) < (right.pack, right.sticker)
    }
  }

  /// The stickers that tokens can name, in the order of the packs; of equal names the first.
  public let stickers: [StickerPack.Sticker]
  /// For each sticker, how many later ones have the same name and so are never found.
  public let duplicateCounts: [Int]

  /// The first edge of each node, and the number of edges at the end.
  private let edgeStarts: [Int32]
  private let edgeUnits: [UInt16]
  /// The sticker whose name ends at a node, −1 for none.
  ///
  /// The target of edge *e* is node *e* + 1, for both are numbered breadth first.
  private let endings: [Int32]

  /// The unit that opens a token.
  @inlinable public static var opening: UInt16 { 0x5B }
  /// The unit that closes a token.
  @inlinable public static var closing: UInt16 { 0x5D }

  /// Makes an index of all usable names in the packs; see `StickerPack.isUsable(name:)`.
  ///
  /// - Complexity: O(*u* log *n*) for *n* names of *u* units in all.
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

  /// Whether no token can be found.
  public var isEmpty: Bool { stickers.isEmpty }

  /// The longest token that starts at an offset.
  ///
  /// - Parameters:
  ///   - units: The text.
  ///   - offset: Where the opening bracket would be; within the text.
  /// - Complexity: O(longest name).
  public func token(in units: Span<UInt16>, at offset: Int) -> Token? {
    guard units[offset] == Self.opening else { return nil }
    return walk(units, from: offset, step: 1)
  }

  /// The longest token that starts at an offset of text that is stored back to front: the token
  /// goes on at lower offsets.
  public func token(inReversed units: Span<UInt16>, at offset: Int) -> Token? {
    guard units[offset] == Self.opening else { return nil }
    return walk(units, from: offset, step: -1)
  }

  /// The number of the sticker of a token, given with its brackets; nil where it is none.
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

  /// The edge of a unit, −1 for none.
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

  /// Lays out the tree of sorted, distinct names, breadth first.
  private static func tree(
    of names: [[UInt16]], numbers: [Int32]
  ) -> (starts: [Int32], units: [UInt16], endings: [Int32]) {
    var starts: [Int32] = []
    var units: [UInt16] = []
    var endings: [Int32] = []
    /// The names below each node of the level, which share their first `depth` units.
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
