/// A named list of stickers: pictures to which plain text refers as `[name]`.
public struct StickerPack: Hashable, Sendable {
  /// A sticker.
  public struct Sticker: Hashable, Sendable {
    /// The name inside the brackets of the token.
    public var name: String
    /// The name of its picture file in the folder of the pack.
    public var imageName: String
    /// The bytes of its picture; `nil` if they were not loaded.
    public var image: [UInt8]?

    /// Creates a sticker.
    public init(name: String, imageName: String, image: [UInt8]? = nil) {
      self.name = name
      self.imageName = imageName
      self.image = image
    }
  }

  /// The name of the pack.
  public var name: String
  /// The name of the cover's picture file; `nil` if the pack has no cover.
  public var coverName: String?
  /// The stickers, in order.
  public var stickers: [Sticker]

  /// Creates a pack.
  public init(name: String, coverName: String? = nil, stickers: [Sticker]) {
    self.name = name
    self.coverName = coverName
    self.stickers = stickers
  }
}
