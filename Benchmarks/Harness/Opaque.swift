/// Returns its argument in a way the optimiser cannot see through.
///
/// Inputs and results go through here: else a kernel that gets the same input each time is moved
/// out of the loop, and one whose result nobody reads is removed.
@_optimize(none) @inline(never) public func opaque<Value>(_ value: Value) -> Value { value }
