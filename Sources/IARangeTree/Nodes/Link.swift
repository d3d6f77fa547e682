/// A reference to a child and flags for its pending values, in one word.
///
/// Nodes are aligned to 16 bytes, so that the lowest bits of their addresses are free for flags: a
/// search finds in the address itself whether it can stop.
@safe struct Link {
  private var bits: UInt

  private static let intensityFlag: UInt = 1
  private static let attributeFlag: UInt = 2
  private static let flags: UInt = 15

  /// Creates a link without pending values.
  @inline(__always) init(_ node: Node) { bits = unsafe UInt(bitPattern: node.base) }

  /// The child; setting it keeps the flags.
  var node: Node {
    @inline(__always) get {
      // The address of a node is never 0.
      unsafe Node(UnsafeMutableRawPointer(bitPattern: bits & ~Self.flags).unsafelyUnwrapped)
    }
    @inline(__always) set {
      bits = unsafe UInt(bitPattern: newValue.base) | (bits & Self.flags)
    }
  }

  /// Whether an intensity is pending for the child.
  var hasPendingIntensity: Bool {
    @inline(__always) get { bits & Self.intensityFlag != 0 }
    @inline(__always) set { set(Self.intensityFlag, newValue) }
  }

  /// Whether an attribute is pending for the child.
  var hasPendingAttribute: Bool {
    @inline(__always) get { bits & Self.attributeFlag != 0 }
    @inline(__always) set { set(Self.attributeFlag, newValue) }
  }

  /// Whether any value is pending for the child.
  var isPending: Bool { @inline(__always) get { bits & Self.flags != 0 } }

  @inline(__always) private mutating func set(_ flag: UInt, _ isSet: Bool) {
    bits = isSet ? bits | flag : bits & ~flag
  }
}
