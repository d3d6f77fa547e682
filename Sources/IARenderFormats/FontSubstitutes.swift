internal import IAConvert
internal import IAFonts
internal import IAFormats
internal import IAText

extension FontCollection {
  /// Reports each family that is replaced by another one, once, with the number of its runs.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - looks: The options of the call.
  ///   - fonts: The fonts that the call states.
  ///   - followsConfiguration: The option of the same name of `FontRequest`.
  ///   - report: The report.
  func listSubstitutes(
    _ document: IADocument, _ looks: WriteOptions, _ fonts: DrawingOptions.Fonts,
    followsConfiguration: Bool = false, in report: inout ConversionReport
  ) {
    var counts: [String: Int] = [:]
    for run in document.string.attributeRuns(in: document.string.utf16Range) {
      if let family = run.attributes.fontFamily { counts[family, default: 0] += 1 }
    }
    let base = fonts.family ?? looks.effectiveDisplay(for: document).fontFamily
    for family in [base, fonts.monospacedFamily].compactMap(\.self) {
      counts[family, default: 0] += 1
    }
    for (family, count) in counts.sorted(by: { $0.key < $1.key }) {
      guard
        let found = replacement(
          forFamily: family, otherwise: base,
          followsConfiguration: followsConfiguration)
      else { continue }
      let runs = count == 1 ? "1 run" : "\(count) runs"
      let wanted = chosenFamily(of: family)
      report.add(.approximated, .fontFamily, "\(wanted) \u{2192} \(found) (\(runs))")
    }
  }
}
