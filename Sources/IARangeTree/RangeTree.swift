/// A text of UTF-16 units with an intensity for each unit, and attribute runs.
///
/// A value type: a copy takes constant time and shares all memory until one of the copies changes,
/// and then only the changed path is duplicated. Copies may be used from different threads at the
/// same time.
///
/// Units are independent: surrogates may be lone, and surrogate pairs and CR LF have no special
/// treatment. Only U+000A is counted.
///
/// In complexities, *n* is the number of units; Documentation/RangeTree.md describes the structure.
public struct RangeTree: @unchecked Sendable {
  // @unchecked Sendable, because the storage is a class with mutable state and raw memory. Two
  // threads never access the same memory at the same time if one of them writes, except by `Atomic`:
  //
  // 1. A change needs a storage that this tree holds alone (isKnownUniquelyReferenced, which
  //    acquires what other owners released) and writes only nodes on a path of nodes with one owner.
  //    No other thread can reach either.
  // 2. A read of a tree that is up to date writes nothing but atomic words: reference counts, and
  //    in `sharedWhole` two words that only a sole owner reads.
  // 3. The first read after keys were typed at the caret writes the counts and sums above the
  //    finger's leaf (`TreeCore.settle`). Copies may do so on several threads at once;
  //    `SettleProtocol` admits one of them, and explains why the others see its writes.

  /// The number of an attribute set; its meaning is defined by the owner of the tree.
  public typealias Attribute = UInt32

  /// A run of units with one attribute.
  public struct Run: Hashable, Sendable {
    /// The number of units.
    public var count: Int
    /// The attribute of the units.
    public var attribute: Attribute

    /// Creates a run.
    ///
    /// - Complexity: O(1).
    public init(count: Int, attribute: Attribute) {
      self.count = count
      self.attribute = attribute
    }
  }

  @usableFromInline var storage: TreeStorage

  /// Creates a tree without text.
  ///
  /// - Complexity: O(1).
  public init() { self.init(geometry: .standard) }

  /// Creates a tree without text, with node sizes for tests.
  package init(geometry: Geometry) {
    storage = TreeStorage.make(TreeCore.empty(geometry), geometry: geometry)
  }

  /// Creates a tree of units with one intensity and one attribute.
  ///
  /// - Precondition: `intensity` is at most 100.
  /// - Complexity: O(*n*).
  public init(units: Span<UInt16>, intensity: UInt8, attribute: Attribute) {
    self.init(units: units, intensity: intensity, attribute: attribute, geometry: .standard)
  }

  /// Creates a tree like the public initialiser, with node sizes for tests.
  package init(
    units: Span<UInt16>, intensity: UInt8, attribute: Attribute, geometry: Geometry
  ) {
    precondition(intensity <= 100, "intensity \(intensity)")
    let tree = unsafe units.withUnsafeBufferPointer {
      unsafe TreeCore.build(
        $0, intensity: intensity, attribute: attribute, geometry: geometry)
    }
    storage = TreeStorage.make(tree, geometry: geometry)
    checkInvariantsIfEnabled()
  }

  /// Creates a tree of units with an intensity for each, and attribute runs in order.
  ///
  /// Empty runs are omitted and equal neighbours coalesced.
  ///
  /// - Precondition: The counts agree, no run has a negative count, and intensities are at most
  ///   100.
  /// - Complexity: O(*n*).
  public init(units: Span<UInt16>, intensities: Span<UInt8>, runs: Span<Run>) {
    self.init(units: units, intensities: intensities, runs: runs, geometry: .standard)
  }

  /// Creates a tree like the public initialiser, with node sizes for tests.
  package init(
    units: Span<UInt16>, intensities: Span<UInt8>, runs: Span<Run>, geometry: Geometry
  ) {
    precondition(units.count == intensities.count, "\(intensities.count) intensities")
    let covered = Self.covered(by: runs)
    precondition(covered == units.count, "runs cover \(covered) of \(units.count) units")
    let tree = unsafe units.withUnsafeBufferPointer { units in
      unsafe intensities.withUnsafeBufferPointer { intensities in
        unsafe TreeCore.build(units, intensities, runs, geometry: geometry)
      }
    }
    storage = TreeStorage.make(tree, geometry: geometry)
    precondition(tree.slot.extremes.maximum <= 100, "intensity \(tree.slot.extremes.maximum)")
    checkInvariantsIfEnabled()
  }

  /// Creates a tree of units with one intensity, and attribute runs in order: the next part of a
  /// text.
  ///
  /// - Parameters:
  ///   - units: The units of the part.
  ///   - intensity: The intensity of all units.
  ///   - runs: The attribute runs.
  ///   - supply: Allocates the nodes of all parts of the text.
  /// - Precondition: The runs cover the units, none has a negative count, and `intensity` is at
  ///   most 100.
  /// - Complexity: O(*n*).
  public init(
    units: Span<UInt16>, intensity: UInt8, runs: Span<Run>, supply: NodeSupply
  ) {
    precondition(intensity <= 100, "intensity \(intensity)")
    let covered = Self.covered(by: runs)
    precondition(covered == units.count, "runs cover \(covered) of \(units.count) units")
    let tree = unsafe units.withUnsafeBufferPointer { units in
      unsafe TreeCore.build(
        units, intensity: intensity, runs, supply: supply)
    }
    supply.add(units.count)
    storage = TreeStorage.make(tree, geometry: supply.geometry)
    checkInvariantsIfEnabled()
  }

  /// Returns the number of units that runs cover; none may have a negative count.
  private static func covered(by runs: Span<Run>) -> Int {
    var covered = 0
    for i in runs.indices {
      let count = runs[i].count
      precondition(count >= 0, "run of \(count) units")
      covered += count
    }
    return covered
  }

