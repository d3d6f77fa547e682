/// A text of UTF-16 units with an intensity for each and runs of attributes.
///
/// A value: copying it is O(1) and shares all memory until one of the copies changes, and then
/// only the changed path parts. Copies may be used from different threads at the same time.
///
/// Units are counted as they are: surrogates may be lone, and nothing here looks at pairs or at
/// what follows a carriage return. The only unit that is counted apart is U+000A.
///
/// Complexities name *n*, the number of units; Documentation/RangeTree.md has the structure.
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
  //    `SettleProtocol` admits one of them and says why the others see what it wrote.

  /// The number of an attribute set; what it means is up to the owner of the tree.
  public typealias Attribute = UInt32

  /// A range of units that share one attribute.
  public struct Run: Hashable, Sendable {
    /// How many units it covers.
    public var count: Int
    /// What they share.
    public var attribute: Attribute

    /// Creates a run.
    public init(count: Int, attribute: Attribute) {
      self.count = count
      self.attribute = attribute
    }
  }

  @usableFromInline var storage: TreeStorage

  /// Creates a tree without text.
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

  /// As the public initialiser, with node sizes for tests.
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

  /// Creates a tree of units with an intensity each, and attribute runs in order.
  ///
  /// Empty runs are dropped and equal neighbours become one.
  ///
  /// - Precondition: the counts agree, no run is negative, intensities are at most 100.
  /// - Complexity: O(*n*).
  public init(units: Span<UInt16>, intensities: Span<UInt8>, runs: Span<Run>) {
    self.init(units: units, intensities: intensities, runs: runs, geometry: .standard)
  }

  /// As the public initialiser, with node sizes for tests.
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

  /// Creates a tree of units of one intensity, and attribute runs in order: the next part of a
  /// text.
  ///
  /// - Parameter supply: Where the nodes of all parts of the text come from.
  /// - Precondition: the runs cover the units, none is negative, `intensity` is at most 100.
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

  /// How many units runs cover, of which none may be negative.
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

  /// Reads the tree; the storage lives as long as the body runs.
  @inline(__always) func read<Result>(_ body: (TreeCore) -> Result) -> Result {
    storage.withCore { core in
      core.settle()
      return body(core)
    }
  }

  /// Changes the tree, which first gets a storage of its own if it shares one.
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

  /// The node sizes, for tests.
  package var geometry: Geometry { read { $0.geometry } }
}

extension RangeTree {
  /// Puts units of one intensity and one attribute in place of a range.
  ///
  /// - Precondition: the range lies in `0...count`, `intensity` is at most 100.
  /// - Complexity: O(log *n* + inserted units + freed nodes); O(1) and no search beside the
  ///   last edit.
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
    replaceAnything(range, with: units, intensity: intensity, attribute: attribute)
  }

  /// Inserts a unit at the caret, if that is simple.
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

  /// Removes the unit at an offset, if it is at the caret and that is simple.
  @inlinable @inline(__always) mutating func erase(at offset: Int) -> Bool {
    guard isKnownUniquelyReferenced(&storage),
      unsafe storage.withUnsafeMutablePointerToElements({
        unsafe $0.pointee.caret.erase(at: offset, $0.pointee.shared)
      })
    else { return false }
    checkInvariantsIfEnabled()
    return true
  }

  @inline(never) @usableFromInline mutating func removeAnything(_ range: Range<Int>) {
    write { core in
      core.check(range)
      if !range.isEmpty { core.remove(range) }
    }
    checkInvariantsIfEnabled()
  }

  @inline(never) @usableFromInline mutating func replaceAnything(
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

  /// Puts another tree's text, intensities and attributes in place of a range.
  ///
  /// Whole nodes of a long tree are shared, not copied.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *n* + log of the other count + freed nodes).
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
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *n* + freed nodes).
  @inlinable @inline(__always) public mutating func remove(_ range: Range<Int>) {
    if range.upperBound &- range.lowerBound == 1, erase(at: range.lowerBound) { return }
    removeAnything(range)
  }

  /// Returns a part of the text as a tree of its own; a long one shares whole nodes with this one.
  ///
  /// - Precondition: the range lies in `0...count`.
  /// - Complexity: O(log *n*).
  public func subtree(_ range: Range<Int>) -> RangeTree {
    check(range)
    if range.count == count { return self }
    let part = read { ($0.shared(range), $0.geometry) }
    let tree = RangeTree(part.0, geometry: part.1)
    tree.checkInvariantsIfEnabled()
    return tree
  }

  /// Traps unless a range lies in the text.
  @inline(__always) func check(_ range: Range<Int>) { read { $0.check(range) } }
}

extension TreeCore {
  /// Traps unless a range lies in the text.
  @inline(__always) func check(_ range: Range<Int>) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "range \(range) of \(count) units")
  }
}
