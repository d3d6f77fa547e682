internal import IABytes

/// A decoder for the first frame of a GIF file.
///
/// Source: "Graphics Interchange Format, Version 89a", CompuServe, 1990.
struct GIFPicture {
  private var reader: GIFBytes
  private let size: PixelSize
  private var palette: [UInt32] = []
  private var transparent: Int?

  static func decode(_ bytes: [UInt8], _ header: PictureHeader) throws(InputError) -> Picture {
    var gif = try GIFPicture(bytes, header.size)
    return try gif.firstPicture()
  }

  private init(_ bytes: [UInt8], _ size: PixelSize) throws(InputError) {
    reader = GIFBytes(bytes, at: 10)
    self.size = size
    let flags = try reader.byte()
    reader.skip(2)
    if flags & 0x80 != 0 { palette = try Self.palette(&reader, flags) }
  }

  private static func palette(
    _ reader: inout GIFBytes, _ flags: UInt8
  ) throws(InputError) -> [UInt32] {
    var colors: [UInt32] = []
    for _ in 0..<(2 << Int(flags & 7)) {
      let red = UInt32(try reader.byte())
      let green = UInt32(try reader.byte())
      colors.append(0xFF00_0000 | red << 16 | green << 8 | UInt32(try reader.byte()))
    }
    return colors
  }

  private mutating func firstPicture() throws(InputError) -> Picture {
    while true {
      switch try reader.byte() {
      case 0x21: try readExtension()
      case 0x2C: return try readPicture()
      default:
        throw InputError(.pictureData, at: reader.position, detail: "GIF without a picture")
      }
    }
  }

  private mutating func readExtension() throws(InputError) {
    let label = try reader.byte()
    let block = try reader.blocks()
    // A graphic control extension: flags, delay, and the index of the transparent colour.
    if label == 0xF9, block.count >= 4, block[0] & 1 != 0 { transparent = Int(block[3]) }
  }

  private mutating func readPicture() throws(InputError) -> Picture {
    let left = try reader.number()
    let top = try reader.number()
    let width = try reader.number()
    let height = try reader.number()
    let flags = try reader.byte()
    if flags & 0x80 != 0 { palette = try Self.palette(&reader, flags) }
    let codeSize = Int(try reader.byte())
    guard (1...11).contains(codeSize), width > 0, height > 0, left + width <= size.width,
      top + height <= size.height
    else { throw InputError(.pictureData, at: reader.position, detail: "GIF") }
    let data = try reader.blocks(toleratesEnd: true)
    let indices = LZWDecoder.decode(data, codeSize: codeSize, maximum: width * height)
    let surface = try Picture.surface(size)
    let rows = flags & 0x40 != 0 ? Self.interlacedRows(height) : Array(0..<height)
    _ = unsafe surface.withPixels { pixels, stride in
      for (number, index) in indices.enumerated() where Int(index) != transparent {
        guard Int(index) < palette.count else { continue }
        let row = top + rows[number / width]
        unsafe pixels[row * stride + left + number % width] = palette[Int(index)]
      }
    }
    return Picture(surface, isIncomplete: indices.count < width * height)
  }

  /// Returns the rows in the order in which an interlaced picture has them.
  private static func interlacedRows(_ height: Int) -> [Int] {
    [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
      Array(stride(from: start, to: height, by: step))
    }
  }
}

/// A cursor over the bytes of a GIF file.
private struct GIFBytes {
  let bytes: [UInt8]
  var position: Int

  init(_ bytes: [UInt8], at position: Int) {
    self.bytes = bytes
    self.position = position
  }

  mutating func byte() throws(InputError) -> UInt8 {
    guard position < bytes.count else {
      throw InputError(.pictureData, at: position, detail: "GIF ends early")
    }
    defer { position += 1 }
    return bytes[position]
  }

  /// Returns a little-endian number of two bytes.
  mutating func number() throws(InputError) -> Int {
    let low = Int(try byte())
    return low | Int(try byte()) << 8
  }

  mutating func skip(_ count: Int) { position += count }

  /// Returns the concatenated content of data blocks up to the empty one.
  mutating func blocks(toleratesEnd: Bool = false) throws(InputError) -> ArraySlice<UInt8> {
    var content: [UInt8] = []
    while true {
      if toleratesEnd, position >= bytes.count { break }
      let count = Int(try byte())
      guard count > 0 else { break }
      let end = min(position + count, bytes.count)
      content += bytes[min(position, end)..<end]
      position += count
    }
    return content[...]
  }
}

/// The LZW compression of GIF, with codes of increasing width.
enum LZWDecoder {
  /// Decodes at most a number of indices; stops at the end of the data or at an invalid code.
  ///
  /// - Complexity: O(indices).
  static func decode(_ data: ArraySlice<UInt8>, codeSize: Int, maximum: Int) -> [UInt8] {
    let clear = 1 << codeSize
    // A string is stored as its last index and the code of the string before it; the stored lengths make a stack
    // unnecessary.
    var prefix = [Int32](repeating: -1, count: 4096)
    var suffix = [UInt8](repeating: 0, count: 4096)
    var first = [UInt8](repeating: 0, count: 4096)
    var length = [Int](repeating: 1, count: 4096)
    for index in 0..<clear {
      suffix[index] = UInt8(truncatingIfNeeded: index)
      first[index] = suffix[index]
    }
    var output: [UInt8] = []
    output.reserveCapacity(min(maximum, 1 << 20))
    var (next, width, previous) = (clear + 2, codeSize + 1, -1)
    var (bits, bitCount) = (0, 0)
    for byte in data {
      bits |= Int(byte) << bitCount
      bitCount += 8
      while bitCount >= width {
        let code = bits & (1 << width - 1)
        bits >>= width
        bitCount -= width
        if code == clear {
          (next, width, previous) = (clear + 2, codeSize + 1, -1)
          continue
        }
        guard code != clear + 1, code < next || (code == next && previous >= 0) else {
          return output
        }
        if previous >= 0, next < 4096 {
          prefix[next] = Int32(previous)
          first[next] = first[previous]
          suffix[next] = first[code == next ? previous : code]
          length[next] = length[previous] + 1
          next += 1
          if next == 1 << width, width < 12 { width += 1 }
        }
        guard code < next else { return output }
        let start = output.count
        var (at, current) = (length[code], code)
        output.append(contentsOf: repeatElement(0, count: at))
        while current >= 0, at > 0 {
          at -= 1
          output[start + at] = suffix[current]
          current = Int(prefix[current])
        }
        previous = code
        guard output.count < maximum else {
          output.removeLast(output.count - maximum)
          return output
        }
      }
    }
    return output
  }
}
