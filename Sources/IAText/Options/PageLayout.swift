/// The page that a document was made for: its size, its margins, its columns, and the rule for page
/// breaks in paragraphs that state none.
///
/// Every part is optional: a document that states only its margins has no size. A program that shows
/// the document uses its own defaults for the parts that are `nil`. All lengths are in points.
public struct PageLayout: Hashable, Sendable {
  /// The width, 1…14,400 points; a page is in landscape orientation if it is greater than the height.
  public var width: Double?
  /// The height, 1…14,400 points.
  public var height: Double?
  /// The distance from the upper edge to the text, 0…14,400 points.
  public var topMargin: Double?
  /// The distance from the right edge to the text, 0…14,400 points.
  public var rightMargin: Double?
  /// The distance from the lower edge to the text, 0…14,400 points.
  public var bottomMargin: Double?
  /// The distance from the left edge to the text, 0…14,400 points.
  public var leftMargin: Double?
  /// The distance from the upper edge to the running header, 0…14,400 points.
  public var headerDistance: Double?
  /// The distance from the lower edge to the running footer, 0…14,400 points.
  public var footerDistance: Double?
  /// The number of columns of text, 1…64.
  public var columns: Int?
  /// The space between columns, 0…14,400 points.
  public var columnSpacing: Double?
  /// Whether there is a line between columns.
  public var columnLine: Bool?
  /// The number of the first page, 0…32,767; `nil` to continue the numbers of the pages before.
  public var firstPageNumber: Int?
  /// Whether no page ends after the first line, or starts with the last line, of a paragraph that
  /// states no `ParagraphAttributes.widowControl`.
  public var widowControl: Bool?

  /// The widths and heights that a page can have, in points: up to 200 inches, as in PDF.
  public static let sizes = 1.0...14_400
  /// The margins, distances and spaces that a page can have, in points.
  public static let distances = 0.0...14_400
  /// The numbers of columns that a page can have.
  public static let columnCounts = 1...64
  /// The numbers that a first page can have.
  public static let pageNumbers = 0...32_767

  /// Creates a page without statements.
  public init() {}

  /// Creates a page from its size and margins, in points.
  public init(
    width: Double? = nil, height: Double? = nil, topMargin: Double? = nil,
    rightMargin: Double? = nil, bottomMargin: Double? = nil, leftMargin: Double? = nil
  ) {
    self.width = width
    self.height = height
    self.topMargin = topMargin
    self.rightMargin = rightMargin
    self.bottomMargin = bottomMargin
    self.leftMargin = leftMargin
  }

  /// Whether the page has no statements.
  public var isEmpty: Bool { self == PageLayout() }

  /// Returns a copy of this page in which the parts that the other value states replace those of
  /// this value.
  public func overridden(by other: PageLayout) -> PageLayout {
    var merged = self
    merged.width = other.width ?? width
    merged.height = other.height ?? height
    merged.topMargin = other.topMargin ?? topMargin
    merged.rightMargin = other.rightMargin ?? rightMargin
    merged.bottomMargin = other.bottomMargin ?? bottomMargin
    merged.leftMargin = other.leftMargin ?? leftMargin
    merged.headerDistance = other.headerDistance ?? headerDistance
    merged.footerDistance = other.footerDistance ?? footerDistance
    merged.columns = other.columns ?? columns
    merged.columnSpacing = other.columnSpacing ?? columnSpacing
    merged.columnLine = other.columnLine ?? columnLine
    merged.firstPageNumber = other.firstPageNumber ?? firstPageNumber
    merged.widowControl = other.widowControl ?? widowControl
    return merged
  }
}

extension PageLayout: CustomStringConvertible {
  /// The parts that are stated, in points: `612 × 792, margins 72 90 72 90`.
  public var description: String {
    var parts: [String] = []
    if width != nil || height != nil {
      parts.append(Self.text(width) + " × " + Self.text(height))
    }
    let margins = [topMargin, rightMargin, bottomMargin, leftMargin]
    if margins.contains(where: { $0 != nil }) {
      parts.append("margins " + margins.map(Self.text).joined(separator: " "))
    }
    if let headerDistance { parts.append("header at \(Self.text(headerDistance))") }
    if let footerDistance { parts.append("footer at \(Self.text(footerDistance))") }
    if let columns { parts.append(columns == 1 ? "1 column" : "\(columns) columns") }
    if let columnSpacing { parts.append("column spacing \(Self.text(columnSpacing))") }
    if let columnLine { parts.append(columnLine ? "line between columns" : "no line") }
    if let firstPageNumber { parts.append("first page \(firstPageNumber)") }
    if let widowControl { parts.append(widowControl ? "widow control" : "no widow control") }
    return parts.joined(separator: ", ")
  }

  private static func text(_ length: Double?) -> String {
    guard let length else { return "–" }
    guard length == length.rounded(), abs(length) < 1e15 else { return "\(length)" }
    return "\(Int(length))"
  }
}
