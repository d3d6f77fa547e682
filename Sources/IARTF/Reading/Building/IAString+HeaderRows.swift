internal import IAText

extension IAString {
  /// Changes the weights of text in header rows, where the model implies bold text: removes the weight of bold text,
  /// and sets the weight 400 for other text.
  ///
  /// In headings inside header rows, the style of the heading implies the weight.
  mutating func implyBoldHeaderRows() {
    for paragraph in Array(paragraphs) {
      let blocks = paragraph.attributes.blocks
      guard let row = blocks.lastIndex(where: { $0.kind.isRow }), blocks[row].kind.isHeaderRow,
        !blocks[row...].contains(where: { $0.kind.isHeading })
      else { continue }
      updateAttributes(in: paragraph.contentRange) { attributes in
        if attributes.bold {
          attributes.bold = false
        } else if attributes.fontWeight == nil {
          attributes.fontWeight = 400
        }
      }
      updateAttributes(in: paragraph.contentRange.upperBound..<paragraph.utf16Range.upperBound) {
        $0.bold = false
      }
    }
  }
}

extension Block.Kind {
  /// Whether it is a header row of a table.
  var isHeaderRow: Bool {
    guard case .tableRow(let isHeader, _) = self else { return false }
    return isHeader
  }

  /// Whether it is a row of a table.
  fileprivate var isRow: Bool { if case .tableRow = self { true } else { false } }

  /// Whether it is a heading.
  fileprivate var isHeading: Bool { if case .header = self { true } else { false } }
}
