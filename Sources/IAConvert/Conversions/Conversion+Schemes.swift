internal import IAFormats
internal import IAText

// Formats that store all options also store the requested display. Formats that show intensities report an unknown
// scheme (Specs/intensity.md).
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
  /// Stores the requested scheme, smoothing and animation in a document; a scheme that is not built in is stored with
  /// its definition.
  func storeDisplay(in document: inout IADocument) {
    let requested = display.withoutBaseLooks
    document.string.options = document.string.options.overridden(by: requested)
    // An edition or a number of steps changes the scheme that the document names.
    guard requested.renderScheme != nil || schemes != RenderScheme.builtIn() else { return }
    document.setScheme(scheme(for: document))
  }

  /// Reports a scheme of the document that is neither known nor defined in the document, and a definition that is not
  /// valid.
  func noteUnknownScheme(of document: IADocument, _ report: inout ConversionReport) {
    guard display.renderScheme == nil, let name = document.string.options.renderScheme else {
      return
    }
    do {
      if try document.definedScheme() != nil { return }
    } catch {
      report.add(.dropped, .renderScheme, "the definition of \(name): \(error)")
    }
    if !schemes.contains(where: { $0.name == name || $0.name == name + "Scheme" }) {
      let used = schemes.first?.name ?? ""
      report.add(.approximated, .renderScheme, "\(name) is unknown; \(used) is used")
    }
  }
}
