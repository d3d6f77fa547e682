/// The bytes of a document, each access to which is checked: an unsafe buffer checks none in a
/// release build.
struct RTFBytes {
  private let buffer: UnsafeBufferPointer<UInt8>

  init(_ buffer: UnsafeBufferPointer<UInt8>) { self.buffer = buffer }

  var count: Int { buffer.count }

  @inline(__always) subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: buffer.count), "byte \(index)")
    return unsafe buffer[index]
  }

  /// A stretch of the bytes.
  subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    precondition(range.lowerBound >= 0 && range.upperBound <= buffer.count, "bytes \(range)")
    return unsafe UnsafeBufferPointer(rebasing: buffer[range])
  }

  /// All bytes, for loops that keep their own bounds.
  var all: UnsafeBufferPointer<UInt8> { buffer }
}
