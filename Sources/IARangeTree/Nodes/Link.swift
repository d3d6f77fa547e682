/// A reference to a child and what is pending for it, in one word.
///
/// Nodes lie at multiples of 16, so that the lowest bits of their addresses are free for flags: a
/// search finds out with the address whether it need continue.
@safe struct Link {
  private var bits: UInt

  private static let intensityFlag: UInt = 1
  private static let attributeFlag: UInt = 2
  private static let flags: UInt = 15

  /// Creates a link with nothing pending.
  @inline(__always) init(_ node: Node) { bits = unsafe UInt(bitPattern: node.base) }

  /// The child; replacing it leaves what is pending.
  var node: Node {
    @inline(__always) get {
      // The address of a node is never 0.
      unsafe Node(UnsafeMutableRawPointer(bitPattern: bits & ~Self.flags).unsafelyUnwrapped)
    }
    @inline(__always) set {
      bits = unsafe UInt(bitPattern: newValue.base) | (bits & Self.flags)
    }
  }

  /// Whether an intensity is pending.
  var hasPendingIntensity: Bool {
    @inline(__always) get { bits & Self.intensityFlag != 0 }
    @inline(__always) set { set(Self.intensityFlag, newValue) }
  }

  /// Whether an attribute is pending.
  var hasPendingAttribute: Bool {
    @inline(__always) get { bits & Self.attributeFlag != 0 }
    @inline(__always) set { set(Self.attributeFlag, newValue) }
  }

  /// Whether anything is pending.
  var isPending: Bool { @inline(__always) get { bits & Self.flags != 0 } }

  @inline(__always) private mutating func set(_ flag: UInt, _ isSet: Bool) {
    bits = isSet ? bits | flag : bits & ~flag
  }
}
