/// A defect of a sticker or of a pack.
public struct StickerPackDefect: Hashable, Sendable {
  /// The kind of a defect.
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
    /// An earlier sticker has the same name, so that tokens always refer to the earlier one.
    case duplicateName(first: StickerIndex.Place)
    /// An earlier sticker has a canonically equivalent name with different units.
    case equivalentName(first: StickerIndex.Place)
    /// The name has a bracket, which makes tokens ambiguous.
    case bracketInName
    /// The name has a backslash, which is literal in a token but looks like an escape.
    case backslashInName
    /// The name has a line end or line separator and cannot be a token.
    case lineBreakInName
    /// The name has a control character or U+FFFC and cannot be a token.
    case controlInName
    /// The sticker has no name of a picture file.
    case emptyImageName
    /// The name of the picture file or of the cover is not allowed; the file is never opened.
    case forbiddenImageName
    /// The bytes of the picture were not loaded.
    case missingImage
    /// The bytes are not of a known picture format.
    case unreadableImage
    /// The number of pixels of the picture is 0 or exceeds the limit.
    case imageSize(width: Int, height: Int, limit: Int)
    /// The size of the picture file in bytes exceeds the limit.
    case imageBytes(count: Int, limit: Int)
  }

  /// The kind of the defect.
  public var fault: Fault
  /// The index of the pack.
  public var pack: Int
  /// The index of the sticker in the pack; `nil` if the defect is one of the pack.
  public var sticker: Int?

  /// Creates a defect.
  public init(_ fault: Fault, pack: Int, sticker: Int? = nil) {
    self.fault = fault
    self.pack = pack
    self.sticker = sticker
  }

  /// Whether the sticker cannot be used, because no token refers to it or its token refers to another sticker.
  public var isFatal: Bool {
    switch fault {
    case .emptyName, .longName, .duplicateName, .lineBreakInName, .controlInName: true
    default: false
    }
  }
}
