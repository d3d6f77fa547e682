package import IAText

extension IADocument {
  /// Returns the document without the definition of its scheme, and reports its loss.
  ///
  /// For formats that could store the definition only as hidden data: hidden data must not change how visible text is
  /// shown.
  package func withoutSchemeDefinition(_ report: inout ConversionReport) -> IADocument {
    guard string.options.schemeDefinition != nil else { return self }
    let name = string.options.renderScheme ?? ""
    report.add(.dropped, .renderScheme, "the definition of \(name)")
    var document = self
    document.removeSchemeDefinition()
    return document
  }
}
