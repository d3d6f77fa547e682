internal import CCairo
internal import IALayout

/// A PDF in the making.
@safe final class PDFSurface {
  private let handle: OpaquePointer
  private let stream = ByteStream()

  /// Creates an empty document.
  ///
  /// - Parameter size: The size of its first page in points.
  init(size: Size) throws(RenderError) {
    guard
      let handle = unsafe cairo_pdf_surface_create_for_stream(
        ByteStream.write, stream.closure, size.width, size.height),
      unsafe cairo_surface_status(handle) == CAIRO_STATUS_SUCCESS
    else { throw RenderError(.surface, "no PDF") }
    unsafe self.handle = handle
    // The text of ligatures is written from this version on.
    unsafe cairo_pdf_surface_restrict_to_version(handle, CAIRO_PDF_VERSION_1_5)
  }

  deinit { unsafe cairo_surface_destroy(handle) }

  /// Writes the metadata of the document; the dates are its own, or absent.
  func describe(_ facts: DocumentFacts) {
    func set(_ field: cairo_pdf_metadata_t, _ value: String?) {
      guard let value else { return }
      unsafe cairo_pdf_surface_set_metadata(handle, field, CairoText.replaced(value))
    }
    set(CAIRO_PDF_METADATA_TITLE, facts.title)
    set(CAIRO_PDF_METADATA_AUTHOR, facts.author)
    set(CAIRO_PDF_METADATA_SUBJECT, facts.subject)
    set(CAIRO_PDF_METADATA_KEYWORDS, facts.keywords)
    set(CAIRO_PDF_METADATA_CREATOR, "intensity suite")
    // Without a date Cairo would write the time of day.
    set(CAIRO_PDF_METADATA_CREATE_DATE, facts.created ?? "1970-01-01T00:00:00Z")
    set(CAIRO_PDF_METADATA_MOD_DATE, facts.modified)
  }

  /// The entries of the outline that the next one may belong to, by their level.
  private var outline: [(level: Int, id: Int32)] = []

  /// Adds a heading to the outline, below the last one before it of a lower level.
  ///
  /// - Parameter page: The number of its page, from 1.
  func addToOutline(_ heading: Heading, page: Int) {
    while let last = outline.last, last.level >= heading.level { outline.removeLast() }
    let (x, y) = (SVGPainter.number(heading.place.x), SVGPainter.number(heading.place.y))
    let id = unsafe cairo_pdf_surface_add_outline(
      handle, outline.last?.id ?? Int32(CAIRO_PDF_OUTLINE_ROOT),
      CairoText.replaced(heading.title), "page=\(page) pos=[\(x) \(y)]",
      CAIRO_PDF_OUTLINE_FLAG_OPEN)
    outline.append((heading.level, id))
  }

  /// Returns a context for the present page.
  func context() throws(RenderError) -> CairoContext {
    unsafe try CairoContext(handle, target: self)
  }

  /// Ends the present page; the next one has a size.
  func endPage(next size: Size?) {
    unsafe cairo_surface_show_page(handle)
    if let size { unsafe cairo_pdf_surface_set_size(handle, size.width, size.height) }
  }

  /// Returns the whole file.
  func finish() throws(RenderError) -> [UInt8] {
    unsafe cairo_surface_finish(handle)
    let status = unsafe cairo_surface_status(handle)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw RenderError(.surface, unsafe String(cString: cairo_status_to_string(status)))
    }
    return stream.bytes
  }
}

/// The metadata of a document in formats that can store it.
public struct DocumentFacts: Hashable, Sendable {
  /// The title.
  public var title: String?
  /// Its authors, in one line.
  public var author: String?
  /// The subject.
  public var subject: String?
  /// Its keywords, in one line.
  public var keywords: String?
  /// The creation date, as ISO 8601.
  public var created: String?
  /// The modification date, as ISO 8601.
  public var modified: String?
  /// The main language as a BCP 47 tag.
  public var language: String?

  /// Creates facts of which nothing is known.
  public init() {}
}
