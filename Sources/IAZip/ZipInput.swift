public import IABytes

/// Bytes with random access, the input of a ZIP directory reader.
public protocol ZipInput {
  /// The size in bytes.
  var byteCount: Int { get }

  /// Returns the bytes of a range inside `0..<byteCount`; fewer only if the input has shrunk.
  mutating func bytes(in range: Range<Int>) throws(InputError) -> [UInt8]
}

/// An archive in memory.
public struct ZipBytes: ZipInput {
  private let content: [UInt8]

  /// Creates an input from the bytes of an archive.
  public init(_ bytes: [UInt8]) { content = bytes }

  /// The size in bytes.
  public var byteCount: Int { content.count }

  /// Returns the bytes of a range.
  public func bytes(in range: Range<Int>) -> [UInt8] { Array(content[range]) }
}

/// Reads an input through a window, so that many small headers at ascending offsets need few reads.
struct ZipWindow<Input: ZipInput> {
  private var input: Input
  private var window: [UInt8] = []
  private var start = 0
  /// The number of bytes that are read at once.
  private static var step: Int { 1 << 16 }

  init(_ input: Input) { self.input = input }

  var byteCount: Int { input.byteCount }

  /// Returns the bytes of a range.
  ///
  /// - Throws: `zip.truncated` if the input does not contain them all.
  mutating func bytes(in range: Range<Int>) throws(InputError) -> ArraySlice<UInt8> {
    guard range.lowerBound >= 0, range.upperBound <= byteCount else {
      throw InputError(.zipTruncated, at: min(max(range.lowerBound, 0), byteCount))
    }
    if range.lowerBound < start || range.upperBound > start + window.count {
      let end = min(max(range.upperBound, range.lowerBound + Self.step), byteCount)
      window = try input.bytes(in: range.lowerBound..<end)
      start = range.lowerBound
      guard range.count <= window.count else {
        throw InputError(.zipTruncated, at: start + window.count)
      }
    }
    let lower = range.lowerBound - start
    return window[lower..<lower + range.count]
  }
}
