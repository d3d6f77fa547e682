/// One piece of work, measured beside others that do the same or set a limit to it.
public struct Kernel {
  /// What a figure is set against.
  public enum Role: String, Sendable {
    /// Ours.
    case candidate
    /// Another implementation of the same.
    case peer
    /// A limit of the machine.
    case limit
  }

  /// The name, unique in its comparison.
  public var name: String
  /// What it is.
  public var role: Role
  /// At most so many rounds; peers that take seconds are run once.
  public var maximumRounds: Int
  /// Whether `--quick` leaves it out.
  public var isSlow: Bool { maximumRounds < 3 }
  /// Whether the work is done twice, so that a test sees that gates are missed.
  var hasRegression = false
  /// Does the work for a size (1 or 2), timing it, and returns how many operations that was.
  public var run: (_ size: Int, _ watch: inout Stopwatch) throws -> Int

  /// Makes a kernel.
  public init(
    _ name: String, _ role: Role = .candidate, maximumRounds: Int = .max,
    run: @escaping (_ size: Int, _ watch: inout Stopwatch) throws -> Int
  ) {
    self.name = name
    self.role = role
    self.maximumRounds = maximumRounds
    self.run = run
  }

  /// The name of the copy of a kernel that is measured beside one with a planted regression.
  static func nameWithoutRegression(_ name: String) -> String { name + ", not planted" }
}

/// Kernels that are run by turns, so that whatever disturbs the machine disturbs all of them.
public struct Comparison {
  /// The name of the suite.
  public var suite: String
  /// The name, unique in its suite.
  public var name: String
  /// The name with its suite, as in the results.
  var fullName: String { "\(suite)/\(name)" }
  /// What an operation is: `edit`, `unit`, `byte`.
  public var operation: String
  /// How often the kernels take turns.
  public var rounds: Int
  /// Whether the kernels also run at twice the size, to see that their time doubles.
  public var checksLinearity: Bool
  /// The kernels; ratios are to the first that is no candidate.
  public var kernels: [Kernel]
  /// What must hold.
  public var gates: [Gate]
  /// How long kernels may take.
  public var bounds: [Bound]

  /// Makes a comparison.
  public init(
    _ suite: String, _ name: String, operation: String, rounds: Int = 7,
    checksLinearity: Bool = false, kernels: [Kernel], gates: [Gate] = [], bounds: [Bound] = []
  ) {
    self.suite = suite
    self.name = name
    self.operation = operation
    self.rounds = rounds
    self.checksLinearity = checksLinearity
    self.kernels = kernels
    self.gates = gates
    self.bounds = bounds
  }

  /// The kernel that ratios are made to.
  public var reference: String? { kernels.first { $0.role != .candidate }?.name }
}

/// A ratio of two kernels of one comparison that must stay within a bound.
public struct Gate: Sendable {
  /// The kernel whose time stands above.
  public var kernel: String
  /// The kernel whose time stands below.
  public var other: String
  /// The largest ratio that passes.
  public var limit: Double
  /// A better ratio that is hoped for.
  public var stretch: Double?
  /// Whether the limit is a target: it is shown, and a run does not fail if it is not reached.
  public var isTarget: Bool

  /// Creates a gate.
  public init(
    _ kernel: String, over other: String, atMost limit: Double, stretch: Double? = nil,
    isTarget: Bool = false
  ) {
    self.kernel = kernel
    self.other = other
    self.limit = limit
    self.stretch = stretch
    self.isTarget = isTarget
  }

  /// Creates a gate that requires one kernel to be a number of times faster than another.
  public init(_ kernel: String, fasterThan other: String, times: Double, isTarget: Bool = false) {
    self.init(kernel, over: other, atMost: 1 / times, isTarget: isTarget)
  }

  /// What the ratio is called in the results.
  var claim: String { "\(kernel) / \(other)" }

  /// The name of the ratio among baselines.
  func name(in comparison: Comparison) -> String { "\(comparison.fullName): \(claim)" }

  /// The largest number of measurements of a comparison whose interval lies above the limit of a gate.
  static let attempts = 3
  /// The largest number of measurements of a comparison whose interval contains the limit of a gate.
  static let undecidedAttempts = 6
}

/// A time within which a kernel should stay: a target that depends on the machine, and therefore never a gate.
///
/// A core that is shared with other machines takes half as long again at times. A comparison with a kernel
/// over its bound is measured again a moment later, except in a quick run, and the best time counts.
public struct Bound: Sendable {
  /// The kernel.
  public var kernel: String
  /// What its time is called in the results.
  public var claim: String
  /// The most nanoseconds an operation may take.
  public var nanoseconds: Double

  /// How often a comparison is measured at most.
  static let attempts = 4
  /// How long it waits before that, in seconds.
  static let pause: UInt32 = 15

  /// Makes a bound.
  public init(_ kernel: String, _ claim: String, atMost nanoseconds: Double) {
    self.kernel = kernel
    self.claim = claim
    self.nanoseconds = nanoseconds
  }
}
