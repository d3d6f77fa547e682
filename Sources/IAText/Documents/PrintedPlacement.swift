/// The statements of a file for printed pages about the place of text that documents do not have.
///
/// Drawings that follow the reading of a file place text as its programs do. No format keeps it, and
/// it is not part of a document's identity.
package struct PrintedPlacement: Hashable, Sendable {
  /// Whether the space between two paragraphs is the larger of that below the first and that above the
  /// second, not the sum.
  package var collapsesSpacing = false
  /// The distances in points of the text in the first column of tables from the leading margin, by the
  /// id of the table's block; tables at the margin are absent.
  package var tableIndents: [Int: Double] = [:]

  /// The distance in points between tab stops after the last one of a paragraph; `nil` if not stated.
  package var tabInterval: Double?
  /// Whether first pages have headers and footers of their own.
  package var hasTitlePages = false
  /// The ids of the blocks of rows of outermost tables that pages do not divide.
  package var keptRows: Set<Int> = []

  /// Creates a placement in which nothing is stated.
  package init() {}
}
