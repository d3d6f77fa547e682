/// Something wrong with a sticker in a pack, or with a pack.
public struct StickerPackDefect: Hashable, Sendable {
  /// What is wrong.
  public enum Fault: Hashable, Sendable {
    /// The pack has no stickers.
    case noStickers
    /// The packs have more stickers than the limit.
    case tooManyStickers(count: Int, limit: Int)
    /// The pack has no name.
    case emptyPackName
    /// An earlier pack has the same name.
    case duplicatePackName(firstPack: Int)
    /// The sticker has no name.
    case emptyName
    /// The name has more UTF-16 units than the limit.
    case longName(utf16Count: Int, limit: Int)
    /// An earlier sticker has the same name, so that this one is never found.
    case duplicateName(first: StickerIndex.Place)
    /// An earlier sticker has a name that looks the same but is made of other units.
    case equivalentName(first: StickerIndex.Place)
    /// The name has a bracket: tokens become hard to tell apart.
    case bracketInName
    /// The name has a backslash, which stands for itself there but reads like an escape.
    case backslashInName
    /// The name has a line end or separator: it can be no token.
    case lineBreakInName
    /// The name has a control character or U+FFFC: it can be no token.
    case controlInName
    /// No file is named for the picture.
    case emptyImageName
    /// The file of the picture, or of the cover, has a name that is never looked for.
    case forbiddenImageName
    /// There are no bytes of the picture.
    case missingImage
    /// The bytes begin like no picture that is known.
    case unreadableImage
    /// The picture has more pixels than the limit, or none.
    case imageSize(width: Int, height: Int, limit: Int)
    /// The file of the picture is larger than the limit, in bytes.
    case imageBytes(count: Int, limit: Int)
  }

  /// What is wrong.
  public var fault: Fault
  /// The index of the pack.
  public var pack: Int
  /// The index of the sticker in the pack; nil where the pack itself is meant.
  public var sticker: Int?

  /// Makes a defect.
  public init(_ fault: Fault, pack: Int, sticker: Int? = nil) {
    self.fault = fault
    self.pack = pack
    self.sticker = sticker
  }

  /// Whether the sticker cannot be used at all: no token finds it, or finds another.
  public var isFatal: Bool {
    switch fault {
    case .emptyName, .longName, .duplicateName, .lineBreakInName, .controlInName: true
    default: false
    }
  }
}
