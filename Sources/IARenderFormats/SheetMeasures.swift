internal import IAConvert
internal import IALayout
internal import IAText

/// The size and the margins of the pages of a drawing, or of its picture.
///
/// The options take precedence over the page of the document, which applies only to formats with pages. The document
/// takes precedence over the defaults of the format.
struct SheetMeasures {
  /// The size of each page; `nil` for a picture with the height of its text.
  let pageSize: Size?
  /// The width of the sheet in points.
  let width: Double
  /// The margins in points.
  let margins: Insets
  /// Whether the margins of the document leave no space for text on the page and are not used.
  let hasUnusableMargins: Bool

  /// The width of pictures in points.
  private static let pictureWidth = 600.0
  /// The minimum width and height in points that the margins of a document must leave for its text.
  private static let leastSpace = 36.0

  /// Creates the measures.
  ///
  /// - Parameters:
  ///   - options: The options of the drawing.
  ///   - isPaged: Whether the format has pages.
  ///   - document: The page of the document; `nil` if it states none, and for several documents.
  ///   - defaults: The values that apply if neither the options nor the document state one.
  init(
    _ options: DrawingOptions, isPaged: Bool, document: PageLayout? = nil, defaults: FormatDefaults
  ) {
    let stated = isPaged ? document : nil
    let size = Self.pageSize(options, isPaged: isPaged, stated, defaults.paper)
    let width = options.width ?? size?.width ?? Self.pictureWidth
    (pageSize, self.width) = (size, width)
    // Two and a half centimetres for letters.
    let paper = options.style == .letter ? 71.0 : defaults.margin
    let share = defaults.isPrinted ? width / 4 : width / 8
    let room = isPaged ? min(paper, share) : min(24, width / 16)
    if let margins = options.margins {
      self.margins = Insets(
        top: margins.top, left: margins.left, bottom: margins.bottom, right: margins.right)
      hasUnusableMargins = false
      return
    }
    let own = Insets(
      top: stated?.topMargin ?? room, left: stated?.leftMargin ?? room,
      bottom: stated?.bottomMargin ?? room, right: stated?.rightMargin ?? room)
    hasUnusableMargins =
      stated != nil
      && (width - own.left - own.right < Self.leastSpace
        || (size?.height ?? .infinity) - own.top - own.bottom < Self.leastSpace)
    margins =
      hasUnusableMargins ? Insets(top: room, left: room, bottom: room, right: room) : own
  }

  private static func pageSize(
    _ options: DrawingOptions, isPaged: Bool, _ document: PageLayout?,
    _ paper: DrawingOptions.PageSize
  ) -> Size? {
    var size = options.pageSize.map { Size(width: $0.width, height: $0.height) }
    if size == nil, isPaged, options.width == nil {
      if let width = document?.width, let height = document?.height {
        size = Size(width: width, height: height)
      } else {
        size = Size(width: paper.width, height: paper.height)
      }
    }
    guard let size, options.isLandscape else { return size }
    return Size(width: max(size.width, size.height), height: min(size.width, size.height))
  }
}
