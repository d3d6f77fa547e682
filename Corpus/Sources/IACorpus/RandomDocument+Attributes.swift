public import IAText

extension RandomDocument {
  /// Returns inline attributes: in one of four calls none, otherwise any combination of fields.
  public mutating func inlineAttributes() -> InlineAttributes {
    var set = InlineAttributes()
    if chance(4) { return set }
    set.fontSize = maybe(4) { $0.size() }
    set.bold = chance(4)
    set.italic = chance(4)
    set.underline = maybe(5) {
      InlineAttributes.Underline(
        $0.one(of: InlineAttributes.Underline.Style.allCases), color: $0.maybe(3) { $0.color() })
    }
    set.strikethrough = maybe(6) { $0.one(of: InlineAttributes.Strikethrough.allCases) }
    set.script = maybe(6) { $0.one(of: InlineAttributes.Script.allCases) }
    set.baselineOffset = maybe(8) { $0.length() }
    set.fontFamily = maybe(6) { $0.one(of: ["Helvetica", "Times New Roman", "源ノ角ゴシック"]) }
    set.fontWeight = maybe(6) { 1 + $0.random.below(1000) }
    set.foreground = maybe(4) { $0.color() }
    set.background = maybe(5) { $0.color() }
    set.letterSpacing = maybe(8) { $0.length() }
    set.capitals = maybe(8) { $0.one(of: InlineAttributes.Capitals.allCases) }
    set.hidden = chance(12)
    set.language = maybe(8) { $0.one(of: ["de", "en-GB", "zh-Hant"]) }
    set.direction = maybe(8) { $0.one(of: WritingDirection.allCases) }
    set.code = chance(10)
    set.link = maybe(6) {
      InlineAttributes.Link(
        "https://example.org/\($0.random.below(9))", title: $0.maybe(3) { $0.word() })
    }
    if chance(8) { set.tags = tags() }
    if chance(12) { set.insertion = change() }
    if chance(12) { set.deletion = change() }
    return set
  }

  /// Returns the author and date of a tracked change.
  private mutating func change() -> TrackedChange {
    TrackedChange(
      author: maybe(2) { $0.word() }, date: maybe(2) { _ in "2024-05-01T10:20:00Z" })
  }

  /// Returns paragraph attributes; their blocks often continue those of the previous paragraph.
  public mutating func paragraphAttributes() -> ParagraphAttributes {
    var set = ParagraphAttributes()
    if hasBlocks { set.blocks = nextPath() }
    guard hasAttributes, !chance(2) else { return set }
    set.alignment = maybe(3) { $0.one(of: ParagraphAttributes.Alignment.allCases) }
    set.firstLineIndent = maybe(5) { $0.length() }
    set.headIndent = maybe(5) { $0.length() }
    set.tailIndent = maybe(5) { $0.length() }
    set.spacingBefore = maybe(5) { $0.size() }
    set.spacingAfter = maybe(5) { $0.size() }
    set.lineHeight = maybe(4) {
      let size = $0.size()
      return $0.one(of: [.multiple(size), .atLeast(size), .exactly(size)])
    }
    if chance(5) {
      set.tabStops = (0...random.below(3)).map { index in
        .init(Double(index) * 36.5, one(of: ParagraphAttributes.TabStop.Kind.allCases))
      }
    }
    set.direction = maybe(6) { $0.one(of: WritingDirection.allCases) }
    set.pageBreakBefore = chance(10)
    return set
  }

  /// Returns display options with any combination of fields.
  public mutating func options() -> DisplayOptions {
    var options = DisplayOptions(
      renderScheme: maybe(3) { $0.one(of: ["HueGYRScheme", "WeightScheme", "my \"own\""]) },
      smoothing: maybe(3) { $0.one(of: Smoothing.allCases) }, animates: maybe(3) { $0.chance(2) },
      animation: maybe(4) {
        AnimationParameters(
          duration: $0.size(), topLayerFrom: 0, topLayerTo: 0.5, bottomLayerFrom: 0.125,
          bottomLayerTo: 1)
      },
      fontFamily: maybe(3) {
        $0.one(of: ["Times New Roman", "Courier New", "Helvetica", "a; \"b\"<x>", ""])
      },
      fontSize: maybe(3) { $0.one(of: [12, 10.25, 0.125, 36, 4000]) },
      paragraphSpacing: maybe(3) { $0.one(of: [0, 8, 12.5, 5000]) })
    options.page = options.fontSize.map { Self.page(of: $0) }
    return options
  }

  /// Returns a page whose fields depend on a font size; uses no random number.
  private static func page(of fontSize: Double) -> PageLayout {
    var page = PageLayout(width: 595.3, height: 841.9)
    if fontSize > 1 { (page.topMargin, page.leftMargin) = (72, fontSize) }
    if fontSize > 12 { page.headerDistance = 30.05 }
    if fontSize > 36 { (page.height, page.columns, page.columnSpacing) = (nil, 2, 36.123) }
    return page
  }

  /// Returns metadata with any combination of fields.
  public mutating func metadata() -> DocumentMetadata {
    var metadata = DocumentMetadata(title: maybe(3) { $0.word() })
    metadata.authors = (0..<random.below(3)).map { "author \($0)" }
    metadata.subject = maybe(4) { $0.word() }
    metadata.keywords = (0..<random.below(3)).map { _ in word() }
    metadata.language = maybe(3) { $0.one(of: ["de", "en-GB"]) }
    metadata.created = maybe(4) { _ in "2015-11-02T09:30:00Z" }
    metadata.modified = maybe(4) { _ in "2016-02-29T23:59:59+01:00" }
    metadata.generator = maybe(4) { _ in "some program 1.0" }
    if chance(3) { metadata.custom = tags() }
    return metadata
  }
}

extension RandomDocument {
  /// Returns an attachment of any kind, and adds its bytes, if any, to the document.
  public mutating func attachment(in document: inout IADocument) -> Attachment {
    let bytes = (0..<random.below(40)).map { _ in UInt8(random.below(256)) }
    var made: Attachment
    switch random.below(5) {
    case 0: return .sticker(one(of: ["doge", "such \"wow\"", "ünïcode"]))
    case 1:
      made = Attachment(.location)
      made.location = Attachment.Location(
        latitude: Double(random.below(180_001) - 90_000) / 1000,
        longitude: Double(random.below(360_001) - 180_000) / 1000)
      made.location?.placename = maybe(2) { $0.word() }
      if chance(2) { made.location?.radius = size() }
      if chance(2) { made.location?.mapSpan = size() }
      made.location?.address = tags()
    case 2:
      made = Attachment(
        .video, content: .url("https://example.org/film.mp4"),
        state: one(of: Attachment.State.allCases), mediaType: "video/mp4", name: "film.mp4")
    case 3: made = document.attachment(holding: Self.png + bytes, as: .image, name: "dot.png")
    default: made = document.attachment(holding: bytes, as: .file, altText: maybe(2) { $0.word() })
    }
    made.displayWidth = maybe(3) { $0.size() }
    made.displayHeight = maybe(3) { $0.size() }
    if chance(4) { made.preview = document.attachments.insert(Self.png) }
    return made
  }

  /// The first bytes of a PNG of 3 by 2 pixels, which are enough to detect its type and size.
  private static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 3,
    0, 0, 0, 2, 8, 6, 0, 0, 0,
  ]
}
