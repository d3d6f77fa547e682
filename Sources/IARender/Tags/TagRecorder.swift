internal import CCairo
internal import IALayout
internal import IAText

/// Marks the parts of the pages of a PDF with the elements that they belong to.
///
/// Cairo writes the marks as tags without structure, numbered on each page from 0; `PDFTagging`
/// replaces them by the structure of the texts.
final class TagRecorder {
  /// The element of a text.
  struct Target: Hashable {
    /// The index of the text.
    var text: Int
    /// The index of the element in the text's structure.
    var element: Int
  }

  /// The content that a mark encloses.
  enum Content: Hashable {
    /// Content that is not part of the text: backgrounds, rules, running texts, page numbers.
    case artifact
    /// Content of an element.
    case element(Target)
    /// The place of an annotation, without content.
    case annotation
  }

  /// A mark in the content of a page.
  struct Mark {
    var content: Content
    /// The first unit of its text.
    var utf16Offset: Int
  }

  /// The marks and annotations of a page.
  struct Page {
    var marks: [Mark] = []
    /// The element and address of each link annotation, in the order of the page.
    var links: [(target: Target?, url: String)] = []
    /// The boxes of the figures in points from the upper left corner.
    var boxes: [Target: Rectangle] = [:]
    /// The size of the page in points.
    var size: Size
  }

  /// The structures of the texts that were drawn, in the order of the first page of each.
  private(set) var texts: [DocumentTags] = []
  /// The pages so far.
  private(set) var pages: [Page] = []
  private let language: String?
  private var indices: [ObjectIdentifier: Int] = [:]
  /// The texts, which are kept alive because their identities are used.
  private var contents: [DocumentDrawing.Content] = []
  private var open: Content?

  /// Creates a recorder for a document in a language.
  init(language: String?) { self.language = language }

  /// Whether nothing is marked on the page.
  var isPageEmpty: Bool { pages.last?.marks.isEmpty != false }

  /// Starts a page of a size.
  func beginPage(_ size: Size) { pages.append(Page(size: size)) }

  /// Returns the index of the structure of a text.
  private func index(of content: DocumentDrawing.Content) -> Int {
    if let known = indices[ObjectIdentifier(content)] { return known }
    texts.append(
      DocumentTags(
        of: content.document.string, links: content.links.map { ($0.utf16Range, $0.url) },
        language: language, isContents: content.isTableOfContents,
        headingLevel: content.places == nil ? 0 : texts.last?.headingLevel ?? 0))
    contents.append(content)
    indices[ObjectIdentifier(content)] = texts.count - 1
    return texts.count - 1
  }

  /// Returns the target of an element of a text.
  private func target(
    _ content: DocumentDrawing.Content?, _ element: (DocumentTags) -> Int?
  ) -> Target? {
    guard let content else { return nil }
    let text = index(of: content)
    return element(texts[text]).map { Target(text: text, element: $0) }
  }

  /// Marks the following content as that of the element of a unit; as an artifact without a text.
  func mark(
    unit utf16Offset: Int, of content: DocumentDrawing.Content?, isLabel: Bool = false,
    in context: CairoContext
  ) {
    let found = target(content) {
      isLabel ? $0.label(at: utf16Offset) : $0.element(at: utf16Offset)
    }
    begin(found.map { .element($0) } ?? .artifact, utf16Offset, context)
  }

  /// Marks the following content as not part of the text.
  func markArtifact(in context: CairoContext) { begin(.artifact, 0, context) }

  /// Records the box of a figure, in points from the upper left corner of the page.
  func setBox(_ box: Rectangle) {
    guard case .element(let target)? = open, !pages.isEmpty else { return }
    pages[pages.count - 1].boxes[target] = box
  }

  private func begin(_ content: Content, _ utf16Offset: Int, _ context: CairoContext) {
    guard !pages.isEmpty else { return }
    if open == content {
      let last = pages[pages.count - 1].marks.count - 1
      pages[pages.count - 1].marks[last].utf16Offset =
        min(pages[pages.count - 1].marks[last].utf16Offset, utf16Offset)
      return
    }
    end(context)
    open = content
    pages[pages.count - 1].marks.append(Mark(content: content, utf16Offset: utf16Offset))
    unsafe cairo_tag_begin(context.handle, Self.tag, "")
  }

  /// Ends the mark that is open, if any.
  func end(_ context: CairoContext) {
    guard open != nil else { return }
    open = nil
    unsafe cairo_tag_end(context.handle, Self.tag)
  }

  /// Records the link annotation that Cairo writes next.
  func addLink(
    to url: String, at utf16Offset: Int, of content: DocumentDrawing.Content?,
    _ context: CairoContext
  ) {
    guard !pages.isEmpty else { return }
    end(context)
    let found = target(content) { $0.link(at: utf16Offset) }
    pages[pages.count - 1].marks.append(Mark(content: .annotation, utf16Offset: utf16Offset))
    pages[pages.count - 1].links.append((found, url))
  }

  /// The tag of all marks in Cairo's output.
  private static let tag = "NonStruct"
}
