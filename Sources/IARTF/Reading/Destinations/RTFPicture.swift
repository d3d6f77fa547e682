internal import IAText

/// The destination `\pict`: a picture and its properties.
struct RTFPicture {
  /// The formats of the bytes, according to the control words.
  enum Format { case unknown, png, jpeg, enhancedMetafile, metafile, macPicture, bitmap }

  var format = Format.unknown
  var data = RTFHexBytes()
  /// The size in twips; 0 if the file has none.
  var goalWidth: Int32 = 0
  var goalHeight: Int32 = 0
  /// The scale in percent.
  var scaleX: Int32 = 100
  var scaleY: Int32 = 100
  /// The size of the data, in 0.01 mm for metafiles, in pixels for others.
  var width: Int32 = 0
  var height: Int32 = 0
  var altText: String?
  /// Whether it is a line across the page, which Word writes as an empty picture.
  var isRule = false
  /// The properties that are not read.
  private(set) var effects = RTFPictureEffects()

  /// Applies a property.
  mutating func set(_ name: String, _ value: String) {
    switch name {
    case "wzDescription": if !value.isEmpty { altText = value }
    case "fHorizRule": if value == "1" { isRule = true }
    default: if let number = Int(value) { effects.set(name, number) }
    }
  }

  /// Applies a control word for pictures.
  mutating func apply(_ word: RTFWord.Picture, _ value: Int32?) {
    let number = value ?? 0
    switch word {
    case .pngblip: format = .png
    case .jpegblip: format = .jpeg
    case .emfblip: format = .enhancedMetafile
    case .wmetafile: format = .metafile
    case .macpict: format = .macPicture
    case .pmmetafile: format = .unknown
    case .dibitmap: format = .bitmap
    case .wbitmap: format = .unknown
    case .picw: width = number
    case .pich: height = number
    case .picwgoal, .width: goalWidth = number
    case .pichgoal, .height: goalHeight = number
    case .picscalex: scaleX = number
    case .picscaley: scaleY = number
    }
  }

  /// The displayed size in points; `nil` if the file has none or an implausible one.
  ///
  /// Without a goal, metafiles have the size of their data.
  var displaySize: (width: Double, height: Double)? {
    let (goalWidth, goalHeight) = (goal(goalWidth, width), goal(goalHeight, height))
    guard (1...1_000_000).contains(goalWidth), (1...1_000_000).contains(goalHeight) else {
      return nil
    }
    func scaled(_ goal: Int32, _ scale: Int32) -> Double {
      let percent = (1...10_000).contains(scale) ? scale : 100
      // The result is in whole twips, like all lengths of RTF.
      return (Double(goal) * Double(percent) / 100).rounded() / 20
    }
    return (scaled(goalWidth, scaleX), scaled(goalHeight, scaleY))
  }

  /// Returns the goal in one direction, in twips, otherwise the size of the data of a metafile.
  private func goal(_ goal: Int32, _ size: Int32) -> Int32 {
    guard goal == 0, (1...100_000).contains(size) else { return goal }
    return switch format {
    case .macPicture: size * 20
    case .metafile, .enhancedMetafile: size * 1440 / 2540
    default: 0
    }
  }

  /// Returns the displayed size in points of a picture of pixels without a stated size: `\picw` and `\pich`
  /// in twips, unless they are its pixels; `nil` if the file has none or an implausible one.
  private func plainSize(pixels: (width: Int, height: Int)) -> (width: Double, height: Double)? {
    let sides = 1...31_680
    guard goalWidth == 0, goalHeight == 0, format == .png || format == .jpeg,
      sides.contains(Int(width)), sides.contains(Int(height)),
      Int(width) != pixels.width || Int(height) != pixels.height
    else { return nil }
    return (Double(width) / 20, Double(height) / 20)
  }

  /// Returns the attachment, or `nil` for a picture without data.
  ///
  /// Formats that browsers show, and metafiles, are preserved byte for byte; the preview of a
  /// metafile is the bitmap in it. Bitmaps are converted to PNG. A bitmap with more pixels than
  /// `pixelLimit` is preserved as it is, and a metafile with such a bitmap has no preview.
  func attachment(into store: inout AttachmentStore, pixelLimit: Int) -> Attachment? {
    var bytes = data.bytes
    guard !bytes.isEmpty else { return nil }
    var type = MediaType.sniffed(from: bytes)
    var preview: [UInt8]?
    if type == nil || type == "image/tiff" {
      switch format {
      case .enhancedMetafile:
        type = "image/emf"
        preview = RTFMetafile.bitmap(inEnhanced: bytes, pixelLimit: pixelLimit)
      case .metafile:
        type = "image/wmf"
        preview = RTFMetafile.bitmap(in: bytes, pixelLimit: pixelLimit)
      case .macPicture: type = "image/x-pict"
      case .bitmap:
        if let shown = RTFBitmap(bytes[...], pixelLimit: pixelLimit)?.png {
          bytes = shown
          type = "image/png"
        } else {
          type = "image/bmp"
          bytes = RTFBitmap.file(bytes)
        }
      default: break
      }
    }
    var attachment = Attachment(
      .image, content: .blob(store.insert(bytes)), mediaType: type, altText: altText)
    let size = MediaType.pixelSize(of: preview ?? bytes)
    attachment.pixelWidth = size?.width
    attachment.pixelHeight = size?.height
    attachment.preview = preview.map { store.insert($0) }
    let shown = displaySize ?? size.flatMap { plainSize(pixels: ($0.width, $0.height)) }
    attachment.displayWidth = shown?.width
    attachment.displayHeight = shown?.height
    return attachment
  }
}
