import IAText

/// The displayed size of attachments.
enum AttachmentSize {
  /// Returns the size of the picture in pixels, or 1 × 1 if it is unknown.
  static func natural(of attachment: Attachment) -> Size {
    guard let width = attachment.pixelWidth, let height = attachment.pixelHeight, width > 0,
      height > 0
    else { return Size(width: 1, height: 1) }
    return Size(width: Double(width), height: Double(height))
  }

  /// The maximum side in points of a picture at an address that is displayed as a symbol of its
  /// size.
  private static let largestSymbol = 96.0

  /// Returns whether an attachment is displayed as a label in the line, unless its own size is
  /// smaller: a picture at an address that is not being loaded, except if both sides of its display
  /// size are stated and at most 96 points, or a picture without content and size.
  static func isLabel(_ attachment: Attachment) -> Bool {
    guard attachment.kind == .image, !attachment.isSticker, attachment.state != .loading else {
      return false
    }
    return switch attachment.content {
    case .blob: false
    case .url:
      // The symbol for a small picture keeps the positions of the text around it.
      (positive(attachment.displayWidth) ?? .infinity) > largestSymbol
        || (positive(attachment.displayHeight) ?? .infinity) > largestSymbol
    case .none: known(attachment, options: LayoutOptions()) == nil
    }
  }

  /// Returns the displayed size in points of a picture with a place of its own; `nil` for any other
  /// attachment, and if the size is unknown.
  static func placed(_ attachment: Attachment, options: LayoutOptions) -> Size? {
    guard options.placesObjects, attachment.placement != nil, attachment.kind == .image,
      !isLabel(attachment)
    else { return nil }
    return known(attachment, options: options)
  }

  /// Returns whether an attachment is a picture in front of or behind the text, at a place beside
  /// its line, where pictures have no place of their own on the page.
  static func isOverlay(_ attachment: Attachment) -> Bool {
    guard let placement = attachment.placement, attachment.kind == .image, !isLabel(attachment)
    else { return false }
    return (placement.wrap == .front || placement.wrap == .behind)
      && placement.across.reference == .text && placement.down.reference == .text
      && placement.down.edge == nil
  }

  /// Returns the displayed size in points, or `nil` if neither it nor the size of the picture is
  /// known.
  static func known(_ attachment: Attachment, options: LayoutOptions) -> Size? {
    guard
      positive(attachment.displayWidth) != nil || positive(attachment.displayHeight) != nil
        || attachment.pixelWidth != nil && attachment.pixelHeight != nil
    else { return nil }
    return shown(attachment, natural(of: attachment), options: options)
  }

  /// Returns the displayed size in points.
  ///
  /// This is the display size if there is one, with a missing side computed from the picture's
  /// aspect ratio. Otherwise it is the picture reduced to the square of the thumbnail size, never
  /// enlarged. If the size of the picture is unknown, it is that square. On pages, and in the
  /// placement of LibreOffice, pictures have 96 pixels per inch instead. Each side is at most
  /// 16,384 points.
  static func shown(_ attachment: Attachment, _ natural: Size, options: LayoutOptions) -> Size {
    let proportion = natural.height / natural.width
    let width = positive(attachment.displayWidth)
    let height = positive(attachment.displayHeight)
    if let width { return bounded(width, height ?? width * proportion, options) }
    if let height { return bounded(height / proportion, height, options) }
    let side = (options.thumbnail ?? .medium).side
    guard attachment.pixelWidth != nil, attachment.pixelHeight != nil else {
      return bounded(side, side, options)
    }
    let isNatural = options.thumbnail == nil || options.placement == .office
    let factor =
      isNatural && attachment.kind == .image
      ? 0.75 : min(1, side / max(natural.width, natural.height))
    return bounded(max(natural.width * factor, 1), max(natural.height * factor, 1), options)
  }

  private static func positive(_ value: Double?) -> Double? {
    guard let value, value.isFinite, value > 0 else { return nil }
    return value
  }

  private static func bounded(_ width: Double, _ height: Double, _ options: LayoutOptions) -> Size {
    let maximum = 16_384.0
    let scale = options.textScale
    return Size(width: min(width * scale, maximum), height: min(height * scale, maximum))
  }
}
