internal import Synchronization

/// An append-only table that gives each distinct value one small number.
///
/// A string and all its snapshots and substrings share one table, so that numbers can be compared
/// instead of values; number 0 is the default value. Numbers never leave the module. The table
/// may be read and extended from several threads at once: its state is behind a mutex.
final class AttributeTable<Value: Hashable & Sendable>: Sendable {
  /// The values, and where in a table of twice their number at least each of them is found: each is
  /// kept once.
  private struct State {
    private(set) var values: [Value] = []
    /// Numbers by the hash of their values, in the next free slot; `free` elsewhere.
    private var slots = [UInt32](repeating: Self.free, count: 8)

    private static var free: UInt32 { UInt32.max }

    init(_ value: Value) { _ = id(of: value) }

    /// The number of a value, new where the value was not met before.
    mutating func id(of value: Value) -> UInt32 {
      var slot = value.hashValue & (slots.count - 1)
      while slots[slot] != Self.free {
        if values[Int(slots[slot])] == value { return slots[slot] }
        slot = (slot + 1) & (slots.count - 1)
      }
      let id = UInt32(values.count)
      slots[slot] = id
      values.append(value)
      if values.count * 2 > slots.count { grow() }
      return id
    }

    private mutating func grow() {
      slots = Array(repeating: Self.free, count: slots.count * 2)
      for index in values.indices {
        var slot = values[index].hashValue & (slots.count - 1)
        while slots[slot] != Self.free { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(index)
      }
    }
  }

  private let state: Mutex<State>

  init(default value: Value) { state = Mutex(State(value)) }

  /// The number of a value, new where the value was not met before.
  func id(of value: Value) -> UInt32 {
    state.withLock { $0.id(of: value) }
  }

  /// The value of a number that this table gave.
  subscript(id: UInt32) -> Value {
    state.withLock { $0.values[Int(id)] }
  }

  /// All values so far, in order of their numbers.
  var values: [Value] {
    state.withLock { $0.values }
  }
}
