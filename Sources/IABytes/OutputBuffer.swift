/// An output buffer with a single owner, whose content is passed on in parts.
///
/// Writers append many short pieces (a tag, a word, a tag). An array checks for each of them
/// whether it is unique and large enough, and calls a function to copy six bytes; this buffer
/// checks only the capacity.
///
/// A copy shares the memory, so a buffer must not be copied.
@safe public struct OutputBuffer {
  @usableFromInline var memory: HeapMemory<UInt8>
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  @usableFromInline var capacity: Int
  @usableFromInline var filled = 0

  /// The number of bytes in the buffer.
  @inlinable public var count: Int { filled }

  /// The number of bytes that a short copy writes, even if it appends fewer.
  @inlinable static var shortCount: Int { 32 }

  /// Creates an empty buffer with a capacity in bytes.
  public init(capacity: Int) {
    self.capacity = max(capacity, Self.shortCount)
    memory = HeapMemory(count: self.capacity)
    unsafe base = memory.base
  }

  /// Reserves capacity for more bytes.
  @inlinable @inline(__always)
  public mutating func reserve(_ more: Int) {
    if more > capacity - count { grow(by: more) }
  }

  @usableFromInline @inline(never)
  mutating func grow(by more: Int) {
    let room = max(2 * capacity, count + more)
    let larger = HeapMemory<UInt8>(count: room)
    unsafe larger.base.update(from: base, count: count)
    memory = larger
    unsafe base = larger.base
    capacity = room
  }

  /// Appends a byte.
  @inlinable @inline(__always)
  public mutating func append(_ byte: UInt8) {
    reserve(1)
    unsafe base[count] = byte
    filled &+= 1
  }

  /// Appends bytes.
  @inlinable @inline(__always)
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    reserve(bytes.count)
    unsafe (base + count).update(from: start, count: bytes.count)
    filled &+= bytes.count
  }

  /// Appends bytes.
  public mutating func append(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append($0) }
  }

  /// Appends ASCII.
  @inlinable @inline(__always)
  public mutating func append(_ text: StaticString) {
    unsafe append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends the UTF-8 of a text.
  public mutating func append(utf8 text: String) {
    var text = text
    text.withUTF8 { unsafe append($0) }
  }

  /// Appends an entry of a table.
  @inlinable @inline(__always)
  public mutating func append(_ entry: Int, of table: borrowing MarkupTable) {
    let place = table.places[entry]
    if place.count == 0 { return }
    reserve(max(place.count, Self.shortCount))
    unsafe table.bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      let from = unsafe UnsafeRawPointer(start + place.start)
      if place.count <= Self.shortCount {
        // The bytes of a table end with `shortCount` zeros, so that these reads stay within the array.
        let to = unsafe UnsafeMutableRawPointer(base + count)
        for at in stride(from: 0, to: Self.shortCount, by: 8) {
          let word = unsafe from.loadUnaligned(fromByteOffset: at, as: UInt64.self)
          unsafe to.storeBytes(of: word, toByteOffset: at, as: UInt64.self)
        }
      } else {
        unsafe (base + count).update(
          from: from.assumingMemoryBound(to: UInt8.self), count: place.count)
      }
    }
    filled &+= place.count
  }

  /// Appends the bytes that `body` writes, at most `most`; `body` returns the number of bytes that it wrote.
  @inlinable @inline(__always)
  public mutating func append(
    atMost most: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int
  ) {
    reserve(most)
    filled &+= unsafe body(base + filled)
  }

  /// Appends the base64 of bytes.
  package mutating func append(base64 bytes: UnsafeBufferPointer<UInt8>) {
    unsafe append(atMost: Base64.encodedCount(ofByteCount: bytes.count)) {
      unsafe Base64.encode(bytes, to: $0)
    }
  }

  /// Calls `body` with the bytes from `start` to the end.
  @inlinable @inline(__always)
  public func withBytes<Result>(
    from start: Int = 0, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    try unsafe body(UnsafeBufferPointer(start: base + start, count: count - start))
  }

  /// Returns all bytes and empties the buffer.
  public mutating func take() -> [UInt8] {
    defer { filled = 0 }
    return unsafe Array(UnsafeBufferPointer(start: base, count: count))
  }
}

/// Numbered byte sequences that are written repeatedly.
public struct MarkupTable: Sendable {
  @usableFromInline struct Place: Sendable {
    @usableFromInline var start: Int
    @usableFromInline var count: Int
  }

  @usableFromInline var places: [Place] = []
  /// The concatenated entries, followed by as many zeros as a short copy may read beyond the last entry.
  @usableFromInline var bytes = [UInt8](repeating: 0, count: OutputBuffer.shortCount)

  /// Creates an empty table.
  public init() {}

  /// Adds an entry and returns its number.
  public mutating func add(_ markup: [UInt8]) -> Int {
    let start = bytes.count - OutputBuffer.shortCount
    bytes.insert(contentsOf: markup, at: start)
    places.append(Place(start: start, count: markup.count))
    return places.count - 1
  }
}

/// Uninitialised memory for values of a trivial type, which is freed with its last owner.
@usableFromInline @safe package final class HeapMemory<Value: BitwiseCopyable> {
  /// The address of the first element.
  @usableFromInline package let base: UnsafeMutablePointer<Value>

  /// Creates uninitialised memory for `count` values.
  @usableFromInline package init(count: Int) { unsafe base = .allocate(capacity: count) }

  deinit { unsafe base.deallocate() }
}
