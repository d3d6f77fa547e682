internal import IALayout
internal import IAText

/// A text box or picture with a separate position on a page.
struct FlowObject {
  /// The object itself.
  enum Content {
    /// A text box; its text is a range of heights in the layout.
    case box(Block.TextBox)
    /// A picture of a size in points.
    case picture(Attachment, Size)
  }

  /// The paragraph to which an object belongs, by its heights in the layout.
  struct Anchor {
    /// The first unit of the paragraph.
    var utf16Offset: Int
    /// The top of its first line, as if no text flowed around objects.
    var top: Double
    /// The middle of its first line.
    var middle: Double
  }

  var content: Content
  let placement: Placement
  /// The units of the text of the box, or that of the picture.
  var utf16Range: Range<Int>
  /// The id of the block; 0 for a picture.
  var block = 0
  /// The first line of the paragraph to which the object belongs; `nil` if there is none.
  var anchor: Anchor?
  /// The heights of the text of a box in the layout; empty for a picture.
  var range = 0.0..<0.0
  /// The space that the layout adds above the first and below the last paragraph of a box.
  var space = (above: 0.0, below: 0.0)
  /// Whether the object is in the flow of the text, because it is higher than a page.
  var isInFlow = false

  /// Whether the object is at an edge of the column beside its paragraph, like a float in HTML.
  var isFloat: Bool {
    placement.wrap == .around && placement.across.reference == .text
      && placement.across.edge != nil && placement.across.edge != .center
      && placement.down.reference == .text
  }
}

/// Finds the objects of a text while its paragraphs are visited in their order.
struct FlowObjectFinder {
  private(set) var objects: [FlowObject] = []
  /// The first line of the last paragraph of the flow.
  private var last: FlowObject.Anchor?
  /// The objects that belong to the next paragraph of the flow.
  private var waiting: [Int] = []
  private var attachments: ArraySlice<IAString.PlacedAttachment>
  private let options: LayoutOptions

  init(_ string: IAString, _ options: LayoutOptions) {
    self.options = options
    attachments =
      options.placesObjects
      ? string.attachments.filter { $0.attachment.placement != nil }[...] : []
  }

  /// Returns the index of the object that contains a paragraph, by the outermost block around it; `nil` if there is
  /// none.
  mutating func object(of paragraph: IAString.Paragraph) -> Int? {
    guard options.placesObjects, let block = paragraph.attributes.blocks.first,
      let box = block.textBox, let placement = box.placement
    else { return nil }
    let after = max(paragraph.attributes.spacingAfter ?? 0, 0)
    if let index = objects.indices.last, objects[index].block == block.id {
      let start = objects[index].utf16Range.lowerBound
      objects[index].utf16Range = start..<paragraph.utf16Range.upperBound
      objects[index].space.below = after
      return index
    }
    if placement.belongsToNext || last == nil { waiting.append(objects.count) }
    objects.append(
      FlowObject(
        content: .box(box), placement: placement, utf16Range: paragraph.utf16Range,
        block: block.id, anchor: placement.belongsToNext ? nil : last,
        space: (max(paragraph.attributes.spacingBefore ?? 0, 0), after)))
    return objects.count - 1
  }

  /// Records a paragraph of the flow, with its first line, as the anchor of objects.
  ///
  /// - Parameter top: The top of the line as if no text flowed around objects; `nil` for the actual top of the line.
  mutating func note(_ paragraph: IAString.Paragraph, _ line: LineFragment, top: Double?) {
    let anchor = FlowObject.Anchor(
      utf16Offset: paragraph.utf16Range.lowerBound, top: min(top ?? line.rect.y, line.rect.y),
      middle: line.rect.center.y)
    last = anchor
    for index in waiting { objects[index].anchor = anchor }
    waiting.removeAll()
    let isPlain = LayoutManager.placesObjects(in: paragraph.attributes)
    while let next = attachments.first, next.utf16Offset < paragraph.utf16Range.upperBound {
      attachments.removeFirst()
      guard isPlain, next.utf16Offset >= paragraph.utf16Range.lowerBound,
        let placement = next.attachment.placement,
        let size = LayoutManager.placedSize(of: next.attachment, options)
      else { continue }
      objects.append(
        FlowObject(
          content: .picture(next.attachment, size), placement: placement,
          utf16Range: next.utf16Offset..<next.utf16Offset + 1, anchor: anchor))
    }
  }

  /// Records the line after a final terminator as the anchor of the objects that have none yet.
  mutating func noteEnd(_ line: LineFragment, top: Double?) {
    let anchor = FlowObject.Anchor(
      utf16Offset: line.utf16Range.lowerBound, top: min(top ?? line.rect.y, line.rect.y),
      middle: line.rect.center.y)
    for index in waiting { objects[index].anchor = anchor }
    waiting.removeAll()
  }

  /// Returns the objects after the last paragraph; objects without an anchor get the last paragraph of the flow.
  consuming func finish() -> [FlowObject] {
    for index in waiting { objects[index].anchor = last }
    return objects
  }
}
