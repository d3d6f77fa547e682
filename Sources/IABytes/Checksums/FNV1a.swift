/// The 64-bit FNV-1a hash, for hash tables and for detecting edited text.
///
/// It does not protect against input that is chosen to collide.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm",
/// draft-eastlake-fnv.
public enum FNV1a {
  /// The hash of an empty input.
  @inlinable public static var start: UInt64 { @inline(__always) get { 0xCBF2_9CE4_8422_2325 } }

  /// The FNV prime, by which each step multiplies.
  @inlinable public static var prime: UInt64 { @inline(__always) get { 0x0000_0100_0000_01B3 } }

  /// Returns the hash of some bytes followed by one more.
  ///
  /// - Parameters:
  ///   - byte: The byte that follows.
  ///   - hash: The hash of the bytes before it, or `start`.
  @inlinable @inline(__always)
  public static func adding(_ byte: UInt8, to hash: UInt64) -> UInt64 {
    (hash ^ UInt64(byte)) &* prime
  }
}
