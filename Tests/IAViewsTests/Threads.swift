import IAFonts
import IALayout
import IARender
import IAText

@testable import IAViews

/// Messages created from a seed, and the fonts for which tests are written.
enum Threads {
  static let fonts: FontCollection? = try? FontCollection.folder("/usr/share/fonts/truetype")

  static func renderer() throws -> Renderer {
    guard let fonts else { throw NoFonts() }
    return Renderer(fonts: fonts)
  }

  struct NoFonts: Error {}

  /// Returns a message with a number of words from one of three authors.
  static func message(_ random: inout SeededRandom, words: Int) -> Renderer.Message {
    var text = ""
    for word in 0..<words {
      if word > 0 { text += random.below(24) == 0 ? "\n" : " " }
      for _ in 0...random.below(9) {
        text.unicodeScalars.append(Unicode.Scalar(UInt8(97 + random.below(26))))
      }
    }
    var string = IAString(text)
    if random.below(3) == 0, string.utf16Count > 4 {
      string.set(\.foreground, to: Color(0xC00030), in: 1..<string.utf16Count / 2)
    }
    let author = random.below(3)
    return Renderer.Message(
      Renderer.Source(IADocument(string), looks: Looks()), isOwn: author == 0,
      sender: author == 0 ? nil : ["", "Ada", "Grace"][author])
  }

  /// Returns a number of words that is typical for messages: mostly small, sometimes higher than a
  /// view.
  static func length(_ random: inout SeededRandom) -> Int {
    switch random.below(20) {
    case 0: 60 + random.below(120)
    case 1..<6: 12 + random.below(30)
    default: 1 + random.below(10)
    }
  }

  static func messages(_ count: Int, _ random: inout SeededRandom) -> [Renderer.Message] {
    (0..<count).map { _ in
      let words = length(&random)
      return message(&random, words: words)
    }
  }

  /// Returns rows of pixels as an opaque picture.
  static func bitmap(_ pixels: Span<UInt32>, _ stride: Int, _ size: PixelSize) -> Bitmap {
    var copy: [UInt32] = []
    for row in 0..<size.height {
      for column in 0..<size.width { copy.append(pixels[row * stride + column] | 0xFF00_0000) }
    }
    return Bitmap(size: size, pixels: copy)
  }

  static func geometry(width: Int = 160, height: Int = 200) -> ThreadView.Geometry {
    ThreadView.Geometry(size: PixelSize(width: width, height: height), scale: 1)
  }
}

/// Pseudorandom numbers from a seed.
struct SeededRandom {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 2_685_821_657_736_338_717 | 1 }

  /// Returns a number in `0..<limit`.
  mutating func below(_ limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state >> 11) % UInt64(max(limit, 1)))
  }
}
