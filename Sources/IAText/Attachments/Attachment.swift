public import IASyntax

/// Something that stands in the text at one U+FFFC: a picture, a film, a place, a file, a sticker.
public struct Attachment: Hashable, Sendable {
  /// What the attachment is.
  public enum Kind: String, Hashable, Sendable, CaseIterable { case image, video, location, file }

  /// Where its bytes are.
  public enum Content: Hashable, Sendable {
    /// There are none: a place, or a sticker that a pack resolves.
    case none
    /// In the document's attachment store, under this hash.
    case blob(SHA256Digest)
    /// Outside the document. Nothing in the suite ever fetches it.
    case url(String)

    /// Returns whether both are the same, addresses byte for byte.
    public static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.none, .none): true
      case (.blob(let left), .blob(let right)): left == right
      case (.url(let left), .url(let right)): left.isSpelled(like: right)
      default: false
      }
    }
  }

  /// Whether the bytes are at hand.
  public enum State: String, Hashable, Sendable, CaseIterable {
    case missing, loading, ready, failed
  }

  /// What the attachment is.
  public var kind: Kind
  /// Where its bytes are.
  public var content: Content
  /// Whether the bytes are at hand.
  public var state: State
  /// The media type, such as `image/png`.
  @Spelled public var mediaType: String?
  /// The name of the file it came from, without a folder.
  @Spelled public var name: String?
  /// The width of the picture in pixels.
  public var pixelWidth: Int?
  /// The height of the picture in pixels.
  public var pixelHeight: Int?
  /// The width at which it is shown, in points.
  public var displayWidth: Double?
  /// The height at which it is shown, in points.
  public var displayHeight: Double?
  /// What is said in place of the picture.
  @Spelled public var altText: String?
  /// A picture that represents the content, in the document's attachment store.
  public var preview: SHA256Digest?
  /// The place, for a location.
  public var location: Location?
  /// The text that represents the attachment in plain text, brackets included: `[doge]`.
  ///
  /// An attachment with a text backing is a sticker.
  @Spelled public var textBacking: String?

  /// Creates an attachment of a kind.
  public init(
    _ kind: Kind, content: Content = .none, state: State = .ready, mediaType: String? = nil,
    name: String? = nil, altText: String? = nil
  ) {
    self.kind = kind
    self.content = content
    self.state = state
    self.mediaType = mediaType
    self.name = name
    self.altText = altText
  }

  /// Makes a sticker from its name without brackets.
  public static func sticker(_ name: String) -> Attachment {
    var sticker = Attachment(.image, state: .missing, altText: name)
    sticker.textBacking = "[\(name)]"
    return sticker
  }

  /// Whether the attachment has a text of its own to represent it.
  public var isSticker: Bool { textBacking != nil }

  /// The hashes of the blobs it refers to.
  public var digests: [SHA256Digest] {
    var found: [SHA256Digest] = []
    if case .blob(let digest) = content { found.append(digest) }
    if let preview { found.append(preview) }
    return found
  }
}

extension Attachment {
  /// A place on the earth.
  public struct Location: Hashable, Sendable {
    /// Degrees north of the equator, −90…90.
    public var latitude: Double
    /// Degrees east of Greenwich, −180…180.
    public var longitude: Double
    /// The radius of the place in metres.
    public var radius: Double
    /// What the place is called.
    @Spelled public var placename: String?
    /// The side of the map shown, in metres.
    public var mapSpan: Double
    /// Parts of the address by name, sorted by name.
    public var address: [InlineAttributes.Tag]

    /// Creates a place; radius and span default to the source system's 10 m and 1000 m.
    public init(
      latitude: Double, longitude: Double, radius: Double = 10, placename: String? = nil,
      mapSpan: Double = 1000, address: [InlineAttributes.Tag] = []
    ) {
      self.latitude = latitude
      self.longitude = longitude
      self.radius = radius
      self.placename = placename
      self.mapSpan = mapSpan
      self.address = address
    }
  }
}
