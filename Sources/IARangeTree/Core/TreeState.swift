internal import Synchronization

/// One step of the finger's path: a child in its parent.
///
/// `count` points to the count of child `index` in `node`, so that an edit updates count and sum
/// without computing an address.
@safe struct PathStep {
  var node: Inner
  var index: Int
  let count: UnsafeMutablePointer<Int>

  init(_ node: Inner, _ index: Int) {
    self.node = node
    self.index = index
    unsafe count = node.counts + index
  }

  /// The child's sum of intensities.
  var sum: UnsafeMutablePointer<Int> { @inline(__always) get { unsafe count + Inner.capacity } }

  /// The child's extremes.
  var extremes: UnsafeMutablePointer<Extremes> {
    @inline(__always) get { unsafe node.extremes + index }
  }

  /// The facts about the child.
  var facts: UnsafeMutablePointer<Facts> {
    @inline(__always) get { unsafe node.facts + index }
  }
}

/// The state of a tree, in one storage object that copies of the tree share.
///
/// Threads that share the storage write only the words of `shared`, each of which is an `Atomic`.
/// All other fields are written by a sole owner, or by the one thread that `SettleProtocol` admits.
@usableFromInline @safe struct TreeState: ~Copyable {
  /// The slot of the root, which owns the reference to it.
  var root: Slot
  /// The words that threads which share the storage may write.
  @usableFromInline let shared = SharedWords()
  /// The state for typing, valid if the gap of the finger's leaf is at the caret, the leaf is
  /// writable, and `fingerRun` touches the gap.
  @usableFromInline var caret: Caret
  /// The number of units.
  var count: Int
  /// The level of the root; 0 if it is a leaf.
  var height: Int
  /// The leaf of the last edit; no values are pending on the path to it.
  ///
  /// Changes of the structure and assignments to ranges invalidate it, so that it always belongs to
  /// this tree.
  var finger: Leaf?
  /// The offset of the first unit of the finger's leaf.
  var fingerStart: Int
  /// The run of the finger's leaf found by the last edit, and the offset of its start in the leaf.
  var fingerRun: (index: Int, start: Int)
  /// The path to the finger: step *l* leads from a node of level *l* to one of level *l* − 1.
  ///
  /// Step 0 is not used.
  var path: UnsafeMutablePointer<PathStep>?
  /// The capacity of the path, in steps.
  var pathCapacity: Int
  let geometry: Geometry
}

/// The shared, reference-counted storage of a tree's state.
///
/// The state is the one element of a managed buffer, so that an edit needs neither a second
/// indirection nor a dynamic exclusivity check. (The header of a buffer must be copyable, and a
/// state with atomic words is not.)
@usableFromInline final class TreeStorage: ManagedBuffer<Void, TreeState> {
  deinit {
    unsafe withUnsafeMutablePointerToElements {
      unsafe $0.pointee.path?.deallocate()
      unsafe $0.pointee.root.child.release()
      unsafe $0.deinitialize(count: 1)
    }
  }

  /// Returns a storage for a subtree, whose ownership is taken.
  static func make(_ subtree: Subtree, geometry: Geometry) -> TreeStorage {
    let buffer = TreeStorage.create(minimumCapacity: 1) { _ in }
    unsafe buffer.withUnsafeMutablePointerToElements {
      unsafe $0.initialize(
        to: TreeState(
          root: subtree.slot, caret: Caret(node: subtree.slot.child), count: subtree.count,
          height: subtree.level, finger: nil, fingerStart: 0, fingerRun: (0, 0), path: nil,
          pathCapacity: 0, geometry: geometry))
    }
    return unsafe unsafeDowncast(buffer, to: TreeStorage.self)
  }

  /// Returns a separate storage with the same tree, which shares all nodes.
  func copy() -> TreeStorage {
    withCore { core in
      core.settle()
      return Self.make(core.sharedWhole(), geometry: core.geometry)
    }
  }

  /// Calls `body` with the tree in place; the core is valid only during the call.
  @inline(__always) func withCore<Result>(_ body: (TreeCore) -> Result) -> Result {
    unsafe withUnsafeMutablePointerToElements { unsafe body(TreeCore(state: $0)) }
  }
}

/// The state of a tree in place: all algorithms are methods of this pointer.
///
/// Methods that read require a live storage; methods that write require a storage with one owner.
/// `RangeTree` ensures both. A core is created only by `TreeStorage.withCore` and does not leave
/// its body.
@safe struct TreeCore {
  let state: UnsafeMutablePointer<TreeState>

  @inline(__always) init(state: UnsafeMutablePointer<TreeState>) { unsafe self.state = state }

  var root: Slot {
    @inline(__always) get { unsafe state.pointee.root }
    nonmutating set { unsafe state.pointee.root = newValue }
  }
  var count: Int {
    @inline(__always) get { unsafe state.pointee.count }
    @inline(__always) nonmutating set { unsafe state.pointee.count = newValue }
  }
  var height: Int {
    @inline(__always) get { unsafe state.pointee.height }
    nonmutating set { unsafe state.pointee.height = newValue }
  }
  var geometry: Geometry { @inline(__always) get { unsafe state.pointee.geometry } }

  /// The extremes of the finger's leaf, from the slot of the leaf.
  ///
  /// - Precondition: The finger is set.
  var fingerExtremes: Extremes {
    @inline(__always) get {
      unsafe height == 0 ? state.pointee.root.extremes : step(1).extremes.pointee
    }
  }

  /// The whole tree, without an additional reference.
  var whole: Subtree { Subtree(slot: root, count: count, level: height) }

  /// Returns the whole tree with an additional reference.
  ///
  /// Only this method shares nodes; it marks the finger as unusable. Other readers may do the same
  /// at the same time. The order of the two stores has no effect: only a sole owner reads both
  /// words, after a check for uniqueness that is ordered after the releases of all readers.
  ///
  /// - Precondition: The tree is settled.
  func sharedWhole() -> Subtree {
    let whole = whole
    whole.slot.child.retain()
    unsafe state.pointee.shared.isFingerShared.store(true, ordering: .relaxed)
    unsafe state.pointee.shared.caretOffset.store(-1, ordering: .relaxed)
    return whole
  }

  /// Replaces the tree by a subtree, whose ownership is taken, and invalidates the finger.
  ///
  /// The caller releases the old root.
  func replaceAll(_ subtree: Subtree?) {
    invalidateFinger()
    let subtree = subtree ?? Self.empty(geometry)
    root = subtree.slot
    count = subtree.count
    height = subtree.level
  }

  @inline(__always) func invalidateFinger() {
    unsafe state.pointee.finger = nil
    invalidateCaret()
  }

  /// Returns a tree without text: a leaf with capacity for a few words.
  static func empty(_ geometry: Geometry) -> Subtree {
    Leaf(capacity: min(32, geometry.leafCapacity), runCapacity: 4, isWide: false).measured()
  }
}
