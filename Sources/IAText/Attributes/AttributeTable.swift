internal import Synchronization

/// An append-only table that gives each distinct value one small number.
///
/// A string and all its snapshots and substrings share one table, so that numbers can be compared
/// instead of values; number 0 is the default value. Numbers never leave the module. The table
/// may be read and extended from several threads at once: its state is behind a mutex.
final class AttributeTable<Value: Hashable & Sendable>: Sendable {
  private struct State {
    var values: [Value]
    var ids: [Value: UInt32]
  }

  private let state: Mutex<State>

  init(default value: Value) {
    state = Mutex(State(values: [value], ids: [value: 0]))
  }

  /// The number of a value, new where the value was not met before.
  func id(of value: Value) -> UInt32 {
    state.withLock { state in
      if let known = state.ids[value] { return known }
      let id = UInt32(state.values.count)
      state.values.append(value)
      state.ids[value] = id
      return id
    }
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
