internal import IAFormats
internal import IAText

// Formats that store all options store the requested display; formats that show intensities report a
// scheme that they do not know (Specs/intensity.md).
extension Conversion {
  private static let storingFormats = Set(["ia", "json"].map { FormatID($0) })
  private static let showingFormats = drawnFormats.union(
    ["html", "rtf", "rtfd", "ansi"].map { FormatID($0) })

  /// Returns whether a format stores all options of a document.
  static func storesOptions(_ format: FormatID) -> Bool { storingFormats.contains(format) }

  /// Returns whether a format shows intensities by a scheme.
  static func showsSchemes(_ format: FormatID) -> Bool { showingFormats.contains(format) }
}

extension WriteOptions {
  /// Stores the requested scheme, smoothing and animation in a document.
  ///
  /// - Throws: `Failure` with `usage.scheme-stored` for a scheme that programs do not know by its name.
  func storeDisplay(in document: inout IADocument) throws {
    let requested = display.withoutBaseLooks
    guard requested != DisplayOptions() else { return }
    if let name = requested.renderScheme {
      let known = RenderScheme.builtIn().first { $0.name == name }
      guard known == schemes.first(where: { $0.name == name }) else {
        throw Failure(
          .usage, code: "usage.scheme-stored",
          "a document stores the name of a scheme alone, and other programs know \"\(name)\" with "
            + "other properties or not at all; omit --steps and --edition, or write a format that "
            + "shows the scheme")
      }
    }
    document.string.options = document.string.options.overridden(by: requested)
  }

  /// Reports the scheme that a document names, if it is not known.
  func noteUnknownScheme(of document: IADocument, _ report: inout ConversionReport) {
    guard display.renderScheme == nil, let name = document.string.options.renderScheme,
      !schemes.contains(where: { $0.name == name || $0.name == name + "Scheme" })
    else { return }
    let used = schemes.first?.name ?? ""
    report.add(.approximated, .renderScheme, "\(name) is unknown; \(used) is used")
  }
}
