internal import IACorpus
internal import IARender
internal import IAText

/// Pictures and stickers of messages: PNG files made from a seed, so that no package is needed.
///
/// A picture is a slope of two colours with squares and a fine grain, which compresses like a drawing, not like a
/// photograph.
struct ChatPictures {
  private let files: [[UInt8]]
  private let show: ChatRows.Show

  /// The number of distinct files and their size in pixels.
  private static let pictures = (count: 24, size: PixelSize(width: 640, height: 480))
  private static let stickers = (count: 40, size: PixelSize(width: 128, height: 128))

  /// Creates the files that a way of showing messages needs.
  init(_ show: ChatRows.Show) throws {
    self.show = show
    let (count, size) =
      switch show {
      case .pictures: Self.pictures
      case .stickers: Self.stickers
      default: (0, PixelSize(width: 1, height: 1))
      }
    var dice = SeededGenerator(seed: 77)
    files = try (0..<count).map { _ in try Self.made(size, &dice).png() }
  }

  private static func made(_ size: PixelSize, _ dice: inout SeededGenerator) -> Bitmap {
    let colours = (0..<8).map { _ in UInt32(dice.below(1 << 24)) }
    let cell = max(size.width / 8, 1)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(size.pixelCount)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let square = colours[(x / cell &* 5 &+ y / cell &* 3) & 7]
        let slope = UInt32(x * 63 / size.width) << 16 | UInt32(y * 63 / size.height)
        let grain = UInt32(truncatingIfNeeded: (x &* 2_654_435_761 ^ y &* 40_503) >> 9) & 0x030303
        pixels.append(0xFF00_0000 | (square & 0xBCBCBC) | (slope & 0x3F003F) | grain)
      }
    }
    return Bitmap(size: size, pixels: pixels)
  }

  /// Adds what a message of a number shows.
  func add(to document: inout IADocument, message: Int) {
    guard !files.isEmpty else { return }
    switch show {
    case .pictures where message % 3 == 1:
      var picture = document.attachment(
        holding: files[message / 3 % files.count], as: .image, altText: "A drawing")
      (picture.displayWidth, picture.displayHeight) = (240, 180)
      document.string.append(IAString("\n"))
      document.string.append(picture)
    case .stickers where message % 2 == 1:
      for number in 0...message % 3 {
        var sticker = document.attachment(
          holding: files[(message &* 7 &+ number) % files.count], as: .image)
        (sticker.displayWidth, sticker.displayHeight) = (22, 22)
        sticker.textBacking = "[s\(number)]"
        document.string.append(sticker)
      }
    default: break
    }
  }
}
