internal import Synchronization

/// Attributes that a table keeps.
protocol AttributeSet: Hashable, Sendable {
  /// Whether nothing is set: a value equal to the default.
  var isPlain: Bool { get }
}

extension InlineAttributes: AttributeSet {}
extension ParagraphAttributes: AttributeSet {}

/// An append-only table that gives each distinct value one small number.
///
/// A string and all its snapshots and substrings share one table, so that numbers can be compared
/// instead of values; number 0 is the default value. Numbers never leave the module. The table
/// may be read and extended from several threads at once: its state is behind a mutex.
final class AttributeTable<Value: AttributeSet>: Sendable {
  /// A place of the index: the number of a value, and half of the value's hash.
  private struct Slot {
    var hash: UInt32
    var id: UInt32

    static var free: Slot { Slot(hash: 0, id: UInt32.max) }
    var isFree: Bool { id == UInt32.max }
  }

  /// The values, and an index of twice their number of slots at least: each value is kept once.
  private struct State {
    private(set) var values: [Value]
    /// All values but the default, which most strings never go beyond, each in the next free slot
    /// from that of its hash on.
    private var slots: [Slot] = []

    init(_ values: [Value]) { self.values = values }

    /// Returns the number of a value, new where the value was not met before.
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
  /// - Parameter first: The default value alone, in an array that tables can share.
  init(first: [Value]) {
    precondition(first.count == 1 && first[0].isPlain, "one default value")
    state = Mutex(State(first))
  }

  /// Returns the number of a value, new where the value was not met before.
  func id(of value: Value) -> UInt32 {
    state.withLock { $0.id(of: value) }
  }

  /// Returns the value of a number that this table gave.
  subscript(id: UInt32) -> Value {
    state.withLock { $0.values[Int(id)] }
  }

  /// All values so far, in order of their numbers.
  var values: [Value] {
    state.withLock { $0.values }
  }
}
