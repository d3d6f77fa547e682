internal import IABytes
internal import IALayout
internal import IASVG
internal import IAShapes
internal import IASyntax
internal import IAText

/// Draws attachments into their boxes: pictures, videos, locations, files, and placeholders for missing ones.
final class AttachmentPainter {
  /// An attachment that is replaced by a card or placeholder.
  struct Loss: Hashable {
    var utf16Offset: Int
    /// The reason: the code of the decoding error, or the part that is missing.
    var reason: String
  }

  /// The bytes of the document that is drawn.
  var store: AttachmentStore
  /// Maps offsets of the text that is drawn to offsets of the whole document; `nil` for a whole document.
  var places: SourcePlaces?
  /// Whether pictures are stretched to their boxes and have square corners, as on pages of other programs.
  ///
  /// In messages they are shown whole, with round corners.
  var stretchesPictures = false
  let theme: Theme
  let labels: LabelPainter
  private let cache: PictureCache
  /// The metafiles that were read, by their hashes; `nil` for those without a supported operation.
  private var metafiles: [SHA256Digest: Metafile?] = [:]
  /// The pictures of SVG that were read, by their hashes; `nil` for those that cannot be read.
  private var svgPictures: [SHA256Digest: SVGPicture?] = [:]
  /// The attachments that were not shown.
  private(set) var losses: Set<Loss> = []

  init(
    _ store: AttachmentStore, theme: Theme, labels: LabelPainter, cache: PictureCache
  ) {
    self.store = store
    self.theme = theme
    self.labels = labels
    self.cache = cache
  }

  /// Draws an attachment.
  func draw<P: Painter>(_ box: AttachmentBox, pixelsPerPoint: Double, on painter: inout P) {
    guard box.box.width > 0, box.box.height > 0 else { return }
    switch box.attachment.kind {
    case .location:
      if let location = box.attachment.location {
        MapTile(location, theme: theme).draw(in: box.box, labels: labels, on: &painter)
      } else {
        lose(box, "no place")
        drawPlaceholder(box, on: &painter)
      }
    case .file: drawCard(box, on: &painter)
    case .image:
      if drawMetafile(box, pixelsPerPoint: pixelsPerPoint, on: &painter)
        || drawSVG(box, pixelsPerPoint: pixelsPerPoint, on: &painter)
      {
        return
      }
      if let picture = picture(box, pixelsPerPoint, box.attachment.shownDigest) {
        let isPlain = stretchesPictures || box.attachment.isSticker
        painter.draw(
          picture, in: stretchesPictures ? box.box : box.box.fitting(picture.pointSize),
          cornerRadius: isPlain ? 0 : min(6, box.box.height / 8))
      } else {
        drawPlaceholder(box, on: &painter)
      }
    case .video: drawFilm(box, pixelsPerPoint, on: &painter)
    }
  }

  /// Returns a picture of the store, or `nil`, with a loss recorded, if it is missing or cannot be
  /// decoded.
  func picture(
    _ box: AttachmentBox, _ pixelsPerPoint: Double, _ digest: SHA256Digest?
  ) -> Picture? {
    guard let digest, let bytes = store[digest] else {
      lose(box, box.attachment.absence)
      return nil
    }
    let side = max(box.box.width, box.box.height) * pixelsPerPoint
    do throws(InputError) {
      let picture = try cache.picture(digest, side: Int(min(side, 8192)), bytes: bytes)
      if picture.isIncomplete { lose(box, "the picture is damaged") }
      return picture
    } catch {
      lose(box, error.code.rawValue)
      return nil
    }
  }

  /// The maximum number of metafiles, and of pictures of SVG, that are kept.
  private static let maxMetafiles = 256

  /// Returns the metafile of some bytes, or `nil` if no operation of it can be drawn.
  func metafile(_ digest: SHA256Digest, _ bytes: [UInt8]) -> Metafile? {
    if let known = metafiles[digest] { return known }
    let metafile = Metafile(bytes)
    if metafiles.count >= Self.maxMetafiles { metafiles.removeAll() }
    metafiles[digest] = .some(metafile)
    return metafile
  }

  /// Returns the picture of an SVG file, or `nil` if it cannot be read.
  func svgPicture(_ digest: SHA256Digest, _ bytes: [UInt8]) -> SVGPicture? {
    if let known = svgPictures[digest] { return known }
    var picture = SVGPicture(bytes)
    // The proportions of the box of a shape differ from those of the picture by less than a pixel.
    if ShapePicture.isFile(bytes) { picture?.stretches = true }
    if svgPictures.count >= Self.maxMetafiles { svgPictures.removeAll() }
    svgPictures[digest] = .some(picture)
    return picture
  }

  func lose(_ box: AttachmentBox, _ reason: String) {
    let offset = box.utf16Offset
    losses.insert(
      Loss(
        utf16Offset: places?.source(of: offset..<offset).lowerBound ?? offset, reason: reason))
  }

  private func drawFilm<P: Painter>(
    _ box: AttachmentBox, _ pixelsPerPoint: Double, on painter: inout P
  ) {
    guard let preview = box.attachment.preview,
      let picture = picture(box, pixelsPerPoint, preview)
    else { return drawCard(box, on: &painter) }
    let radius = min(6, box.box.height / 8)
    painter.fill(.rectangle(box.box, cornerRadius: radius), color: .black)
    painter.draw(picture, in: box.box.fitting(picture.pointSize), cornerRadius: radius)
    Self.drawPlaySign(
      at: box.box.center, radius: min(box.box.width, box.box.height) / 6, on: &painter)
  }

  /// Draws a triangle in a disc.
  static func drawPlaySign<P: Painter>(
    at center: Point, radius: Double, on painter: inout P
  ) {
    painter.fill(
      .circle(center: center, radius: radius), color: Color(red: 0, green: 0, blue: 0, alpha: 140))
    let (long, high) = (radius * 0.52, radius * 0.5)
    painter.fill(
      .path([
        Point(x: center.x - long * 0.65, y: center.y - high),
        Point(x: center.x + long, y: center.y),
        Point(x: center.x - long * 0.65, y: center.y + high),
      ]), color: .white)
  }
}

extension Attachment {
  /// The hash of its content, if the document has its bytes.
  var contentDigest: SHA256Digest? {
    if case .blob(let digest) = content { digest } else { nil }
  }

  /// The hash of the bytes that are shown: the preview of a metafile, otherwise the content.
  var shownDigest: SHA256Digest? {
    if let preview, mediaType == "image/wmf" || mediaType == "image/emf" { return preview }
    return contentDigest
  }

  /// The reason why there is nothing to show, in words.
  var absence: String {
    switch (state, content) {
    case (.loading, _): "still loading"
    case (.failed, _): "could not be loaded"
    case (_, .url(let address)) where Self.isFileName(address):
      "in a file that is not in the document"
    case (_, .url): "outside the document, and never fetched"
    case (_, .blob): "its bytes are not in the document"
    default: "no picture"
    }
  }

  /// Returns whether an address is that of a file beside the document: it has neither scheme nor host.
  private static func isFileName(_ address: String) -> Bool {
    !address.hasPrefix("//") && !address.prefix { $0 != "/" }.contains(":")
  }
}

extension Picture {
  /// The size in points at one pixel per point; only the proportions are used.
  var pointSize: Size { Size(width: Double(size.width), height: Double(size.height)) }
}
