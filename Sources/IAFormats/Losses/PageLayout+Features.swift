public import IAText

extension PageLayout {
  /// The features of the page that are stated, by their names in the report.
  public var features: [DocumentFeature] { features(unlike: PageLayout()) }

  /// Returns the features in which this page differs from another one, by their names in the report:
  /// `page-size`, `page-margins`, `columns`, `page-numbering` and `widow-control`.
  public func features(unlike other: PageLayout) -> [DocumentFeature] {
    var features: [DocumentFeature] = []
    if (width, height) != (other.width, other.height) { features.append(.pageSize) }
    if margins != other.margins { features.append(.pageMargins) }
    if (columns, columnSpacing, columnLine)
      != (other.columns, other.columnSpacing, other.columnLine)
    {
      features.append(.columns)
    }
    if firstPageNumber != other.firstPageNumber { features.append(.pageNumbering) }
    if widowControl != other.widowControl { features.append(.widowControl) }
    return features
  }

  /// The margins, and the distances of headers and footers from the edges of the page.
  private var margins: [Double?] {
    [topMargin, rightMargin, bottomMargin, leftMargin, headerDistance, footerDistance]
  }
}
