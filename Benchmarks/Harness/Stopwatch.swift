internal import CMeasure

/// The CPU time that a kernel's own work takes; what it prepares stays outside.
public struct Stopwatch: ~Copyable {
  /// The CPU time so far in nanoseconds.
  public private(set) var nanoseconds: UInt64 = 0

  /// Starts at nothing.
  public init() {}

  /// Adds the CPU time of the body.
  public mutating func time<Value>(_ body: () throws -> Value) rethrows -> Value {
    let start = measure_cpu_nanoseconds()
    defer { nanoseconds += measure_cpu_nanoseconds() - start }
    return try body()
  }

  /// Adds a time that was measured elsewhere, such as the CPU time of another process.
  public mutating func add(nanoseconds: UInt64) { self.nanoseconds += nanoseconds }
}

/// The bytes that malloc has handed out; 0 where the system does not say.
public func allocatedBytes() -> Int { Int(measure_allocated_bytes()) }

/// The bytes of memory that the process holds, whoever asked for them; 0 where the system does not
/// say.
public func residentBytes() -> Int { Int(measure_resident_bytes()) }

/// The most memory that the process ever held, in bytes; 0 where the system does not say.
public func peakBytes() -> Int { Int(measure_peak_bytes()) }
