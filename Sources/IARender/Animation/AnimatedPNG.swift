/// Combines PNG pictures into an animated PNG.
///
/// Source: the chunks `acTL`, `fcTL` and `fdAT` of the PNG specification, third edition, 11.3.2.
struct AnimatedPNG {
  private var file: [UInt8] = PNGChunks.signature
  private var sequence: UInt32 = 0
  private var frameCount = 0
  private let frames: Int
  private let delay: (numerator: UInt16, denominator: UInt16)

  /// Creates an empty animation that repeats endlessly.
  ///
  /// - Parameters:
  ///   - frames: The number of frames that will follow, at least 1.
  ///   - delay: The duration of each frame, as a fraction of a second.
  init(frames: Int, delay: (numerator: UInt16, denominator: UInt16)) {
    self.frames = frames
    self.delay = delay
  }

  /// Adds a frame.
  ///
  /// The first frame covers the whole area, and later frames cover the given rectangle.
  ///
  /// - Throws: `RenderError` if the picture is not a PNG.
  mutating func add(
    _ png: [UInt8], size: PixelSize, at origin: (x: Int, y: Int)
  ) throws(RenderError) {
    guard let chunks = PNGChunks.read(png), let header = chunks.first, header.name == "IHDR" else {
      throw RenderError(.surface, "no PNG")
    }
    let data = chunks.filter { $0.name == "IDAT" }.map(\.data)
    if frameCount == 0 {
      PNGChunks.append("IHDR", [header.data], to: &file)
      let plays: UInt32 = 0
      PNGChunks.append(
        "acTL", [(PNGChunks.bytes(UInt32(frames)) + PNGChunks.bytes(plays))[...]], to: &file)
    }
    addControl(size, origin)
    if frameCount == 0 {
      for part in data { PNGChunks.append("IDAT", [part], to: &file) }
    } else {
      for part in data {
        PNGChunks.append("fdAT", [PNGChunks.bytes(nextNumber())[...], part], to: &file)
      }
    }
    frameCount += 1
  }

  private mutating func nextNumber() -> UInt32 {
    defer { sequence += 1 }
    return sequence
  }

  private mutating func addControl(_ size: PixelSize, _ origin: (x: Int, y: Int)) {
    var control = PNGChunks.bytes(nextNumber())
    for number in [size.width, size.height, origin.x, origin.y] {
      control += PNGChunks.bytes(UInt32(number))
    }
    control += PNGChunks.bytes(UInt32(delay.numerator) << 16 | UInt32(delay.denominator))
    // Disposal 0 and blend 0: the frame stays until the next one, and replaces the pixels that it covers.
    control += [0, 0]
    PNGChunks.append("fcTL", [control[...]], to: &file)
  }

  /// Returns the whole file.
  consuming func finish() -> [UInt8] {
    PNGChunks.append("IEND", [], to: &file)
    return file
  }
}

extension Bitmap {
  /// Returns pictures of one size as an animated PNG that repeats endlessly.
  ///
  /// - Parameters:
  ///   - frames: The pictures, at least one.
  ///   - milliseconds: The time that each picture is shown.
  /// - Throws: `RenderError` if there is no picture, or one has another size or is too large.
  public static func animatedPNG(
    _ frames: [Bitmap], milliseconds: Int
  ) throws(RenderError) -> [UInt8] {
    guard let size = frames.first?.size, frames.allSatisfy({ $0.size == size }) else {
      throw RenderError(.surface, "no pictures of one size")
    }
    var file = AnimatedPNG(
      frames: frames.count, delay: (UInt16(min(max(milliseconds, 1), 65_535)), 1000))
    for frame in frames { try file.add(try frame.png(), size: size, at: (0, 0)) }
    return file.finish()
  }
}
