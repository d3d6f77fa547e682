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
@usableFromInline @safe struct TreeState {
  // The first three words (`SharedWord`) are those that threads touch which share the storage.

  /// Not 0 when nodes may have got another owner since the finger was moved.
  ///
  /// Then the finger is of no use for writing. Set atomically, by readers too; read and cleared
  /// only by a sole owner.
  var isShared: Int
  /// Where typing goes on, if the finger's leaf has its gap there, may be written, and `fingerRun`
  /// touches that place.
  @usableFromInline var caret: Caret
  /// The root's slot; it holds the reference to the root.
  var root: Slot
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
  /// Where the extremes of the finger's leaf are kept: in the root's slot or in its parent.
  var fingerExtremes: UnsafeMutablePointer<Extremes>
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
/// Its one field lives in memory of its own object (a managed buffer), so that neither a second
/// allocation nor dynamic exclusivity checks cost time on every edit.
@usableFromInline final class TreeStorage: ManagedBuffer<TreeState, Void> {
  deinit {
    unsafe withUnsafeMutablePointerToHeader {
      unsafe $0.pointee.path?.deallocate()
      unsafe $0.pointee.root.child.release()
    }
  }

  /// Makes the home of a subtree, whose reference it takes over.
  static func make(_ subtree: Subtree, geometry: Geometry) -> TreeStorage {
    let buffer = TreeStorage.create(minimumCapacity: 0) { buffer in
      unsafe buffer.withUnsafeMutablePointerToHeader { header in
        unsafe TreeState(
          isShared: 0, caret: Caret(node: subtree.slot.child), root: subtree.slot,
          count: subtree.count, height: subtree.level, finger: nil,
          fingerStart: 0,
          fingerExtremes: TreeCore(state: header).rootExtremes,
          fingerRun: (0, 0), path: nil, pathCapacity: 0,
          geometry: geometry)
      }
    }
    return unsafe unsafeDowncast(buffer, to: TreeStorage.self)
  }

  /// A storage of its own with the same tree, sharing every node.
  func copy() -> TreeStorage {
    core.settle()
    return Self.make(core.sharedWhole(), geometry: core.geometry)
  }

  var core: TreeCore {
    @inline(__always) get {
      unsafe withUnsafeMutablePointerToHeader { unsafe TreeCore(state: $0) }
    }
  }
}

/// The state of a tree in place: all algorithms are methods of this pointer.
///
/// Reading methods need the storage alive; changing ones need it held alone. Both are seen to by
/// `RangeTree`, the only one to make a core.
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

  /// The extremes of the whole text.
  var rootExtremes: UnsafeMutablePointer<Extremes> {
    @inline(__always) get {
      unsafe withUnsafeMutablePointer(to: &state.pointee.root.extremes) { unsafe $0 }
    }
  }

  /// The whole tree, without a reference of its own.
  var whole: Subtree { Subtree(slot: root, count: count, level: height) }

  /// The whole tree with a reference for someone else.
  ///
  /// Every way to share nodes comes through here, and tells the finger. Other readers may do the
  /// same at the same time, therefore atomically.
  ///
  /// - Precondition: the tree is settled.
  func sharedWhole() -> Subtree {
    let whole = whole
    whole.slot.child.retain()
    unsafe atomic(.isShared).pointee.store(1, ordering: .relaxed)
    unsafe atomic(.caretOffset).pointee.store(-1, ordering: .relaxed)
    return whole
  }

  /// A word at the start of the state, by its place there.
  enum SharedWord: Int {
    case isShared, isAhead, caretOffset
  }

  /// A word that threads touch which share the storage, as an atomic one.
  ///
  /// By its address: to name the field would be an access to the whole state for Swift.
  @inline(__always) func atomic(_ word: SharedWord) -> UnsafeMutablePointer<Atomic<Int>> {
    unsafe UnsafeMutableRawPointer(state).assumingMemoryBound(to: Atomic<Int>.self) + word.rawValue
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

  /// A tree without text: a leaf with room for a few words.
  static func empty(_ geometry: Geometry) -> Subtree {
    Leaf(capacity: min(32, geometry.leafCapacity), runCapacity: 4, isWide: false).measured()
  }
}
