import IATestSupport
import IAText
import Testing

@testable import IARender

/// The frames of an animated PNG, as a player reads them.
private struct Film {
  struct Frame {
    var bitmap: Bitmap
    var x: Int
    var y: Int
    var seconds: Double
  }

  var announced = 0
  var frames: [Frame] = []
  /// The whole picture that is shown after each frame.
  var pictures: [Bitmap] = []

  init(_ file: [UInt8]) throws {
    let chunks = try #require(PNGChunks.read(file))
    let header = try #require(chunks.first { $0.name == "IHDR" })
    var sequence: UInt32 = 0
    var control: [UInt8]?
    var data: [ArraySlice<UInt8>] = []
    func number(_ bytes: ArraySlice<UInt8>, _ at: Int) -> Int {
      Int(PNGChunks.number(bytes[bytes.startIndex + at..<bytes.startIndex + at + 4]))
    }
    func finishFrame(_ frames: inout [Frame]) throws {
      guard let control else { return }
      var png = PNGChunks.signature
      var own = Array(header.data)
      own.replaceSubrange(0..<8, with: control[4..<12])
      PNGChunks.append("IHDR", [own[...]], to: &png)
      PNGChunks.append("IDAT", data, to: &png)
      PNGChunks.append("IEND", [], to: &png)
      let bitmap = try Picture.decode(png).bitmap
      let delay = Double(Int(control[20]) << 8 | Int(control[21]))
      frames.append(
        Frame(
          bitmap: bitmap, x: number(control[...], 12), y: number(control[...], 16),
          seconds: delay / Double(Int(control[22]) << 8 | Int(control[23]))))
      data = []
    }
    for chunk in chunks {
      switch chunk.name {
      case "acTL":
        announced = number(chunk.data, 0)
        #expect(number(chunk.data, 4) == 0)
      case "fcTL":
        try finishFrame(&frames)
        #expect(PNGChunks.number(chunk.data.prefix(4)) == sequence)
        sequence += 1
        control = Array(chunk.data)
      case "IDAT": data.append(chunk.data)
      case "fdAT":
        #expect(PNGChunks.number(chunk.data.prefix(4)) == sequence)
        sequence += 1
        data.append(chunk.data.dropFirst(4))
      default: break
      }
    }
    try finishFrame(&frames)
    var canvas = try #require(frames.first).bitmap
    for frame in frames {
      for row in 0..<frame.bitmap.size.height {
        for column in 0..<frame.bitmap.size.width {
          canvas.pixels[(frame.y + row) * canvas.size.width + frame.x + column] =
            frame.bitmap[column, row]
        }
      }
      pictures.append(canvas)
    }
  }
}

@Suite struct AnimationTests {
  @Test(arguments: [RenderScheme.alpha(), .hue()])
  func `A film shows the layers at their opacities`(scheme: RenderScheme) throws {
    let renderer = try Drawings.renderer()
    let document = try Drawings.beginning(of: "chat-en", paragraphs: 2)
    let page = try Drawings.page(document, scheme: scheme, renderer)
    let animation = try #require(scheme.animation)
    let film = try Film(
      try renderer.animatedPNG(page, scale: 1, animation: animation, framesPerSecond: 4))
    #expect(film.announced == 8)
    #expect(film.frames.count == 8)
    #expect(abs(film.frames.reduce(0) { $0 + $1.seconds } - 2) < 0.01)
    let layers = try PageLayers(page, scale: 1, animation: animation, renderer)
    for (number, picture) in film.pictures.enumerated() {
      let opacity = animation.parameters.opacity(
        of: animation.fadingLayer, at: Double(number) / 4)
      let target = try ImageSurface(layers.size, isOpaque: true, maximumPixels: 1 << 24)
      try layers.composite(
        bottomOpacity: animation.fadingLayer == .bottom ? opacity : 1,
        topOpacity: animation.fadingLayer == .top ? opacity : 1, onto: target)
      #expect(picture == target.bitmap, "frame \(number)")
    }
    // The second half of the animation is the first one backwards, and the pictures change.
    #expect(film.pictures[3] == film.pictures[5])
    #expect(film.pictures[0] != film.pictures[4])
  }

  @Test func `A drawing without animation is one picture`() throws {
    let renderer = try Drawings.renderer()
    let page = try Drawings.page(IADocument(IAString("a")), renderer)
    let png = try renderer.animatedPNG(page, scale: 1, animation: nil)
    #expect(png == (try renderer.png(page, scale: 1)))
    let empty = try Drawings.page(IADocument(IAString("")), renderer)
    let film = try Film(
      try renderer.animatedPNG(empty, scale: 1, animation: RenderScheme.alpha().animation))
    #expect(film.frames.count == 1)
  }

  @Test func `Clocks have between 2 and 600 pictures`() {
    var parameters = AnimationParameters.standard
    parameters.duration = 0.01
    #expect(FrameClock(parameters, framesPerSecond: 20).count == 2)
    parameters.duration = 3600
    #expect(FrameClock(parameters, framesPerSecond: 60).count == Renderer.maximumFrames)
    parameters.duration = 1
    let clock = FrameClock(parameters, framesPerSecond: 20)
    #expect(clock.count == 40)
    #expect(clock.delay.numerator == 50)
    #expect(clock.time(of: 10) == 0.5)
  }

  @Test func `A checksum is that of the specification`() {
    // The CRC-32 of "123456789" in catalogues of checksums.
    #expect(PNGChunks.checksum(Array("123456789".utf8)[...]) == 0xCBF4_3926)
  }

  @Test func `Pictures of one size become a film, others are refused`() throws {
    let size = PixelSize(width: 2, height: 1)
    let frames = [0xFF00_0000, 0xFFFF_FFFF, 0xFF12_3456].map {
      Bitmap(size: size, pixels: [UInt32($0), 0xFF00_FF00])
    }
    let file = try Bitmap.animatedPNG(frames, milliseconds: 8)
    // Readers without support for animation show the first picture.
    #expect(try Picture.decode(file).bitmap == frames[0])
    let names = try #require(PNGChunks.read(file)).map(\.name)
    #expect(names.filter { $0 == "fcTL" }.count == 3)
    #expect(names.contains("acTL") && names.contains("fdAT"))
    #expect(throws: RenderError.self) { try Bitmap.animatedPNG([], milliseconds: 8) }
    let other = Bitmap(size: PixelSize(width: 1, height: 1), pixels: [0])
    #expect(throws: RenderError.self) {
      try Bitmap.animatedPNG(frames + [other], milliseconds: 8)
    }
  }
}
