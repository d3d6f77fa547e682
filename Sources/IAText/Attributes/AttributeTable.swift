internal import Synchronization

/// A set of attributes that a table stores.
protocol AttributeSet: Hashable, Sendable {
  /// Whether no attribute is set, so that the value equals the default.
  var isPlain: Bool { get }
}

extension InlineAttributes: AttributeSet {}
extension ParagraphAttributes: AttributeSet {}

/// An append-only table that assigns a small number to each distinct value.
///
/// A string and all its snapshots and substrings share one table, so that numbers can be compared
/// instead of values. Number 0 is the default value. Numbers are not visible outside the module.
/// Several threads may read and extend the table at the same time: a mutex protects its state.
final class AttributeTable<Value: AttributeSet>: Sendable {
  /// A slot of the hash index: the number of a value, and half of the value's hash.
  private struct Slot {
    var hash: UInt32
    var id: UInt32

    static var free: Slot { Slot(hash: 0, id: UInt32.max) }
    var isFree: Bool { id == UInt32.max }
  }

  /// The values, and an open-addressing hash index with at least twice as many slots as values.
  private struct State {
    private(set) var values: [Value]
    /// The index of all values except the default, empty until a second value is added.
    ///
    /// A value is in the first free slot at or after the slot of its hash.
    private var slots: [Slot] = []

    /// The number of values from which on the table grows by a quarter instead of doubling, because a
    /// document may have a set for nearly each run of text.
    private static var largeCount: Int { 1 << 13 }

    init(_ values: [Value]) { self.values = values }

    /// Returns the number of a value, which is added if it is new.
    mutating func id(of value: Value) -> UInt32 {
      if value.isPlain { return 0 }
      if slots.isEmpty { slots = Array(repeating: .free, count: 8) }
      let hash = UInt32(truncatingIfNeeded: value.hashValue)
      var place = Int(hash) & (slots.count - 1)
      while !slots[place].isFree {
        if slots[place].hash == hash, values[Int(slots[place].id)] == value {
          return slots[place].id
        }
        place = (place + 1) & (slots.count - 1)
      }
      let id = UInt32(values.count)
      slots[place] = Slot(hash: hash, id: id)
      if values.count == values.capacity, values.count >= Self.largeCount {
        values.reserveCapacity(values.count + values.count / 4)
      }
      values.append(value)
      if values.count * 2 > slots.count { grow() }
      return id
    }

    private mutating func grow() {
      let old = slots
      slots = Array(repeating: .free, count: old.count * 2)
      for slot in old where !slot.isFree {
        var place = Int(slot.hash) & (slots.count - 1)
        while !slots[place].isFree { place = (place + 1) & (slots.count - 1) }
        slots[place] = slot
      }
    }
  }

  private let state: Mutex<State>

  /// Creates a table.
  ///
  /// - Parameter first: An array with only the default value, which tables can share.
  init(first: [Value]) {
    precondition(first.count == 1 && first[0].isPlain, "one default value")
    state = Mutex(State(first))
  }

  /// Returns the number of a value, which is added if it is new.
  func id(of value: Value) -> UInt32 {
    state.withLock { $0.id(of: value) }
  }

  /// Returns the value of a number that this table has assigned.
  subscript(id: UInt32) -> Value {
    state.withLock { $0.values[Int(id)] }
  }

  /// All values, in the order of their numbers.
  var values: [Value] {
    state.withLock { $0.values }
  }
}
