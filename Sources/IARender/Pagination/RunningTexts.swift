internal import IALayout
internal import IAText

/// The headers and footers of a text, which pages show in their margins.
final class RunningTexts {
  /// The edge of the page at which a running text is shown.
  enum Edge { case top, bottom }

  /// A header or footer in the text.
  private struct Text {
    /// The height in the layout of the text at which it is defined.
    var start: Double
    /// Its paragraphs.
    ///
    /// The last line end is excluded, unless the last paragraph is empty and the line end has its formatting.
    var utf16Range: Range<Int>
    /// Whether the last paragraph is empty, so that the text ends with a line end.
    var endsWithEmptyParagraph: Bool
    /// Its document; `nil` before the first use.
    var document: IADocument?
    /// The layout; `nil` before the first use, and for a text with fields.
    var content: DocumentDrawing.Content?
  }

  /// A header or footer with its position on a page.
  struct Placed {
    /// The layout of the text.
    let content: DocumentDrawing.Content
    /// The part that is shown, by height.
    let part: Range<Double>
    /// The upper left corner on the page.
    let origin: Point

    /// Draws the text as an artifact: it can be selected, but is not part of the text of the page.
    func draw<P: Painter>(on painter: inout P) {
      painter.attachments.store = content.document.attachments
      painter.attachments.stretchesPictures = content.manager.typesetter.options.stretchesPictures
      painter.push(
        origin: Point(x: origin.x + content.inset.left, y: origin.y - part.lowerBound), scale: 1,
        clip: nil)
      painter.push(part: .text)
      content.draw(part, to: &painter)
      painter.pop()
      painter.pop()
    }
  }

  /// The pages and the edge for which a running text is defined.
  private struct Place: Hashable {
    var edge: Edge
    var pages: Block.Pages
  }

  private var texts: [Text] = []
  /// The indices of the texts of each place, by the height at which they are defined.
  private var indices: [Place: [Int]] = [:]
  private let source: IADocument
  private let size: Size
  private let margins: Insets
  /// The number of the page before the first page of the text.
  private let leading: Int
  private let layOut: (IADocument) -> DocumentDrawing.Content
  /// Whether a header or footer was cut off because it is too high.
  private(set) var isCutOff = false

  /// The distance of running texts from the edge of the page in points, if the document states none; at
  /// most half of the margin.
  private static let edgeDistance = 36.0
  /// The space between a running text and the text of the page, in points; 0 if text is positioned as in LibreOffice.
  private let space: Double
  /// The maximum number of paragraphs and of UTF-16 units of a running text that are laid out; the rest is cut off.
  ///
  /// Three tenths of a page usually have less text.
  static let (maxParagraphs, maxUnits) = (128, 16_384)
  /// The share of the page that a running text may fill.
  private static let share = 0.3

  /// Creates the running texts of a document.
  ///
  /// - Parameters:
  ///   - content: The layout of the document.
  ///   - size: The size of the pages.
  ///   - margins: The margins of the pages.
  ///   - leading: The number of the page before the first page of the text.
  ///   - layOut: Lays out a text at the width of the pages' text.
  init(
    of content: DocumentDrawing.Content, size: Size, margins: Insets, leading: Int,
    layOut: @escaping (IADocument) -> DocumentDrawing.Content
  ) {
    source = content.document
    self.size = size
    self.margins = margins
    self.leading = leading
    self.layOut = layOut
    space = content.manager.typesetter.options.placement == .office ? 0 : 9
    var last: (id: Int, place: Place, range: Range<Int>, isEmpty: Bool)?
    var count = 0
    func end() {
      guard let found = last else { return }
      append(found.place, found.range, isEmpty: found.isEmpty, of: content)
      last = nil
    }
    for paragraph in content.document.string.paragraphs {
      guard let block = paragraph.attributes.blocks.first, let place = Self.place(of: block.kind)
      else {
        end()
        continue
      }
      if last?.id != block.id {
        end()
        count = 0
      }
      count += 1
      guard count <= Self.maxParagraphs else {
        isCutOff = true
        continue
      }
      let start = last?.range.lowerBound ?? paragraph.utf16Range.lowerBound
      let isEmpty = paragraph.contentRange.isEmpty && paragraph.isTerminated
      let end = isEmpty ? paragraph.utf16Range.upperBound : paragraph.contentRange.upperBound
      last = (block.id, place, start..<end, isEmpty)
    }
    end()
  }

  private static func place(of kind: Block.Kind) -> Place? {
    switch kind {
    case .pageHeader(let pages): Place(edge: .top, pages: pages)
    case .pageFooter(let pages): Place(edge: .bottom, pages: pages)
    default: nil
    }
  }

