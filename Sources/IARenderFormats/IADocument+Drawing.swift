public import IAConvert
public import IAFormats
public import IAText

extension IADocument {
  /// Draws the document as one PNG picture.
  ///
  /// - Parameters:
  ///   - width: The width of the picture in points, margins included.
  ///   - scale: The number of pixels per point, 1…3.
  ///   - drawing: Theme, margins, marks and fonts; its `width` and `scale` are not used.
  ///   - options: The scheme, smoothing and stickers.
  /// - Returns: The picture, and a report of what could not be drawn.
  /// - Throws: `Failure` if there are no fonts or the picture is too large.
  public func png(
    width: Double, scale: Double = 2, drawing: DrawingOptions = DrawingOptions(),
    options: WriteOptions = WriteOptions()
  ) throws -> DocumentData {
    var drawing = drawing
    drawing.width = width
    drawing.scale = scale
    return try drawn(as: .png, drawing, options)
  }

  /// Draws the document as pages of a PDF file.
  ///
  /// - Parameters:
  ///   - page: The size of each page in points. If it is `nil`, the size is that of `drawing`, else that of the
  ///     document, else the default of the format that the document was read from (US Letter for RTF, otherwise A4).
  ///   - drawing: Theme, margins, marks and fonts.
  ///   - options: The scheme, smoothing and stickers.
  /// - Returns: The file, and a report of what could not be drawn.
  /// - Throws: `Failure` if there are no fonts or the page is too small.
  public func pdf(
    page: DrawingOptions.PageSize? = nil, drawing: DrawingOptions = DrawingOptions(),
    options: WriteOptions = WriteOptions()
  ) throws -> DocumentData {
    var drawing = drawing
    if let page { drawing.pageSize = page }
    return try drawn(as: .pdf, drawing, options)
  }

  private func drawn(
    as format: FormatID, _ drawing: DrawingOptions, _ options: WriteOptions
  ) throws -> DocumentData {
    let registry = FormatRegistry.standard.drawing(CairoDrawing().entries(drawing))
    return try data(as: format, options: options, registry: registry)
  }
}