  private init(_ subtree: Subtree?, geometry: Geometry) {
    storage = TreeStorage.make(subtree ?? TreeCore.empty(geometry), geometry: geometry)
  }

  /// Calls `body` to read the tree; the storage exists until `body` returns.
  @inline(__always) func read<Result>(_ body: (TreeCore) -> Result) -> Result {
    storage.withCore { core in
      core.settle()
      return body(core)
    }
  }

  /// Calls `body` to change the tree, which first gets a separate storage if it shares one.
  @inline(__always) mutating func write<Result>(_ body: (TreeCore) -> Result) -> Result {
    if !isKnownUniquelyReferenced(&storage) { copyStorage() }
    return storage.withCore { core in
      core.settle()
      return body(core)
    }
  }

  @inline(never) private mutating func copyStorage() { storage = storage.copy() }

  /// The number of units.
  public var count: Int { read { $0.count } }

  /// The node sizes, for tests; they never change, so that reading them does not settle the tree.
  package var geometry: Geometry { storage.withCore { $0.geometry } }
}

extension RangeTree {
  /// Replaces a range by units with one intensity and one attribute.
  ///
  /// - Precondition: The range is in `0...count`; `intensity` is at most 100.
  /// - Complexity: O(log *n* + *m* + *f*) in inserted units and freed nodes; O(1) without a search
  ///   beside the last edit.
  @inlinable @inline(__always) public mutating func replace(
    _ range: Range<Int>, with units: Span<UInt16>, intensity: UInt8, attribute: Attribute
  ) {
    let (start, end) = (range.lowerBound, range.upperBound)
    if units.count == 1, start == end {
      let unit = unsafe units[unchecked: 0]
      if type(unit, at: start, intensity: intensity, attribute: attribute) { return }
    } else if units.count == 0, end &- start == 1 {
      if erase(at: start) { return }
    }
    replaceGeneral(range, with: units, intensity: intensity, attribute: attribute)
  }

  /// Inserts a unit at the caret if possible, and returns whether it was inserted; see `Caret.type`.
  @inlinable @inline(__always) mutating func type(
    _ unit: UInt16, at offset: Int, intensity: UInt8, attribute: Attribute
  ) -> Bool {
    guard isKnownUniquelyReferenced(&storage),
      unsafe storage.withUnsafeMutablePointerToElements({
        unsafe $0.pointee.caret.type(
          unit, at: offset, intensity: intensity, attribute: attribute, $0.pointee.shared)
      })
    else { return false }
    checkInvariantsIfEnabled()
    return true
  }

  /// Removes the unit at an offset if possible, and returns whether it was removed; see `Caret.erase`.
  @inlinable @inline(__always) mutating func erase(at offset: Int) -> Bool {
    guard isKnownUniquelyReferenced(&storage),
      unsafe storage.withUnsafeMutablePointerToElements({
        unsafe $0.pointee.caret.erase(at: offset, $0.pointee.shared)
      })
    else { return false }
    checkInvariantsIfEnabled()
    return true
  }

  @inline(never) @usableFromInline mutating func removeGeneral(_ range: Range<Int>) {
    write { core in
      core.check(range)
      if !range.isEmpty { core.remove(range) }
    }
    checkInvariantsIfEnabled()
  }

  @inline(never) @usableFromInline mutating func replaceGeneral(
    _ range: Range<Int>, with units: Span<UInt16>, intensity: UInt8, attribute: Attribute
  ) {
    precondition(intensity <= 100, "intensity \(intensity)")
    write { core in
      core.check(range)
      if !range.isEmpty { core.remove(range) }
      if !units.isEmpty {
        unsafe units.withUnsafeBufferPointer {
          unsafe core.insert($0, at: range.lowerBound, intensity: intensity, attribute: attribute)
        }
      }
    }
    checkInvariantsIfEnabled()
  }

  /// Replaces a range by the text, intensities and attributes of another tree.
  ///
  /// Complete nodes of a long tree are shared, not copied.
  ///
  /// - Precondition: The range is in `0...count`, and both trees have one geometry.
  /// - Complexity: O(log *n* + log *m* + *f*) in the other count and freed nodes.
  public mutating func replace(_ range: Range<Int>, with other: RangeTree) {
    check(range)
    precondition(geometry == other.geometry, "trees of different geometries")
    write { core in
      other.read { other in
        if other.height == 0, core.isPiece(other.count) {
          if !range.isEmpty { core.remove(range) }
          core.insertPiece(other, at: range.lowerBound)
        } else {
          core.splice(range, with: other.sharedWhole())
        }
      }
    }
    checkInvariantsIfEnabled()
  }

  /// Removes a range.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n* + *f*) in the freed nodes.
  @inlinable @inline(__always) public mutating func remove(_ range: Range<Int>) {
    if range.upperBound &- range.lowerBound == 1, erase(at: range.lowerBound) { return }
    removeGeneral(range)
  }

  /// Returns a part of the text as a separate tree; a long one shares complete nodes with this
  /// tree.
  ///
  /// - Precondition: The range is in `0...count`.
  /// - Complexity: O(log *n*).
  public func subtree(_ range: Range<Int>) -> RangeTree {
    check(range)
    if range.count == count { return self }
    let part = read { ($0.shared(range), $0.geometry) }
    let tree = RangeTree(part.0, geometry: part.1)
    tree.checkInvariantsIfEnabled()
    return tree
  }

  /// Traps unless a range is inside the text.
  @inline(__always) func check(_ range: Range<Int>) { read { $0.check(range) } }
}

extension TreeCore {
  /// Traps unless a range is inside the text.
  @inline(__always) func check(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "range \(range) of \(count) units")
  }
}