  private func append(
    _ place: Place, _ range: Range<Int>, isEmpty: Bool, of content: DocumentDrawing.Content
  ) {
    let line = content.manager.lineFragment(at: range.lowerBound)
    if range.count > Self.maxUnits { isCutOff = true }
    let range = range.prefix(Self.maxUnits)
    indices[place, default: []].append(texts.count)
    texts.append(
      Text(
        start: line?.rect.y ?? texts.last?.start ?? 0, utf16Range: range,
        endsWithEmptyParagraph: isEmpty))
  }

  /// Returns the document of a running text: its paragraphs without the block around them.
  private func document(_ index: Int) -> IADocument {
    if let known = texts[index].document { return known }
    var document = source.subdocument(texts[index].utf16Range)
    let all = document.string.utf16Range
    document.string.updateParagraphAttributes(in: all) { attributes in
      if !attributes.blocks.isEmpty { attributes.blocks.removeFirst() }
      attributes.pageBreakBefore = false
    }
    texts[index].document = document
    return document
  }

  /// Whether there is a footer for any page.
  var hasFooters: Bool { indices.keys.contains { $0.edge == .bottom } }

  /// Returns the index of the running text for a page.
  ///
  /// A text for first pages is shown on the first page. If several texts are defined for the same pages, the last one
  /// that is defined before the text of the page applies, or the first one if all are defined later.
  private func text(_ edge: Edge, page: Int, start: Double) -> Int? {
    if page == 0, let first = indices[Place(edge: edge, pages: .first)]?.first { return first }
    return text(Place(edge: edge, pages: (page + leading).isMultiple(of: 2) ? .odd : .even), start)
      ?? text(Place(edge: edge, pages: .all), start)
  }

  /// Returns the index of the last text of a place that is defined at or above a height, or that of the first one if
  /// there is none.
  private func text(_ place: Place, _ start: Double) -> Int? {
    guard let own = indices[place] else { return nil }
    var (low, high) = (0, own.count)
    while low < high {
      let middle = (low + high) / 2
      if texts[own[middle]].start <= start { low = middle + 1 } else { high = middle }
    }
    return own[max(low - 1, 0)]
  }

  private func content(_ index: Int, page: Int, pageCount: Int?) -> DocumentDrawing.Content {
    if let known = texts[index].content { return known }
    var document = document(index)
    if PageField.isUsed(in: document.string) {
      PageField.fill(
        &document.string, page: page + leading + 1, pageCount: pageCount)
      return layOut(document)
    }
    let content = layOut(document)
    texts[index].content = content
    return content
  }

  /// Returns the range of heights of a running text that is shown, at most three tenths of the page.
  private func shown(_ content: DocumentDrawing.Content, of index: Int) -> Range<Double> {
    let maximum = size.height * Self.share
    // After a final line end the layout has an additional empty line, which is not shown.
    let end =
      texts[index].endsWithEmptyParagraph
      ? content.manager.lineFragment(at: content.document.string.utf16Count - 1)?.rect.maxY : nil
    let height = end ?? content.height
    guard height > maximum else { return 0..<max(height, 1) }
    isCutOff = true
    let lines = content.manager.lineFragments()
    let last = lines.last { $0.rect.maxY <= maximum }
    return 0..<(last?.rect.maxY ?? maximum)
  }

  /// Returns the margins of a page, which are larger where a running text requires it.
  func margins(page: Int, start: Double) -> Insets {
    var margins = margins
    for edge in [Edge.top, .bottom] {
      guard let index = text(edge, page: page, start: start) else { continue }
      let height = shown(content(index, page: page, pageCount: nil), of: index).upperBound
      let needed = distance(of: edge) + height + space
      if edge == .top {
        margins.top = max(margins.top, needed)
      } else {
        margins.bottom = max(margins.bottom, needed)
      }
    }
    return margins
  }

  /// Returns the distance of a running text from its edge of the page: the distance that the document states, otherwise
  /// the default.
  private func distance(of edge: Edge) -> Double {
    let page = source.string.options.page
    if let stated = edge == .top ? page?.headerDistance : page?.footerDistance {
      return min(stated, size.height * Self.share)
    }
    return min(Self.edgeDistance, (edge == .top ? margins.top : margins.bottom) / 2)
  }

  /// Returns the running texts of a page with their positions.
  ///
  /// - Parameters:
  ///   - page: The index of the page.
  ///   - start: The height in the layout of the text at which it starts.
  ///   - pageCount: The number of all pages of the file.
  func placed(page: Int, start: Double, pageCount: Int) -> [Placed] {
    [Edge.top, .bottom].compactMap { edge in
      guard let index = text(edge, page: page, start: start) else { return nil }
      let content = content(index, page: page, pageCount: pageCount)
      let part = shown(content, of: index)
      let distance = distance(of: edge)
      let y = edge == .top ? distance : size.height - distance - part.upperBound
      return Placed(content: content, part: part, origin: Point(x: margins.left, y: y))
    }
  }
}
