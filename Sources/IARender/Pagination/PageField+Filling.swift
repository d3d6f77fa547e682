internal import IAText

extension PageField {
  /// Returns whether a text has fields.
  static func isUsed(in string: IAString) -> Bool {
    string.inlineSets.contains { $0.pageField != nil }
  }

  /// Replaces the results of fields by those of a page.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - page: The number of the page.
  ///   - pageCount: The number of pages; `nil` if it is not known yet, which leaves the results.
  static func fill(_ string: inout IAString, page: Int, pageCount: Int?) {
    for run in string.attributeRuns(in: string.utf16Range).reversed() {
      let value: Int? =
        switch run.attributes.pageField {
        case .page: page
        case .pages: pageCount
        case nil: nil
        }
      guard let value else { continue }
      let intensity = string.intensity(at: run.utf16Range.lowerBound)
      var number = IAString("\(value)", intensity: intensity)
      number.setAttributes(run.attributes, in: number.utf16Range)
      string.replace(run.utf16Range, with: number)
    }
  }
}
