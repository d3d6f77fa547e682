internal import IALayout
internal import IAText

/// Records which parts of the pages of a PDF belong to which elements of the structure.
///
/// The painter records marks while it draws; `PDFStructure` writes the elements at the end.
final class TagRecorder {
  /// An element of the structure of a text.
  struct Target: Hashable {
    /// The index of the text.
    var text: Int
    /// The index of the element in the text's structure.
    var element: Int
  }

  /// The mark of an element in the content of a page; its index is its number.
  struct Mark {
    var target: Target
    /// The first unit of its text.
    var utf16Offset: Int
  }

  /// The marks of a page.
  struct Page {
    var marks: [Mark] = []
    /// The boxes of the figures in points from the upper left corner.
    var boxes: [Target: Rectangle] = [:]
    /// The size of the page in points.
    var size: Size
  }

  /// The change of marked content before the next operation.
  enum Change {
    /// The operation belongs to the open mark.
    case none
    /// Content that is not part of the text: backgrounds, rules, running texts, page numbers.
    case artifact
    /// Content of an element of a type, with the number of the mark.
    case element(type: String, number: Int)
  }

  /// The content that a mark encloses.
  private enum Content: Hashable {
    case artifact
    case element(Target)
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

  /// Starts a page of a size.
  func beginPage(_ size: Size) { pages.append(Page(size: size)) }

  /// Ends the mark that is open, if any.
  func endPage() { open = nil }

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

  /// Assigns the following content to the element of a unit; to no element if there is no text.
  func mark(
    unit utf16Offset: Int, of content: DocumentDrawing.Content?, isLabel: Bool = false
  ) -> Change {
    let found = target(content) {
      isLabel ? $0.label(at: utf16Offset) : $0.element(at: utf16Offset)
    }
    guard let found else { return markArtifact() }
    return begin(.element(found), utf16Offset)
  }

  /// Assigns the following content to no text.
  func markArtifact() -> Change { begin(.artifact, 0) }

  /// Records the box of a figure, in points from the upper left corner of the page.
  func setBox(_ box: Rectangle) {
    guard case .element(let target)? = open, !pages.isEmpty else { return }
    pages[pages.count - 1].boxes[target] = box
  }

  private func begin(_ content: Content, _ utf16Offset: Int) -> Change {
    guard !pages.isEmpty else { return .none }
    let page = pages.count - 1
    guard open != content else {
      let last = pages[page].marks.count - 1
      if case .element = content {
        pages[page].marks[last].utf16Offset = min(pages[page].marks[last].utf16Offset, utf16Offset)
      }
      return .none
    }
    open = content
    guard case .element(let target) = content else { return .artifact }
    pages[page].marks.append(Mark(target: target, utf16Offset: utf16Offset))
    return .element(
      type: texts[target.text].elements[target.element].type, number: pages[page].marks.count - 1)
  }

  /// Returns the element of a link that starts at a unit.
  func target(ofLink utf16Offset: Int, of content: DocumentDrawing.Content?) -> Target? {
    target(content) { $0.link(at: utf16Offset) }
  }
}
