internal import IABytes

/// Decompresses a damaged or truncated DEFLATE stream (RFC 1951) up to the first error.
///
/// libdeflate decompresses a stream completely or not at all. This decoder is several times slower;
/// only salvaging uses it, for damaged texts.
struct PartialInflate {
  private let bytes: [UInt8]
  private let limit: Int
  private var position = 0
  private var held: UInt32 = 0
  private var heldCount = 0
  private var output: [UInt8] = []

  /// A condition that ends decompression: an invalid code, the end of the bytes, or the limit.
  private struct Stop: Error {}

  /// The result of a decompression.
  struct Outcome {
    /// The content up to the position that could not be decoded.
    var content: [UInt8]
    /// Whether the stream was decoded to the end of its last block.
    var isWhole: Bool
    /// Whether the bytes ended before the stream: it was truncated.
    var isTruncated: Bool
  }

  /// Decompresses a stream as far as possible.
  ///
  /// - Parameters:
  ///   - bytes: The stream, or its beginning.
  ///   - limit: The maximum number of bytes to return.
  /// - Complexity: O(*n*) in the size of the content.
  static func prefix(of bytes: [UInt8], limit: Int) -> Outcome {
    var inflate = PartialInflate(bytes: bytes, limit: limit)
    let isWhole = (try? inflate.run()) != nil
    return Outcome(
      content: inflate.output, isWhole: isWhole,
      isTruncated: !isWhole && inflate.position >= bytes.count && inflate.output.count < limit)
  }

  private init(bytes: [UInt8], limit: Int) {
    self.bytes = bytes
    self.limit = limit
  }

  private mutating func run() throws(Stop) {
    var isLast = false
    while !isLast {
      isLast = try bits(1) == 1
      switch try bits(2) {
      case 0: try copyStored()
      case 1: try decode(Self.fixedLiterals, Self.fixedDistances)
      case 2:
        let (literals, distances) = try tables()
        try decode(literals, distances)
      default: throw Stop()
      }
    }
  }

  private mutating func bits(_ count: Int) throws(Stop) -> Int {
    while heldCount < count {
      guard position < bytes.count else { throw Stop() }
      held |= UInt32(bytes[position]) << UInt32(heldCount)
      position += 1
      heldCount += 8
    }
    let value = held & ((1 << UInt32(count)) - 1)
    held >>= UInt32(count)
    heldCount -= count
    return Int(value)
  }

  private mutating func put(_ byte: UInt8) throws(Stop) {
    guard output.count < limit else { throw Stop() }
    output.append(byte)
  }

  private mutating func copyStored() throws(Stop) {
    held = 0
    heldCount = 0
    let length = try bits(8) | bits(8) << 8
    let check = try bits(8) | bits(8) << 8
    guard length ^ check == 0xFFFF else { throw Stop() }
    for _ in 0..<length { try put(UInt8(try bits(8))) }
  }

  /// A canonical Huffman code: the number of codes of each length, and the symbols in order of
  /// their codes.
  private struct Code {
    private var counts = [Int](repeating: 0, count: 16)
    private var symbols: [Int] = []

    init(lengths: [Int]) {
      for length in lengths where length > 0 { counts[length] += 1 }
      for length in 1...15 {
        symbols += lengths.indices.filter { lengths[$0] == length }
      }
    }

    /// Whether no code is a prefix of another.
    var isValid: Bool {
      var left = 1
      for length in 1...15 {
        left = left << 1 - counts[length]
        if left < 0 { return false }
      }
      return true
    }

    fileprivate func symbol(_ inflate: inout PartialInflate) throws(Stop) -> Int {
      var (code, first, index) = (0, 0, 0)
      for length in 1...15 {
        code |= try inflate.bits(1)
        if code - first < counts[length] { return symbols[index + code - first] }
        index += counts[length]
        first = (first + counts[length]) << 1
        code <<= 1
      }
      throw Stop()
    }
  }

  private static let fixedLiterals = Code(
    lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = Code(lengths: [Int](repeating: 5, count: 30))
  /// The order in which the lengths of the code-length code are stored (RFC 1951, section 3.2.7).
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  /// The minimum length of each length symbol, and its number of extra bits.
  private static let lengths: [(base: Int, bits: Int)] =
    (3...10).map { ($0, 0) }
    + (1...5).flatMap { bits in (0..<4).map { (3 + (4 + $0) << bits, bits) } }
    + [(258, 0)]
  /// The minimum distance of each distance symbol, and its number of extra bits.
  private static let distances: [(base: Int, bits: Int)] =
    (1...4).map { ($0, 0) }
    + (1...13).flatMap { bits in (0..<2).map { (1 + (2 + $0) << bits, bits) } }

  private mutating func tables() throws(Stop) -> (Code, Code) {
    let literalCount = try bits(5) + 257
    let distanceCount = try bits(5) + 1
    let lengthCount = try bits(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw Stop() }
    var lengths = [Int](repeating: 0, count: 19)
    for place in Self.order.prefix(lengthCount) { lengths[place] = try bits(3) }
    let code = Code(lengths: lengths)
    guard code.isValid else { throw Stop() }
    var all: [Int] = []
    while all.count < literalCount + distanceCount {
      let symbol = try code.symbol(&self)
      switch symbol {
      case 16:
        guard let last = all.last else { throw Stop() }
        all += [Int](repeating: last, count: 3 + (try bits(2)))
      case 17: all += [Int](repeating: 0, count: 3 + (try bits(3)))
      case 18: all += [Int](repeating: 0, count: 11 + (try bits(7)))
      default: all.append(symbol)
      }
    }
    guard all.count == literalCount + distanceCount, all[256] > 0 else { throw Stop() }
    let literals = Code(lengths: Array(all[..<literalCount]))
    let distances = Code(lengths: Array(all[literalCount...]))
    guard literals.isValid, distances.isValid else { throw Stop() }
    return (literals, distances)
  }

  private mutating func decode(_ literals: Code, _ distances: Code) throws(Stop) {
    while true {
      let symbol = try literals.symbol(&self)
      if symbol < 256 {
        try put(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengths.count else { throw Stop() }
      let length = Self.lengths[symbol - 257]
      let count = length.base + (try bits(length.bits))
      let code = try distances.symbol(&self)
      guard code < Self.distances.count else { throw Stop() }
      let distance = Self.distances[code].base + (try bits(Self.distances[code].bits))
      guard distance <= output.count else { throw Stop() }
      for _ in 0..<count { try put(output[output.count - distance]) }
    }
  }
}
