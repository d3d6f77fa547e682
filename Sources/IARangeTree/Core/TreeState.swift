internal import Synchronization

/// One step of the finger's path: a child in its parent.
///
/// `count` repeats where `node` keeps the count of child `index`, so that an edit updates it and the
/// sum without arithmetic.
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

  /// What else is known of the child.
  var facts: UnsafeMutablePointer<Facts> {
    @inline(__always) get { unsafe node.facts + index }
  }
}

/// Everything a tree is, kept in one storage object that copies of the tree share.
///
/// Threads that share the storage write the words of `shared`, each an `Atomic`. All other fields are
/// written by a sole owner, or by the one thread that `SettleProtocol` admits.
@usableFromInline @safe struct TreeState: ~Copyable {
  /// The root's slot; it holds the reference to the root.
  var root: Slot
  /// What threads write that share the storage.
  @usableFromInline let shared = SharedWords()
  /// Where typing continues, if the finger's leaf has its gap there, may be written, and
  /// `fingerRun` touches that place.
  @usableFromInline var caret: Caret
  /// Units in all.
  var count: Int
  /// 0 while the root is a leaf.
  var height: Int
  /// The leaf of the last edit; nothing is pending on the way to it.
  ///
  /// It is dropped by whatever changes the structure or sets values over a range, so it always
  /// belongs to this tree.
  var finger: Leaf?
  /// The offset at which the finger's leaf starts.
  var fingerStart: Int
  /// A run of the finger's leaf, where the last edit looked, and the run's start in the leaf.
  var fingerRun: (index: Int, start: Int)
  /// The way to the finger: step *l* leads from a node of level *l* to one of level *l* - 1.
  ///
  /// Step 0 is not used.
  var path: UnsafeMutablePointer<PathStep>?
  /// How many steps fit.
  var pathCapacity: Int
  let geometry: Geometry
}

/// The shared, reference counted home of a tree's state.
///
/// The state is the one element of a managed buffer, so that neither a second allocation nor dynamic
/// exclusivity checks cost time on every edit. (A buffer's header must be copyable, which a state
/// with atomic words is not.)
@usableFromInline final class TreeStorage: ManagedBuffer<Void, TreeState> {
  deinit {
    unsafe withUnsafeMutablePointerToElements {
      unsafe $0.pointee.path?.deallocate()
      unsafe $0.pointee.root.child.release()
      unsafe $0.deinitialize(count: 1)
    }
  }

  /// Returns the home of a subtree, whose reference it takes over.
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

  /// Returns a storage of its own with the same tree, sharing every node.
  func copy() -> TreeStorage {
    withCore { core in
      core.settle()
      return Self.make(core.sharedWhole(), geometry: core.geometry)
    }
  }

  /// Calls a body with the tree in place; the core is valid while the body runs.
  @inline(__always) func withCore<Result>(_ body: (TreeCore) -> Result) -> Result {
    unsafe withUnsafeMutablePointerToElements { unsafe body(TreeCore(state: $0)) }
  }
}

/// The state of a tree in place: all algorithms are methods of this pointer.
///
/// Reading methods need the storage alive; changing ones need it held alone. `RangeTree` ensures
/// both. A core is made by `TreeStorage.withCore` alone and does not leave its body.
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

  /// The extremes of the finger's leaf, as the root's slot or the leaf's parent has them.
  ///
  /// - Precondition: there is a finger.
  var fingerExtremes: Extremes {
    @inline(__always) get {
      unsafe height == 0 ? state.pointee.root.extremes : step(1).extremes.pointee
    }
  }

  /// The whole tree, without a reference of its own.
  var whole: Subtree { Subtree(slot: root, count: count, level: height) }

  /// Returns the whole tree with a reference for someone else.
  ///
  /// Nodes are shared by this method alone; it marks the finger as unusable. Other readers may
  /// do the same at the same time. The order of the two stores does not matter: both words are read
  /// only by a sole owner, whose check for uniqueness comes after all readers' releases.
  ///
  /// - Precondition: the tree is settled.
  func sharedWhole() -> Subtree {
    let whole = whole
    whole.slot.child.retain()
    unsafe state.pointee.shared.isFingerShared.store(true, ordering: .relaxed)
    unsafe state.pointee.shared.caretOffset.store(-1, ordering: .relaxed)
    return whole
  }

  /// Replaces the tree; takes over the reference and drops the finger.
  ///
  /// The old root is the caller's to release.
  func become(_ subtree: Subtree?) {
    forgetFinger()
    let subtree = subtree ?? Self.empty(geometry)
    root = subtree.slot
    count = subtree.count
    height = subtree.level
  }

  @inline(__always) func forgetFinger() {
    unsafe state.pointee.finger = nil
    forgetCaret()
  }

  /// Returns a tree without text: a leaf with room for a few words.
  static func empty(_ geometry: Geometry) -> Subtree {
    Leaf(capacity: min(32, geometry.leafCapacity), runCapacity: 4, isWide: false).measured()
  }
}
