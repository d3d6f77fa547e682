internal import Synchronization

/// An append-only table that gives each distinct value one small number.
///
/// A string and all its snapshots and substrings share one table, so that numbers can be compared
/// instead of values; number 0 is the default value. Numbers never leave the module. The table
/// may be read and extended from several threads at once: its state is behind a mutex.
final class AttributeTable<Value: Hashable & Sendable>: Sendable {
  private struct State {
    var values: [Value]
    /// The numbers of all values but the default, which most strings never go beyond.
    var ids: [Value: UInt32]
  }

  private let state: Mutex<State>

  /// Starts a table.
  ///
  /// - Parameter first: The default value alone, in an array that tables can share.
  init(first: [Value]) {
    precondition(first.count == 1, "one default value")
    state = Mutex(State(values: first, ids: [:]))
  }

  /// The number of a value, new where the value was not met before.
  func id(of value: Value) -> UInt32 {
    state.withLock { state in
      if value == state.values[0] { return 0 }
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
