import IAText

/// The borders and the shading of a paragraph, with lengths in points.
struct FrameStyle: Sendable {
  /// The visible borders.
  let borders: Sides<Border>
  /// The space between borders and text.
  let spacing: Sides<Double>
  let shading: Color?
  /// Whether the space beside a side without a border is inside of the shading.
  private let padsShading: Bool
  /// The neighbours with which the paragraph is in one box; there is no border between them.
  let joins: Joins

  /// The space before the text that belongs to the box, because the marker of an item is there.
  let markerSpace: Double

  /// The neighbours with which a paragraph is in one box.
  struct Joins: OptionSet {
    let rawValue: UInt8
    static let before = Joins(rawValue: 1)
    static let after = Joins(rawValue: 2)
  }

  /// The space for the marker of an item, in points at the default scale.
  private static let itemSpace = 24.0
  /// The maximum width of a border, and of the space beside it, in points at the default scale.
  private static let maxLength = 200.0

  /// Creates the frame of a paragraph; `nil` if it has no border and no shading.
  ///
  /// - Parameters:
  ///   - attributes: The paragraph's attributes.
  ///   - isItem: Whether it is in a list item or a note, which have markers.
  ///   - joins: The neighbours with which it is in one box.
  ///   - padsShading: Whether the space beside a side without a border is inside of the shading.
  ///   - scale: The factor for all lengths.
  init?(
    _ attributes: ParagraphAttributes, isItem: Bool, joins: Joins, padsShading: Bool,
    scale: Double
  ) {
    guard attributes.isSetInItself else { return nil }
    func scaled(_ border: Border?) -> Border? {
      guard var border, border.isVisible else { return nil }
      border.width = min(border.width, Self.maxLength) * scale
      return border
    }
    func scaled(_ space: Double?) -> Double? {
      space.map { min(max($0.isNaN ? 0 : $0, 0), Self.maxLength) * scale }
    }
    guard attributes.hasFrame else { return nil }
    let (lines, space) = (attributes.borders, attributes.borderSpacing)
    let borders = Sides(
      top: scaled(lines.top), right: scaled(lines.right), bottom: scaled(lines.bottom),
      left: scaled(lines.left))
    guard !borders.isEmpty || attributes.shading != nil else { return nil }
    self.borders = borders
    spacing = Sides(
      top: scaled(space.top), right: scaled(space.right), bottom: scaled(space.bottom),
      left: scaled(space.left))
    shading = attributes.shading
    self.padsShading = padsShading && attributes.shading != nil
    self.joins = joins
    markerSpace = isItem && !padsShading ? Self.itemSpace * scale : 0
  }

  /// Returns whether two adjacent paragraphs are in one box: their borders, the space beside them
  /// and their indents are equal.
  static func isBox(
    _ first: ParagraphAttributes, _ second: ParagraphAttributes, _ options: LayoutOptions
  ) -> Bool {
    guard first.hasFrame, second.hasFrame else { return false }
    let borders = first.borders
    guard !borders.isEmpty, borders == second.borders,
      first.borderSpacing == second.borderSpacing, first.headIndent == second.headIndent,
      first.tailIndent == second.tailIndent, cell(first) == cell(second)
    else { return false }
    let (outer, other) = (
      BlockStyle(first.blocks, options, hasBorders: true),
      BlockStyle(second.blocks, options, hasBorders: true)
    )
    return outer.inset == other.inset && outer.tailInset == other.tailInset
  }

  /// Returns the id of the innermost cell or note around a paragraph.
  private static func cell(_ attributes: ParagraphAttributes) -> Int? {
    attributes.blocks.last { block in
      switch block.kind {
      case .tableCell, .footnote, .endnote, .annotation, .pageHeader, .pageFooter, .textBox: true
      default: false
      }
    }?.id
  }

  /// The height of the border and the space above the first line.
  var topInset: Double { joins.contains(.before) ? 0 : inset(borders.top, spacing.top) }
  /// The height of the border and the space below the last line.
  var bottomInset: Double {
    joins.contains(.after) ? 0 : inset(borders.bottom, spacing.bottom)
  }

  /// Returns the widths of the borders and their spacing at the left and the right side of the
  /// text; 0 in the placement of LibreOffice, in which they are outside of the column.
  func sideInsets(in placement: LayoutOptions.Placement) -> (left: Double, right: Double) {
    guard placement == .standard else { return (0, 0) }
    return (inset(borders.left, spacing.left), inset(borders.right, spacing.right))
  }

  /// Returns the space between the text and a border, or the edge of the shading.
  func space(beside border: Border?, _ space: Double?) -> Double {
    border != nil || padsShading ? space ?? 0 : 0
  }

  private func inset(_ border: Border?, _ space: Double?) -> Double {
    guard let border else { return padsShading ? space ?? 0 : 0 }
    return border.width + (space ?? 0)
  }
}
