internal import IAConvert
internal import IARender
internal import IAText

/// The named places of a PDF: it has them if something leads to them.
struct DestinationUse {
  /// The places; `nil` if neither a table of contents nor a link inside the text leads to one.
  let destinations: Destinations?

  /// Creates the places of a text that is drawn with some options.
  init(_ string: IAString, _ options: DrawingOptions) {
    let hasLinks = string.inlineSets.contains { $0.link?.url.utf8.first == UInt8(ascii: "#") }
    guard options.hasContents || hasLinks else {
      destinations = nil
      return
    }
    let found = Destinations(of: string)
    destinations =
      options.hasContents || !Self.links(of: string, found).isEmpty ? found : nil
  }

  /// Returns the links of a text that lead to some places, with the name of the place after `#`.
  static func links(
    of string: IAString, _ destinations: Destinations
  ) -> [(utf16Range: Range<Int>, url: String)] {
    string.attributeRuns(in: string.utf16Range).compactMap { run in
      run.attributes.link.flatMap { destinations.name(ofAddress: $0.url) }
        .map { (run.utf16Range, "#" + $0) }
    }
  }
}
