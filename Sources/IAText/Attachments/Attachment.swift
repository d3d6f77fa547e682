public import IASyntax

/// An object in the text at one U+FFFC: a picture, a video, a location, a file, a sticker.
public struct Attachment: Hashable, Sendable {
  /// The kinds of attachments.
  public enum Kind: String, Hashable, Sendable, CaseIterable { case image, video, location, file }

  /// The places where the bytes of an attachment can be.
  public enum Content: Hashable, Sendable {
    /// No bytes: a location, or a sticker that a pack resolves.
    case none
    /// The document's attachment store, under this hash.
    case blob(SHA256Digest)
    /// An address outside the document, which no program of the suite downloads.
    case url(String)

    /// Returns whether both are equal; addresses are compared by their UTF-8.
    public static func == (left: Self, right: Self) -> Bool {
      switch (left, right) {
      case (.none, .none): true
      case (.blob(let left), .blob(let right)): left == right
      case (.url(let left), .url(let right)): left.isSpelled(like: right)
      default: false
      }
    }
  }

  /// The states of the bytes of an attachment.
  public enum State: String, Hashable, Sendable, CaseIterable {
    case missing, loading, ready, failed
  }

  /// The kind of the attachment.
  public var kind: Kind
  /// The location of the bytes.
  public var content: Content
  /// The state of the bytes.
  public var state: State
  /// The media type, such as `image/png`.
  @Spelled public var mediaType: String?
  /// The name of the original file, without its folder.
  @Spelled public var name: String?
  /// The width of the picture in pixels.
  public var pixelWidth: Int?
  /// The height of the picture in pixels.
  public var pixelHeight: Int?
  /// The displayed width, in points; `nil` if the layout decides.
  public var displayWidth: Double?
  /// The displayed height, in points; `nil` if the layout decides.
  public var displayHeight: Double?
  /// The alternative text, shown or read out instead of the picture.
  @Spelled public var altText: String?
  /// The hash of a preview picture in the document's attachment store.
  public var preview: SHA256Digest?
  /// The geographic location, for the kind `location`.
  public var location: Location?
  /// The text that represents the attachment in plain text, including brackets: `[doge]`.
  ///
  /// An attachment with a text backing is a sticker.
  @Spelled public var textBacking: String?
  /// The position outside of the flow of the text, as an array of zero or one elements, because few attachments have
  /// one.
  private var placements: [Placement] = []

  /// The position of a picture outside of the flow of the text; `nil` for a picture in its line.
  public var placement: Placement? {
    get { placements.first }
    set { placements = newValue.map { [$0] } ?? [] }
  }

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

  /// Creates a sticker from its name without brackets.
  public static func sticker(_ name: String) -> Attachment {
    var sticker = Attachment(.image, state: .missing, altText: name)
    sticker.textBacking = "[\(name)]"
    return sticker
  }

  /// Whether the attachment is a sticker: it has a text backing.
  public var isSticker: Bool { textBacking != nil }

  /// The hashes of the blobs that the attachment refers to.
  public var digests: [SHA256Digest] {
    var found: [SHA256Digest] = []
    if case .blob(let digest) = content { found.append(digest) }
    if let preview { found.append(preview) }
    return found
  }
}

extension Attachment {
  /// A geographic location.
  public struct Location: Hashable, Sendable {
    /// The latitude in degrees north of the equator, −90…90.
    public var latitude: Double
    /// The longitude in degrees east of Greenwich, −180…180.
    public var longitude: Double
    /// The radius of the location in metres.
    public var radius: Double
    /// The name of the location.
    @Spelled public var placename: String?
    /// The side length of the displayed map, in metres.
    public var mapSpan: Double
    /// The parts of the address by name, sorted by name.
    public var address: [InlineAttributes.Tag]

    /// Creates a location; radius and span default to the source system's 10 m and 1000 m.
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
