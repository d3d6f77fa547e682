/// A set of named pictures that plain text refers to as `[name]`.
public struct StickerPack: Hashable, Sendable {
  /// One sticker.
  public struct Sticker: Hashable, Sendable {
    /// The name between the brackets.
    public var name: String
    /// The file of its picture in the folder of the pack.
    public var imageName: String
    /// The bytes of its picture; nil where they are not at hand.
    public var image: [UInt8]?

    /// Makes a sticker.
    public init(name: String, imageName: String, image: [UInt8]? = nil) {
      self.name = name
      self.imageName = imageName
      self.image = image
    }
  }

  /// The name of the pack.
  public var name: String
  /// The file of the picture on its cover.
  public var coverName: String?
  /// Its stickers in order.
  public var stickers: [Sticker]

  /// Makes a pack.
  public init(name: String, coverName: String? = nil, stickers: [Sticker]) {
    self.name = name
    self.coverName = coverName
    self.stickers = stickers
  }
}
